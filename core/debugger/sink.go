package debugger

import (
	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// mayPress refuses the press of what does more than unfold something, where the request
// only reads. told is what the engine tells of it, nil for nothing.
func (r *run) mayPress(told *engine.Facts) error {
	if !r.guard.Reads() {
		return nil
	}
	if told != nil {
		if f := sink.Facts(*told); sink.Unfolds(&f) {
			return nil
		}
	}
	return protocol.NewError(protocol.CodeInvalidAction, "nothing was pressed: this request may only read, and of presses it may make those that unfold something, such as details or a button that is shut; do without.").NotDone()
}

// approvePress asks, where the person wants that, before the press that the engine
// has told the facts of: in a document at url, by its own word.
func (r *run) approvePress(url string, told *engine.Facts) error {
	if told == nil {
		return nil
	}
	f := sink.Facts(*told)
	kind := sink.Press(&f)
	if r.guard.Other() && !r.guard.Reads() {
		kind = sink.Acts(&f)
	}
	return r.approveAct(url, sink.Act{Kind: kind, What: f.What, Form: f.Form})
}

// approveKey asks before a key on what has the focus.
func (r *run) approveKey(url string, c chord) error {
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
	if f.Control == "lines" && len(c.modifiers) > 0 && c.modifiers[0].name != "Shift" { // with one it is no line
		f.Control = "text"
	}
	if f.Control == "text" || key != "Enter" && key != " " {
		what = key + " · " + what
	}
	return r.approveAct(url, sink.Act{Kind: sink.Key(&f, key), What: what, Form: f.Form})
}

// approveDialog asks before a page's question is agreed to, of these documents.
func (r *run) approveDialog(o *protocol.OpenDialog, from []string) error {
	if len(from) == 0 || o.Type != "confirm" && o.Type != "prompt" {
		return nil
	}
	return r.approveAct(from[0], sink.Act{Kind: sink.Says(sink.Words(o.Message)), What: o.Message})
}

// approveAct asks before an act. What was allowed in this action is not asked again,
// when it is tried once more.
func (r *run) approveAct(url string, a sink.Act) error {
	if !r.guard.Asks() || a.Kind == "" || r.approved == a {
		return nil
	}
	if url = supervisor.SelfURL(url); url == "" {
		if own, _, _ := r.ownersOf(r.working()); len(own) > 0 {
			url = own[0]
		} else {
			url = r.url()
		}
	}
	if err := r.guard.Sink(url, a); err != nil {
		return err
	}
	r.approved = a
	return nil
}
