package obstacle

import (
	"slices"
	"strings"
)

// signals are what speaks for a login page, each counted once.
type signals struct {
	password, user, step, signIn, signUp, forgot, prompt bool
	// enter and join are the buttons that end a login and a registration.
	enter, join bool
	// again is a second password field right after the first: a new password.
	again, last bool
	// saves says that a button keeps what was filled in, sent that one stands
	// below the fields.
	saves, sent bool
	// fields counts those that ask for something else than who is there, early
	// those of them above the password, oauth the other sites to log in with,
	// others what has nothing to do with it.
	fields, early, oauth, others int
	// guest says that another form goes on without a login.
	guest bool
}

func (s *signals) count() int {
	n := min(s.oauth, 2)
	for _, b := range []bool{s.password, s.signIn, s.signUp, s.forgot, s.prompt} {
		if b {
			n++
		}
	}
	return n
}

// strong reports whether something is there that ordinary pages do not have.
func (s *signals) strong() bool { return s.password || s.forgot || s.oauth > 0 || s.prompt }

// passwordOnly reports whether the password field is all that speaks for a login.
func (s *signals) passwordOnly() bool { return s.count() == 1 && !s.enter && !s.step }

// prompted reports whether a sentence is all that is strong.
func (s *signals) prompted() bool { return s.prompt && !s.password && !s.forgot && s.oauth == 0 }

// login reports whether something says that the form is one of those who have an account.
func (s *signals) login() bool { return s.enter || s.forgot }

// form reports whether the fields are those of a registration or of a new password:
// who has an account is not asked for more than who it is.
func (s *signals) form() bool {
	return s.again || !s.enter && s.saves ||
		!s.login() && (s.fields >= form && s.oauth == 0 || s.join && (s.password || s.fields > 0) || s.early > 1 || s.early > 0 && s.user)
}

// bears is how many other things may stand beside what is a wall all the same.
func (s *signals) bears() int {
	if s.password || s.forgot {
		return busy
	}
	return busy / 2
}

// member reports whether an account is all that is asked for, and none is taken.
func (s *signals) member() bool {
	return s.join && s.password && s.fields == 0 && !s.again && !s.signIn
}

// gather reads the signals from the elements and the text.
func (p *page) gather() (main, dialog *signals) {
	var mains, dialogs reader
	for _, e := range p.in.Elements {
		name := fold(e.Name)
		if len(name) > 80 {
			continue // a sentence, not a label
		}
		if strings.Contains(e.Name, "@") {
			name += "email " // an address, to show what is asked for
		}
		if len(name) > 1 && name[1] >= 0xE3 && name[1] < 0xEA { // Korean parts its words
			name += strings.ReplaceAll(name, " ", "") + " " // buttons of two signs are often spaced out
		}
		if len(p.in.Passwords) > 0 && strings.HasPrefix(e.Name, "(") {
			name = " " // what stands near may be of another field
		}
		secret := slices.Contains(p.in.Passwords, e.UID) || has(name, passwordWords)
		switch {
		case slices.Contains(p.in.Dialog, e.UID):
			dialogs.element(e.Role, name, secret)
			mains.element(e.Role, name, secret)
		case !slices.Contains(p.in.Peripheral, e.UID):
			mains.element(e.Role, name, secret)
		}
	}
	main, dialog = mains.page(), dialogs.page()
	main.password = main.password || p.in.Password
	main.prompt = p.size < short && has(p.body, authPrompts) || has(p.head, authPrompts)
	return main, dialog
}

// reader reads elements in their order. all has them together, form those from the
// last field that stands below a button on, login the first form that is one.
type reader struct {
	all, form, login signals
	found, guest     bool
}

func (r *reader) element(role, name string, secret bool) {
	if textual(role) && r.form.sent && !(secret && r.form.last) {
		r.end()
	}
	r.all.element(role, name, secret)
	r.form.element(role, name, secret)
}

func (r *reader) end() {
	f := &r.form
	switch {
	case !r.found && f.password && !f.form() && (f.login() || !f.join):
		r.login, r.found = *f, true
	case !f.password && f.user && f.fields > 1:
		r.guest = true
	}
	*f = signals{}
}

// page is what the elements say together. Where one of several forms is a login,
// only its own fields count.
func (r *reader) page() *signals {
	r.end()
	s, f := &r.all, &r.login
	if r.found {
		s.fields, s.early, s.user, s.again, s.join, s.saves, s.guest = f.fields, f.early, f.user, f.again, f.join, f.saves, r.guest
	}
	return s
}

func textual(role string) bool {
	return role == "textbox" || role == "searchbox" || role == "combobox" || role == "spinbutton"
}

func (s *signals) element(role, name string, secret bool) {
	if textual(role) {
		was := s.last
		s.last = secret
		if !s.password && !s.user && s.fields == 0 {
			s.enter, s.join = false, false // a button above is another's
		}
		switch {
		case s.last:
			s.early = s.fields
			s.password = true
			s.again = s.again || was
		case has(name, userWords) && !s.user:
			s.user = true
		default:
			s.fields++
		}
		s.sent = false
		return
	}
	button := role == "button"
	switch role {
	case "button", "link", "tab", "menuitem", "checkbox":
		switch {
		case has(name, oauthNames) && (has(name, signInWords) || has(name, signUpWords) || has(name, stepWords)):
			s.oauth++
		case has(name, forgotWords):
			s.forgot = true
			s.sent = s.sent || s.password
		case has(name, signUpWords):
			s.signUp = true
			s.join = s.join || button && !s.enter
			s.sent = s.sent || button
		case has(name, signInWords):
			s.signIn = true
			s.enter = s.enter || button && !s.join
			s.sent = s.sent || button
		case has(name, stepWords):
			s.step = true
			s.sent = s.sent || button
		case button && has(name, saveWords):
			s.saves, s.sent = true, true
		default:
			s.others++
			s.sent = s.sent || button && !s.password
		}
	}
}
