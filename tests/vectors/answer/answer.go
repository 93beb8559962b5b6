// Package answer runs one input through one door of core/protocol. It is what
// the native tests and the wasm program have in common, so it keeps to what
// TinyGo has.
package answer

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// To returns what the door says of data: whether it was read, and what it
// reads as or why it was refused.
func To(door string, data []byte) (text string, read bool) {
	door, kind, _ := strings.Cut(door, " ")
	var err error
	var out []byte
	switch door {
	case "message":
		var m protocol.Message
		if m, err = protocol.Decode(data); err == nil {
			out = protocol.Append(nil, m)
		}
	case "action":
		var a protocol.Action
		if a, err = protocol.DecodeAction(data); err == nil {
			out = protocol.AppendAction(nil, a)
			err = protocol.Validate(a)
		}
	case "result":
		var r protocol.Result
		if r, err = protocol.DecodeResult(protocol.Kind(kind), data); err == nil {
			out = protocol.AppendResult(nil, r)
		}
	case "id":
		out = []byte(protocol.RequestID(data))
	default:
		return "there is no door " + door, false
	}
	if err != nil {
		return err.Error(), false
	}
	return string(out), true
}
