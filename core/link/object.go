package link

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/zapvol/bua/core/protocol"
)

// object reads the string members of a JSON object; members of other kinds
// are listed in strange. It reports false for what is not one object, or nests
// deeper than anything that is meant to come here: the parser recurses.
func object(data []byte) (text map[string]string, strange map[string]bool, ok bool) {
	if protocol.Depth(data) > 4 {
		return nil, nil, false
	}
	d := jsontext.NewDecoder(bytes.NewReader(data))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return nil, nil, false
	}
	text, strange = map[string]string{}, map[string]bool{}
	for d.PeekKind() == '"' {
		t, err := d.ReadToken()
		if err != nil {
			return nil, nil, false
		}
		name := t.String()
		if d.PeekKind() != '"' {
			strange[name] = true
			if d.SkipValue() != nil {
				return nil, nil, false
			}
			continue
		}
		if t, err = d.ReadToken(); err != nil {
			return nil, nil, false
		}
		text[name] = t.String()
	}
	if t, err := d.ReadToken(); err != nil || t.Kind() != '}' {
		return nil, nil, false
	}
	return text, strange, d.PeekKind() == 0
}

// member is one name and text of an object to write.
type member struct{ name, text string }

// appendObject writes the members whose text is not empty.
func appendObject(dst []byte, members ...member) []byte {
	dst = append(dst, '{')
	first := true
	for _, m := range members {
		if m.text == "" {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = quote(dst, m.name)
		dst = append(dst, ':')
		dst = quote(dst, m.text)
	}
	return append(dst, '}')
}

// quote writes s as JSON; invalid UTF-8 becomes the replacement character.
func quote(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
