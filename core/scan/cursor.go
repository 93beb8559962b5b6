package scan

// Cursor walks JSON text. On text that [Check] passed it never fails; on any
// other it stops early and stays inside the slice. The zero value at Data
// stands before the value.
type Cursor struct {
	Data []byte
	Pos  int
}

// Peek skips white space and returns the byte that follows, 0 at the end. It
// tells the type of the value: {, [, ", t, f, n, or a number's first.
func (c *Cursor) Peek() byte {
	for c.Pos < len(c.Data) {
		switch b := c.Data[c.Pos]; b {
		case ' ', '\t', '\r', '\n':
			c.Pos++
		default:
			return b
		}
	}
	return 0
}

// Eat steps over b when it is next.
func (c *Cursor) Eat(b byte) bool {
	if c.Peek() != b {
		return false
	}
	c.Pos++
	return true
}

// Member moves to the value of an object's next member and returns its name;
// false after the last. The opening brace is eaten before the first.
func (c *Cursor) Member() (name []byte, ok bool) {
	if c.Eat('}') {
		return nil, false
	}
	c.Eat(',')
	if c.Peek() != '"' {
		return nil, false
	}
	name = c.Text()
	return name, c.Eat(':')
}

// Element moves to an array's next element; false after the last. The opening
// bracket is eaten before the first.
func (c *Cursor) Element() bool {
	if c.Eat(']') {
		return false
	}
	c.Eat(',')
	return c.Peek() != 0
}

// Text reads the string that is next; nothing when none is. The bytes may
// share memory with Data.
func (c *Cursor) Text() []byte {
	if c.Peek() != '"' {
		return nil
	}
	return Unquote(c.literal())
}

// literal steps over the string that is next and returns it as it stands;
// nothing when it does not end.
func (c *Cursor) literal() []byte {
	start := c.Pos
	for i := start + 1; i < len(c.Data); i++ {
		switch c.Data[i] {
		case '"':
			c.Pos = i + 1
			return c.Data[start:c.Pos]
		case '\\':
			i++
		}
	}
	c.Pos = len(c.Data)
	return nil
}

// Skip steps over the value that is next and returns it as it stands.
func (c *Cursor) Skip() []byte {
	c.Peek()
	start, depth := c.Pos, 0
	for c.Pos < len(c.Data) {
		switch c.Data[c.Pos] {
		case '"':
			c.literal()
		case '{', '[':
			depth++
			c.Pos++
			continue
		case '}', ']':
			if depth == 0 {
				return c.Data[start:c.Pos]
			}
			depth--
			c.Pos++
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return c.Data[start:c.Pos]
			}
			c.Pos++
			continue
		default:
			c.Pos++
			continue
		}
		if depth == 0 {
			break
		}
	}
	return c.Data[start:c.Pos]
}
