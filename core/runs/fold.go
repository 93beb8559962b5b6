package runs

import (
	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/adapter"
)

// Fold reads a journal entry by entry, and tells what each of them changed: the run
// again, without its models and its browser. It is at the beginning before it took any.
type Fold struct {
	// Known are the notes for sites that bua comes with.
	Known []adapter.Site

	head  *Head
	state *agent.State
	n     int
}

// Take takes the next entry. Error: internal_error when it is none.
func (f *Fold) Take(entry []byte) ([]Update, error) {
	if f.head == nil {
		h, ok := head(entry)
		if !ok {
			return nil, unreadable("given")
		}
		f.head, f.state = &h, agent.New(f.Known)
		v := (&run{head: h, updated: h.Created, state: f.state}).view()
		return []Update{{Type: Began, At: h.Created, Run: &v}}, nil
	}
	e, ok := agent.ReadEvent(entry)
	if !ok {
		return nil, unreadable(f.head.ID)
	}
	before := f.state
	after, effects := agent.Step(before, e)
	f.state = after
	f.n++
	return updates(f.n, before, e, after, effects), nil
}
