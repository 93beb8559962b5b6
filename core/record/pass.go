package record

import (
	"strconv"

	"github.com/zapvol/bua/core/scan"
)

// Object is a value that can be written and read. Fields names each member once,
// always the same ones in the same order.
type Object interface{ Fields(p *Pass) }

// pointer is what an element of a list is reached by.
type pointer[T any] interface {
	*T
	Object
}

// Pass is one walk over one object, to write or to read it.
type Pass struct {
	reading bool
	out     []byte
	members []member
	// bad says that a member was of another type than it should be.
	bad bool
	// keep: the next member is written though it is zero.
	keep bool
	// shown: what is for the object's home alone is not written.
	shown bool
}

// member is one of an object that is read, its value as it stands.
type member struct {
	name string
	raw  []byte
	// taken: somebody asked for it.
	taken bool
}

// deepest is how many levels what is read may nest.
const deepest = 64

// Append writes an object.
func Append(dst []byte, o Object) []byte { return write(dst, o, false) }

// AppendShown writes an object for who may not read what is for its home alone.
func AppendShown(dst []byte, o Object) []byte { return write(dst, o, true) }

func write(dst []byte, o Object, shown bool) []byte {
	p := Pass{out: append(dst, '{'), shown: shown}
	o.Fields(&p)
	return append(p.out, '}')
}

// Read reads into an object, which has to be zero before. It reports whether data
// was what [Append] writes.
func Read(data []byte, o Object) bool {
	if fault, _ := scan.Check(data, deepest); fault != scan.Fine {
		return false
	}
	return read(data, o)
}

// ReadAll is Read for an object that may have no other members: it names one that it has.
func ReadAll(data []byte, o Object) (other string, ok bool) {
	if fault, _ := scan.Check(data, deepest); fault != scan.Fine {
		return "", false
	}
	p := Pass{reading: true}
	if !p.open(data) {
		return "", false
	}
	o.Fields(&p)
	for _, m := range p.members {
		if !m.taken {
			return m.name, true
		}
	}
	return "", !p.bad
}

// read reads text that was checked.
func read(data []byte, o Object) bool {
	p := Pass{reading: true}
	if !p.open(data) {
		return false
	}
	o.Fields(&p)
	return !p.bad
}

// open finds the members of an object that is read.
func (p *Pass) open(data []byte) bool {
	c := scan.Cursor{Data: data}
	if !c.Eat('{') {
		return false
	}
	for {
		name, more := c.Member()
		if !more {
			return true
		}
		p.members = append(p.members, member{name: string(name), raw: c.Skip()})
	}
}

// Reading reports whether the object is being read.
func (p *Pass) Reading() bool { return p.reading }

// Shown reports whether what is for the object's home alone is left out.
func (p *Pass) Shown() bool { return p.shown }

// Fail says that what was read cannot be.
func (p *Pass) Fail() { p.bad = true }

// Keep has the next member written though it is zero, for who reads it as it stands.
func (p *Pass) Keep() { p.keep = true }

// kept reports whether a member is written that is zero, and forgets it.
func (p *Pass) kept() bool {
	k := p.keep
	p.keep = false
	return k
}

// key begins a member that is written.
func (p *Pass) key(name string) {
	if p.out[len(p.out)-1] != '{' {
		p.out = append(p.out, ',')
	}
	p.out = append(scan.AppendQuote(p.out, name), ':')
}

// take returns the value of a member that is read, nil when there is none.
func (p *Pass) take(name string) []byte {
	for i := range p.members {
		if m := &p.members[i]; m.name == name {
			m.taken = true
			return m.raw
		}
	}
	return nil
}

// Str is a member that is a text.
func Str[S ~string](p *Pass, name string, v *S) {
	if text, is := p.text(name, string(*v)); is {
		*v = S(text)
	}
}

// text writes a text, or reads one and reports whether it is there: once for all types of texts.
func (p *Pass) text(name, v string) (text string, is bool) {
	if !p.reading {
		if p.kept() || v != "" {
			p.key(name)
			p.out = scan.AppendQuote(p.out, v)
		}
		return "", false
	}
	raw := p.take(name)
	if raw == nil {
		return "", false
	}
	if raw[0] != '"' {
		p.bad = true
		return "", false
	}
	return string(scan.Unquote(raw)), true
}

