package debugger

import (
	"context"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// maxDialogText bounds the page's text in a dialog, in bytes.
const maxDialogText = 256

// dialogError says that a dialog blocks the tab, and the ways out.
func dialogError(kind string) *protocol.Error {
	return protocol.NewError(protocol.CodeInternal, "a dialog ("+kind+") is open in this tab and blocks its page; ask the person to answer it, or send evaluate or navigate, which close it (alert accepted, confirm and prompt dismissed)")
}

// accepts is the policy for dialogs that are answered here: what asks nothing
// is accepted, what asks something is refused.
func accepts(kind string) bool { return kind == "alert" || kind == "beforeunload" }

// dialogOpening takes note of a dialog. During an evaluate, and for the
// beforeunload of our own navigation, it is answered at once; any other ends
// the action in flight, since every command would hang until it is closed.
func (d *Debugger) dialogOpening(tabID int, params []byte) {
	m := members(params, "type", "message")
	kind, message := text(m[0]), clip(text(m[1]), maxDialogText)
	d.mu.Lock()
	t := d.tab(tabID)
	t.dialogs++
	dialog := &protocol.OpenDialog{ID: "d" + strconv.Itoa(t.dialogs), Type: kind, Message: message}
	r := t.run
	if r != nil && (r.kind == protocol.KindEvaluate || r.kind == protocol.KindNavigate && kind == "beforeunload") {
		d.mu.Unlock()
		// Not under the action: a dialog that opens as it ends must not stay.
		go func() { _ = d.answer(context.Background(), tabID, accepts(kind)) }()
		return
	}
	t.dialog = dialog
	if r != nil {
		r.dialog = dialog
	}
	t.wake()
	d.mu.Unlock()
	if r != nil {
		r.cancel(causeDialog)
	}
}

// answer closes the open dialog. Nothing is lost when it is closed already.
func (d *Debugger) answer(ctx context.Context, tabID int, accept bool) error {
	_, err := d.cdp.Send(ctx, Target{Tab: tabID}, "Page.handleJavaScriptDialog", with().flag("accept", accept).end())
	if refusedWith(err, "No dialog is showing") {
		return nil
	}
	return err
}

// closeDialog closes the dialog that was open before the action, by policy.
func (r *run) closeDialog(dialog *protocol.OpenDialog) error {
	if err := r.d.answer(r.ctx, r.t.id, accepts(dialog.Type)); err != nil {
		return err
	}
	r.await(time.Second, func() bool { return r.t.dialog != dialog })
	r.d.mu.Lock()
	if r.t.dialog == dialog {
		r.t.dialog = nil
	}
	r.d.mu.Unlock()
	return nil
}

func (r *run) openDialog() protocol.OpenDialog {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if r.dialog != nil {
		return *r.dialog
	}
	return protocol.OpenDialog{Type: "dialog"}
}

// clip shortens s to at most n bytes without breaking a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}
