package debugger

import (
	"github.com/zapvol/bua/core/scan"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zapvol/bua/core/protocol"
)

// named is the table of named keys: the key's name, its Windows virtual key
// code, and after / its code where that is not the name, after @ its location
// (1 left, 3 numeric pad), after = the text that it types.
const named = "Enter 13=\r,Tab 9,Backspace 8,Escape 27,Space 32= ,Delete 46,Insert 45,Home 36,End 35,PageUp 33,PageDown 34," +
	"ArrowLeft 37,ArrowUp 38,ArrowRight 39,ArrowDown 40," +
	"Shift 16/ShiftLeft@1,Control 17/ControlLeft@1,Alt 18/AltLeft@1,Meta 91/MetaLeft@1,AltGraph 225/AltRight@2," +
	"CapsLock 20,NumLock 144,ScrollLock 145,Pause 19,PrintScreen 44,ContextMenu 93,Clear 12,Help 47,Select 41,Cancel 3," +
	"F1 112,F2 113,F3 114,F4 115,F5 116,F6 117,F7 118,F8 119,F9 120,F10 121,F11 122,F12 123," +
	"F13 124,F14 125,F15 126,F16 127,F17 128,F18 129,F19 130,F20 131,F21 132,F22 133,F23 134,F24 135," +
	"NumpadEnter 13@3=\r,NumpadAdd 107@3=+,NumpadSubtract 109@3=-,NumpadMultiply 106@3=*,NumpadDivide 111@3=/,NumpadDecimal 110@3=.," +
	"Numpad0 96@3=0,Numpad1 97@3=1,Numpad2 98@3=2,Numpad3 99@3=3,Numpad4 100@3=4,Numpad5 101@3=5,Numpad6 102@3=6,Numpad7 103@3=7,Numpad8 104@3=8,Numpad9 105@3=9," +
	"BrowserBack 166,BrowserForward 167,BrowserRefresh 168,BrowserStop 169,BrowserSearch 170,BrowserFavorites 171,BrowserHome 172," +
	"AudioVolumeMute 173,AudioVolumeDown 174,AudioVolumeUp 175,MediaTrackNext 176,MediaTrackPrevious 177,MediaStop 178,MediaPlayPause 179,"

// aliases are other names that keys go by.
const aliases = "Esc Escape,Return Enter,Del Delete,Ins Insert,Ctrl Control,Cmd Meta,Command Meta,Super Meta,Win Meta,Windows Meta,Option Alt," +
	"Left ArrowLeft,Right ArrowRight,Up ArrowUp,Down ArrowDown,PgUp PageUp,PgDn PageDown,Spacebar Space,Apps ContextMenu,Plus +,"

// The punctuation keys of a US keyboard: without and with Shift, their codes
// and their virtual key codes, in one order.
const (
	punctuation = "`-=[]\\;',./"
	shifted     = "~_+{}|:\"<>?"
	digitShift  = ")!@#$%^&*("
	codes       = "Backquote,Minus,Equal,BracketLeft,BracketRight,Backslash,Semicolon,Quote,Comma,Period,Slash,"
	virtuals    = "192,189,187,219,221,220,186,222,188,190,191,"
)

// key is one key of the keyboard.
type key struct {
	name, code, text  string
	virtual, location int
}

// lookup returns the named or the single-character key.
func lookup(name string) (key, bool) {
	if utf8.RuneCountInString(name) == 1 {
		return character(name), true
	}
	if _, of := find(aliases, name); of != "" {
		return lookup(of)
	}
	return namedKey(name)
}

func namedKey(name string) (key, bool) {
	name, rest := find(named, name)
	if name == "" {
		return key{}, false
	}
	k := key{name: name, code: name}
	if at := strings.IndexByte(rest, '='); at >= 0 {
		rest, k.text = rest[:at], rest[at+1:]
	}
	if at := strings.IndexByte(rest, '@'); at >= 0 {
		k.location = int(rest[at+1] - '0')
		rest = rest[:at]
	}
	if at := strings.IndexByte(rest, '/'); at >= 0 {
		rest, k.code = rest[:at], rest[at+1:]
	}
	k.virtual, _ = scan.Small(rest)
	switch {
	case k.name == "Space":
		k.name = " "
	case k.location == 3: // what the key is, as opposed to where
		if k.name = k.text; k.text == "\r" {
			k.name = "Enter"
		}
	}
	return k, true
}

// character is the key that types one character on a US keyboard; one that
// has no key there has only its text.
func character(s string) key {
	k := key{name: s, text: s}
	c := s[0]
	switch {
	case len(s) > 1:
	case c == ' ':
		k.code, k.virtual = "Space", 32
	case c >= 'a' && c <= 'z':
		k.code, k.virtual = "Key"+string(rune(c-32)), int(c-32)
	case c >= 'A' && c <= 'Z':
		k.code, k.virtual = "Key"+s, int(c)
	case c >= '0' && c <= '9':
		k.code, k.virtual = "Digit"+s, int(c)
	case strings.IndexByte(digitShift, c) >= 0:
		n := strings.IndexByte(digitShift, c)
		k.code, k.virtual = "Digit"+strconv.Itoa(n), '0'+n
	default:
		n := strings.IndexByte(punctuation, c)
		if n < 0 {
			n = strings.IndexByte(shifted, c)
		}
		if n >= 0 {
			k.code = column(codes, n)
			k.virtual, _ = scan.Small(column(virtuals, n))
		}
	}
	return k
}

// find returns a name as a table writes it, and what stands behind it there; both are ""
// for one that it does not have. The case of letters does not count.
func find(table, name string) (written, rest string) {
	for row := range strings.SplitSeq(table, ",") {
		if n, rest, _ := strings.Cut(row, " "); lower(n) == lower(name) {
			return n, rest
		}
	}
	return "", ""
}

// lower folds ASCII letters; the names of keys have no others.
func lower(s string) string {
	out := []byte(s)
	for i, c := range out {
		if c >= 'A' && c <= 'Z' {
			out[i] = c + 32
		}
	}
	return string(out)
}

func column(list string, n int) string {
	for ; n > 0; n-- {
		_, list, _ = strings.Cut(list, ",")
	}
	item, _, _ := strings.Cut(list, ",")
	return item
}

// unknownKey names the keys that were probably meant.
func unknownKey(name string) error {
	var near []string
	best := 3 // of edits; more is another word
	for _, table := range []string{named, aliases} {
		for row := range strings.SplitSeq(table, ",") {
			n, _, _ := strings.Cut(row, " ")
			switch d := edits(lower(n), lower(scan.Clip(name, 24))); {
			case d < best:
				best, near = d, append(near[:0], n)
			case d == best && d < 3 && len(near) < 3:
				near = append(near, n)
			}
		}
	}
	hint := "use a single character or a name such as Enter, Tab, Escape, ArrowDown, PageDown, F5"
	if len(near) > 0 {
		hint = "did you mean " + strings.Join(near, ", ") + "?"
	}
	return protocol.NewError(protocol.CodeInvalidAction, "key: there is no key named "+scan.Clip(name, 24)+"; "+hint)
}

// edits is the Levenshtein distance of two short words.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
