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
// gone on and nothing is in the way any more, as after a login. A browser that cannot
// ask them leaves the run's question to be answered elsewhere.
func (r *run) handOver(ctx context.Context, f agent.Act, h protocol.Help) {
	at := r.address(ctx, h.TabID)
	for ctx.Err() == nil {
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
		if err != nil && !waits(err) || ctx.Err() != nil {
			return
		}
		if err != nil {
			if r.runs.sleep(ctx, unlocking); r.runs.browser.Await(ctx, r.place()) != nil {
				return
			}
			continue
		}
		if x, ok := result.(protocol.HelpResult); ok && x.Outcome == protocol.OutcomeTimedOut {
			continue
		}
		r.fill(&e, result)
		r.post(e)
		return
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
		if now != "" && now != from && now == last {
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
