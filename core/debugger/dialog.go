package debugger

import (
	"context"
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// dialogError says that a dialog blocks the tab, what it says, and the ways out.
func (r *run) dialogError(o protocol.OpenDialog) *protocol.Error {
	says := ""
	if text := r.redacted([]protocol.OpenDialog{o})[0].Message; text != "" {
		says = `. It says "` + strings.ReplaceAll(text, `"`, "'") + `"`
	}
	ways := "answer it with the action dialog (do: accept or dismiss)"
	switch o.Type {
	case "alert":
		ways += ", or send evaluate or navigate, which accept it"
	case "confirm", "prompt":
		ways += ", or send evaluate or navigate, which dismiss it"
	case supervisor.BeforeUnload:
		ways = "the page asks whether it may be left, because what was entered there may be lost: answer it with the action dialog (do: dismiss stays, accept leaves); no other action closes it"
	}
	return outcome(protocol.NewError(protocol.CodeDialogOpen, "a dialog ("+o.Type+", "+o.ID+") is open in this tab and blocks its page"+says+"; "+ways), r.acted)
}

// errKeptOnPage answers a navigation that the tab's policy has dismissed.
var errKeptOnPage = protocol.NewError(protocol.CodeInvalidAction, "the page asked whether it may be left (beforeunload), and the tab's policy auto_dismiss kept it, so the tab stays where it was; set the policy must_respond or auto_accept with the action dialog if what was entered there may be lost")

// dialogOpened acts on a dialog that has opened, with d.mu held: one that waits for the
// agent is dismissed when nobody answers it.
func (d *Debugger) dialogOpened(t *tab, n *tabstate.News) {
	d.unwatch(t)
	if n.Reply != nil {
		return
	}
	tabID, o := t.id, n.Dialog
	t.unwatch = d.clock.AfterFunc(d.rules.WaitLimit(), func() { // nobody has answered for too long
		due, _ := d.CloseDialog(context.Background(), tabID, protocol.ClosedByWatchdog, supervisor.Reply{ID: o.ID})
		if due {
			d.listener.DialogDismissed(tabID, o.Type)
		}
	})
	d.dialogChanged(tabID)
}

// judgeDialog answers a dialog that is not to wait. One that waits ends the action in
// flight, since every command would hang until it is closed.
func (d *Debugger) judgeDialog(t *tab, r *run, n *tabstate.News) {
	if n.Reply != nil {
		// Nothing is agreed to in a page that the agent may not touch.
		for _, url := range n.From {
			if n.During < supervisor.DuringNavigation && (url == "" || d.listener.Refuses(url) || d.listener.Unasked(url)) {
				*n.Reply = supervisor.Reply{ID: n.Reply.ID}
			}
		}
		reply := *n.Reply
		// Not under the action: a dialog that opens as it ends must not stay.
		go func() { _ = d.answer(context.Background(), t.id, reply) }()
		return
	}
	if r != nil && r.Kind != protocol.KindDialog && r.Kind != protocol.KindHelp { // a help is not the agent's deed
		r.cancel(causeDialog)
	}
}

// DialogRules says what holds for dialogs from now on, where the agent has not
// said otherwise. One that waits already goes on waiting as it began to.
func (d *Debugger) DialogRules(r supervisor.Rules) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rules = r
	for _, t := range d.tabs {
		t.Dialogs.Default = r.Policy
	}
}

// dialogChanged says that a dialog opened or closed. d.mu is held.
func (d *Debugger) dialogChanged(tabID int) { go d.listener.DialogChanged(tabID) }

// Dialog returns the dialog that waits in a tab for an answer, and the address
// of the frame that opened it; nil when none does.
func (d *Debugger) Dialog(tabID int) (o *protocol.OpenDialog, url string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if t := d.tabs[tabID]; t != nil {
		if o = t.Dialogs.Waiting(); o != nil {
			if from := t.Dialogs.From(o.ID); len(from) > 0 {
				url = from[0]
			}
		}
	}
	return o, url
}

// CloseDialog closes the dialog of the reply's id in somebody's name, and
// reports whether it still waited for an answer.
func (d *Debugger) CloseDialog(ctx context.Context, tabID int, by protocol.ClosedBy, reply supervisor.Reply) (bool, error) {
	d.mu.Lock()
	t := d.tabs[tabID]
	due := t != nil && t.Dialogs.Answering(reply.ID, by)
	d.mu.Unlock()
	if !due {
		return false, nil
	}
	err := d.answer(ctx, tabID, reply)
	if err != nil {
		d.mu.Lock()
		t.Dialogs.Unanswered()
		d.mu.Unlock()
	}
	return true, err
}

// dialogClosed takes note that no dialog is open. d.mu is held.
func (d *Debugger) dialogClosed(t *tab) { d.dialogGone(t, t.CloseDialog(d.clock.Now())) }

// dialogGone acts on a dialog that is gone, nil when none was open. d.mu is held.
func (d *Debugger) dialogGone(t *tab, o *protocol.OpenDialog) {
	d.unwatch(t)
	if o == nil {
		return
	}
	d.dialogChanged(t.id)
	if d.relay != nil {
		d.relay.dialogGone(o)
	}
}

func (d *Debugger) unwatch(t *tab) {
	if t.unwatch != nil {
		t.unwatch()
		t.unwatch = nil
	}
}

