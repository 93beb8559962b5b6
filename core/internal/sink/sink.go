package sink

import "strings"

// Kind says what an act does.
type Kind string

// The kinds. A press is judged to be one of the first three; the others are
// known from the action itself. None has the name of a capability, such as upload: what the
// person is asked begins with either.
const (
	Pay      Kind = "pay"       // pay, buy, order, book
	Send     Kind = "send"      // send, submit, publish
	Delete   Kind = "delete"    // delete, remove
	HandOver Kind = "hand_over" // hand a file to the page
	FillIn   Kind = "fill_in"   // fill in a secret
	TakeOver Kind = "take_over" // work in a tab of the person's
	Other    Kind = "other"     // press what is none of these, and no link
)

// Act is one act that the person is asked about.
type Act struct {
	Kind Kind
	// What names it for the person: what is pressed, the file, the secret, the
	// tab. It may be the page's words: text, never markup.
	What string
	// Form is what would be sent: see core/protocol.
	Form string
}

// Facts is what the engine tells of what is about to be pressed. All texts but
// What are in lower case, words of letters and digits between single spaces.
type Facts struct {
	// What is the control's name as the page writes it, clipped.
	What string
	// Name is the name, Hint what its author calls it: id, name and the like.
	Name, Hint string
	// Around is the text of the dialog that it is in, "" for none.
	Around string
	// Control is what a press on it is: "button", "link", "choice" for what is
	// only chosen, such as a checkbox, "opens" for what only opens something or
	// empties its form, "text" for a field, "lines" for one in which Enter may be no
	// more than a line, the end of a cell or an entry of a list, "frame" for a frame
	// that the engine cannot look into, "" for anything else.
	Control string
	// Submits: a press sends its form; Post: with the method POST; Search: the
	// form only looks something up.
	Submits, Post, Search bool
	// Card, Writes: its form holds a field for a payment card or account, or for
	// a text, a password or a file.
	Card, Writes bool
	// Price: the name has an amount of money.
	Price bool
	// Unfolds: a press only shows what is folded: the summary of details that are shut, or
	// a shut button that says so of itself, sends nothing and opens no menu.
	Unfolds bool
	// Form is what would be sent: see core/protocol.
	Form string
}

// Press judges a press with the pointer or with the key that stands for it. What the
// form tells counts before what the control is called.
func Press(f *Facts) Kind {
	button := false
	switch f.Control {
	case "choice", "opens", "text", "lines":
		return ""
	case "frame":
		return Send // nobody can tell
	case "link":
		if !quiet(f.Name) {
			return named(f, 4)
		}
		return ""
	case "button":
		button = true
	}
	back := is(f.Name, backWords)
	still := back || quiet(f.Name) || is(f.Name, writeWords) && !filled(f.Form)
	if f.Card && (f.Submits || !still) || f.Price && button && !back {
		return Pay
	}
	if !still {
		if k := named(f, 8); k != "" { // more words are a text, not what a control is called
			return k
		}
		switch {
		case has(f.Hint, payHints):
			return Pay
		case has(f.Hint, deleteHints) && !has(f.Name, trifles):
			return Delete
		case button && strings.Count(f.Around, " ") < 60: // more are no question
			if k := Says(f.Around); k == Pay || k == Delete {
				return k
			}
		}
	}
	if f.Submits && !f.Search && (f.Post || f.Writes && !back) || !still && has(f.Hint, sendHints) {
		return Send
	}
	return ""
}

// filled reports whether a form has a field that holds something.
func filled(form string) bool {
	for line := range strings.Lines(form) {
		if _, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": "); ok && value != "" && value != "☐" {
			return true
		}
	}
	return false
}

// quiet reports whether a name says that the control only looks, opens or leaves alone.
func quiet(name string) bool {
	return has(name, keepWords) || has(name, lookWords) && !has(name, andWords) && !has(name, deleteWords)
}

// named judges by the name, where it has no more words than that.
func named(f *Facts, most int) Kind {
	if strings.Count(f.Name, " ") >= most {
		return ""
	}
	switch k := Says(f.Name); {
	case k == Pay:
		return k
	case has(f.Name, trifles):
	case k != Send || f.Control == "link" && is(f.Name, sendWords):
		return k
	case f.Control != "link" && !(f.Submits && f.Search) && !has(f.Around, "cookie*"):
		return k
	}
	return ""
}

