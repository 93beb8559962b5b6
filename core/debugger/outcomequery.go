package debugger

import (
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// outcomeQuery asks the page what became of input that Chrome cut off by detaching.
// The page lives on, and with it the engine, which knows whether the input has
// come: so an action that was done is not answered as one that may be.
type outcomeQuery struct {
	protocol.Action
	mark     int // of the watch that the input ended
	external string
}

// outcomeQuery is what to ask about an action that was cut off after it had acted,
// nil when the engine in the main frame does not watch for the end of its input.
func (r *run) outcomeQuery(a protocol.Action) protocol.Action {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if r.watchID == 0 || r.worked != "" || r.Commits > 0 {
		return nil
	}
	return &outcomeQuery{Action: a, mark: r.watchID, external: r.External}
}

// externalGrace is how late Chrome may detach because of an address that an
// action had another program open.
const externalGrace = 2 * time.Second

// chromeDetached is what an action has caused when Chrome detached and nobody knows why.
const chromeDetached = "Chrome let go of the tab meanwhile, as when a page has another program open an address"

func queryOutcome(r *run, a *outcomeQuery) (protocol.Result, error) {
	outcome := &engine.Outcome{Mark: a.mark, Bounds: bounds()}
	out, err := r.call(engine.Do(outcome))
	if err != nil {
		return nil, err
	}
	came := outcome.Answer(out)
	fx := r.seen(&came.Seen)
	if !came.Heard || came.Missed || came.Lost {
		return nil, causeDetached
	}
	if a.external == "" && tabstate.External(came.Link) {
		a.external = came.Link
	}
	if a.external == "" && fx.Unsettled == "" {
		fx.Unsettled = chromeDetached
	}
	fx.External = scan.Clip(a.external, tabstate.MaxText)
	return r.done(r.effects(fx, ""))
}

// forgetForcedDetach takes a detach back that was the agent's own doing.
func (d *Debugger) forgetForcedDetach(t *tab) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(t.forcedDetaches); n > 0 {
		t.forcedDetaches = t.forcedDetaches[:n-1]
	}
}
