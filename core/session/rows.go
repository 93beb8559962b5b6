package session

import (
	"bytes"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zapvol/bua/core/protocol"
)

// scalar is one field of a stored object: a string or a number; anything else
// is the zero scalar.
type scalar struct {
	text   string
	number int64
	kind   jsontext.Kind
}

// fields is one stored object. Storage is untrusted: a field may be missing,
// of another kind, or out of range, and then reads as zero.
type fields map[string]scalar

func (f fields) text(name string) string {
	s := f[name].text
	if len(s) > 255 { // no domain, reason or action is longer
		return ""
	}
	return s
}

func (f fields) count(name string) int64 {
	const largest = 1 << 53 // what a JavaScript number holds exactly
	if n := f[name].number; n > 0 && n <= largest {
		return n
	}
	return 0
}

// tab returns a tab id, 0 when it is not one. Chrome's ids are 32 bits wide.
func (f fields) tab() int {
	if n := f.count("tabId"); n < 1<<31 {
		return int(n)
	}
	return 0
}

// readArray reads a stored array, calling one for each item with the decoder
// before it. nil and null are the empty array.
func readArray(data []byte, one func(*jsontext.Decoder) error) error {
	if len(data) == 0 || string(data) == "null" {
		return nil
	}
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '[' {
		return broken("is not an array")
	}
	for dec.PeekKind() != ']' {
		if dec.PeekKind() == 0 {
			return broken("is not valid JSON")
		}
		if err := one(dec); err != nil {
			return err
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return broken("is not valid JSON")
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return broken("goes on after its end")
	}
	return nil
}

// readObjects reads a stored array of flat objects; items that are not objects
// are passed as empty.
func readObjects(data []byte, row func(fields)) error {
	return readArray(data, func(dec *jsontext.Decoder) error {
		f := fields{}
		if dec.PeekKind() != '{' {
			row(f)
			return skip(dec)
		}
		if _, err := dec.ReadToken(); err != nil {
			return broken("is not valid JSON")
		}
		for dec.PeekKind() == '"' {
			t, err := dec.ReadToken()
			if err != nil {
				return broken("is not valid JSON")
			}
			name := t.String()
			if k := dec.PeekKind(); k != '"' && k != '0' {
				if err := skip(dec); err != nil {
					return err
				}
				continue
			}
			if t, err = dec.ReadToken(); err != nil {
				return broken("is not valid JSON")
			}
			s := scalar{kind: t.Kind()}
			if s.kind == '"' {
				s.text = t.String()
			} else {
				s.number, _ = strconv.ParseInt(t.String(), 10, 64)
			}
			f[name] = s
		}
		if _, err := dec.ReadToken(); err != nil {
			return broken("is not valid JSON")
		}
		row(f)
		return nil
	})
}

// ReadStrings reads a stored array of strings.
// Error: internal_error when it is anything else.
func ReadStrings(data []byte) ([]string, error) {
	var out []string
	err := readArray(data, func(dec *jsontext.Decoder) error {
		t, err := dec.ReadToken()
		if err != nil || t.Kind() != '"' {
			return broken("has an item that is not a string")
		}
		out = append(out, t.String())
		return nil
	})
	return out, err
}

// ReadInts reads a stored array of positive integers and leaves out the rest.
func ReadInts(data []byte) ([]int, error) {
	var out []int
	err := readArray(data, func(dec *jsontext.Decoder) error {
		if dec.PeekKind() != '0' {
			return skip(dec)
		}
		t, err := dec.ReadToken()
		if err != nil {
			return broken("is not valid JSON")
		}
		if n, err := strconv.ParseInt(t.String(), 10, 32); err == nil && n > 0 {
			out = append(out, int(n))
		}
		return nil
	})
	return out, err
}

// AppendInts writes what [ReadInts] reads.
func AppendInts(dst []byte, list []int) []byte {
	dst = append(dst, '[')
	for i, n := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, ']')
}

func skip(dec *jsontext.Decoder) error {
	if dec.SkipValue() != nil {
		return broken("is not valid JSON")
	}
	return nil
}

func broken(how string) error { return protocol.NewError(protocol.CodeInternal, "a stored value "+how) }

// object builds one flat JSON object.
type object struct{ buf []byte }

func (o *object) text(name, value string) {
	if value == "" {
		return
	}
	o.name(name)
	if b, err := jsontext.AppendQuote(o.buf, value); err == nil {
		o.buf = b
		return
	}
	o.buf = append(o.buf, `""`...) // not UTF-8: nothing of ours
}

func (o *object) count(name string, value int64) {
	if value == 0 {
		return
	}
	o.name(name)
	o.buf = strconv.AppendInt(o.buf, value, 10)
}

func (o *object) name(name string) {
	sep := byte(',')
	if len(o.buf) == 0 {
		sep = '{'
	}
	o.buf = append(append(append(append(o.buf, sep), '"'), name...), '"', ':')
}

func (o *object) end() []byte {
	if len(o.buf) == 0 {
		return []byte("{}")
	}
	return append(o.buf, '}')
}
