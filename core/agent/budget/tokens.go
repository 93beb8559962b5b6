package budget

import (
	"unicode/utf8"

	"github.com/zapvol/bua/core/agent/chat"
)

// Costs in hundredths of a token, fitted to o200k_base over the texts of the
// test. Older vocabularies need more for everything but English.
const (
	shortWord = 100 // to 4 letters
	word      = 115 // to 7
	longWord  = 170 // to 10
	perLetter = 25  // of longer ones
	accent    = 80  // a word with letters beyond ASCII
	hump      = 60  // a capital after a small letter
	foreign   = 42  // a letter of another alphabet
	dense     = 74  // a sign of Chinese, Japanese and Korean
	symbol    = 200 // emoji and the like
)

// Tokens estimates how many tokens a text has.
func Tokens(s string) int {
	sum := 0
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case latin(r):
			n, cost := latinWord(s[i:])
			i += n
			sum += cost
		case r >= '0' && r <= '9':
			n := 1
			for i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '9' {
				n++
			}
			i += n
			sum += (n + 2) / 3 * 100
		case r == ' ' || r == '\n' || r == '\t' || r == '\r':
			n := 1
			for i+n < len(s) && (s[i+n] == ' ' || s[i+n] == '\n' || s[i+n] == '\t' || s[i+n] == '\r') {
				n++
			}
			i += n
			if n > 1 {
				sum += 100
			}
		case r < utf8.RuneSelf:
			n := 1
			for i+n < len(s) && punctuation(s[i+n]) {
				n++
			}
			i += n
			sum += 100 + (n-1)/4*100
		case r < 0x2e80:
			i += size
			sum += foreign
		case r < 0xfb00, r >= 0x20000 && r < 0x32000:
			i += size
			sum += dense
		default:
			i += size
			sum += symbol
		}
	}
	return (sum + 99) / 100
}

// latinWord is the length in bytes and the cost of the word that s begins with.
func latinWord(s string) (n, cost int) {
	letters, beyond, humps := 0, false, 0
	small := false
	for n < len(s) {
		r, size := rune(s[n]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[n:])
		}
		if !latin(r) {
			break
		}
		capital := r >= 'A' && r <= 'Z'
		if capital && small {
			humps++
		}
		small = !capital
		beyond = beyond || r >= utf8.RuneSelf
		letters++
		n += size
	}
	switch {
	case letters <= 4:
		cost = shortWord
	case letters <= 7:
		cost = word
	case letters <= 10:
		cost = longWord
	default:
		cost = letters * perLetter
	}
	if beyond {
		cost += accent
	}
	return n, cost + humps*hump
}

// latin reports whether a rune is a Latin letter.
func latin(r rune) bool {
	return r|32 >= 'a' && r|32 <= 'z' && r < utf8.RuneSelf || r >= 0xc0 && r < 0x250 && r != 0xd7 && r != 0xf7 || r >= 0x1e00 && r < 0x1f00
}

func punctuation(b byte) bool {
	return b > ' ' && b < utf8.RuneSelf && !latin(rune(b)) && (b < '0' || b > '9')
}

// framing is what a message costs beside its text.
const framing = 6

// Message estimates the tokens of a message.
func Message(m *chat.Message) int {
	n := framing + Tokens(m.Text)
	for i := range m.Calls {
		n += framing + Tokens(m.Calls[i].Name) + Tokens(m.Calls[i].Arguments)
	}
	for i := range m.Pictures {
		n += Picture(m.Pictures[i].Width, m.Pictures[i].Height)
	}
	return n + len(m.Opaque)/4
}

// Request estimates the tokens of a request.
func Request(r *chat.Request) int {
	n := Tokens(r.System)
	for i := range r.Tools {
		n += framing + Tokens(r.Tools[i].Name) + Tokens(r.Tools[i].Description) + Tokens(r.Tools[i].Schema)
	}
	for i := range r.Messages {
		n += Message(&r.Messages[i])
	}
	return n
}

// PictureMessages are the last messages that may have pictures.
const PictureMessages = 4

// Picture estimates the tokens of a picture; one of unknown size is taken for a
// full one.
func Picture(width, height int) int {
	if width <= 0 || height <= 0 {
		return 1600
	}
	return max(85, min(1600, width*height/750))
}

// Usage is what an answer used: as its provider counted it, and what that leaves out
// as an estimate, which guessed tells.
func Usage(r *chat.Request, a *chat.Answer) (u chat.Usage, guessed bool) {
	u = a.Usage
	if u.In <= 0 {
		u.In, guessed = Request(r), true
	}
	if u.Out <= 0 {
		u.Out, guessed = Message(&a.Message), true
	}
	return u, guessed
}
