package protocol

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// str handles a string of min to max bytes; max 0 is no limit. It reports
// whether the value has just been read or is to be checked.
func (c *codec) str(name string, p *string, f flags, min, max int) bool {
	if !c.at(name, f, *p == "") {
		return false
	}
	switch c.mode {
	case writing:
		c.quote(*p)
		return false
	case reading:
		if !c.expect('"', "a string") {
			c.under(name)
			return false
		}
		*p = string(c.Text())
	case checking:
		if !utf8.ValidString(*p) {
			c.fail(name, "must be valid UTF-8")
		}
	}
	switch {
	case len(*p) < min && f&must == 0:
		c.fail(name, "must not be empty: leave it out instead")
	case len(*p) < min:
		c.fail(name, "must not be empty")
	case max > 0 && len(*p) > max:
		c.fail(name, "must be at most "+strconv.Itoa(max)+" bytes long, got "+strconv.Itoa(len(*p)))
	}
	return true
}

// unless is the flag of a field that is a must where another is not there.
func unless(other bool) flags {
	if other {
		return 0
	}
	return must
}

// choice handles a string that is one of the words in of, separated by spaces.
// Any other becomes otherwise, or is refused when that is empty.
func (c *codec) choice(name string, p *string, f flags, of, otherwise string) {
	if !c.str(name, p, f, 0, 0) || contains(of, *p) {
		return
	}
	if otherwise != "" {
		*p = otherwise
		return
	}
	c.fail(name, "must be "+either(of)+", got "+excerpt(*p))
}

// long handles an integer of min to max.
func (c *codec) long(name string, p *int64, f flags, min, max int64) {
	if !c.at(name, f, *p == 0) {
		return
	}
	if c.mode == writing {
		c.out = strconv.AppendInt(c.out, *p, 10)
		return
	}
	var got string
	switch c.mode {
	case checking:
		got = strconv.FormatInt(*p, 10)
	case reading:
		b := c.Peek()
		if b != '-' && (b < '0' || b > '9') {
			c.fail(name, "must be an integer, got "+typeOf(b))
			return
		}
		lit := c.Skip()
		n, whole, fits := integer(lit)
		got = truncate(string(lit))
		switch {
		case !whole:
			c.fail(name, "must be an integer, got "+got)
			return
		case !fits && lit[0] == '-':
			n = min - 1
		case !fits:
			n = max + 1
		}
		*p = n
	}
	switch {
	case *p < min:
		c.fail(name, "must be at least "+strconv.FormatInt(min, 10)+", got "+got)
	case *p > max:
		c.fail(name, "must be at most "+strconv.FormatInt(max, 10)+", got "+got)
	}
}

// int handles an integer of min to max, which are no wider than 32 bits: the
// worker's int is not.
func (c *codec) int(name string, p *int, f flags, min, max int64) {
	n := int64(*p)
	c.long(name, &n, f, min, max)
	if !c.faulty {
		*p = int(n)
	}
}

// bool handles a boolean.
func (c *codec) bool(name string, p *bool, f flags) {
	if !c.at(name, f, !*p) {
		return
	}
	switch c.mode {
	case writing:
		c.out = strconv.AppendBool(c.out, *p)
		return
	case reading:
		b := c.Peek()
		if b != 't' && b != 'f' {
			c.fail(name, "must be true or false, got "+typeOf(b))
			return
		}
		c.Skip()
		*p = b == 't'
	}
	if f&isTrue != 0 && !*p {
		c.fail(name, "must be true: a failure is an error")
	}
}

// raw handles any JSON.
func (c *codec) raw(name string, p *jsontext.Value, f flags) {
	if !c.at(name, f, len(*p) == 0) {
		return
	}
	switch c.mode {
	case writing:
		c.out = append(c.out, *p...)
	case reading:
		*p = append(*p, c.Skip()...)
	}
	if f&isObject != 0 && c.mode != writing && (*p)[0] != '{' {
		c.fail(name, "must be an object, got "+typeOf((*p)[0]))
	}
}

// inner handles an object that is never absent.
func (c *codec) inner(name string, o object) {
	if c.at(name, must, false) {
		c.object(o)
		c.under(name)
	}
}

// pointer is a pointer to a T that is an [object].
type pointer[T any] interface {
	*T
	object
}

// optional handles an object that may be absent.
func optional[T any, P pointer[T]](c *codec, name string, p **T) {
	if !c.at(name, 0, *p == nil) {
		return
	}
	if *p == nil {
		*p = new(T)
	}
	c.object(P(*p))
	c.under(name)
}

// actionIn handles an action inside a message. Its faults read "action.url",
// not "request.action.url": that is what an agent wrote.
func (c *codec) actionIn(name string, p *Action) {
	if !c.at(name, must, *p == nil) {
		return
	}
	switch {
	case c.mode == reading:
		root := c.rooted(name)
		*p = readAction(c, Kind(c.tag(actionTypes)))
		c.unrooted(root)
	case *p == nil:
		c.out = append(c.out, "null"...)
	default:
		(*p).action(c)
	}
}

// eventIn handles an event inside a message.
func (c *codec) eventIn(name string, p *Event) {
	if !c.at(name, must, *p == nil) {
		return
	}
	switch {
	case c.mode == reading:
		root := c.rooted(name)
		*p = readEvent(c, c.tag(""))
		c.unrooted(root)
	case *p == nil:
		c.out = append(c.out, "null"...)
	default:
		(*p).event(c)
	}
}

// rooted makes paths begin at name until [codec.unrooted], or for good when a
// fault comes first.
func (c *codec) rooted(name string) (before string) {
	before, c.root = c.root, name
	return before
}

func (c *codec) unrooted(root string) {
	if !c.faulty {
		c.root = root
	}
}

// one is the rule that exactly one of some fields is there, or at most one when
// it is not a must. names are theirs, with a space between, has says which are there.
func (c *codec) one(f flags, names string, has ...bool) {
	if c.faulty || c.mode != finishing && c.mode != checking {
		return
	}
	list, there := strings.Fields(names), ""
	n := 0
	for i, h := range has {
		if h {
			if n++; n > 1 {
				there += " and "
			}
			there += list[i]
		}
	}
	few, both, none := "at most", "both", "neither"
	if f&must != 0 {
		few = "exactly"
	}
	last := len(list) - 1
	if last > 1 {
		both, none = there, "none"
	}
	all := "must have " + few + " one of " + strings.Join(list[:last], ", ") + " and " + list[last] + ", got "
	switch {
	case n > 1:
		c.fail("", all+both)
	case n == 0 && f&must != 0:
		c.fail("", all+none)
	}
}