// answer closes the open dialog. Nothing is lost when it is closed already.
func (d *Debugger) answer(ctx context.Context, tabID int, reply supervisor.Reply) error {
	if d.relay != nil && d.relay.answer(ctx, tabID, reply) {
		return nil
	}
	o := new(scan.Object).Bool("accept", reply.Accept)
	if reply.Accept && reply.Text != "" {
		o = o.Str("promptText", reply.Text)
	}
	_, err := d.cdp.Send(ctx, Target{Tab: tabID}, "Page.handleJavaScriptDialog", o.JSON())
	if refusedAs(err, MeansNoDialog) {
		d.update(tabID, func(t *tab, _ *run) { d.dialogClosed(t) })
		return nil
	}
	return err
}

// closeDialog closes the dialog that waits, in the name of the agent or of an
// action that cannot go on with it, and waits until it is gone.
func (r *run) closeDialog(by protocol.ClosedBy, reply supervisor.Reply) error {
	if due, err := r.d.CloseDialog(r.ctx, r.t.id, by, reply); !due || err != nil {
		return err
	}
	gone := func() bool { o := r.t.Dialogs.Open(); return o == nil || o.ID != reply.ID }
	if !r.await(time.Second, gone) {
		r.d.update(r.t.id, func(t *tab, _ *run) { r.d.dialogClosed(t) })
	}
	return nil
}

// openersBarred returns another tab in which a dialog waits, 0 when there is none. Pages
// of one site share a process, and none of them answers then.
func (d *Debugger) openersBarred(t *tab) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, other := range d.tabs {
		if other != t && other.Dialogs.Waiting() != nil {
			return id
		}
	}
	return 0
}

// waiting is the dialog that blocks the tab, nil when none does.
func (r *run) waiting() *protocol.OpenDialog {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.t.Dialogs.Waiting()
}

// answerDialog answers the dialog that waits, sets the policy, and lists.
func answerDialog(r *run, a protocol.Dialog) (protocol.Result, error) {
	open := r.waiting()
	switch {
	case a.Do == "" && (a.Text != "" || a.DialogID != ""):
		return nil, protocol.NewError(protocol.CodeInvalidAction, "action.do says what to do with the dialog: accept or dismiss")
	case a.Do != "" && open == nil:
		return nil, protocol.NewError(protocol.CodeInvalidAction, "no dialog waits in this tab, so there is nothing to "+string(a.Do)+"; it may have been closed meanwhile: extract")
	case a.Do != "" && a.DialogID != "" && a.DialogID != open.ID:
		return nil, protocol.NewError(protocol.CodeInvalidAction, "another dialog waits now: "+open.ID+"; look at it before you answer")
	case a.Policy == protocol.PolicyAccept && r.guard.Asks():
		return nil, protocol.NewError(protocol.CodeInvalidAction, "in the strict profile no dialog is accepted by itself: answer each with do")
	case a.Do == protocol.AnswerAccept && r.mayAll(r.openers(open.ID)) != nil:
		return nil, protocol.NewError(protocol.CodeDomainBlocked, "the dialog is of a frame of a domain on the blocklist; dismiss it")
	}
	if a.Do == protocol.AnswerAccept {
		if err := forAll(r.openers(open.ID), r.guard.Touch); err != nil {
			return nil, err
		}
		if err := r.approveDialog(open, r.openers(open.ID)); err != nil {
			return nil, err
		}
	}
	if a.Policy != "" {
		r.d.mu.Lock()
		r.t.Dialogs.SetPolicy(a.Policy)
		r.d.mu.Unlock()
	}
	var fx *protocol.Effects
	if a.Do != "" {
		r.acted = true
		reply := supervisor.Reply{ID: open.ID, Accept: a.Do == protocol.AnswerAccept, Text: a.Text}
		if err := r.closeDialog(protocol.ClosedByAgent, reply); err != nil {
			return nil, err
		}
		if open.Type == supervisor.BeforeUnload && reply.Accept { // what it was asked about goes on
			r.d.mu.Lock()
			if r.Commits == 0 {
				r.Began, r.Tried, r.t.Nav.Loading = true, true, true
			}
			r.d.mu.Unlock()
		}
		// A page often opens the next one, or leaves, right away.
		r.await(dialogGrace, func() bool { return r.Dialog != nil || r.Began || r.Commits > 0 })
		if r.waiting() == nil {
			fx = r.settleEffects(nil)
		} else {
			fx = r.effects(protocol.Effects{}, "")
		}
	}
	return r.listed(fx), nil
}

// listed is what dialog answers.
func (r *run) listed(fx *protocol.Effects) protocol.DialogResult {
	r.d.mu.Lock()
	res := protocol.DialogResult{Policy: r.t.Dialogs.Policy(), Pending: r.t.Dialogs.Pending(), Recent: r.t.Dialogs.Recent(), Effects: fx}
	r.d.mu.Unlock()
	res.Pending, res.Recent = r.redacted(res.Pending), r.redacted(res.Recent)
	return res
}

// openers are those whose document opened a dialog, and those around it.
func (r *run) openers(id string) []string {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.t.Dialogs.From(id)
}

// redacted takes out of dialogs what a frame wrote that the agent may not read.
func (r *run) redacted(list []protocol.OpenDialog) []protocol.OpenDialog {
	for i := range list {
		if r.mayHear(r.openers(list[i].ID)) != nil {
			list[i].Message, list[i].DefaultPrompt = "", ""
		}
	}
	return list
}

// dialogGrace is how long after an answer the page may take to go on.
const dialogGrace = 50 * time.Millisecond
