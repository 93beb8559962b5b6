package chrome

import (
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

var errAnswer = protocol.NewError(protocol.CodeInternal, "The browser's answer was not understood; report this with the browser's version.")

// Object walks the members of a JSON object that the host wrote. What a page
// can write (CDP) is never read here.
type Object struct {
	// Name and Value are the member's, Value as JSON; valid until the next.
	Name  string
	Value []byte

	at scan.Cursor
}

// Open begins before the first member.
func Open(data []byte) Object {
	o := Object{at: scan.Cursor{Data: data}}
	if !o.at.Eat('{') {
		o.at = scan.Cursor{}
	}
	return o
}

// Next goes to the next member and reports whether there is one.
func (o *Object) Next() bool {
	name, more := o.at.Member()
	if more {
		o.Name, o.Value = string(name), o.at.Skip()
	}
	return more
}

// End returns an error when the object was none, or ended early.
func (o *Object) End() error {
	if o.at.Pos == 0 || o.at.Data[o.at.Pos-1] != '}' {
		return errAnswer
	}
	return nil
}

// Text returns the string that a JSON value is, "" when it is another kind.
func Text(v []byte) string {
	if len(v) == 0 || v[0] != '"' {
		return ""
	}
	return string(scan.Unquote(v))
}

// Int returns the integer that a JSON value is, 0 when it is another kind.
func Int(v []byte) int {
	n, _ := scan.Small(string(v))
	return n
}

// Long is Int for what has more than 31 bits.
func Long(v []byte) int64 {
	n, _ := scan.Int(string(v))
	return n
}
