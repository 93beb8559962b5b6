package debugger

import (
	"context"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
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
	// heardLimit: from a navigation's beginning to the engine's answer about what
	// came before.
	heardLimit = burstMS*time.Millisecond + 500*time.Millisecond
	// tabLimit: from a page's wish to open a tab to the tab. A popup that the
	// browser blocks never comes.
	tabLimit = 2 * time.Second
	// downloadGrace: Chrome says that a load ended before it says that the
	// reason was a download.
	downloadGrace = 500 * time.Millisecond
)

// bounds are the engine's.
func bounds() engine.Bounds { return engine.Bounds{Quiet: quietMS, Max: burstMS} }

// question asks the engine what an input has caused.
type question func() (*engine.Seen, error)

// settled is the question that the engine answers at once when nothing changed
// since watch, else when changes have stopped.
func (r *run) settled() (*engine.Seen, error) { return r.askSettled(false) }

// askSettled asks it; with more, for what has come since it was answered.
func (r *run) askSettled(more bool) (*engine.Seen, error) {
	ask := &engine.Settled{Bounds: bounds(), More: more}
	out, err := r.call(engine.Do(ask))
	if err != nil {
		return nil, err
	}
	seen := ask.Answer(out)
	return &seen, nil
}

// lastInput is what the engine tells of an action's latest input.
type lastInput struct {
	// watchID is that of the present watch, report what the engine has told under it by
	// itself. Guarded by Debugger.mu.
	watchID int
	report  *engine.Seen
	// typed: it is a text, and what its field holds in the end is told.
	typed bool
	// missed: it kept the click from the page, because something else had moved
	// under the pointer.
	missed bool
	// lost: the browser kept the click from the page.
	lost bool
	// wants is what the page may heed that has heeded no inserted text: the text as
	// keys, or a key of no meaning.
	wants engine.Wish
}

// watchOp is the operation with which the engine begins to watch what an input does
// that ends with the event on, after typing a text. It then tells
// of it by itself: see awaitInput.
func (r *run) watchOp(on string, typed string) *engine.Watch {
	r.d.mu.Lock()
	r.d.watchIDs++
	r.watchID, r.report, r.typed = r.d.watchIDs, nil, typed != ""
	r.d.mu.Unlock()
	return &engine.Watch{Mark: r.watchID, On: on, Text: typed, Bounds: bounds()}
}

// reportGrace is how long the engine's report may take once the input has been
// acknowledged. A page that keeps an event to itself keeps it from the engine too.
// typedGrace is how long the report may take after a text: the engine looks at the
// field again when the page has drawn, which it awaits for drawMS, and has been quiet.
const (
	reportGrace = 10 * time.Millisecond
	drawMS      = 50
	typedGrace  = reportGrace + (drawMS+quietMS)*time.Millisecond
)

// awaitInput waits for input that is on its way, until the engine tells what it
// caused or, without a word, until it has been acknowledged. The engine means
// to say nothing where tells is false, its answer to what came before the
// input: then ask asks it, as where no word comes.
//
// It says nothing by itself where the browser goes on after the event, such as
// following a link: input is acknowledged on a way of its own, so only an
// answer given after that comes behind the news of what it began.
func (r *run) awaitInput(tells bool, waits []func() ([]byte, error)) (ask question, err error) {
	if !tells || r.at != "" {
		return r.settled, r.all(waits)
	}
	acknowledged := make(chan error, 1)
	go func() { acknowledged <- r.all(waits) }()
	for {
		r.d.mu.Lock()
		word, changed := r.report, r.t.changed
		r.d.mu.Unlock()
		if word != nil {
			return func() (*engine.Seen, error) { return word, nil }, nil
		}
		select {
		case <-changed:
		case <-r.ctx.Done():
			return nil, context.Cause(r.ctx)
		case err := <-acknowledged:
			return r.lateReport, err
		}
	}
}

