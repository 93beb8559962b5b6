package debugger

import (
	"context"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// limit is how long an action may take that has no limit of its own. It is
// below every timeout that the backend waits.
const limit = 20 * time.Second

// run is an action at work somewhere: under a context, in a frame's process. Its methods
// are what actions are made of; each action is a function of it in a file of its own. It
// is short-lived where that is a part of the action; what they all share is the action.
type run struct {
	*action
	ctx context.Context
	// at is the session of the frame that the engine is called in, "" the main
	// one. It stays: what finds an element returns a run there, for what is done
	// with that.
	at string
}

// under is the same run with another context: what it does ends with that.
func (r *run) under(ctx context.Context) *run { return &run{action: r.action, ctx: ctx, at: r.at} }

// in is the same run in the frame behind a session, "" in the main one. Where
// it goes from there the run that it comes from does not follow.
func (r *run) in(session string) *run { return &run{action: r.action, ctx: r.ctx, at: session} }

// begin registers an action as the tab's current one and makes the tab ready
// for it. When it fails nothing stays registered.
func (d *Debugger) begin(ctx context.Context, tabID, base int, a protocol.Action, g Guard) (*run, error) {
	r := &run{action: &action{Action: tabstate.Action{Kind: a.Kind()}, d: d, guard: g, base: base, next: base, frame: protocol.FrameOf(a)}}
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	d.mu.Lock()
	r.t = d.tab(tabID)
	if r.t.run != nil {
		d.mu.Unlock()
		r.cancel(nil)
		return nil, protocol.NewError(protocol.CodeInternal, "another action is running in this tab; send one action at a time")
	}
	r.t.run, r.t.Action = r, &r.Action
	d.mu.Unlock()
	max := limit
	if tabstate.Leaves(r.Kind) {
		max = answerLimit + settleLimit + 2*time.Second
	}
	if r.Kind == protocol.KindCloseTab {
		max = closeLimit
	}
	if w, ok := a.(protocol.WaitFor); ok {
		max = waitLimit(w) + 2*time.Second
	}
	if h, ok := a.(protocol.Help); ok {
		max = helpLimit(h) + 5*time.Second
	}
	r.stop = d.clock.AfterFunc(max, func() { r.cancel(causeLate) })
	if err := r.ready(); err != nil {
		err = r.verdict(err)
		r.finish()
		return nil, err
	}
	return r, nil
}

// ready attaches and checks that the tab can take the action.
func (r *run) ready() error {
	if err := r.d.attach(r.ctx, r.t); err != nil {
		return err
	}
	if r.Kind == protocol.KindClaimTab {
		return r.owned()
	}
	var up func(context.Context) error
	if r.mayRequest() {
		up = r.acts()
	}
	err := r.able()
	if err == nil && up != nil {
		err = up(r.ctx) // by now it is, mostly
	}
	return err
}

// able checks that an attached tab can take the action.
func (r *run) able() error {
	if !tabstate.Leaves(r.Kind) {
		if err := r.loadDiscarded(); err != nil {
			return err
		}
		if err := r.awaitFirstPage(); err != nil {
			return err
		}
	}
	r.d.keepDrawing(r.ctx, r.t)
	r.d.mu.Lock()
	crashed, dialog := r.t.Crashed, r.t.Dialogs.Waiting()
	r.d.mu.Unlock()
	// What leaves a page may leave one that crashed, or that is blocked.
	if !tabstate.Leaves(r.Kind) {
		if crashed {
			return causeCrashed
		}
		if dialog == nil {
			r.identify()
		}
		if err := r.page(); err != nil {
			return err
		}
	}
	if dialog == nil {
		return nil
	}
	switch {
	case dialog.Type != supervisor.BeforeUnload && (tabstate.Leaves(r.Kind) || r.Kind == protocol.KindEvaluate):
		// What asks nothing is accepted, what asks something is refused.
		return r.closeDialog(protocol.ClosedByPolicy, supervisor.Reply{ID: dialog.ID, Accept: dialog.Type == "alert"})
	case r.Kind == protocol.KindDialog, r.Kind == protocol.KindFrames, r.Kind == protocol.KindExtract, r.Kind == protocol.KindHelp:
		return nil
	}
	return r.dialogError(*dialog)
}

// finish unregisters the action. What it left in flight is given up.
func (r *run) finish() {
	r.stop()
	r.d.mu.Lock()
	stays := !r.t.Nav.Planned && !r.t.Nav.Asked && !r.t.Nav.Loading
	if r.t.run == r {
		r.t.run, r.t.Action = nil, nil
		if !r.reads() {
			r.t.acted = r.d.clock.Now()
		}
		r.d.stopDrawingLater(r.t)
		r.d.actedSoon(r.t)
	}
	r.d.mu.Unlock()
	if stays {
		r.d.toldNext(r.t.id, "")
	}
	r.cancel(nil)
}

// do performs the action.
func (r *run) do(a protocol.Action) (protocol.Result, error) {
	switch a := a.(type) {
	case protocol.Navigate:
		return navigate(r, a)
	case protocol.Click:
		return r.pointer(engine.Click, a.Target, &a)
	case protocol.Hover:
		return r.pointer(engine.Hover, a.Target, &protocol.Click{})
	case protocol.Type:
		return typeText(r, a)
	case protocol.PressKey:
		return pressKey(r, a)
	case protocol.Scroll:
		return scroll(r, a)
	case protocol.WaitFor:
		return waitFor(r, a)
	case protocol.Extract:
		return extract(r, a)
	case protocol.Evaluate:
		return evaluate(r, a)
	case protocol.Screenshot:
		return screenshot(r, a)
	case protocol.Dialog:
		return answerDialog(r, a)
	case protocol.Frames:
		return listFrames(r)
	case protocol.Console:
		return console(r, a)
	case protocol.SelectOption:
		return selectOption(r, a)
	case protocol.Check:
		return check(r, a)
	case protocol.FillForm:
		return fillForm(r, a)
	case protocol.Find:
		return r.find(a)
	case protocol.UploadFile:
		return upload(r, a)
	case protocol.Drag:
		return drag(r, a)
	case protocol.PageTool:
		return pageTool(r, a)
	case *outcomeQuery:
		return queryOutcome(r, a)
	case *DownloadRead:
		return readFile(r, a)
	case protocol.Help:
		return help(r, a)
	case protocol.Back:
		return history(r, -1)
	case protocol.Forward:
		return history(r, 1)
	case protocol.Reload:
		return reload(r, a)
	case protocol.CloseTab:
		return closeTab(r)
	default:
		return nil, protocol.NewError(protocol.CodeInvalidAction, string(r.Kind)+" is not an action in a tab; send it without a tab to act in")
	}
}

// verdict says, for the agent, why the action failed; nil stays nil. What
// ended it from outside counts more than the command that failed because of it.
func (r *run) verdict(err error) error {
	if c, ok := protocol.As[cause](err); ok && c == causeNavigated {
		if err := r.awaitNext(); err != nil {
			return err
		}
	}
	r.d.mu.Lock()
	denied := r.denied
	r.d.mu.Unlock()
	if denied != nil || err == nil {
		return denied
	}
	if r.ctx.Err() != nil {
		err = context.Cause(r.ctx)
		if err == context.Canceled {
			return protocol.NewError(protocol.CodeInternal, "the action was cancelled while it ran").Unknown()
		}
	}
	if c, ok := protocol.As[cause](err); ok {
		if c == causeDialog {
			r.d.mu.Lock()
			open := protocol.OpenDialog{Type: "dialog"}
			if r.Dialog != nil {
				open = *r.Dialog
			}
			r.d.mu.Unlock()
			return r.dialogError(open)
		}
		if tab := r.d.openersBarred(r.t); c == causeLate && tab != 0 {
			return outcome(protocol.NewError(protocol.CodeTimeout, "the page did not answer in time. A dialog waits in tab "+strconv.Itoa(tab)+", and pages of one site stand still together: answer it with dialog in that tab, then try again"), r.acted)
		}
		return c.reason(r.acted)
	}
	told := translate(err, protocol.CodeInternal)
	if r.acted && told.Outcome == protocol.ErrorNotDone {
		return told.Unknown() // it speaks of one command, and others went before
	}
	return told
}

// awaitNext waits until it is known which document took the place of one that is gone, and
// asks the guard about it. A busy browser tells of it a while after the engine is gone.
func (r *run) awaitNext() error {
	r.d.mu.Lock()
	first := r.worked == "" && r.Commits == 0
	r.d.mu.Unlock()
	max := goneGrace
	if first {
		max = startLimit
	}
	r.d.await(context.WithoutCancel(r.ctx), r.t, max, func() bool {
		return r.denied != nil || r.ctx.Err() != nil || first && r.Commits > 0
	})
	if r.ctx.Err() != nil || !r.acted { // the first counts more, and nobody is asked for the other
		return nil
	}
	return r.page()
}

// lostTo reports whether the action was ended by that cause.
func (r *run) lostTo(c cause) bool {
	return r.ctx.Err() != nil && context.Cause(r.ctx) == error(c)
}

// allowed asks the guard about where the tab is now: where the action has led,
// once it has acted, and before that where it reads or is about to act.
func (r *run) allowed() error {
	if supervisor.SelfURL(r.url()) == "" && r.waiting() == nil {
		r.identify()
	}
	return r.page()
}

// url is the address of the tab's page.
func (r *run) url() string {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.t.URL
}

// page asks the guard about the page of the tab.
func (r *run) page() error {
	r.d.mu.Lock()
	url, main := r.t.URL, r.t.Main.Frame
	r.d.mu.Unlock()
	switch {
	case supervisor.SelfURL(url) == "" && r.acted:
		return r.may(main)
	case supervisor.SelfURL(url) == "":
		return r.touch(main)
	case r.acted:
		return r.guard.Allow(url)
	}
	return r.mayTouch(url)
}

// mayTouch asks the guard before reading and acting. During a help it is the
// person who goes where the tab is: they are not asked whether they may.
func (r *run) mayTouch(url string) error {
	if r.Kind == protocol.KindHelp {
		return r.guard.Allow(url)
	}
	return r.guard.Touch(url)
}

// send runs one command in the tab.
func (r *run) send(method string, params []byte) ([]byte, error) {
	return r.sendTo("", method, params)
}

// sendTo runs one command in the tab or in a child of it.
func (r *run) sendTo(session, method string, params []byte) ([]byte, error) {
	session = r.route(session)
	return r.hearing(session, method, func(ctx context.Context) ([]byte, error) {
		return r.d.cdp.Send(ctx, Target{Tab: r.t.id, Session: session}, method, params)
	})
}

// lastChild is a session that a command is sent to, and what gives up waiting for
// its answer. Guarded by Debugger.mu.
type lastChild struct {
	child    string
	endChild context.CancelCauseFunc
}

// hearing waits for an answer that may never come once a child, "" for none,
// has gone away: the extension API does not answer commands to it then, and no
// browser says what became of input that it was to get.
func (r *run) hearing(session, method string, wait func(context.Context) ([]byte, error)) ([]byte, error) {
	if session == "" {
		return wait(r.ctx)
	}
	ctx, leave := context.WithCancelCause(r.ctx)
	defer leave(nil)
	r.d.mu.Lock()
	there := r.t.Document(session) != nil
	r.child, r.endChild = session, leave
	r.d.mu.Unlock()
	if there {
		out, err := wait(ctx)
		if ctx.Err() == nil || r.ctx.Err() != nil {
			return out, err
		}
	}
	return nil, ErrNoSession(method)
}

// start hands over one command; the order of starts and sends is kept.
func (r *run) start(method string, params []byte) (wait func() ([]byte, error)) {
	return r.startIn("", method, params)
}

// startIn is start for a child, "" for the tab.
func (r *run) startIn(to, method string, params []byte) (wait func() ([]byte, error)) {
	at, answer := r.route(r.at), r.d.cdp.Start(Target{Tab: r.t.id, Session: r.route(to)}, method, params)
	return func() ([]byte, error) { return r.hearing(at, method, answer) }
}

// await blocks until cond holds, with d.mu held, or max has passed.
func (r *run) await(max time.Duration, cond func() bool) bool {
	return r.d.await(r.ctx, r.t, max, cond)
}
