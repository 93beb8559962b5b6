package protocol

import (
	"unicode/utf8"

	"github.com/zapvol/bua/core/scan"
)

// Decode reads one envelope. It refuses, with invalid_action and a message
// that names the field, whatever breaks a rule: size is the caller's concern,
// depth, UTF-8, duplicate names, types, ranges and the rules of each action
// are checked here, before anything is acted on. Unknown optional fields are
// ignored; null for an optional field is absence. An event of an unknown type
// is an [UnknownEvent], an error code that is none of the known ones is
// internal_error. What was read shares no memory with data.
//
// A request that is refused still wants an answer: [RequestID].
func Decode(data []byte) (Message, error) {
	c, tag := open("message", messageTypes, data)
	if contains(messageTypes, tag) {
		c.root = tag
	}
	m := readMessage(&c, tag)
	if err := c.err(); err != nil {
		return nil, err
	}
	return m, nil
}

// Append appends the JSON of one envelope to dst. It does not judge: an action
// is judged by [Validate], and raw JSON must be JSON.
func Append(dst []byte, m Message) []byte {
	c := codec{mode: writing, out: dst}
	m.message(&c)
	return c.out
}

// DecodeAction reads one action, the content of a request's "action", by the
// rules of [Decode].
func DecodeAction(data []byte) (Action, error) {
	c, tag := open("action", actionTypes, data)
	a := readAction(&c, Kind(tag))
	if err := c.err(); err != nil {
		return nil, err
	}
	return a, nil
}

// AppendAction appends the JSON of one action to dst.
func AppendAction(dst []byte, a Action) []byte {
	c := codec{mode: writing, out: dst}
	a.action(&c)
	return c.out
}

// DecodeResult reads the result of an action of the given kind.
func DecodeResult(kind Kind, data []byte) (Result, error) {
	c := judged("result", data)
	r := readResult(&c, kind)
	if err := c.err(); err != nil {
		return nil, err
	}
	return r, nil
}

// AppendResult appends the JSON of one result to dst.
func AppendResult(dst []byte, r Result) []byte {
	c := codec{mode: writing, out: dst}
	r.result(&c)
	return c.out
}

// Validate checks an action that was built in Go by the same rules as
// [DecodeAction]. Whoever takes it in calls it; for the backend see [ValidateFromAgent].
func Validate(a Action) error {
	c := codec{mode: checking, root: "action"}
	if a == nil {
		c.fail("", "is required")
	} else {
		a.action(&c)
	}
	return c.err()
}

// RequestID returns the id of the request that an undecodable message is
// about, so that it can be answered or failed; "" when the message is too
// broken to say, or names two.
func RequestID(data []byte) string {
	c := scan.Cursor{Data: data}
	id := ""
	if !c.Eat('{') {
		return ""
	}
	for {
		name, more := c.Member()
		switch {
		case !more:
			return id
		case string(name) != "id":
			c.Skip()
		case id != "" || c.Peek() != '"':
			return ""
		default:
			id = string(c.Text())
			if id == "" || len(id) > MaxID || !utf8.ValidString(id) {
				return ""
			}
		}
	}
}

// judged starts a pass over data, which is faulty already when the text is.
func judged(root string, data []byte) codec {
	c := codec{Cursor: scan.Cursor{Data: data}, root: root}
	if fault := judge(data); fault != "" {
		c.fail("", fault)
	}
	return c
}

// open starts a pass over a member of a union of the known types.
func open(root, known string, data []byte) (c codec, tag string) {
	c = judged(root, data)
	if !c.faulty {
		tag = c.tag(known)
	}
	return c, tag
}

// nothing is an object without fields.
type nothing struct{}

func (*nothing) fields(*codec) {}
