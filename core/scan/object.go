package scan

import "strconv"

// Object is a JSON object while its members are being written. The zero value
// is an empty one; each method returns it, for the next member. Names are written as they are: they are ours, and plain.
type Object struct{ json []byte }

func (o *Object) name(name string) {
	c := byte(',')
	if len(o.json) == 0 {
		c = '{'
	}
	o.json = append(append(append(o.json, c, '"'), name...), '"', ':')
}

// Str adds a string. Bytes that are no UTF-8 become U+FFFD.
func (o *Object) Str(name, value string) *Object {
	o.name(name)
	o.json = AppendQuote(o.json, value)
	return o
}

// Int adds a whole number.
func (o *Object) Int(name string, value int64) *Object {
	o.name(name)
	o.json = strconv.AppendInt(o.json, value, 10)
	return o
}

// Num adds a whole number as well.
func (o *Object) Num(name string, value int) *Object { return o.Int(name, int64(value)) }

// Bool adds true or false.
func (o *Object) Bool(name string, value bool) *Object {
	o.name(name)
	o.json = strconv.AppendBool(o.json, value)
	return o
}

// Strings adds a list of strings.
func (o *Object) Strings(name string, list []string) *Object {
	o.name(name)
	o.json = AppendStrings(o.json, list)
	return o
}

// Raw adds a value that is JSON already.
func (o *Object) Raw(name, value string) *Object {
	o.name(name)
	o.json = append(o.json, value...)
	return o
}

// JSON returns the object; more may still be added, for another.
func (o *Object) JSON() []byte {
	if len(o.json) == 0 {
		return []byte("{}")
	}
	return append(o.json[:len(o.json):len(o.json)], '}')
}
