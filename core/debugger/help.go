package debugger

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
)

// A help hands the tab to the person. The engine shows them the message with
// two buttons, in the document of the main frame, whichever that is by then:
// the marker. It is there for a lease only and goes by itself when nobody asks
// for it again: neither a stopped session, whose tab gets no more commands, nor
// a worker that died leaves it behind. While it is there nothing else of the
// agent's runs in the tab, and any other operation of the engine takes it down
// first, so that no input of the agent's can press it.
//
// Pages that the guard refuses show no marker, and the person may go to them
// and come back: what they do is no deed of the agent's.

// lease is how long one call of the engine waits for a press.
const lease = 2 * time.Second

// helpEnded is how a help ended: the cause that ends its context.
type helpEnded protocol.Outcome

// Error makes it usable with context.WithCancelCause.
func (helpEnded) Error() string { return "the person is done" }

// helpLimit is how long the person is waited for.
func helpLimit(a protocol.Help) time.Duration { return time.Duration(a.Limit()) * time.Millisecond }

// help waits until the person answers, in the page or elsewhere.
func help(r *run, a protocol.Help) (protocol.Result, error) {
	ctx, end := context.WithCancelCause(r.ctx)
	defer end(nil)
	stop := r.d.clock.AfterFunc(helpLimit(a), func() { end(helpEnded(protocol.OutcomeTimedOut)) })
	defer stop()
	ask := &engine.Help{Message: a.Message, MS: int(lease.Milliseconds()), Agent: r.guard.Agent()}
	r.guard.Wait(func(o protocol.Outcome) { end(helpEnded(o)) })
	waits := r.under(ctx)
	for ctx.Err() == nil {
		if out := marker(waits, ask); out != "" {
			end(helpEnded(out))
		}
	}
	r.leaveWord(&engine.Help{}) // takes the marker down
	r.d.mu.Lock()
	r.Dialog = r.t.Dialogs.Waiting() // those that the person has closed are theirs
	r.d.mu.Unlock()
	out, ok := context.Cause(ctx).(helpEnded)
	if !ok {
		return nil, r.ctx.Err()
	}
	return protocol.HelpResult{OK: true, Outcome: protocol.Outcome(out), Effects: r.effects(protocol.Effects{}, "")}, nil
}

// marker shows it for one lease and returns what the person pressed, "" for
// nothing. Where it cannot be shown it waits until that may have changed.
func marker(r *run, ask *engine.Help) protocol.Outcome {
	r.d.mu.Lock()
	changed, blocked := r.t.changed, r.t.Crashed || r.t.Dialogs.Open() != nil
	r.d.mu.Unlock()
	if !blocked && r.page() == nil {
		out, err := r.call(engine.Do(ask))
		if err == nil {
			return protocol.Outcome(ask.Answer(out).Outcome)
		}
	}
	r.await(lease, func() bool { return r.t.changed != changed })
	return ""
}
