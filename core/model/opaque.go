package model

import (
	"strconv"

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
	all := text{}
	raw := false
	for i := range list {
		s := &list[i]
		all.item("{")
		if s.Text != 0 {
			all.item(`"t":#`, strconv.Itoa(s.Text))
		}
		if s.Call != 0 {
			all.item(`"c":#`, strconv.Itoa(s.Call))
		}
		if s.Raw != nil {
			raw = true
			all.item(`"r":#`, string(s.Raw))
		}
		all.form("}")
	}
	if !raw {
		return ""
	}
	return "[" + string(all.out) + "]"
}

// readSteps reads the steps of an answer, nil where there are none, or they are of
// another text or other calls.
func readSteps(m *chat.Message) []step {
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

// pieces walks over a model's turn piece by piece: as the provider gave it, or its text and
// then its calls.
func (t *turn) pieces() piece {
	list := t.opaque
	if list == nil {
		if t.text != "" {
			list = append(list, step{Text: len(t.text)})
		}
		for i := range t.calls {
			list = append(list, step{Call: i + 1})
		}
	}
	return piece{of: t, rest: t.text, list: list}
}

// piece is one of a turn: a text, a call, or what only the provider understands.
type piece struct {
	of   *turn
	rest string
	list []step

	text string
	call *chat.Call
	raw  value
}

// next goes to the next piece, and reports whether there is one.
func (p *piece) next() bool {
	if len(p.list) == 0 {
		return false
	}
	s := &p.list[0]
	p.text, p.rest, p.raw, p.call = p.rest[:s.Text], p.rest[s.Text:], s.Raw, nil
	if s.Call > 0 {
		p.call = &p.of.calls[s.Call-1]
	}
	p.list = p.list[1:]
	return true
}

// isOther reports whether a piece is neither text nor call.
func (p *piece) isOther() bool { return p.call == nil && p.text == "" }

// extra is what belongs to the whole of a turn: the first piece that is neither text
// nor call.
func (t *turn) extra() value {
	for i := range t.opaque {
		s := &t.opaque[i]
		if s.Text == 0 && s.Call == 0 && s.Raw.is('{') {
			return s.Raw
		}
	}
	return nil
}
