package scan

import "unicode/utf8"

// Fault is what is wrong with text as JSON.
type Fault uint8

// The faults.
const (
	// Fine: the text is one JSON value, valid UTF-8, no name twice in an object.
	Fine Fault = iota
	// Empty: nothing but white space.
	Empty
	// Syntax: not JSON.
	Syntax
	// Short: it ends too early.
	Short
	// Twice: a name stands twice in one object.
	Twice
	// Encoding: not valid UTF-8, or half a surrogate pair.
	Encoding
	// Deep: more levels than allowed.
	Deep
	// Trailing: something follows the value.
	Trailing
)

// Check reads data as one JSON value of at most depth levels and returns the
// first fault and the byte where it is. Whatever reads data after it may rely
// on the syntax, on valid UTF-8 and on every name standing once in its object.
func Check(data []byte, depth int) (Fault, int) {
	c := checker{data: data, levels: depth}
	return c.value()
}

// Valid reports whether data is one JSON value of at most depth levels by the grammar
// alone: a name may stand twice, and a text be no UTF-8. What servers write is read so.
func Valid(data []byte, depth int) bool {
	c := checker{data: data, levels: depth, lax: true}
	fault, _ := c.value()
	return fault == Fine
}

// checker is one pass over a text. Its stack is one entry a level.
type checker struct {
	data   []byte
	pos    int
	levels int
	open   []level
	// lax says that the grammar alone counts.
	lax bool
}

// level is an open array, or an object with the names that it has so far.
type level struct {
	object bool
	names  names
}

// value runs the grammar as a loop: each turn takes one scalar or bracket and
// what follows it.
func (c *checker) value() (Fault, int) {
	first := true // nothing stands yet in the level that was opened last
	for {
		switch b, more := c.next(); {
		case !more:
			return c.early()
		case len(c.open) > 0 && first && b == c.end():
			c.pos++
			c.open = c.open[:len(c.open)-1]
		default:
			if len(c.open) > 0 && c.top().object {
				if f, at := c.name(); f != Fine {
					return f, at
				}
				if b, more = c.next(); !more {
					return c.early()
				}
			}
			if b == '{' || b == '[' {
				if len(c.open) == c.levels {
					return Deep, c.pos
				}
				c.pos++
				c.open = append(c.open, level{object: b == '{'})
				first = true
				continue
			}
			if f, at := c.scalar(b); f != Fine {
				return f, at
			}
		}
		first = false
		for {
			b, more := c.next()
			if len(c.open) == 0 {
				if more {
					return Trailing, c.pos
				}
				return Fine, c.pos
			}
			if !more {
				return c.early()
			}
			if b == ',' {
				c.pos++
				break
			}
			if b != c.end() {
				return Syntax, c.pos
			}
			c.pos++
			c.open = c.open[:len(c.open)-1]
		}
	}
}

func (c *checker) top() *level { return &c.open[len(c.open)-1] }

// end is the bracket that closes the innermost level.
func (c *checker) end() byte {
	if c.top().object {
		return '}'
	}
	return ']'
}

func (c *checker) early() (Fault, int) {
	if c.pos == len(c.data) && len(c.open) == 0 {
		return Empty, c.pos
	}
	return Short, len(c.data)
}

// next skips white space and returns the byte that follows.
func (c *checker) next() (byte, bool) {
	for ; c.pos < len(c.data); c.pos++ {
		if b := c.data[c.pos]; b != ' ' && b != '\t' && b != '\n' && b != '\r' {
			return b, true
		}
	}
	return 0, false
}

// name takes a member's name and its colon.
func (c *checker) name() (Fault, int) {
	start := c.pos
	if c.data[start] != '"' {
		return Syntax, start
	}
	if f, at := c.text(); f != Fine {
		return f, at
	}
	if !c.lax && !c.top().names.add(Unquote(c.data[start:c.pos])) {
		return Twice, start
	}
	b, more := c.next()
	if !more {
		return Short, len(c.data)
	}
	if b != ':' {
		return Syntax, c.pos
	}
	c.pos++
	return Fine, c.pos
}

func (c *checker) scalar(b byte) (Fault, int) {
	switch {
	case b == '"':
		return c.text()
	case b == 't':
		return c.word("true")
	case b == 'f':
		return c.word("false")
	case b == 'n':
		return c.word("null")
	case b == '-' || '0' <= b && b <= '9':
		return c.number()
	}
	if b >= utf8.RuneSelf {
		if r, n := utf8.DecodeRune(c.data[c.pos:]); r == utf8.RuneError && n == 1 {
			return Encoding, c.pos
		}
	}
	return Syntax, c.pos
}

func (c *checker) word(w string) (Fault, int) {
	for i := 0; i < len(w); i++ {
		if c.pos == len(c.data) {
			return Short, c.pos
		}
		if c.data[c.pos] != w[i] {
			return Syntax, c.pos
		}
		c.pos++
	}
	return Fine, c.pos
}
