package httpapi

import (
	"encoding/json"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/steps"
)

// call reads the body of an act: an action, or the argument that the tool takes. A
// program reads what it asks for and nothing else. device is set where the argument names one
// and the query none.
func call(body []byte, device *string) (c steps.Call, err error) {
	var is struct{ Type, Action, Actions json.RawMessage }
	if json.Unmarshal(body, &is) != nil || is.Type != nil || is.Action == nil && is.Actions == nil {
		a, err := protocol.DecodeFromAgent(body)
		return steps.Call{Actions: []protocol.Action{a}, Read: steps.ReadNone}, err
	}
	named, c, err := steps.Decode(body)
	if *device == "" {
		*device = named
	}
	if c.Read == steps.ReadUsual {
		c.Read = steps.ReadNone
	}
	return c, err
}

// actedAll is the body of an act of several actions, or with a reading: 200 once the
// first was begun, whatever came of it.
type actedAll struct {
	Steps   []outcome `json:"steps"`
	Stopped string    `json:"stopped,omitempty"`
	Read    *outcome  `json:"read,omitempty"`
}

// outcome is a result or an error.
type outcome struct {
	Result json.RawMessage `json:"result,omitempty"`
	Error  *protocol.Error `json:"error,omitempty"`
}

func several(o steps.Outcome) actedAll {
	out := actedAll{Stopped: o.Stopped}
	for _, s := range o.Steps {
		out.Steps = append(out.Steps, outcomeOf(s.Result, s.Err))
	}
	if o.Reading != nil || o.Unread != nil {
		var r protocol.Result
		if o.Reading != nil {
			r = *o.Reading
		}
		read := outcomeOf(r, o.Unread)
		out.Read = &read
	}
	return out
}

func outcomeOf(r protocol.Result, err error) outcome {
	if err != nil {
		return outcome{Error: protocol.AsError(err)}
	}
	return outcome{Result: protocol.AppendResult(nil, r)}
}
