package runs

import (
	"context"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
)

// unlocking is how often it is looked whether a screen is locked no more: each look is
// an action, which the audit has.
const unlocking = time.Minute

// settle finds the tab of that id, or opens one at the address.
func (r *run) settle(ctx context.Context, id int, url string) (protocol.Tab, error) {
	if id == 0 && url == "" {
		return protocol.Tab{}, nil
	}
	if id == 0 {
		result, err := r.runs.browser.Do(ctx, r.place(), protocol.OpenTab{URL: url}, May{All: true})
		t, _ := result.(protocol.OpenTabResult)
		return protocol.Tab{TabID: t.TabID, URL: url}, err
	}
	list, err := r.tabs(ctx)
	if err != nil {
		return protocol.Tab{}, err
	}
	for _, t := range list {
		if t.TabID == id {
			return t, nil
		}
	}
	return protocol.Tab{}, protocol.NewError(protocol.CodeTabNotFound, "tab "+strconv.Itoa(id)+" is not there"+listed).NotDone()
}

const listed = "; get_tabs lists those that are"

func (r *run) tabs(ctx context.Context) (protocol.TabsResult, error) {
	result, err := r.runs.browser.Do(ctx, r.place(), protocol.GetTabs{}, May{Reads: true})
	list, _ := result.(protocol.TabsResult)
	return list, err
}

// own is the run's tab, and its address.
func (r *run) own() (id int, url string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.Tab()
}

// over reports whether the run has ended meanwhile.
func (r *run) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.End != ""
}

// lost is the event of an action's error that says that the run's tab, or the browser,
// is not there: tab_not_found or session_not_found for the tab, which the list of tabs
// tells apart. Only a locked screen keeps that list back, and is waited for like a
// browser that is away.
func (r *run) lost(ctx context.Context, tab int, err error) (e agent.Event, is bool) {
	if _, away := protocol.As[*Away](err); !away {
		code := protocol.CodeOf(err)
		if code != protocol.CodeTabNotFound && code != protocol.CodeSessionNotFound {
			return e, false
		}
		id, _ := r.own()
		if id == 0 || tab != id {
			return e, false
		}
		_, looked := r.settle(ctx, id, "")
		switch {
		case looked == nil:
			return agent.Event{Type: agent.TabLost, Code: protocol.CodeSessionNotFound, Text: protocol.AsError(err).Message}, true
		case protocol.CodeOf(looked) == protocol.CodeTabNotFound:
			return agent.Event{Type: agent.TabLost, Code: protocol.CodeTabNotFound}, true
		case !waits(looked):
			return e, false
		}
		err = looked
	}
	text := protocol.AsError(err).Message
	r.tellTrouble(text)
	return agent.Event{Type: agent.TabLost, Text: text}, true
}

// waits reports whether what an error says ends by itself: the browser is away, or the
// screen is locked. It is that of an action that names no tab.
func waits(err error) bool {
	_, away := protocol.As[*Away](err)
	return away || protocol.CodeOf(err) == protocol.CodeSessionNotFound
}

// verify looks whether the run's tab is still there after a restart: a browser that is
// driven by its DevTools gives its tabs other numbers then.
func (r *run) verify(ctx context.Context) {
	id, _ := r.own()
	if id == 0 || r.runs.browser.Await(ctx, r.place()) != nil {
		return
	}
	if _, err := r.settle(ctx, id, ""); protocol.CodeOf(err) == protocol.CodeTabNotFound {
		r.post(agent.Event{Type: agent.TabLost, Text: "its tab is gone"})
	}
}

// returns waits until the browser is there and the screen is not locked, and brings the
// run's tab back.
func (r *run) returns(ctx context.Context) {
	t, err := r.comesBack(ctx)
	switch {
	case ctx.Err() != nil || r.over():
		r.mu.Lock()
		r.returning = false
		r.mu.Unlock()
	case err != nil: // it is up to the person
		text := protocol.AsError(err).Message
		r.tellTrouble(text)
		r.post(agent.Event{Type: agent.Paused, Text: text}, agent.Event{Type: agent.TabBack})
	default:
		r.tellTrouble("")
		r.post(agent.Event{Type: agent.TabBack, TabID: t.TabID, URL: t.URL, Title: t.Title})
	}
}

// comesBack returns the run's tab, or one that was opened at its address.
func (r *run) comesBack(ctx context.Context) (t protocol.Tab, err error) {
	for {
		if err := r.runs.browser.Await(ctx, r.place()); err != nil || r.over() {
			return t, err
		}
		id, url := r.own()
		t, err = r.settle(ctx, id, url)
		if protocol.CodeOf(err) == protocol.CodeTabNotFound && id == r.head.Wanted.Tab {
			t, err = r.claimed(ctx, id, err)
		}
		if protocol.CodeOf(err) == protocol.CodeTabNotFound && url != "" {
			t, err = r.settle(ctx, 0, url)
		}
		if err == nil || !waits(err) || ctx.Err() != nil {
			return t, err
		}
		r.tellTrouble(protocol.AsError(err).Message)
		r.runs.sleep(ctx, unlocking)
	}
}

// sleep returns after a time, or when ctx ends.
func (rs *Runs) sleep(ctx context.Context, d time.Duration) {
	woken := make(chan struct{})
	defer rs.clock.AfterFunc(d, func() { close(woken) })()
	select {
	case <-woken:
	case <-ctx.Done():
	}
}
