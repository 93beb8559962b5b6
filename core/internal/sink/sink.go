package sink

import (
	"strings"
	"unicode"
)

// Kind says what an act does.
type Kind string

// The kinds. A press is judged to be one of the first three; the others are
// known from the action itself.
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
	// only chosen, such as a checkbox, "text" for a field, "frame" for a frame
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
}

// Press judges a press with the pointer or with the key that stands for it.
func Press(f *Facts) Kind {
	if f.Control == "choice" || f.Control == "text" || is(f.Name, harmless) {
		return ""
	}
	if f.Control == "frame" {
		return Send // nobody can tell
	}
	short := 8 // words; more are a text, not what a control is called
	if f.Control == "link" {
		short = 4
	}
	if n := 1 + strings.Count(f.Name, " "); n <= short {
		switch {
		case has(f.Name, payWords):
			return Pay
		case has(f.Name, deleteWords):
			return Delete
		case f.Control != "link" && has(f.Name, sendWords), is(f.Name, sendWords):
			return Send
		}
	}
	if f.Control == "link" {
		return ""
	}
	switch {
	case f.Card, f.Price && f.Control == "button":
		return Pay
	case has(f.Hint, payHints):
		return Pay
	case has(f.Hint, deleteHints):
		return Delete
	case f.Control == "button" && has(f.Around, payWords):
		return Pay
	case f.Control == "button" && has(f.Around, deleteWords):
		return Delete
	case has(f.Hint, sendHints):
		return Send
	case f.Submits && !f.Search && (f.Post || f.Writes):
		return Send
	}
	return ""
}

// Acts judges a press as Press does, and tells beyond it what may change something on
// the site: anything that is no link and whose name is not a harmless one.
func Acts(f *Facts) Kind {
	if k := Press(f); k != "" || f.Control == "link" || is(f.Name, harmless) {
		return k
	}
	return Other
}

// Key judges a key that is pressed while the element has the focus: Enter may
// press it or send what is written, Delete may delete what is chosen.
func Key(f *Facts, key string) Kind {
	switch key {
	case "Enter":
		if f.Control != "text" {
			return Press(f)
		}
		switch {
		case f.Card:
			return Pay
		case f.Search:
			return ""
		}
		return Send
	case " ":
		if f.Control == "text" {
			return ""
		}
		return Press(f)
	case "Delete", "Backspace":
		if f.Control == "frame" || f.Control != "text" {
			return Delete
		}
	}
	return ""
}

// Says judges a question that a page asks in a dialog, and that is about to be
// accepted.
func Says(message string) Kind {
	switch {
	case has(message, payWords):
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
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), " ")
}

// is reports whether the text is one of the words and nothing else.
func is(text, words string) bool {
	return text != "" && each(words, func(w string) bool {
		stem, open := strings.CutSuffix(w, "*")
		return text == stem || open && strings.HasPrefix(text, stem) && strings.IndexByte(text, ' ') < 0
	})
}

// has reports whether one of the words is in the text: as whole words, where it
// ends in a star as the beginning of one, and anywhere in scripts that have no
// spaces between words.
func has(text, words string) bool {
	if text == "" {
		return false
	}
	padded := " " + text + " "
	return each(words, func(w string) bool {
		if stem, open := strings.CutSuffix(w, "*"); open {
			return strings.Contains(padded, " "+stem)
		}
		if dense(w) {
			return strings.Contains(text, w)
		}
		return strings.Contains(padded, " "+w+" ")
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
