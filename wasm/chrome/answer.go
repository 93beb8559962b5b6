package chrome

import (
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

var errAnswer = protocol.NewError(protocol.CodeInternal, "The browser's answer was not understood; report this with the browser's version.")

// Members calls f for every member of a JSON object that the host wrote.
// value is the member's JSON, valid only during the call. What a page can write
// (CDP) is never read here.
func Members(object []byte, f func(name string, value []byte)) error {
	c := scan.Cursor{Data: object}
	if !c.Eat('{') {
		return errAnswer
	}
	for {
		name, more := c.Member()
		if !more {
			break
		}
		f(string(name), c.Skip())
	}
	if c.Pos == 0 || object[c.Pos-1] != '}' {
		return errAnswer // it ended early
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
