package gen

import (
	"bytes"
	"encoding/json"
)

// ordered is a JSON object that keeps the order it was written in: the order
// of the Go fields is the order in which a reader, or a model, should meet
// them.
type ordered []member

type member struct {
	name  string
	value any
}

func (o *ordered) set(name string, value any) { *o = append(*o, member{name, value}) }

// MarshalJSON writes the members in order.
func (o ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(plain(m.name))
		b.WriteByte(':')
		b.Write(plain(m.value))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// plain is JSON without the escapes that HTML would need.
func plain(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	sure(0, e.Encode(v))
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// pretty is plain, indented, with a last newline.
func pretty(v any) []byte {
	var b bytes.Buffer
	sure(0, json.Indent(&b, plain(v), "", "  "))
	b.WriteByte('\n')
	return b.Bytes()
}