// Acts judges a press as Press does, and tells beyond it what may change something on
// the site: anything that is no link and whose name does not say that it is none.
func Acts(f *Facts) Kind {
	if k := Press(f); k != "" || f.Control == "link" || is(f.Name, backWords) || quiet(f.Name) {
		return k
	}
	return Other
}

// Unfolds reports whether a press shows more of the page and does nothing else, as far
// as the control and its name say: what it is called counts as with a link, since what
// folds is headed by a text.
func Unfolds(f *Facts) bool {
	if !f.Unfolds || f.Submits || f.Card || has(f.Hint, payHints) || has(f.Hint, deleteHints) {
		return false
	}
	as := Facts{Control: "link", Name: f.Name, Price: f.Price}
	return Press(&as) == ""
}

// Key judges a key that is pressed while the element has the focus: Enter may
// press it or send what is written, Delete may delete what is chosen.
func Key(f *Facts, key string) Kind {
	switch key {
	case "Enter":
		if f.Control != "text" && f.Control != "lines" {
			return Press(f)
		}
		switch {
		case f.Card:
			return Pay
		case f.Search, f.Control == "lines" && !has(f.Name+" "+f.Hint, talkWords):
			return ""
		}
		return Send
	case " ":
		return Press(f)
	case "Delete", "Backspace":
		if f.Control != "text" && f.Control != "lines" {
			return Delete
		}
	}
	return ""
}

// Says judges a question that a page asks in a dialog, and that is about to be
// accepted.
func Says(message string) Kind {
	switch {
	case has(message, payWords), has(message, payNouns) && has(message, sendWords):
		return Pay
	case has(message, deleteWords):
		return Delete
	case has(message, sendWords):
		return Send
	}
	return ""
}

// Words is a text as the functions here read it; the page engine writes it so
// itself.
func Words(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), between), " ")
}

// between reports whether a lower-case character is none of a word, as far as the words
// here need it: the tables of the standard library weigh more than all of them.
func between(c rune) bool {
	switch {
	case c < 0x80:
		return (c < '0' || c > '9') && (c < 'a' || c > 'z')
	case c < 0x2000:
		return c < 0xC0 || c == 0xD7 || c == 0xF7
	case c < 0x2C00, c >= 0xFF00 && c < 0xFF10, c >= 0xFF1A && c < 0xFF21:
		return true
	}
	return c >= 0x3000 && c < 0x3005 || c >= 0x3008 && c < 0x3031
}

// marks say where a word stands: see words.go.
const marks = "^~=<"

// is reports whether the text is one of the words and nothing else.
func is(text, words string) bool {
	return text != "" && each(words, func(w string) bool {
		stem, open := strings.CutSuffix(strings.TrimLeft(w, marks), "*")
		return text == stem || open && strings.HasPrefix(text, stem) && strings.IndexByte(text, ' ') < 0
	})
}

// has reports whether one of the words is in the text: as whole words, where it
// ends in a star as the beginning of one, and anywhere in scripts that have no
// spaces between words. See words.go for the other marks.
func has(text, words string) bool {
	if text == "" {
		return false
	}
	padded := " " + text + " "
	return each(words, func(w string) bool {
		mark, end := w[0], " "
		if strings.IndexByte(marks, mark) >= 0 {
			w = w[1:]
		}
		stem, open := strings.CutSuffix(w, "*")
		if open || dense(w) {
			end = ""
		}
		switch begin := " " + stem + end; {
		case mark == '=':
			return text == w
		case mark == '^':
			return strings.HasPrefix(padded, begin)
		case mark == '<':
			return (strings.HasPrefix(padded, begin) || strings.Contains(padded, " and"+begin)) && !has(text, thingWords)
		case mark == '~':
			return strings.HasSuffix(padded, begin) || end == "" && strings.HasSuffix(text, w)
		case dense(w):
			return strings.Contains(text, w)
		default:
			return strings.Contains(padded, begin)
		}
	})
}

// dense reports whether a word is of a script without spaces: kana, Han, and
// Hangul, whose endings follow the word. In UTF-8 they begin with E3 to ED.
func dense(w string) bool { return w[0] >= 0xE3 && w[0] <= 0xED }

// each calls one with each word of a list, until it says true.
func each(words string, one func(string) bool) bool {
	for words != "" {
		var w string
		w, words, _ = strings.Cut(words, "|")
		if w = strings.TrimSpace(w); w != "" && one(w) {
			return true
		}
	}
	return false
}