// lateReport waits for the engine's report about input that has been acknowledged,
// and asks for it when none comes.
func (r *run) lateReport() (*engine.Seen, error) {
	grace := reportGrace
	if r.typed {
		grace = typedGrace
	}
	r.await(grace, func() bool { return r.report != nil || r.Commits > 0 })
	r.d.mu.Lock()
	word := r.report
	r.d.mu.Unlock()
	if word != nil {
		return word, nil
	}
	return r.settled()
}

// settleReport takes the engine's report. That of an older watch is dropped.
func (d *Debugger) settleReport(tabID int, params []byte) {
	m := scan.Members(params, "name", "payload")
	told := engine.ReadReport(scan.Unquote(m[1]))
	if told.Person && scan.String(m[0]) == string(engine.NotifyBinding) {
		d.personActed(tabID)
		return
	}
	d.update(tabID, func(_ *tab, r *run) {
		if r != nil && scan.String(m[0]) == string(engine.NotifyBinding) && told.Mark != 0 && told.Mark == r.watchID {
			r.report = &told.OK
		}
	})
}

// settleEffects waits until what the action began has settled and says what that
// was. ask asks the engine; where it is nil only the browser's own events
// count.
func (r *run) settleEffects(ask question) *protocol.Effects {
	var fx protocol.Effects
	unheard, saves := false, false // saves: the browser saves the address of the link that was clicked
	if ask != nil && !r.navigating() {
		if out := r.settledOrNil(ask); out != nil {
			fx, saves = r.seen(out), out.Saves
		} else {
			unheard = true
		}
	}
	if saves { // of which nothing tells but the download itself
		r.await(downloadGrace, func() bool { return len(r.downloads) > 0 || r.Began || r.Commits > 0 })
	}
	r.answered(&fx)
	if r.ctx.Err() == nil && !r.innerLoaded() {
		fx.Unsettled = "a frame was still loading after " + seconds(loadLimit)
	}
	if r.ctx.Err() == nil && r.navigating() {
		if u := r.loaded(); u != "" {
			fx.Unsettled = u
		}
		r.answered(&fx)
	}
	all := r.effects(fx, "")
	if all == nil && unheard && r.ctx.Err() == nil { // no effects would say that nothing followed
		all = &protocol.Effects{Unsettled: "what followed could not be seen; extract"}
	}
	return all
}

// settledOrNil is the engine's answer, nil for none. While a navigation is under way the
// browser may keep the question from the page: then nobody waits for long.
func (r *run) settledOrNil(ask question) (out *engine.Seen) {
	done := false
	go func() {
		answer, err := ask()
		r.d.mu.Lock()
		defer r.d.mu.Unlock()
		if done = true; err == nil {
			out = answer
		}
		r.t.wake()
	}()
	r.await(limit, func() bool { return done || r.Began })
	r.await(heardLimit, func() bool { return done })
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return out
}

// seen takes note of what the engine saw since watch.
func (r *run) seen(s *engine.Seen) protocol.Effects {
	r.missed, r.lost, r.wants = s.Missed, s.Lost, s.Wants
	return protocol.Effects{DOM: s.DOM > 0, Focus: s.Focus, Unsettled: s.Unsettled, Invalid: s.Invalid, Held: s.Held, State: s.State, Scrolled: s.Scrolled, Announced: s.Announced}
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
		if !wait(startLimit, func() bool { return !r.Began || t.Nav.Loading }) {
			return "" // a request that came to nothing, such as a javascript: link
		}
		if !wait(settleLimit, func() bool { return !r.Began }) {
			return "the next page had not begun after " + seconds(settleLimit)
		}
		if r.notNavigated() { // a download, or an answer without content
			wait(downloadGrace, func() bool { return len(r.downloads) > 0 || r.Commits > 0 })
		}
		if !wait(readyLimit, func() bool { return t.Nav.Ready || r.Began }) {
			return "the document was not complete after " + seconds(readyLimit)
		}
		if !wait(loadLimit, func() bool { return t.Nav.Loaded || r.Began }) {
			return "the page was still loading after " + seconds(loadLimit)
		}
		if !r.leaving() {
			return ""
		}
	}
}

