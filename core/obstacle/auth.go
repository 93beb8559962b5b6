package obstacle

import (
	"slices"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// signals are what speaks for a login page, each counted once.
type signals struct {
	password, user, step, signIn, signUp, forgot, prompt bool
	// enter and join are the buttons that end a login and a registration.
	enter, join bool
	// again is a second password field right after the first: a new password.
	again, last bool
	// saves says that a button keeps what was filled in.
	saves bool
	// fields counts those that ask for something else than who is there,
	// oauth the other sites to log in with, others what has nothing to do with it.
	fields, oauth, others int
}

func (s signals) count() int {
	n := min(s.oauth, 2)
	for _, b := range []bool{s.password, s.signIn, s.signUp, s.forgot, s.prompt} {
		if b {
			n++
		}
	}
	return n
}

// strong reports whether something is there that ordinary pages do not have.
func (s signals) strong() bool { return s.password || s.forgot || s.oauth > 0 || s.prompt }

// alone reports whether the password field is all that speaks for a login.
func (s signals) alone() bool { return s.count() == 1 && !s.enter && !s.step }

// prompted reports whether a sentence is all that is strong.
func (s signals) prompted() bool { return s.prompt && !s.password && !s.forgot && s.oauth == 0 }

// form reports whether the fields are those of a registration or of a new password.
func (s signals) form() bool {
	return s.again || !s.enter && s.saves || !s.enter && !s.forgot && (s.fields >= form && s.oauth == 0 || s.fields > 0 && s.join)
}

// auth is layers 3, 4 and 5; "" when none fires. Who can log out is logged in:
// a form there that asks for a name and a password makes a user, or a
// connection, and bars nobody's way; a page that says of itself that it is a
// login may want the password once more.
func (p page) auth() protocol.Confidence {
	c := p.wall()
	if c == "" || !p.inside || p.in.Status == 401 || p.in.Status == 403 {
		return c
	}
	switch {
	case p.places() == 2:
		return protocol.ConfidenceLow
	case p.boxes > 0:
		return ""
	}
	return c
}

// places counts what names the page a login: its address, and its title or heading.
func (p page) places() int {
	n := 0
	if has(p.path, loginPaths) || has(p.host, authHosts) || has(p.path, joinPaths) {
		n++
	}
	if has(p.title, signInWords) || has(p.title, authTitles) || p.headed && p.size < bare {
		n++
	}
	return n
}

func (p page) wall() protocol.Confidence {
	if has(p.path, recoverPaths) || has(p.title, forgotWords) {
		return "" // who forgot the password is past the wall
	}
	// The word "auth" alone, as in /docs/auth, says nothing; login does.
	login := has(p.path, loginPaths) || has(p.host, authHosts)
	places := p.places()
	if p.size >= long && places < 2 && len(p.in.Dialog) == 0 {
		return "" // there is something to read, and no label can change that
	}
	main, dialog := p.gather()
	switch {
	case dialog.strong() && dialog.count() >= 2 && !dialog.form():
		return protocol.ConfidenceHigh
	case p.size >= long && !(main.password && places == 2),
		(p.talks || p.about) && !main.password && !main.enter && main.oauth == 0:
		return "" // there is something to read; the login is beside it
	case p.size < bare && p.boxes > 0 && !main.password && main.others < 3 && has(p.head, codePrompts): // the second step
		return protocol.ConfidenceHigh
	case has(p.path, settingsPaths) && !main.forgot && main.oauth == 0, main.form():
		return "" // a form that changes a password is not a wall, nor is a registration
	case main.password && places == 0 && main.fields < 2 && p.size < short && main.others >= 3 && main.alone():
		return protocol.ConfidenceLow // a list of accounts asks for the password of a new one
	case main.password && (places > 0 || main.fields < 2 && p.size < short): // layer 3
		return protocol.ConfidenceHigh
	case p.size >= bare && places == 0 && main.prompted() && main.others >= 3:
		return "" // a shop that says why to log in
	case main.strong() && (main.count()+places >= 2 || p.in.Status == 401 || p.in.Status == 403) && p.size < short: // layer 4
		return protocol.ConfidenceHigh
	case places == 2 && (main.user || main.signIn || main.step): // a login in steps, or by code
		return protocol.ConfidenceHigh
	case main.user && (places > 0 && (main.signIn || main.step) || login && main.fields == 0 || main.enter && main.fields < 2 && p.size < bare):
		return protocol.ConfidenceHigh
	case main.fields > 0 && main.count() == 0:
		return "" // its fields are about something else
	case p.failed():
		return "" // what is missing wants no login, whatever its header offers
	case p.size < bare && (main.strong() || main.enter || main.join || places > 0 || p.size < bare/2 && main.count() > 0):
		if p.in.Status == 401 {
			return protocol.ConfidenceHigh
		}
		return protocol.ConfidenceLow
	}
	return ""
}

// gather reads the signals from the elements and the text.
func (p page) gather() (main, dialog signals) {
	for _, e := range p.in.Elements {
		name := fold(e.Name)
		if len(name) > 80 {
			continue // a sentence, not a label
		}
		if strings.Contains(e.Name, "@") {
			name += "email " // an address, to show what is asked for
		}
		if len(name) > 1 && name[1] >= 0xE3 && name[1] < 0xEA { // Korean parts its words
			name = strings.ReplaceAll(name, " ", "") // buttons of two signs are often spaced out
		}
		switch {
		case slices.Contains(p.in.Dialog, e.UID):
			dialog.element(e.Role, name)
			main.element(e.Role, name)
		case !slices.Contains(p.in.Peripheral, e.UID):
			main.element(e.Role, name)
		}
	}
	main.password = main.password || p.in.Password
	main.prompt = p.size < short && has(p.body, authPrompts) || has(p.head, authPrompts)
	return main, dialog
}

func (s *signals) element(role, name string) {
	switch role {
	case "textbox", "searchbox", "combobox", "spinbutton":
		was := s.last
		s.last = has(name, passwordWords)
		if !s.password && !s.user && s.fields == 0 {
			s.enter = false // a button above is another's
		}
		switch {
		case s.last:
			s.password = true
			s.again = s.again || was
		case has(name, userWords) && !s.user:
			s.user = true
		default:
			s.fields++
		}
	case "button", "link", "tab", "menuitem", "checkbox":
		button := role == "button"
		switch {
		case has(name, oauthNames) && (has(name, signInWords) || has(name, signUpWords) || has(name, stepWords)):
			s.oauth++
		case has(name, forgotWords):
			s.forgot = true
		case has(name, signUpWords):
			s.signUp = true
			s.join = s.join || button && !s.enter
		case has(name, signInWords):
			s.signIn = true
			s.enter = s.enter || button && !s.join
		case has(name, stepWords):
			s.step = true
		case button && has(name, saveWords):
			s.saves = true
		default:
			s.others++
		}
	}
}
