package scan

import "unicode/utf8"

// text takes the string that is next, its first quote included.
func (c *checker) text() (Fault, int) {
	for c.pos++; c.pos < len(c.data); {
		switch b := c.data[c.pos]; {
		case b == '"':
			c.pos++
			return Fine, c.pos
		case b < ' ':
			return Syntax, c.pos
		case b == '\\':
			if f, at := c.escape(); f != Fine {
				return f, at
			}
		case b < utf8.RuneSelf:
			c.pos++
		default:
			r, n := utf8.DecodeRune(c.data[c.pos:])
			if r == utf8.RuneError && n == 1 && !c.lax {
				return Encoding, c.pos
			}
			c.pos += n
		}
	}
	return Short, len(c.data)
}

// escape takes one escape, or a pair of them that is one character.
func (c *checker) escape() (Fault, int) {
	rest := c.data[c.pos+1:]
	if len(rest) == 0 {
		return Short, len(c.data)
	}
	switch rest[0] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		c.pos += 2
		return Fine, c.pos
	case 'u':
	default:
		return Syntax, c.pos
	}
	r, f := unit(c.data[c.pos:])
	if f != Fine {
		return f, c.fault(f)
	}
	c.pos += 6
	if r < 0xD800 || r > 0xDFFF || c.lax {
		return Fine, c.pos
	}
	low, f := unit(c.data[c.pos:])
	if r > 0xDBFF || f != Fine || low < 0xDC00 || low > 0xDFFF {
		if f == Short {
			return f, len(c.data)
		}
		return Encoding, c.pos - 6
	}
	c.pos += 6
	return Fine, c.pos
}

func (c *checker) fault(f Fault) int {
	if f == Short {
		return len(c.data)
	}
	return c.pos
}

// unit reads a \uXXXX.
func unit(b []byte) (rune, Fault) {
	r := rune(0)
	for i := 0; i < 6; i++ {
		if i == len(b) {
			return 0, Short
		}
		switch d := b[i]; {
		case i == 0:
			if d != '\\' {
				return 0, Syntax
			}
		case i == 1:
			if d != 'u' {
				return 0, Syntax
			}
		case '0' <= d && d <= '9':
			r = r<<4 | rune(d-'0')
		case 'a' <= d|0x20 && d|0x20 <= 'f':
			r = r<<4 | rune(d|0x20-'a'+10)
		default:
			return 0, Syntax
		}
	}
	return r, Fine
}

// number takes a number by JSON's grammar.
func (c *checker) number() (Fault, int) {
	if c.data[c.pos] == '-' {
		c.pos++
	}
	if c.at('0') {
		c.pos++
	} else if f, at := c.digits(); f != Fine {
		return f, at
	}
	if c.at('.') {
		c.pos++
		if f, at := c.digits(); f != Fine {
			return f, at
		}
	}
	if c.at('e') || c.at('E') {
		c.pos++
		if c.at('+') || c.at('-') {
			c.pos++
		}
		return c.digits()
	}
	return Fine, c.pos
}

func (c *checker) at(b byte) bool { return c.pos < len(c.data) && c.data[c.pos] == b }

// digits takes one digit or more.
func (c *checker) digits() (Fault, int) {
	start := c.pos
	for c.pos < len(c.data) && '0' <= c.data[c.pos] && c.data[c.pos] <= '9' {
		c.pos++
	}
	switch {
	case c.pos > start:
		return Fine, c.pos
	case c.pos == len(c.data):
		return Short, c.pos
	}
	return Syntax, c.pos
}
