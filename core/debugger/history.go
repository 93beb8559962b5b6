package debugger

import (
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// history goes a step back or forward. The guard is asked first about the page
// that is there.
func history(r *run, step int) (protocol.Result, error) {
	to, at, err := r.entry(step)
	if err != nil {
		return nil, err
	}
	if to.id == 0 || to.url == "about:blank" && step < 0 && at == 0 {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "the tab's history has no page there; navigate instead")
	}
	if err := r.guard.Touch(to.url); err != nil {
		return nil, err
	}
	return leave(r, "Page.navigateToHistoryEntry", new(scan.Object).Num("entryId", to.id).JSON(), at)
}

// historyEntry is one of a tab's history.
type historyEntry struct {
	id         int
	url, title string
}

// entry asks the browser for the one so many steps from the tab's, and where it stands; the
// zero value is none.
func (r *run) entry(step int) (of historyEntry, at int, err error) {
	out, err := r.send("Page.getNavigationHistory", nil)
	if at = scan.WholeAt(out, "currentIndex") + step; err != nil || at < 0 {
		return of, at, err
	}
	m := scan.Members(scan.Nth(scan.Path(out, "entries"), at), "id", "url", "title")
	return historyEntry{scan.Whole(m[0]), scan.String(m[1]), scan.String(m[2])}, at, nil
}

// leave sends a command that makes the main frame go somewhere, and waits
// until it has. entry is the one of the history that it leads to, -1 for none.
func leave(r *run, method string, params []byte, entry int) (protocol.Result, error) {
	r.acted = true
	busy := !r.await(downloadGrace, func() bool { return !r.t.Nav.Loading || !r.t.Nav.Loaded }) // its end comes right after load
	r.d.mu.Lock()
	busy = busy || r.t.Nav.Loading
	r.d.mu.Unlock()
	if _, err := r.send(method, params); err != nil {
		return nil, err
	}
	until, none, told := r.d.clock.Now().Add(answerLimit), false, false
	for r.ctx.Err() == nil && !told {
		left := until.Sub(r.d.clock.Now())
		if left <= 0 {
			return nil, protocol.NewError(protocol.CodeTimeout, "the tab had gone nowhere after "+seconds(answerLimit)+"; extract to see where it is, or navigate to an address")
		}
		told = r.await(min(startLimit, left), func() bool {
			none = r.Tried && !r.Began && !busy // of a load before it the end may be meant
			return none || r.Within || r.Commits > 0 || r.Stayed || r.Dialog != nil
		}) || entry >= 0 && stepped(r, entry)
	}
	if r.keptBack() {
		return nil, errKeptOnPage
	}
	if none && r.notNavigated() {
		if err := judgeUnloaded(r, aborted, false); err != nil {
			return nil, err
		}
	}
	return r.done(r.settleEffects(nil))
}

// stepped reports whether the tab is at an entry of its history without any news
// of the main frame: the step was one of a frame inside it alone.
func stepped(r *run, entry int) bool {
	r.d.mu.Lock()
	began := r.Tried
	r.d.mu.Unlock()
	if began {
		return false
	}
	if _, at, err := r.entry(0); err != nil || at != entry {
		return false
	}
	r.await(downloadGrace, func() bool { return r.Within || r.Commits > 0 }) // the news may come after the answer
	return true
}

// keptBack reports whether the tab's policy has kept the page that was to be left.
func (r *run) keptBack() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.Stayed && r.Commits == 0
}
