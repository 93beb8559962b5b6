package link

import "github.com/zapvol/bua/core/scan"

// levels is deeper than anything that is meant to come here.
const levels = 4

// object reads the string members of a JSON object; members of other kinds
// are listed in strange. It reports false for what is not one object.
func object(data []byte) (text map[string]string, strange map[string]bool, ok bool) {
	c := scan.Cursor{Data: data}
	if fault, _ := scan.Check(data, levels); fault != scan.Fine || !c.Eat('{') {
		return nil, nil, false
	}
	text, strange = map[string]string{}, map[string]bool{}
	for {
		name, more := c.Member()
		if !more {
			return text, strange, true
		}
		if c.Peek() == '"' {
			text[string(name)] = string(c.Text())
			continue
		}
		strange[string(name)] = true
		c.Skip()
	}
}

// member is one name and text of an object to write.
type member struct{ name, text string }

// appendObject writes the members whose text is not empty.
func appendObject(dst []byte, members ...member) []byte {
	var o scan.Object
	for _, m := range members {
		if m.text != "" {
			o.Str(m.name, m.text)
		}
	}
	return append(dst, o.JSON()...)
}
