package protocol

import "github.com/zapvol/bua/core/scan"

// object is a struct of the wire. Its generated method names every field once,
// with its rules, to a codec, which does with them what its mode says. One
// description that reads, writes and checks cannot disagree with itself, and
// it is a third of the code in the worker.
type object interface{ fields(c *codec) }

// mode is what a codec does with the fields that it is told.
type mode uint8

const (
	reading   mode = iota // take the member that the cursor stands at
	finishing             // after reading: is anything missing, do the rules hold
	writing               // append them
	checking              // the rules of a value that was built in Go
)

// flags of a field.
type flags uint8

const (
	must     flags = 1 << iota // not optional
	null                       // null is a value, not absence
	isTrue                     // a boolean that is never false
	isObject                   // JSON that is an object
)

// codec is one pass over one message.
type codec struct {
	scan.Cursor
	strictness
	mode mode
	out  []byte

	// Of the object being read: the member's name, nil once a field took it;
	// the bit of the field that comes next; the fields that were there.
	name []byte
	bit  uint64
	seen uint64

	// The first fault: where, below root, and what is the matter.
	faulty     bool
	root       string
	path, text string
}

// fail records the first fault.
func (c *codec) fail(path, text string) {
	if !c.faulty {
		c.faulty, c.path, c.text = true, path, text
	}
}

// under puts the fault, if there is one, below name. Every level adds itself
// on the way back, so a message without a fault pays nothing for paths.
func (c *codec) under(name string) {
	if !c.faulty {
		return
	}
	if c.path != "" && c.path[0] != '[' {
		name += "."
	}
	c.path = name + c.path
}

// err returns the fault as invalid_action.
func (c *codec) err() error {
	if !c.faulty {
		return nil
	}
	c.under(c.root)
	return NewError(CodeInvalidAction, c.path+" "+c.text)
}

// at says whether the field is to be handled now. zero says that its Go value
// is what absence decodes to.
func (c *codec) at(name string, f flags, zero bool) bool {
	if c.faulty || c.noted(name) {
		return false
	}
	bit := c.bit
	c.bit <<= 1
	switch c.mode {
	case reading:
		if c.name == nil || string(c.name) != name {
			return false
		}
		if f&null == 0 && c.Peek() == 'n' {
			return false // null is absence: models send it for what they leave out
		}
		c.name = nil
		c.seen |= bit
		return true
	case finishing:
		if f&must != 0 && c.seen&bit == 0 {
			c.fail(name, "is required")
		}
		return false
	case writing:
		if zero && f&must == 0 {
			return false
		}
		c.key(name)
		return true
	}
	return !zero || f&must != 0
}

// object reads, writes or checks a struct.
func (c *codec) object(o object) {
	switch c.mode {
	case reading:
		c.readObject(o)
	case writing:
		c.out = append(c.out, '{')
		o.fields(c)
		c.out = append(c.out, '}')
	case checking:
		o.fields(c)
	}
}

func (c *codec) readObject(o object) {
	if !c.expect('{', "an object") {
		return
	}
	c.Pos++
	seen := c.seen
	c.seen = 0
	for !c.faulty {
		name, more := c.Member()
		if !more {
			break
		}
		c.name, c.bit = name, 1
		o.fields(c)
		if c.name != nil {
			c.stray(o)
			c.Skip()
		}
	}
	c.mode, c.bit = finishing, 1
	o.fields(c)
	c.mode, c.seen, c.name = reading, seen, nil
}

// expect fails unless a value that begins with b is next.
func (c *codec) expect(b byte, what string) bool {
	got := c.Peek()
	if got == b {
		return true
	}
	c.fail("", "must be "+what+", got "+typeOf(got))
	return false
}

// typeOf names the type of the value that begins with b.
func typeOf(b byte) string {
	switch b {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "an array"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}

// tagged writes or checks one variant of a union.
func (c *codec) tagged(tag string, o object) {
	if c.mode != writing {
		o.fields(c)
		return
	}
	c.out = append(c.out, '{')
	c.key("type")
	c.quote(tag)
	o.fields(c)
	c.out = append(c.out, '}')
}

// tag returns the type of the union member that is next, and leaves the cursor
// before it. known are the types of the union, separated by spaces, or nothing
// when an unknown one is no fault.
func (c *codec) tag(known string) string {
	if !c.expect('{', "an object") {
		return ""
	}
	look := c.Cursor
	look.Pos++
	for {
		name, more := look.Member()
		if !more {
			missing := "is required"
			if known != "" {
				missing += ": it must be " + either(known)
			}
			c.fail("type", missing)
			return ""
		}
		if string(name) == "type" && look.Peek() != 'n' {
			break
		}
		look.Skip()
	}
	if look.Peek() != '"' {
		c.fail("type", "must be a string, got "+typeOf(look.Peek()))
		return ""
	}
	return string(look.Text())
}

func (c *codec) key(name string) {
	if n := len(c.out); c.out[n-1] != '{' {
		c.out = append(c.out, ',')
	}
	c.quote(name)
	c.out = append(c.out, ':')
}

// quote appends a string. What is not UTF-8 becomes U+FFFD: pages hold such
// strings, and a message with one would be refused whole.
func (c *codec) quote(s string) { c.out = scan.AppendQuote(c.out, s) }
