package model

import "github.com/zapvol/bua/core/agent/chat"

// ollamaStream reads the lines of an answer.
type ollamaStream struct{ d *draft }

func (*ollamaStream) done() {}

func (s *ollamaStream) add(x value) *trouble {
	d := s.d
	if x.str("error") != "" {
		return &trouble{kind: reported, event: x}
	}
	m, done := x.at("message"), x.yes("done")
	if !m.is('{') && !done {
		return troubled(shapeless)
	}
	d.model = x.str("model")
	if m != nil {
		thinking := m.str("thinking")
		d.think(thinking)
		d.thought.WriteString(thinking)
		d.write(m.str("content"))
		for l := m.at("tool_calls").each(); l.next(); {
			c := l.is
			f := c.at("function")
			n := d.call("", f.str("name"))
			d.calls[n].Arguments = string(f.at("arguments"))
			d.about(n, c) // also what only a model behind it understands
		}
	}
	if done {
		if d.thought.Len() > 0 {
			d.keep(form(`{"thinking":$}`, d.thought.String()))
		}
		d.usage = chat.Usage{In: x.num("prompt_eval_count"), Out: x.num("eval_count")}
		d.end = chat.EndDone
		if x.str("done_reason") == "length" {
			d.end = chat.EndLength
		}
	}
	return nil
}
