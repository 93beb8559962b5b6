//go:build !tinygo

package protocol

import "strings"

// DecodeFromAgent reads an action as an agent wrote it, by the rules of
// [DecodeAction], and refuses members that the action does not have. Between
// the two ends of the bridge they are ignored, because a later version may
// know them. From an agent they are a mistake that would go unnoticed: a
// press_key with a uid would press on whatever has the focus, a "clicks" of 2
// would click once.
func DecodeFromAgent(data []byte) (Action, error) {
	c, tag := open("action", actionTypes, data)
	c.strict = true
	a := readAction(&c, Kind(tag))
	if err := c.err(); err != nil {
		return nil, err
	}
	return a, nil
}

// ValidateFromAgent checks an action where it enters the backend, by the rules of
// [Validate] and [FromAgent]. Whoever has the action behind this need not ask again.
func ValidateFromAgent(a Action) error {
	if err := Validate(a); err != nil {
		return err
	}
	return FromAgent(a)
}

// strictness is what a codec notes to refuse unknown members.
type strictness struct {
	strict bool
	names  string // of the object's members, separated by spaces, while they are asked for
	naming bool
}

// backendOnly are members that only the backend may set: no agent is told of them.
const backendOnly = " origins anyField hide "

// noted takes a member's name when they are asked for.
func (c *codec) noted(name string) bool {
	if c.naming && !strings.Contains(backendOnly, " "+name+" ") {
		c.names += " " + name
	}
	return c.naming
}

// stray refuses a member that no field of o took. The type is read elsewhere,
// and null is absence.
func (c *codec) stray(o object) {
	if !c.strict || c.Peek() == 'n' || string(c.name) == "type" {
		return
	}
	got := string(c.name)
	c.names, c.naming = "", true
	o.fields(c)
	c.naming = false
	known := strings.TrimSpace(c.names)
	text := "does not belong here"
	switch near := nearest(got, strings.ToLower(known)); {
	case known == "":
		text += ": leave it out"
	case near != "":
		text += ": did you mean " + spelled(near, known) + "?"
	default:
		text += ", only " + joined(known, " and ") + ": leave it out, or use an action that has it"
	}
	c.fail(truncate(got), text)
}

// spelled is the word among known that is word but for the case.
func spelled(word, known string) string {
	for w := range strings.FieldsSeq(known) {
		if strings.EqualFold(w, word) {
			return w
		}
	}
	return word
}
