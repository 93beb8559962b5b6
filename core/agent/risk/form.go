package risk

import (
	"slices"
	"strings"
)

// Secret is what the browser's end tells of a secret's value.
const secret = "(secret)"

// became stands between what a page had put into a field and what it holds.
const became = " → "

// eachField calls one with each field of a form as [Facts] has it.
func eachField(form string, one func(name, value string)) {
	for form != "" {
		var line string
		line, form, _ = strings.Cut(form, "\n")
		if name, value, ok := strings.Cut(line, ": "); ok {
			one(name, value)
		}
	}
}

// leaves are the fields of a form that hold something.
func leaves(form string) (text string) {
	eachField(form, func(name, value string) {
		if value != "" {
			text += "\n" + name + ": " + value
		}
	})
	return strings.TrimPrefix(text, "\n")
}

// shape is what makes two forms the same: what they are for and what their fields are
// called, numbers aside, and not what is in them. It is short: a journal keeps it.
func shape(f *Facts) string {
	names := f.Purpose
	eachField(f.Form, func(name, _ string) { names += "\n" + stem(name) })
	if names == "" {
		return ""
	}
	h, digits := hash(names), ""
	for ; h > 0; h >>= 4 {
		digits += string("0123456789abcdef"[h&15])
	}
	return digits
}

// stem is a name without its numbers, and without what a page's tool is given.
func stem(name string) string {
	name, _, _ = strings.Cut(name, " {")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, name))
}

// LogsIn reports whether an act that is held only logs in, on a site where the run may
// write, with what the person's words give for it, or with a stored secret that they
// let it fill in: typed are the run's passwords. Such an act was asked for already.
func (s *State) LogsIn(f *Facts, typed []string) bool {
	q := f.Question()
	if f.Purpose != "login" || q.Sink != Send || q.To != "" || !s.writes(q.Site) || s.asksEach(&q) {
		return false
	}
	hidden, named, given := false, false, true
	eachField(f.Form, func(_, value string) {
		if i := strings.LastIndex(value, became); i >= 0 {
			value = value[i+len(became):]
		}
		switch value {
		case "", "✓", "☐":
		case secret:
			hidden = true
		default:
			named, given = true, given && s.said(value)
		}
	})
	if !hidden || !given {
		return named && given
	}
	if slices.Contains(s.signed, q.Site) {
		return true
	}
	for _, t := range typed {
		given = given && s.said(t)
	}
	return given && len(typed) > 0
}

// signs takes note that a stored secret was filled in.
func (s *State) signs(site, secret string) {
	if secret != "" && site != "" && !slices.Contains(s.signed, site) && len(s.signed) < maxOrigins {
		s.signed = append(s.signed, site)
	}
}

// said reports whether a text is among the person's words.
func (s *State) said(text string) bool {
	p := plain(text)
	return p != "" && strings.Contains(s.words, p)
}
