package debugger

import (
	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// presses asks, where the person wants that, before the press that the engine
// has told the facts of: in a document at url, by its own word.
func (r *run) presses(url string, told *engine.Facts) error {
	if told == nil {
		return nil
	}
	f := sink.Facts(*told)
	return r.sinks(url, sink.Act{Kind: sink.Press(&f), What: f.What})
}

// keys asks before a key on what has the focus.
func (r *run) keys(url string, c chord) error {
	key := c.key.name
	if !r.guard.Asks() || key != "Enter" && key != " " && key != "Delete" && key != "Backspace" {
		return nil
	}
	focused := &engine.Focused{}
	out, err := r.call(engine.Do(focused))
	if err != nil {
		return err
	}
	f := sink.Facts(focused.Answer(out).Sink)
	what := f.What
	if f.Control == "text" || key != "Enter" && key != " " {
		what = key + " · " + what
	}
	return r.sinks(url, sink.Act{Kind: sink.Key(&f, key), What: what})
}

// accepts asks before a page's question is agreed to, of these documents.
func (r *run) accepts(o *protocol.OpenDialog, from []string) error {
	if len(from) == 0 || o.Type != "confirm" && o.Type != "prompt" {
		return nil
	}
	return r.sinks(from[0], sink.Act{Kind: sink.Says(sink.Words(o.Message)), What: o.Message})
}

// sinks asks before an act. What was allowed in this action is not asked again,
// when it is tried once more.
func (r *run) sinks(url string, a sink.Act) error {
	if !r.guard.Asks() || a.Kind == "" || r.sunk == a {
		return nil
	}
	if url = supervisor.Own(url); url == "" {
		if own, _, _ := r.whose(r.working()); len(own) > 0 {
			url = own[0]
		} else {
			r.d.mu.Lock()
			url = r.t.url
			r.d.mu.Unlock()
		}
	}
	if err := r.guard.Sink(url, a); err != nil {
		return err
	}
	r.sunk = a
	return nil
}
