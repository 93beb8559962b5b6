package mcp

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/tell"
)

// example is what every refusal of a whole argument ends with.
const example = `; send {"action":{"type":"get_tabs"}}`

// argument reads the argument of a tool call. Everything is checked before
// anything is done, and every refusal is invalid_action and names the field.
func argument(raw []byte) (device string, a protocol.Action, err error) {
	if len(raw) > protocol.MaxToExtension {
		return "", nil, invalid("action must be at most " + strconv.Itoa(protocol.MaxToExtension) + " bytes; send less at once")
	}
	action, device, err := members(raw)
	if err != nil {
		return "", nil, err
	}
	switch {
	case action == nil:
		return "", nil, invalid("action is required" + example)
	case action.Kind() == '"':
		// Some clients tell their model that a nested object is a string.
		text, err := jsontext.AppendUnquote(nil, action)
		if err != nil || !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
			return "", nil, invalid("action must be an object, got a string" + example)
		}
		action = text
	}
	if a, err = protocol.DecodeFromAgent(action); err != nil {
		return "", nil, err
	}
	return device, a, nil
}

// members reads the members of the argument object.
func members(raw []byte) (action jsontext.Value, device string, err error) {
	d := jsontext.NewDecoder(bytes.NewReader(raw))
	t, err := d.ReadToken()
	if errors.Is(err, io.EOF) || err == nil && t.Kind() == 'n' {
		return nil, "", nil
	}
	if err != nil || t.Kind() != '{' {
		return nil, "", invalid("the arguments must be one JSON object" + example)
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			break
		}
		switch n := name.String(); n {
		case "action":
			v, err := d.ReadValue()
			if err != nil {
				return nil, "", invalid("action is not well-formed JSON" + example)
			}
			action = v.Clone()
		case "device":
			v, err := d.ReadToken()
			if err != nil || v.Kind() != '"' || len(v.String()) > 64 {
				return nil, "", invalid("device must be a string of at most 64 bytes, a device's id or name")
			}
			device = v.String()
		default:
			return nil, "", invalid(strconv.QuoteToASCII(tell.Clip(n, 40)) + " is no argument, there are action and device" + example)
		}
	}
	if t, err := d.ReadToken(); err != nil || t.Kind() != '}' {
		return nil, "", invalid("the arguments are not well-formed JSON, or a name stands twice" + example)
	}
	return action, device, nil
}

func invalid(message string) error { return protocol.NewError(protocol.CodeInvalidAction, message) }