func seconds(d time.Duration) string {
	return strconv.Itoa(int(d.Milliseconds())) + " ms"
}

// effects completes fx with what events said, nil when nothing happened. The
// tabs that the page opened are the dispatcher's to add.
// title is the document's when it is known already.
func (r *run) effects(fx protocol.Effects, title string) *protocol.Effects {
	r.d.mu.Lock()
	committed, url := r.Commits > 0, r.t.URL
	moved := committed || r.Within
	fx.DOM = fx.DOM || r.Came
	dialog := r.Dialog
	r.toldSent(&fx)
	fx.FileChooser = r.Chooser != 0 && r.Kind != protocol.KindUploadFile
	fx.Downloads = append([]string(nil), r.downloads...)
	fx.DownloadIDs = append([]string(nil), r.taken...)
	if r.External != "" {
		fx.External = scan.Clip(r.External, tabstate.MaxText)
	}
	r.d.mu.Unlock()
	if dialog != nil {
		fx.Dialog = &r.redacted([]protocol.OpenDialog{*dialog})[0]
	}
	if moved {
		if committed {
			title, fx.Focus, fx.State = r.title(), "", "" // which were of elements of the page before
		}
		fx.Navigated = &protocol.Navigated{URL: url, Title: title}
	}
	if fx.None() {
		return nil
	}
	return &fx
}

// title asks the browser, not the page, for the document's title.
func (r *run) title() string {
	if r.ctx.Err() != nil {
		return ""
	}
	at, _, _ := r.entry(0)
	return at.title
}

// done is the answer of an action that only does something.
func (r *run) done(fx *protocol.Effects) (protocol.Result, error) {
	if r.ctx.Err() != nil && (!r.lostTo(causeDialog) || r.asksFirst()) {
		return nil, r.ctx.Err()
	}
	return protocol.OK{OK: true, Effects: fx}, nil
}

// asksFirst reports whether the page that the action was to leave asks whether it may be
// left. Until that is answered nothing has been done.
func (r *run) asksFirst() bool {
	r.d.mu.Lock()
	asks := tabstate.Leaves(r.Kind) && r.Dialog != nil && r.Dialog.Type == supervisor.BeforeUnload
	r.d.mu.Unlock()
	if asks {
		r.acted = false
	}
	return asks
}

// surface answers an action that was interrupted after it had acted by what it
// caused itself, which is no failure: a dialog, or a page from which Chrome
// detaches, as it does from the viewer of a PDF and from a page that has
// another program open an address.
func (r *run) surface(err error) (protocol.Result, bool) {
	if err == nil || r.Kind == protocol.KindEvaluate || r.asksFirst() {
		return nil, false
	}
	r.d.mu.Lock()
	away := (r.Commits > 0 || r.External != "") && r.acted && r.lostTo(causeDetached)
	r.d.mu.Unlock()
	if !away && (!r.lostTo(causeDialog) || !r.acted && r.Kind != protocol.KindExtract) {
		return nil, false
	}
	// The news of a closed tab comes right after that of its detach.
	if away && r.d.await(context.WithoutCancel(r.ctx), r.t, goneGrace, func() bool { return r.t.gone }) {
		return nil, false
	}
	r.d.mu.Lock()
	denied := r.denied != nil
	r.d.mu.Unlock()
	if denied || r.allowed() != nil {
		return nil, false
	}
	fx := r.effects(protocol.Effects{}, "")
	switch r.Kind {
	case protocol.KindExtract:
		return r.blocked(), true
	case protocol.KindSelectOption, protocol.KindCheck, protocol.KindFillForm:
		return protocol.FieldsResult{Effects: fx}, true
	case protocol.KindUploadFile:
		return protocol.UploadResult{Effects: fx}, true
	case protocol.KindPageTool:
		return protocol.PageToolResult{Effects: fx}, true
	case protocol.KindDialog:
		return r.listed(fx), true
	}
	return protocol.OK{OK: true, Effects: fx}, true
}
