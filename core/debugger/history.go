package debugger

import (
	"github.com/zapvol/bua/core/protocol"
)

// history goes a step back or forward. The guard is asked first about the page
// that is there.
func (r *run) history(step int) (protocol.Result, error) {
	out, err := r.send("Page.getNavigationHistory", nil)
	if err != nil {
		return nil, err
	}
	m := members(out, "currentIndex", "entries")
	at := whole(m[0]) + step
	var entry []byte
	if at >= 0 {
		entry = element(m[1], at)
	}
	to := members(entry, "id", "url")
	if entry == nil || text(to[1]) == "about:blank" && step < 0 && at == 0 {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "the tab's history has no page there; navigate instead")
	}
	if err := r.guard.Touch(text(to[1])); err != nil {
		return nil, err
	}
	return r.leave("Page.navigateToHistoryEntry", with().num("entryId", whole(to[0])).end())
}

// leave sends a command that makes the main frame go somewhere, and waits
// until it has.
func (r *run) leave(method string, params []byte) (protocol.Result, error) {
	r.acted = true
	if _, err := r.send(method, params); err != nil {
		return nil, err
	}
	r.await(answerLimit, func() bool { return r.within || r.commits > 0 || r.stayed || r.dialog != nil })
	if r.keptBack() {
		return nil, errStayed
	}
	return r.done(r.aftermath(nil))
}

// keptBack reports whether the tab's policy has kept the page that was to be left.
func (r *run) keptBack() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.stayed && r.commits == 0
}
