package model

import (
	"github.com/zapvol/bua/core/agent/chat"
)

// step is a piece of an answer in the order in which the provider gave it. The
// steps of an answer are what [chat.Message.Opaque] holds: its text and calls stand in
// the message, the rest here.
type step struct {
	// Text is how many bytes of the message's text come next.
	Text int
	// Call is the number of the call that comes next, from 1.
	Call int
	// Raw is what only the provider understands: of its own, or about the text or call.
	Raw value
}

// writeSteps writes the steps of an answer, "" where only its text and calls go back.
func writeSteps(list []step) string {
	var all []value
	raw := false
	for _, s := range list {
		x := &object{}
		if s.Text != 0 {
			x.num("t", s.Text)
		}
		if s.Call != 0 {
			x.num("c", s.Call)
		}
		if s.Raw != nil {
			raw = true
			x.set("r", s.Raw)
		}
		all = append(all, x.json())
	}
	if !raw {
		return ""
	}
	return string(array(all))
}

// readSteps reads the steps of an answer, nil where there are none, or they are of
// another text or other calls.
func readSteps(m chat.Message) []step {
	if m.Opaque == "" {
		return nil
	}
	all, ok := parse([]byte(m.Opaque))
	if !ok || !all.is('[') {
		return nil
	}
	list := []step{}
	text, calls := 0, 0
	for l := all.each(); l.next(); {
		x := l.is
		s := step{Text: x.num("t"), Call: x.num("c"), Raw: x.at("r")}
		list = append(list, s)
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
	raw  value
}

// extra is what belongs to the whole of a turn: the first piece that is neither text
// nor call.
func (t turn) extra() value {
	for _, s := range t.opaque {
		if s.Text == 0 && s.Call == 0 && s.Raw.is('{') {
			return s.Raw
		}
	}
	return nil
}
