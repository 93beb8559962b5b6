package obstacle

import (
	"slices"

	"github.com/zapvol/bua/core/protocol"
)

// signals are what speaks for a login page, each counted once.
type signals struct {
	password, user, step, signIn, signUp, forgot, oauth, prompt bool
	// fields counts those that ask for something else than who is there.
	fields int
}

func (s signals) count() int {
	n := 0
	for _, b := range []bool{s.password, s.signIn, s.signUp, s.forgot, s.oauth, s.prompt} {
		if b {
			n++
		}
	}
	return n
}

// strong reports whether something is there that ordinary pages do not have.
func (s signals) strong() bool { return s.password || s.forgot || s.oauth || s.prompt }

// auth is layers 3, 4 and 5; "" when none fires.
func (p page) auth() protocol.Confidence {
	// The word "auth" alone, as in /docs/auth, says nothing; login does.
	url := has(p.path, authPaths) || has(p.host, authHosts)
	title := has(p.title, authTitles) && !has(p.title, authTalk)
	settings := has(p.path, settingsPaths)
	places := 0
	if url {
		places++
	}
	if title {
		places++
	}
	if p.size >= long && places < 2 && len(p.in.Dialog) == 0 {
		return "" // there is something to read, and no label can change that
	}
	main, dialog := p.gather()
	switch {
	case dialog.strong() && dialog.count() >= 2:
		return protocol.ConfidenceHigh
	case p.size >= long && !(main.password && places == 2):
		return "" // there is something to read; the login is beside it
	case settings && !main.forgot && !main.oauth:
		return "" // a form that changes a password is not a wall
	case main.password && places > 0: // layer 3
		return protocol.ConfidenceHigh
	case main.strong() && main.count()+places >= 2: // layer 4
		return protocol.ConfidenceHigh
	case places == 2 && (main.user || main.signIn || main.step): // a login in steps, or by code
		return protocol.ConfidenceHigh
	case places > 0 && main.user && (main.signIn || main.step):
		return protocol.ConfidenceHigh
	case main.fields >= form && !main.strong():
		return "" // a form to fill in, such as a registration, is what the page is for
	case p.size < bare && main.count()+places > 0:
		return protocol.ConfidenceLow
	}
	return ""
}

// gather reads the signals from the elements and the text.
func (p page) gather() (main, dialog signals) {
	main.password = p.in.Password
	for _, e := range p.in.Elements {
		name := fold(e.Name)
		if len(name) > 80 {
			continue // a sentence, not a label
		}
		switch {
		case slices.Contains(p.in.Dialog, e.UID):
			dialog.element(e.Role, name)
			main.element(e.Role, name)
		case !slices.Contains(p.in.Peripheral, e.UID):
			main.element(e.Role, name)
		}
	}
	main.prompt = p.size < short && has(p.body, authPrompts) || has(p.head, authPrompts)
	return main, dialog
}

func (s *signals) element(role, name string) {
	switch role {
	case "textbox", "searchbox", "combobox", "spinbutton":
		switch {
		case has(name, passwordWords):
			s.password = true
		case has(name, userWords):
			s.user = true
		default:
			s.fields++
		}
	case "button", "link", "tab", "menuitem", "checkbox":
		switch {
		case has(name, oauthNames) && (has(name, signInWords) || has(name, signUpWords) || has(name, stepWords)):
			s.oauth = true
		case has(name, forgotWords):
			s.forgot = true
		case has(name, signUpWords):
			s.signUp = true
		case has(name, signInWords):
			s.signIn = true
		case has(name, stepWords):
			s.step = true
		}
	}
}
