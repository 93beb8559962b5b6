package session

import (
	"strconv"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// scalar is one field of a stored object: a string or a number; anything else
// is the zero scalar.
type scalar struct {
	text   string
	number int64
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

// small returns a number of at most 31 bits, as Chrome's ids are.
func (f fields) small(name string) int {
	if n := f.count(name); n < 1<<31 {
		return int(n)
	}
	return 0
}

// deepest is how deep a stored value may nest; ours nest two levels.
const deepest = 32

// readArray reads a stored array, calling one for each item with the cursor
// before it. nil and null are the empty array.
func readArray(data []byte, one func(*scan.Cursor) error) error {
	if len(data) == 0 || string(data) == "null" {
		return nil
	}
	switch fault, _ := scan.Check(data, deepest); fault {
	case scan.Fine:
	case scan.Trailing:
		return broken("goes on after its end")
	default:
		return broken("is not valid JSON")
	}
	c := scan.Cursor{Data: data}
	if !c.Eat('[') {
		return broken("is not an array")
	}
	for c.Element() {
		if err := one(&c); err != nil {
			return err
		}
	}
	return nil
}

// readObjects reads a stored array of flat objects; items that are not objects
// are passed as empty.
func readObjects(data []byte, row func(fields)) error {
	return readArray(data, func(c *scan.Cursor) error {
		f := fields{}
		if !c.Eat('{') {
			c.Skip()
			row(f)
			return nil
		}
		for {
			name, more := c.Member()
			if !more {
				break
			}
			if c.Peek() == '"' {
				f[string(name)] = scalar{text: string(c.Text())}
				continue
			}
			if n, ok := integer(c.Skip()); ok {
				f[string(name)] = scalar{number: n}
			}
		}
		row(f)
		return nil
	})
}

// integer reads an integer; false for any other value.
func integer(lit []byte) (int64, bool) {
	return scan.Int(string(lit))
}

// ReadStrings reads a stored array of strings.
// Error: internal_error when it is anything else.
func ReadStrings(data []byte) ([]string, error) {
	var out []string
	err := readArray(data, func(c *scan.Cursor) error {
		if c.Peek() != '"' {
			return broken("has an item that is not a string")
		}
		out = append(out, string(c.Text()))
		return nil
	})
	return out, err
}

// AppendStrings writes what [ReadStrings] reads.
func AppendStrings(dst []byte, list []string) []byte { return scan.AppendStrings(dst, list) }

// ReadInts reads a stored array of positive integers and leaves out the rest.
func ReadInts(data []byte) ([]int, error) {
	var out []int
	err := readArray(data, func(c *scan.Cursor) error {
		if n, ok := integer(c.Skip()); ok && n > 0 && n < 1<<31 {
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

func broken(how string) error { return protocol.NewError(protocol.CodeInternal, "a stored value "+how) }

// object is one whose members are left out when they are empty.
type object struct{ scan.Object }

// rowsOf writes the rows that there are.
func rowsOf(rows [][]byte) []byte {
	size := 2
	for _, row := range rows {
		size += len(row) + 1
	}
	out := append(make([]byte, 0, size), '[')
	for i, row := range rows {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, row...)
	}
	return append(out, ']')
}

func (o *object) text(name, value string) {
	if value != "" {
		o.Str(name, value)
	}
}

func (o *object) count(name string, value int64) {
	if value != 0 {
		o.Int(name, value)
	}
}
