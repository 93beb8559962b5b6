package debugger

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// limit is how long an action may take that has no limit of its own. It is
// below every timeout that the backend waits.
const limit = 20 * time.Second

// run is one action in flight in one tab.
type run struct {
	d      *Debugger
	t      *tab
	guard  Guard
	kind   protocol.Kind
	ctx    context.Context
	cancel context.CancelCauseFunc
	stop   func() bool // the limit's timer

	base, next int
	// as is how a click is made, where not with the left button, once.
	as protocol.Click
	// at is the session of the frame that the engine is called in, "" the main
	// one.
	at string
	// frame is the one that the agent named, inside the session of its process.
	frame, inside string
	// child is the session of the last command to a child, endChild ends that;
	// guarded by Debugger.mu.
	child    string
	endChild context.CancelCauseFunc
	// acted: input or a script went to the page, so the outcome of an
	// interruption is unknown and nothing is done twice.
	acted bool
	// covers hide refused frames while a picture is taken.
	covers covers
	// missed: the engine kept a click from the page, because something else
	// had moved under the pointer.
	missed bool
	// open: the list that an option was chosen from last has stayed open.
	open bool
	// moves: the element does not stand still, and was pressed where it would be.
	moves bool
	// saves: the browser saves the address of the link that was clicked.
	saves bool
	// lost: the browser kept the click from the page.
	lost bool
	// wants is what the page may heed that has heeded no inserted text: the text as
	// keys, or a key of no meaning.
	wants string
	// sunk is the act that the person has allowed in this action.
	sunk sink.Act

	// What events said meanwhile; guarded by Debugger.mu.
	mark      int    // of the present watch
	word      []byte // what the engine told of the input under that mark
	commits   int    // documents that the main frame committed to
	within    bool   // a same-document navigation
	stayed    bool   // the tab's policy kept the page that was to be left
	began     bool   // a navigation of the main frame is on its way
	tried     bool   // one has begun, whatever became of it
	denied    error
	dialog    *protocol.OpenDialog
	downloads []string
	taken     []string // their ids
	external  string   // what another program was to open
	carried   string   // the data of a drag that the browser began
	inner     string   // the frame that it sent elsewhere last, "" once that is there
	sent      bool     // it has sent one
	came      bool     // another document has come there
	holds     bool     // requests are held back for it
	reloads   bool     // its own request has not been seen yet
	chooser   int      // the node of a file field that the page had opened
	windows   int      // tabs that the page is about to open
	tabs      int      // tabs that it has opened
}

