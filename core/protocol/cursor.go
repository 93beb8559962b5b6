package protocol

import "github.com/go-json-experiment/json/jsontext"

// cursor walks JSON text. On text that [judge] passed it never fails; on any
// other it stops early and stays inside the slice, which is what [RequestID]
// needs.
type cursor struct {
	data []byte
	pos  int
}

// peek skips white space and returns the byte that follows, 0 at the end.
func (c *cursor) peek() byte {
	for c.pos < len(c.data) {
		switch b := c.data[c.pos]; b {
		case ' ', '\t', '\r', '\n':
			c.pos++
		default:
			return b
		}
	}
	return 0
}

// eat steps over b when it is next.
func (c *cursor) eat(b byte) bool {
	if c.peek() != b {
		return false
	}
	c.pos++
	return true
}

// member moves to the value of an object's next member and returns its name;
// false after the last.
func (c *cursor) member() (name []byte, ok bool) {
	if c.eat('}') {
		return nil, false
	}
	c.eat(',')
	if c.peek() != '"' {
		return nil, false
	}
	name = c.quoted()
	return name, c.eat(':')
}

// quoted reads the string that is next. The bytes may share memory with the
// message.
func (c *cursor) quoted() []byte {
	lit, escaped := c.literal()
	switch {
	case len(lit) < 2:
		return nil
	case escaped:
		text, _ := jsontext.AppendUnquote(nil, lit)
		return text
	}
	return lit[1 : len(lit)-1]
}

// literal steps over the string that is next and returns it as it stands in
// the message; nothing when it does not end.
func (c *cursor) literal() (lit []byte, escaped bool) {
	for i := c.pos + 1; i < len(c.data); i++ {
		switch c.data[i] {
		case '"':
			lit, c.pos = c.data[c.pos:i+1], i+1
			return lit, escaped
		case '\\':
			escaped = true
			i++
		}
	}
	c.pos = len(c.data)
	return nil, false
}

// skip steps over the value that is next, without recursion, and returns it.
func (c *cursor) skip() []byte {
	c.peek()
	start, depth := c.pos, 0
	for c.pos < len(c.data) {
		switch c.data[c.pos] {
		case '"':
			c.literal()
		case '{', '[':
			depth++
			c.pos++
			continue
		case '}', ']':
			if depth == 0 {
				return c.data[start:c.pos]
			}
			depth--
			c.pos++
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return c.data[start:c.pos]
			}
			c.pos++
			continue
		default:
			c.pos++
			continue
		}
		if depth == 0 {
			break
		}
	}
	return c.data[start:c.pos]
}
