package model

import (
	"encoding/json"

	"github.com/zapvol/bua/core/agent/chat"
)

// step is a piece of an answer in the order in which the provider gave it. The
// steps of an answer are what [chat.Message.Opaque] holds: its text and calls stand in
// the message, the rest here.
type step struct {
	// Text is how many bytes of the message's text come next.
	Text int `json:"t,omitempty"`
	// Call is the number of the call that comes next, from 1.
	Call int `json:"c,omitempty"`
	// Raw is what only the provider understands: of its own, or about the text or call.
	Raw json.RawMessage `json:"r,omitempty"`
}

// readSteps reads the steps of an answer, nil where there are none, or they are of
// another text or other calls.
func readSteps(m chat.Message) []step {
	if m.Opaque == "" {
		return nil
	}
	var list []step
	if json.Unmarshal([]byte(m.Opaque), &list) != nil {
		return nil
	}
	text, calls := 0, 0
	for _, s := range list {
		if s.Text < 0 || s.Call != 0 && s.Call != calls+1 {
			return nil
		}
		text += s.Text
		if s.Call != 0 {
			calls++
		}
	}
	if text != len(m.Text) || calls != len(m.Calls) {
		return nil
	}
	return list
}

// pieces are a model's turn piece by piece: as the provider gave it, or its text and
// then its calls.
func (t turn) pieces() []piece {
	list := t.opaque
	if list == nil {
		if t.text != "" {
			list = append(list, step{Text: len(t.text)})
		}
		for i := range t.calls {
			list = append(list, step{Call: i + 1})
		}
	}
	var out []piece
	rest := t.text
	for _, s := range list {
		p := piece{raw: s.Raw, text: rest[:s.Text]}
		rest = rest[s.Text:]
		if s.Call > 0 {
			p.call = &t.calls[s.Call-1]
		}
		out = append(out, p)
	}
	return out
}

type piece struct {
	text string
	call *chat.Call
	raw  json.RawMessage
}

// extra is what belongs to the whole of a turn: the first piece that is neither text
// nor call.
func (t turn) extra() map[string]any {
	for _, s := range t.opaque {
		if s.Text == 0 && s.Call == 0 {
			var fields map[string]any
			if json.Unmarshal(s.Raw, &fields) == nil {
				return fields
			}
		}
	}
	return nil
}
