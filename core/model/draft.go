package model

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// draft is an answer on its way.
type draft struct {
	tell func(chat.Delta)
	told bool
	// untold are pieces that are to be told.
	untold []chat.Delta
	text   strings.Builder
	// thought is what the model thought aloud, where that goes back; thinking says that it
	// did.
	thought  strings.Builder
	thinking bool
	steps    []step
	calls    []chat.Call
	end      chat.End
	usage    chat.Usage
	model    string
}

func (d *draft) say(x chat.Delta) {
	d.told = true
	if d.tell != nil {
		d.untold = append(d.untold, x)
	}
}

// write adds text.
func (d *draft) write(s string) {
	if s == "" {
		return
	}
	d.text.WriteString(s)
	if n := len(d.steps) - 1; n >= 0 && d.steps[n].Text > 0 && d.steps[n].Raw == nil {
		d.steps[n].Text += len(s)
	} else {
		d.steps = append(d.steps, step{Text: len(s)})
	}
	d.say(chat.Delta{Text: s})
}

// signed adds text that goes back by itself, with what belongs to it.
func (d *draft) signed(s string, raw value) {
	d.text.WriteString(s)
	d.steps = append(d.steps, step{Text: len(s), Raw: raw})
	d.say(chat.Delta{Text: s})
}

// mark keeps what is to go back with the text that was written last.
func (d *draft) mark(raw value) {
	if n := len(d.steps) - 1; n >= 0 && d.steps[n].Text > 0 && raw != nil {
		d.steps[n].Raw = raw
	}
}

// think shows what the model thinks.
func (d *draft) think(s string) {
	if s != "" {
		d.thinking = true
		d.say(chat.Delta{Reasoning: s})
	}
}

// call begins a call and returns its number.
func (d *draft) call(id, name string) int {
	d.calls = append(d.calls, chat.Call{ID: id, Name: name})
	d.steps = append(d.steps, step{Call: len(d.calls)})
	d.say(chat.Delta{Calling: name})
	return len(d.calls) - 1
}

// keep keeps what is to go back by itself.
func (d *draft) keep(raw value) { d.steps = append(d.steps, step{Raw: raw}) }

// about keeps what is to go back with a call.
func (d *draft) about(call int, raw value) {
	for i := range d.steps {
		if d.steps[i].Call == call+1 {
			d.steps[i].Raw = raw
		}
	}
}

// finish makes the answer. It is nil where there is none in what came.
func (d *draft) finish(r *request) (*chat.Answer, *chat.Fault) {
	if d.end == "" {
		return nil, r.cut()
	}
	if n := len(d.calls); d.end == chat.EndLength && n > 0 && !isObject(d.calls[n-1].Arguments) {
		d.calls = d.calls[:n-1] // it was cut
		for i, s := range d.steps {
			if s.Call == n {
				d.steps = append(d.steps[:i], d.steps[i+1:]...)
				break
			}
		}
	}
	if d.end == chat.EndDone && len(d.calls) > 0 {
		d.end = chat.EndCalls // many servers say that they have stopped
	}
	if d.end == chat.EndCalls && len(d.calls) == 0 {
		d.end = chat.EndDone
	}
	if d.end == chat.EndDone && blank(d.text.String()) {
		return nil, &chat.Fault{Code: chat.CodeCut, Text: r.named + " answered with nothing. Go on with the run; if it happens again, choose another model."}
	}
	used := map[string]bool{}
	for _, m := range r.Messages {
		for _, c := range m.Calls {
			used[c.ID] = true
		}
	}
	next := len(used)
	for i := range d.calls {
		c := &d.calls[i]
		if blank(c.Arguments) {
			c.Arguments = "{}"
		}
		for c.ID == "" || used[c.ID] {
			next++
			c.ID = "call_" + strconv.Itoa(next)
		}
		used[c.ID] = true
	}
	m := chat.Message{Role: chat.RoleModel, Text: d.text.String(), Calls: d.calls, Provider: r.owner}
	m.Opaque = writeSteps(d.steps)
	return &chat.Answer{Message: m, End: d.end, Usage: d.usage, Model: d.model}, nil
}
