package obstacle

import (
	"slices"
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Input is what the classifier looks at, all from one extract.
type Input struct {
	URL      string
	Title    string
	Markdown string
	// Elements as the agent sees them.
	Elements []protocol.Element
	// Peripheral lists the uids of elements in a header, footer, navigation or
	// sidebar; the others are in the main content or in a dialog.
	Peripheral []string
	// Dialog lists the uids of elements in an open modal dialog.
	Dialog []string
	// Password says that a password field is visible outside the periphery.
	Password bool
	// Passwords lists the uids of fields that hide what is typed.
	Passwords []string
	// CaptchaFrame says that a known challenge frame is visible.
	CaptchaFrame bool
	// Challenge says that the document carries the mark of a challenge service.
	Challenge bool
	// Status is the document's HTTP status, 0 where it is not known.
	Status int
	// Size is how long the page's markdown is where Markdown is a part of it.
	Size int
}

// Lengths of markdown in bytes that tell an interruption from a content page.
const (
	// scanned is how much of the markdown is read: markers stand above the fold.
	scanned = 4096
	// bare is a page with next to nothing on it.
	bare = 400
	// crowd is how many elements outside the periphery make a page to work
	// with. An application's host may send it with the 403 or 404 of a file
	// that its own routes stand for.
	crowd = 15
	// form is how many fields beyond those of a login make a form of its own.
	form = 3
	// busy is how many things beside a login make a page of its own.
	busy = 6
	// paragraph is what no label is as long as.
	paragraph = 80
	// short is a page that has a message but no content of its own.
	short = 1800
	// long is a page that a person came to read.
	long = 3500
)

// Detect returns the obstacle that the page is, nil when it is none.
func Detect(in Input) *protocol.Obstacle {
	p := read(in)
	auth := p.auth()
	switch {
	case p.captcha():
		return found(protocol.ObstacleCaptcha, protocol.ConfidenceHigh,
			"The page asks to prove that a person is there. Stop and ask the person to solve it.")
	case auth == protocol.ConfidenceHigh: // also where it stands under a refusal
		return found(protocol.ObstacleAuthWall, auth,
			"The page wants a login. Go on if you have been given what it asks for, or a stored secret; else ask the person to log in.")
	case p.denied():
		return found(protocol.ObstacleAccessDenied, protocol.ConfidenceHigh,
			"The site refuses access to this page. Do not try again; tell the person.")
	case in.CaptchaFrame:
		return found(protocol.ObstacleCaptcha, protocol.ConfidenceLow,
			"The page holds a captcha beside its content; what it protects may refuse to go on.")
	case auth == protocol.ConfidenceLow:
		return found(protocol.ObstacleAuthWall, auth,
			"The page may want a login; one other way is worth a try.")
	}
	return nil
}

func found(t protocol.ObstacleType, c protocol.Confidence, message string) *protocol.Obstacle {
	return &protocol.Obstacle{Type: t, Confidence: c, Message: message}
}

// page is an input made ready for matching.
type page struct {
	in    Input
	title string
	// body is the start of the markdown; head is its first lines.
	// plain is the head without the rows of tables, which speak of what is in them.
	body, head, plain string
	// label is the name of the last text field outside the periphery.
	label string
	// inside says that the page offers to log out.
	inside bool
	// headed says that the page's heading is that of a login.
	headed     bool
	host, path string
	size       int
	// boxes counts the text fields outside the periphery, things all elements there.
	boxes, things int
	// talks and about say that the title or the address is that of a page to
	// read about logins, captchas and refusals; article says that it surely is one.
	talks, about, article bool
}

func read(in Input) page {
	md := in.Markdown
	size := max(len(md), in.Size)
	if len(md) > scanned {
		md = md[:scanned]
	}
	body := fold(md)
	head := body
	if len(head) > bare {
		head = head[:bare]
	}
	host, path := split(in.URL)
	p := page{in: in, title: fold(in.Title), body: body, head: head, host: fold(host), path: fold(path), size: size}
	for _, e := range in.Elements {
		if (e.Role == "link" || e.Role == "button" || e.Role == "menuitem") && len(e.Name) < 40 && has(fold(e.Name), logoutWords) {
			p.inside = true
		}
		if slices.Contains(in.Peripheral, e.UID) {
			continue
		}
		p.things++
		if e.Role == "textbox" {
			p.boxes++
			p.label = fold(e.Name)
		}
	}
	p.plain = fold(scan.Clip(rowless(md), bare))
	p.headed = has(fold(heading(md)), signInWords)
	p.talks = has(p.title, talkTitles)
	p.about = has(p.path, talkPaths) || has(p.host, talkHosts)
	p.article = p.talks && (size >= bare || p.about || has(p.path, articlePaths))
	return p
}

// rowless is Markdown without its tables' rows.
func rowless(md string) (text string) {
	for md != "" {
		var line string
		if line, md, _ = strings.Cut(md, "\n"); !strings.HasPrefix(line, "|") {
			text += line + "\n"
		}
	}
	return text
}

// heading is the first of the highest headings of Markdown, "" when none is above the fold.
func heading(md string) (first string) {
	most := 7
	for md = scan.Clip(md, bare); md != ""; {
		var line string
		line, md, _ = strings.Cut(md, "\n")
		if n := level(line); n > 0 && n < most {
			first, most = scan.Clip(line, 80), n
		}
	}
	return first
}

// level is that of a heading, 0 for any other line.
func level(line string) int { return len(line) - len(strings.TrimLeft(line, "#")) }

// split returns the host and the path of a URL; the query says too little to count.
func split(url string) (host, path string) {
	for i := 0; i+2 < len(url); i++ {
		if url[i] == ':' && url[i+1] == '/' && url[i+2] == '/' {
			url = url[i+3:]
			break
		}
	}
	for i := 0; i < len(url); i++ {
		switch url[i] {
		case '/':
			host, path = url[:i], url[i:]
			for j := 0; j < len(path); j++ {
				if path[j] == '?' || path[j] == '#' {
					return host, path[:j]
				}
			}
			return host, path
		case '?', '#':
			return url[:i], ""
		}
	}
	return url, ""
}