// Long is a member that is a whole number.
func (p *Pass) Long(name string, v *int64) {
	if !p.reading {
		if p.kept() || *v != 0 {
			p.key(name)
			p.out = strconv.AppendInt(p.out, *v, 10)
		}
		return
	}
	if raw := p.take(name); raw != nil {
		n, err := strconv.ParseInt(string(raw), 10, 64)
		if err != nil {
			p.bad = true
			return
		}
		*v = n
	}
}

// Int is a member that is a whole number.
func (p *Pass) Int(name string, v *int) {
	n := int64(*v)
	if p.Long(name, &n); p.reading { // what is written may be read meanwhile
		*v = int(n)
	}
}

// Num is a member that is a whole number of a type of its own.
func Num[N ~int | ~uint32](p *Pass, name string, v *N) {
	n := int64(*v)
	p.Long(name, &n)
	*v = N(n)
}

// Bool is a member that is true or absent.
func (p *Pass) Bool(name string, v *bool) {
	if !p.reading {
		if p.kept() || *v {
			p.key(name)
			p.out = strconv.AppendBool(p.out, *v)
		}
		return
	}
	if raw := p.take(name); raw != nil {
		*v = raw[0] == 't'
		p.bad = p.bad || raw[0] != 't' && raw[0] != 'f'
	}
}

// Raw is a member that is written as it is: one JSON value, or nothing.
func (p *Pass) Raw(name string, v *[]byte) {
	if !p.reading {
		if len(*v) > 0 {
			p.key(name)
			p.out = append(p.out, *v...)
		}
		return
	}
	if raw := p.take(name); raw != nil {
		*v = append([]byte(nil), raw...)
	}
}

// Nest is a member that is an object, always written.
func (p *Pass) Nest(name string, o Object) {
	p.kept()
	if !p.reading {
		p.key(name)
		p.out = write(p.out, o, p.shown)
		return
	}
	if raw := p.take(name); raw != nil && !read(raw, o) {
		p.bad = true
	}
}

// Maybe is a member that is an object or absent.
func Maybe[T any, P pointer[T]](p *Pass, name string, v **T) {
	if !p.reading {
		if *v != nil {
			p.Nest(name, P(*v))
		}
		return
	}
	if p.take(name) != nil {
		*v = new(T)
		p.Nest(name, P(*v))
	}
}

// List is a member that is an array of objects.
func List[T any, P pointer[T]](p *Pass, name string, v *[]T) {
	if !p.reading {
		if !p.kept() && len(*v) == 0 {
			return
		}
		p.key(name)
		p.out = append(p.out, '[')
		for i := range *v {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.out = write(p.out, P(&(*v)[i]), p.shown)
		}
		p.out = append(p.out, ']')
		return
	}
	p.elements(name, func(raw []byte) bool {
		*v = append(*v, *new(T))
		return read(raw, P(&(*v)[len(*v)-1]))
	})
}

// Strs is a member that is an array of texts.
func Strs[S ~string](p *Pass, name string, v *[]S) {
	if !p.reading {
		if !p.kept() && len(*v) == 0 {
			return
		}
		p.key(name)
		p.out = append(p.out, '[')
		for i, s := range *v {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.out = scan.AppendQuote(p.out, string(s))
		}
		p.out = append(p.out, ']')
		return
	}
	p.elements(name, func(raw []byte) bool {
		if raw[0] != '"' {
			return false
		}
		*v = append(*v, S(scan.Unquote(raw)))
		return true
	})
}

// Longs is a member that is an array of whole numbers.
func Longs[N ~int | ~int64 | ~uint32](p *Pass, name string, v *[]N) {
	if !p.reading {
		if !p.kept() && len(*v) == 0 {
			return
		}
		p.key(name)
		p.out = append(p.out, '[')
		for i, n := range *v {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.out = strconv.AppendInt(p.out, int64(n), 10)
		}
		p.out = append(p.out, ']')
		return
	}
	p.elements(name, func(raw []byte) bool {
		n, err := strconv.ParseInt(string(raw), 10, 64)
		*v = append(*v, N(n))
		return err == nil
	})
}

// elements reads a member that is an array.
func (p *Pass) elements(name string, one func(raw []byte) bool) {
	raw := p.take(name)
	if raw == nil {
		return
	}
	c := scan.Cursor{Data: raw}
	if !c.Eat('[') {
		p.bad = true
		return
	}
	for c.Element() {
		item := c.Skip()
		if len(item) == 0 || !one(item) {
			p.bad = true
			return
		}
	}
}
