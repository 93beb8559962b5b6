package obstacle

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// auth is layers 3, 4 and 5; "" when none fires. Who can log out is logged in:
// a form there that asks for a name and a password makes a user, or a
// connection, and bars nobody's way; a page that says of itself that it is a
// login may want the password once more.
func (p *page) auth() protocol.Confidence {
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
func (p *page) places() int {
	n := 0
	if has(p.path, loginPaths) || has(p.host, authHosts) || has(p.path, joinPaths) {
		n++
	}
	if has(p.title, signInWords) || has(p.title, authTitles) || p.headed && p.size < bare {
		n++
	}
	return n
}

func (p *page) wall() protocol.Confidence {
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
	barred := p.in.Status == 401 || p.in.Status == 403
	named := places > 0 || barred || main.prompt || has(p.title, accountWords) || has(p.path, accountWords)
	switch {
	case dialog.strong() && dialog.count() >= 2 && !dialog.form():
		return protocol.ConfidenceHigh
	case p.size >= long && !(main.password && places == 2),
		(p.talks || p.about) && !main.password && !main.enter && main.oauth == 0:
		return "" // there is something to read; the login is beside it
	case p.size < bare && !p.joins() && p.boxes > 0 && !main.password && main.others < 3 && has(p.head, codePrompts): // the second step
		return protocol.ConfidenceHigh
	case has(p.path, settingsPaths) && !main.forgot && main.oauth == 0, main.form() && !(places == 2 && main.member()):
		return "" // a form that changes a password is not a wall, nor is a registration
	case p.joins() && (main.signIn || !main.password), main.guest && places < 2:
		return "" // there is another way on than a login
	case !named && !main.passwordOnly() && main.strong() && p.beside(main) > main.bears():
		return "" // a box on a page that is about something else
	case main.password && places == 0 && main.fields < 2 && p.size < short && main.others >= 3 && main.passwordOnly():
		return protocol.ConfidenceLow // a list of accounts asks for the password of a new one
	case main.password && (named || main.fields < 2 && p.size < short): // layer 3
		return protocol.ConfidenceHigh
	case p.size >= bare && places == 0 && !barred && main.prompted() && main.others >= 3:
		return "" // a shop that says why to log in
	case (main.strong() && (main.count()+places >= 2 || barred) || main.signIn && p.in.Status == 401) && p.size < short: // layer 4
		return protocol.ConfidenceHigh
	case places == 2 && (main.user || main.signIn || main.step): // a login in steps, or by code
		return protocol.ConfidenceHigh
	case main.user && (places > 0 && (main.signIn || main.step) || login && main.fields == 0 || main.enter && main.fields < 2 && p.size < bare):
		return protocol.ConfidenceHigh
	case main.fields > 0 && !main.strong() && (main.count() == 0 || !main.user && !main.enter):
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

// joins reports whether the page calls itself a registration and nothing else.
func (p *page) joins() bool {
	return (has(p.title, signUpWords) || has(p.path, joinPaths)) && !has(p.title, signInWords) && !has(p.path, loginPaths)
}

// beside is how much of the main content has nothing to do with a login: elements,
// headings and paragraphs.
func (p *page) beside(main *signals) int {
	n := main.others
	below, top := false, level(heading(p.in.Markdown))
	for rest := scan.Clip(p.in.Markdown, scanned); rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		switch rank := level(line); {
		case rank > 0 && has(fold(line), signInWords):
			below = below || rank > top
		case rank > 0, len(line) >= paragraph && !has(fold(line), authPrompts):
			n++
		}
	}
	if below && !p.headed {
		n += 2 // the login has a heading, and it is not the page's
	}
	return n
}
