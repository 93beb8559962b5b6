package agent

import (
	"strings"
	"unicode/utf8"
)

// mark reports whether a character is written around words and is none itself, as those
// of Markdown, quotes and what shows nothing; gap, whether it stands between words.
func mark(r rune) (mark, gap bool) {
	switch r {
	case '*', '`', '"', '“', '”', '„', '«', '»', '\\', '_', '#', '\u00ad', '\u200b', '\ufeff':
		return true, false
	case '|', '[':
		return true, true
	}
	return false, false
}

// bare is a text without marks.
func bare(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		is, gap := mark(r)
		switch {
		case gap:
			b = append(b, ' ')
		case is:
		case r == '’' || r == '‘':
			b = append(b, '\'')
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}

// words is a text in lower case with one space between words, without marks, addresses
// of links and references such as e7: two texts that read the same are the same.
func words(s string) string {
	s = strings.ToLower(s)
	if strings.Contains(s, "]") {
		s = unlinked(s)
	}
	list := strings.Fields(bare(s))
	kept := list[:0]
	for _, w := range list {
		if strings.Trim(w, "-+:=>•·") != "" {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// unlinked is Markdown without the addresses of its links and the references in it.
func unlinked(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, ']')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		text := s[:i]
		if at := strings.LastIndexAny(text, " [\n"); at >= 0 && strings.Contains(text, "[") && reference(text[at+1:]) {
			text = text[:at+1]
		}
		b.WriteString(text + " ")
		s = s[i+1:]
		if strings.HasPrefix(s, "(") {
			if end := strings.IndexAny(s, ") \n"); end > 0 && s[end] == ')' {
				s = s[end+1:]
			}
		}
	}
}

// reference reports whether a word is an element's uid.
func reference(w string) bool {
	return len(w) > 1 && w[0] == 'e' && strings.Trim(w[1:], "0123456789") == ""
}

// says reports whether a text has some words, both in [words]: not as the end of another
// word (saved in unsaved), nor as the beginning of a longer number, nor denied.
func says(text, v string) bool {
	for from := 0; v != ""; {
		i := strings.Index(text[from:], v)
		if i < 0 {
			return false
		}
		i += from
		before, after := text[:i], text[i+len(v):]
		if !joined(before, v) && !(digit(v[len(v)-1]) && after != "" && digit(after[0])) && !denied(before) {
			return true
		}
		from = i + 1
	}
	return false
}

// joined reports whether a text ends within the word that v begins with.
func joined(text, v string) bool {
	return text != "" && alphanumeric(text[len(text)-1]) && alphanumeric(v[0])
}

func alphanumeric(b byte) bool { return b >= 'a' && b <= 'z' || digit(b) }

func digit(b byte) bool { return b >= '0' && b <= '9' }

// denied reports whether what follows a text is said not to be so: not saved, could not
// be saved, nicht gespeichert, n'a pas été enregistré.
func denied(text string) bool {
	list := strings.Fields(text[max(0, len(text)-60):])
	for n := 0; n < 3 && len(list) > 0; n++ {
		w := list[len(list)-1]
		list = list[:len(list)-1]
		switch {
		case w == "not" || w == "nicht" || w == "cannot" || w == "pas" || strings.HasSuffix(w, "n't"):
			return true
		case w == "be" || w == "been" || w == "yet" || w == "successfully" || w == "erfolgreich" || w == "été" || w == "être":
		default:
			return false
		}
	}
	return false
}
