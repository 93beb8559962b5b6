//go:build !tinygo

package steps

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/zapvol/bua/core/protocol"
)

// example is what every refusal of a whole argument ends with.
const example = `; send {"action":{"type":"get_tabs"}}`

// exampleSteps is what every refusal of a list of actions ends with.
const exampleSteps = `; send {"actions":[{"type":"click","uid":"e3"},{"type":"press_key","key":"Enter"}]}`

// Decode reads the argument of the tool. Everything is checked before
// anything is done, and every refusal is invalid_action and names the field.
func Decode(raw []byte) (device string, c Call, err error) {
	if len(raw) > protocol.MaxToExtension {
		return "", c, invalid("action must be at most " + strconv.Itoa(protocol.MaxToExtension) + " bytes; send less at once")
	}
	m, err := members(raw)
	if err == nil {
		c.Read, err = ReadOf(m.read)
	}
	if err != nil {
		return "", c, err
	}
	switch {
	case m.action == nil && m.actions == nil:
		return "", c, invalid("action is required" + example)
	case m.action != nil && m.actions != nil:
		return "", c, invalid("give action or actions, not both; nothing was done")
	case m.action != nil:
		a, err := oneAction("action", m.action)
		c.Actions = []protocol.Action{a}
		return m.device, c, err
	}
	list, ok := elements(m.actions)
	if !ok {
		return "", c, invalid("actions must be a list of actions" + exampleSteps)
	}
	if len(list) < 1 || len(list) > Max {
		return "", c, invalid("actions must be 1 to " + strconv.Itoa(Max) + " actions, got " + strconv.Itoa(len(list)) + "; nothing was done")
	}
	for i, one := range list {
		name := "actions[" + strconv.Itoa(i) + "]"
		a, err := oneAction(name, one)
		if err != nil {
			e := *protocol.AsError(err)
			e.Message = name + ": " + e.Message + "; nothing was done"
			return "", c, e.NotDone()
		}
		c.Actions = append(c.Actions, a)
	}
	return m.device, c, nil
}

// oneAction reads an action, which the member name holds.
func oneAction(name string, raw jsontext.Value) (protocol.Action, error) {
	text, err := plain(raw, "{")
	if err != nil {
		return nil, invalid(name + " must be an object, got a string" + example)
	}
	return protocol.DecodeFromAgent(text)
}

// plain is a value, taken out of the string in which it is: some clients tell their model that a
// nested value is a string. begin is what it begins with.
func plain(raw jsontext.Value, begin string) (jsontext.Value, error) {
	if raw.Kind() != '"' {
		return raw, nil
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil || !bytes.HasPrefix(bytes.TrimSpace(text), []byte(begin)) {
		return nil, errors.New("it is a string")
	}
	return text, nil
}

// elements are the values of a list.
func elements(raw jsontext.Value) (list []jsontext.Value, ok bool) {
	text, err := plain(raw, "[")
	if err != nil || text.Kind() != '[' {
		return nil, false
	}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	_, err = d.ReadToken()
	for err == nil && d.PeekKind() != ']' {
		var one jsontext.Value
		if one, err = d.ReadValue(); err == nil {
			list = append(list, one.Clone())
		}
	}
	return list, err == nil
}

// given are the members of an argument.
type given struct {
	action, actions jsontext.Value
	read, device    string
}

// members reads the members of the argument object.
func members(raw []byte) (m given, err error) {
	d := jsontext.NewDecoder(bytes.NewReader(raw))
	t, err := d.ReadToken()
	if errors.Is(err, io.EOF) || err == nil && t.Kind() == 'n' {
		return m, nil
	}
	if err != nil || t.Kind() != '{' {
		return m, invalid("the arguments must be one JSON object" + example)
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			break
		}
		switch n := name.String(); n {
		case "action", "actions":
			v, err := d.ReadValue()
			if err != nil {
				return m, invalid(n + " is not well-formed JSON" + example)
			}
			if n == "action" {
				m.action = v.Clone()
			} else {
				m.actions = v.Clone()
			}
		case "read":
			v, err := d.ReadToken()
			if err != nil || v.Kind() != '"' {
				return m, invalid(`read must be "changes", "page" or "none"`)
			}
			m.read = v.String()
		case "device":
			v, err := d.ReadToken()
			if err != nil || v.Kind() != '"' || len(v.String()) > 64 {
				return m, invalid("device must be a string of at most 64 bytes, a device's id or name")
			}
			m.device = v.String()
		default:
			return m, invalid(strconv.QuoteToASCII(n[:min(len(n), 40)]) + " is no argument, there are action, actions, read and device" + example)
		}
	}
	if t, err := d.ReadToken(); err != nil || t.Kind() != '}' {
		return m, invalid("the arguments are not well-formed JSON, or a name stands twice" + example)
	}
	return m, nil
}

func invalid(message string) error { return protocol.NewError(protocol.CodeInvalidAction, message) }
