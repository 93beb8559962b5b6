package model

import "github.com/zapvol/bua/core/scan"

// text is JSON that is being written.
type text struct{ out []byte }

// form adds a form. Each $ in it is a part as a string, each # a part that is JSON
// already.
func (t *text) form(form string, parts ...string) {
	for i, n := 0, 0; i < len(form); i++ {
		switch form[i] {
		case '$':
			t.out = scan.AppendQuote(t.out, parts[n])
			n++
		case '#':
			t.out = append(t.out, parts[n]...)
			n++
		default:
			t.out = append(t.out, form[i])
		}
	}
}

// item adds the next element of a list or member of an object.
func (t *text) item(form string, parts ...string) {
	if n := len(t.out); n > 0 && t.out[n-1] != '[' && t.out[n-1] != '{' {
		t.out = append(t.out, ',')
	}
	t.form(form, parts...)
}

// some adds a member that is not empty.
func (t *text) some(form, part string) {
	if part != "" {
		t.item(form, part)
	}
}

// form is one value.
func form(form string, parts ...string) value {
	t := text{}
	t.form(form, parts...)
	return t.out
}
