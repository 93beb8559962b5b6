package debugger

import (
	"strconv"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// The bounds of settling. Each one that is met is named in the result.
const (
	// startLimit: from a request for a navigation to its start.
	startLimit = time.Second
	// settleLimit: all of it together.
	settleLimit = 8 * time.Second
	// readyLimit: from the commit to DOMContentLoaded.
	readyLimit = 5 * time.Second
	// loadLimit: from DOMContentLoaded to load. Pictures and advertising may
	// take for ever and are not waited for longer.
	loadLimit = 1500 * time.Millisecond
	// The engine's settling after DOM changes.
	quietMS, burstMS = 40, 1500
	// tabLimit: from a page's wish to open a tab to the tab. A popup that the
	// browser blocks never comes.
	tabLimit = 2 * time.Second
	// downloadGrace: Chrome says that a load ended before it says that the
	// reason was a download.
	downloadGrace = 150 * time.Millisecond
)

// settledCall asks the engine, which answers at once when nothing changed
// since watch, else when changes have stopped.
func settledCall(early bool) string {
	return `__bua("settled",` + string(with().flag("early", early).num("quiet", quietMS).num("max", burstMS).end()) + `)`
}

func (r *run) settled() ([]byte, error) { return r.call(settledCall(false)) }

// early asks the engine, before the input that was just started has arrived,
// what it will have caused: the question is there already when the input is,
// and no round trip is lost. The function that it returns waits for the answer
// and is called when the input has been acknowledged. A frame of another
// process is asked only then.
func (r *run) early() func() ([]byte, error) {
	r.d.mu.Lock()
	world := r.t.main.world
	r.d.mu.Unlock()
	if r.at != "" || world == 0 {
		return r.settled
	}
	ask := func(expression string) func() ([]byte, error) {
		return r.start("Runtime.evaluate", inWorld(world, expression))
	}
	answer := ask(settledCall(true))
	return func() ([]byte, error) {
		landed := ask(`__bua("land",{})`) // the page may have kept the event from the engine
		out, err := answer()
		if err != nil {
			return nil, err
		}
		// The engine was heard before the page's default action began, and input
		// is acknowledged on a way of its own: only behind this answer is it
		// known whether a navigation has begun.
		_, _ = landed()
		return read(member(out, "result"))
	}
}

// aftermath waits until what the action began has settled and says what that
// was. seen asks the engine; where it is nil only the browser's own events
// count.
func (r *run) aftermath(ask func() ([]byte, error)) *protocol.Effects {
	var fx protocol.Effects
	var title string
	if ask != nil && !r.navigating() {
		if out, err := ask(); err == nil {
			fx, title = r.seen(out)
		}
	}
	if r.ctx.Err() == nil && r.navigating() {
		if u := r.loaded(); u != "" {
			fx.Unsettled = u
		}
	}
	return r.effects(fx, title)
}

// seen reads what the engine saw since watch.
func (r *run) seen(out []byte) (fx protocol.Effects, title string) {
	m := members(out, "title", "dom", "focus", "unsettled", "missed")
	fx = protocol.Effects{DOM: whole(m[1]) > 0 || truth(m[1]), Focus: text(m[2]), Unsettled: text(m[3])}
	r.missed = truth(m[4])
	return fx, text(m[0])
}

// navigating reports whether the main frame has begun to go to another
// document since the action began, or has got one. A load that was under way
// before is none of the action's doing.
func (r *run) navigating() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.commits > 0 || r.began
}