// begin registers an action as the tab's current one and makes the tab ready
// for it. When it fails nothing stays registered.
func (d *Debugger) begin(ctx context.Context, tabID, base int, a protocol.Action, g Guard) (*run, error) {
	r := &run{d: d, guard: g, kind: a.Kind(), base: base, next: base, frame: protocol.FrameOf(a)}
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	d.mu.Lock()
	r.t = d.tab(tabID)
	if r.t.run != nil {
		d.mu.Unlock()
		r.cancel(nil)
		return nil, protocol.NewError(protocol.CodeInternal, "another action is running in this tab; send one action at a time")
	}
	r.t.run = r
	d.mu.Unlock()
	max := limit
	if leaves(r.kind) {
		max = answerLimit + settleLimit + 2*time.Second
	}
	if r.kind == protocol.KindCloseTab {
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
	var up func(context.Context) error
	if r.acts() {
		up = r.hold()
	}
	err := r.able()
	if err == nil && up != nil {
		err = up(r.ctx) // by now it is, mostly
	}
	return err
}

// able checks that an attached tab can take the action.
func (r *run) able() error {
	if !leaves(r.kind) {
		if err := r.wakes(); err != nil {
			return err
		}
		if err := r.comes(); err != nil {
			return err
		}
	}
	r.d.draw(r.ctx, r.t)
	r.d.mu.Lock()
	crashed, dialog := r.t.crashed, r.t.dialogs.Waiting()
	r.d.mu.Unlock()
	// What leaves a page may leave one that crashed, or that is blocked.
	if !leaves(r.kind) {
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
	case dialog.Type != supervisor.BeforeUnload && (leaves(r.kind) || r.kind == protocol.KindEvaluate):
		// What asks nothing is accepted, what asks something is refused.
		return r.closeDialog(protocol.ClosedByPolicy, supervisor.Reply{ID: dialog.ID, Accept: dialog.Type == "alert"})
	case r.kind == protocol.KindDialog, r.kind == protocol.KindFrames, r.kind == protocol.KindExtract, r.kind == protocol.KindHelp:
		return nil
	}
	return dialogError(*dialog)
}

// finish unregisters the action. What it left in flight is given up.
func (r *run) finish() {
	r.stop()
	r.d.mu.Lock()
	if r.t.run == r {
		r.t.run = nil
		r.d.lull(r.t)
		r.d.unhold(r.t)
	}
	r.d.mu.Unlock()
	r.cancel(nil)
}

// do performs the action.
func (r *run) do(a protocol.Action) (protocol.Result, error) {
	switch a := a.(type) {
	case protocol.Navigate:
		return r.navigate(a)
	case protocol.Click:
		r.as = a
		return r.pointer("click", a.Target)
	case protocol.Hover:
		return r.pointer("hover", a.Target)
	case protocol.Type:
		return r.typeText(a)
	case protocol.PressKey:
		return r.pressKey(a)
	case protocol.Scroll:
		return r.scroll(a)
	case protocol.WaitFor:
		return r.waitFor(a)
	case protocol.Extract:
		return r.extract(a)
	case protocol.Evaluate:
		return r.evaluate(a)
	case protocol.Screenshot:
		return r.screenshot(a)
	case protocol.Dialog:
		return r.dialogAction(a)
	case protocol.Frames:
		return r.listFrames()
	case protocol.Console:
		return r.console(a)
	case protocol.SelectOption:
		return r.selectOption(a)
	case protocol.Check:
		return r.check(a)
	case protocol.FillForm:
		return r.fillForm(a)
	case protocol.Find:
		return r.find(a)
	case protocol.UploadFile:
		return r.upload(a)
	case protocol.Drag:
		return r.drag(a)
	case *inquiry:
		return r.inquire(a)
	case *Reading:
		return r.readFile(a)
	case protocol.Help:
		return r.help(a)
	case protocol.Back:
		return r.history(-1)
	case protocol.Forward:
		return r.history(1)
	case protocol.Reload:
		return r.reload(a)
	case protocol.CloseTab:
		return r.closeTab()
	default:
		return nil, protocol.NewError(protocol.CodeInvalidAction, string(r.kind)+" is not an action in a tab; send it without a tab to act in")
	}
}

// verdict says, for the agent, why the action failed; nil stays nil. What
// ended it from outside counts more than the command that failed because of it.
func (r *run) verdict(err error) error {
	r.d.mu.Lock()
	denied := r.denied
	r.d.mu.Unlock()
	if denied != nil {
		return denied
	}
	if err == nil {
		return nil
	}
	if r.ctx.Err() != nil {
		err = context.Cause(r.ctx)
		if err == context.Canceled {
			return protocol.NewError(protocol.CodeInternal, "the action was cancelled while it ran").Unknown()
		}
	}
	if c, ok := protocol.As[cause](err); ok {
		if c == causeDialog {
			return dialogError(r.openDialog())
		}
		if tab := r.d.barred(r.t); c == causeLate && tab != 0 {
			return errBarred(tab, r.acted)
		}
		return c.reason(r.acted)
	}
	told := translate(err, protocol.CodeInternal)
	if r.acted && told.Outcome == protocol.ErrorNotDone {
		return told.Unknown() // it speaks of one command, and others went before
	}
	return told
}

// lostTo reports whether the action was ended by that cause.
func (r *run) lostTo(c cause) bool {
	return r.ctx.Err() != nil && context.Cause(r.ctx) == error(c)
}

// allowed asks the guard about where the tab is now: where the action has led,
// once it has acted, and before that where it reads or is about to act.
func (r *run) allowed() error {
	r.d.mu.Lock()
	url := r.t.url
	r.d.mu.Unlock()
	if supervisor.Own(url) == "" && r.waiting() == nil {
		r.identify()
	}
	return r.page()
}

// page asks the guard about the page of the tab.
func (r *run) page() error {
	r.d.mu.Lock()
	url, main := r.t.url, r.t.main.frame
	r.d.mu.Unlock()
	switch {
	case supervisor.Own(url) == "" && r.acted:
		return r.may(main)
	case supervisor.Own(url) == "":
		return r.touch(main)
	case r.acted:
		return r.guard.Allow(url)
	}
	return r.mayTouch(url)
}

// mayTouch asks the guard before reading and acting. During a help it is the
// person who goes where the tab is: they are not asked whether they may.
func (r *run) mayTouch(url string) error {
	if r.kind == protocol.KindHelp {
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
	there := r.t.home(session) != nil
	r.child, r.endChild = session, leave
	r.d.mu.Unlock()
	if there {
		out, err := wait(ctx)
		if ctx.Err() == nil || r.ctx.Err() != nil {
			return out, err
		}
	}
	return nil, NoSession(method)
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
