package protocol

import "strconv"

// sequence is a slice of the wire. It is an interface rather than a function
// because TinyGo turns a call of its method into a switch, and a call of a
// function value into one that might block, with all its callers.
type sequence interface {
	len() int
	grow()
	element(c *codec, i int)
}

// objects is a slice of structs.
type objects[T any, P pointer[T]] struct{ p *[]T }

func (s objects[T, P]) len() int                { return len(*s.p) }
func (s objects[T, P]) grow()                   { *s.p = append(*s.p, *new(T)) }
func (s objects[T, P]) element(c *codec, i int) { c.object(P(&(*s.p)[i])) }

// texts is a slice of strings.
type texts[S ~string] struct{ p *[]S }

func (s texts[S]) len() int { return len(*s.p) }
func (s texts[S]) grow()    { *s.p = append(*s.p, "") }

func (s texts[S]) element(c *codec, i int) {
	switch c.mode {
	case writing:
		c.quote(string((*s.p)[i]))
	case reading:
		if c.expect('"', "a string") {
			(*s.p)[i] = S(c.Text())
		}
	}
}

// list handles an array of at most max objects.
func list[T any, P pointer[T]](c *codec, name string, p *[]T, f flags, max int) {
	c.list(name, objects[T, P]{p}, f, max)
}

// words handles an array of at most max strings.
func words[S ~string](c *codec, name string, p *[]S, f flags, max int) {
	c.list(name, texts[S]{p}, f, max)
}

// items handles an array that is no field.
func items[T any, P pointer[T]](c *codec, p *[]T, max int) { c.array(objects[T, P]{p}, max) }

func (c *codec) list(name string, s sequence, f flags, max int) {
	if c.at(name, f, s.len() == 0) {
		c.array(s, max)
		c.under(name)
	}
}

// array handles the brackets, the commas and the elements: those that there
// are or, when reading, those in the message.
func (c *codec) array(s sequence, max int) {
	n := s.len()
	switch c.mode {
	case writing:
		c.out = append(c.out, '[')
	case reading:
		if !c.expect('[', "an array") {
			return
		}
		c.Pos++
		n = MaxInt
	}
	i := 0
	for ; i < n; i++ {
		if c.mode == reading && c.Eat(']') {
			break
		}
		if i > 0 {
			c.comma()
		}
		if c.mode == reading {
			if i >= max {
				c.Skip() // counted for the message, not kept
				continue
			}
			s.grow()
		}
		s.element(c, i)
		if c.faulty {
			c.under("[" + strconv.Itoa(i) + "]")
			return
		}
	}
	switch {
	case c.mode == writing:
		c.out = append(c.out, ']')
	case i > max:
		c.fail("", "must have at most "+strconv.Itoa(max)+" entries, got "+strconv.Itoa(i))
	}
}

// comma steps over one, or writes one.
func (c *codec) comma() {
	switch c.mode {
	case writing:
		c.out = append(c.out, ',')
	case reading:
		c.Eat(',')
	}
}
