package chrome

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zapvol/bua/core/protocol"
)

var errAnswer = protocol.NewError(protocol.CodeInternal, "The browser's answer was not understood; report this with the browser's version.")

// Members calls f for every member of a flat JSON object. A value is valid
// only during the call. Answers nest no deeper than the host's table makes
// them; what a page can nest (CDP) is never read here.
func Members(object []byte, f func(name string, value jsontext.Value)) error {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	if d.PeekKind() != '{' {
		return errAnswer
	}
	return members(d, f)
}

func members(d *jsontext.Decoder, f func(name string, value jsontext.Value)) error {
	if _, err := d.ReadToken(); err != nil {
		return errAnswer
	}
	for d.PeekKind() == '"' {
		t, err := d.ReadToken()
		if err != nil {
			return errAnswer
		}
		name := t.String()
		v, err := d.ReadValue()
		if err != nil {
			return errAnswer
		}
		f(name, v)
	}
	if _, err := d.ReadToken(); err != nil {
		return errAnswer
	}
	return nil
}

// Text returns the string that a JSON value is, "" when it is another kind.
func Text(v jsontext.Value) string {
	s, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		return ""
	}
	return string(s)
}

// Int returns the integer that a JSON value is, 0 when it is another kind.
func Int(v jsontext.Value) int {
	n, err := strconv.Atoi(string(v))
	if err != nil {
		return 0
	}
	return n
}
