package runs

import (
	"context"
	"strings"
	"time"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
)

// How often it is looked whether the page has gone on while the person has the tab: each
// look is an action, which the audit has.
const (
	lookSoon  = 5 * time.Second
	lookLate  = 30 * time.Second
	lookUntil = 5 * time.Minute
)

// handOver hands the tab to the person until they have answered there, or the page has
// gone on and nothing is in the way any more, as after a login. Where the browser was lost
// meanwhile it is asked again, in the same words: what they have answered is kept there. A
// browser that cannot ask them leaves the run's question to be answered elsewhere.
func (r *run) handOver(ctx context.Context, f agent.Act, h protocol.Help) {
	if r.runs.browser.Await(ctx, r.place()) != nil {
		return
	}
	at, pause, reopened := r.address(ctx, h.TabID), time.Second, false
	for {
		asking, over := context.WithCancel(ctx)
		moved := make(chan string, 1)
		r.runs.spawn(func() {
			if to := r.moves(asking, h.TabID, at); to != "" {
				moved <- to
				over()
			}
		})
		result, err := r.runs.browser.Do(asking, r.place(), h, May{All: true})
		over()
		e := agent.Event{Type: agent.Acted, ID: f.ID}
		select {
		case to := <-moved:
			at = to
			if !r.free(ctx, h.TabID) {
				continue
			}
			result, err, e.URL = protocol.HelpResult{OK: true, Outcome: protocol.OutcomeDone}, nil, to
		default:
		}
		code := protocol.CodeOf(err)
		_, away := protocol.As[*Away](err)
		switch {
		case ctx.Err() != nil:
			r.withdraw(h.TabID)
			return
		case err == nil:
			if x, ok := result.(protocol.HelpResult); ok && x.Outcome == protocol.OutcomeTimedOut {
				continue
			}
			r.fill(&e, result)
			r.post(e)
			return
		case code == protocol.CodeTabNotFound && !reopened: // as after a restart of the browser; who closes the tab again means it
			t, err := r.comesBack(ctx)
			if err != nil {
				return
			}
			r.post(agent.Event{Type: agent.TabBack, TabID: t.TabID, URL: t.URL, Title: t.Title})
			h.TabID, reopened = t.TabID, true
			at = r.address(ctx, h.TabID)
		case away || code == protocol.CodeInternal: // nobody knows what became of it
			r.runs.sleep(ctx, pause)
			pause = min(2*pause, unlocking)
		case code == protocol.CodeSessionNotFound:
			r.runs.sleep(ctx, unlocking)
		default:
			return
		}
		if r.runs.browser.Await(ctx, r.place()) != nil {
			return
		}
	}
}

// withdraw takes back what the person was asked in a tab, when the run has heard their answer
// elsewhere or has ended. Any other action there does that, and a reading is the least. It
// does nothing when this process ends: the next one goes on with the run, and asks still.
func (r *run) withdraw(tab int) {
	r.mu.Lock()
	gone := r.gone
	r.mu.Unlock()
	if !gone && r.runs.ctx.Err() == nil {
		_, _ = r.runs.browser.Do(r.runs.ctx, r.place(), protocol.Frames{OnTab: protocol.OnTab{TabID: tab}}, May{Reads: true})
	}
}

// moves returns where a tab has come to from an address and stays, "" when ctx ends.
func (r *run) moves(ctx context.Context, tab int, from string) string {
	last, d := from, lookSoon
	for waited := time.Duration(0); ; waited += d {
		if waited >= lookUntil {
			d = lookLate
		}
		if r.runs.sleep(ctx, d); ctx.Err() != nil {
			return ""
		}
		now := r.address(ctx, tab)
		switch {
		case from == "": // it was not known before
			from = now
		case now != "" && now != from && now == last:
			return now
		}
		last = now
	}
}

// address is where a tab is, without what a page changes in its address by itself; "" where
// that is not known.
func (r *run) address(ctx context.Context, tab int) string {
	t, err := r.settle(ctx, tab, "")
	if err != nil {
		return ""
	}
	at, _, _ := strings.Cut(t.URL, "#")
	at, _, _ = strings.Cut(at, "?")
	return at
}

// free reports whether nothing is in the way on a tab's page, such as a login.
func (r *run) free(ctx context.Context, tab int) bool {
	result, err := r.runs.browser.Do(ctx, r.place(), protocol.Extract{OnTab: protocol.OnTab{TabID: tab}}, May{Reads: true})
	x, ok := result.(protocol.ExtractResult)
	return err == nil && ok && x.Obstacle == nil && len(x.PendingDialogs) == 0
}