// loaded waits for the navigation that is under way, and for those that the
// new documents begin at once: for the commit, for DOMContentLoaded, and for a
// moment for load. It returns the bound that was met, "" for none.
func (r *run) loaded() (unsettled string) {
	t, until := r.t, r.d.clock.Now().Add(settleLimit)
	wait := func(max time.Duration, cond func() bool) bool {
		return r.await(min(max, until.Sub(r.d.clock.Now())), cond)
	}
	for {
		if !wait(startLimit, func() bool { return !r.began || t.nav.loading }) {
			return "" // a request that came to nothing, such as a javascript: link
		}
		if !wait(settleLimit, func() bool { return !r.began }) {
			return "the next page had not begun after " + seconds(settleLimit)
		}
		if r.nothing() { // a download, or an answer without content
			wait(downloadGrace, func() bool { return len(r.downloads) > 0 || r.commits > 0 })
		}
		if !wait(readyLimit, func() bool { return t.nav.ready || r.began }) {
			return "the document was not complete after " + seconds(readyLimit)
		}
		if !wait(loadLimit, func() bool { return t.nav.loaded || r.began }) {
			return "the page was still loading after " + seconds(loadLimit)
		}
		if !r.leaving() {
			return ""
		}
	}
}

// nothing reports that no navigation took place so far.
func (r *run) nothing() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.commits == 0 && !r.within
}

// leaving reports whether a navigation is under way.
func (r *run) leaving() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.began
}

func seconds(d time.Duration) string {
	return strconv.Itoa(int(d.Milliseconds())) + " ms"
}

// effects completes fx with what events said, nil when nothing happened. The
// tabs that the page opened are the dispatcher's to add.
// title is the document's when it is known already.
func (r *run) effects(fx protocol.Effects, title string) *protocol.Effects {
	r.d.mu.Lock()
	moved, url := r.commits > 0 || r.within, r.t.url
	committed := r.commits > 0
	dialog := r.dialog
	fx.Downloads = append([]string(nil), r.downloads...)
	fx.DownloadIDs = append([]string(nil), r.taken...)
	r.d.mu.Unlock()
	if dialog != nil {
		fx.Dialog = &r.hushed([]protocol.OpenDialog{*dialog})[0]
	}
	if moved {
		if committed {
			title = r.title()
		}
		fx.Navigated = &protocol.Navigated{URL: url, Title: title}
	}
	if fx.Navigated == nil && fx.Dialog == nil && len(fx.Downloads) == 0 && fx.Focus == "" && !fx.DOM && fx.Unsettled == "" {
		return nil
	}
	return &fx
}

// title asks the browser, not the page, for the document's title.
func (r *run) title() string {
	if r.ctx.Err() != nil {
		return ""
	}
	out, err := r.send("Page.getNavigationHistory", nil)
	if err != nil {
		return ""
	}
	m := members(out, "currentIndex", "entries")
	return text(member(element(m[1], whole(m[0])), "title"))
}

// done is the answer of an action that only does something.
func (r *run) done(fx *protocol.Effects) (protocol.Result, error) {
	if r.ctx.Err() != nil && !r.lostTo(causeDialog) {
		return nil, r.ctx.Err()
	}
	return protocol.OK{OK: true, Effects: fx}, nil
}

// surface answers an action that a dialog interrupted after it had acted: the
// dialog is what the action caused, not a failure.
func (r *run) surface(err error) (protocol.Result, bool) {
	if err == nil || r.kind == protocol.KindEvaluate || !r.lostTo(causeDialog) || !r.acted && r.kind != protocol.KindExtract {
		return nil, false
	}
	r.d.mu.Lock()
	denied := r.denied != nil
	r.d.mu.Unlock()
	if denied || r.allowed() != nil {
		return nil, false
	}
	fx := r.effects(protocol.Effects{}, "")
	switch r.kind {
	case protocol.KindExtract:
		return r.blocked(), true
	case protocol.KindSelectOption, protocol.KindCheck, protocol.KindFillForm:
		return protocol.FieldsResult{Effects: fx}, true
	case protocol.KindUploadFile:
		return protocol.UploadResult{Effects: fx}, true
	case protocol.KindDialog:
		return r.listed(fx), true
	}
	return protocol.OK{OK: true, Effects: fx}, true
}
