package tabstate

import (
	"slices"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// MaxText bounds what a page writes into a dialog or a name, in bytes.
const MaxText = 256

// HeldDialog is a dialog's request, which waits in the browser for its answer.
type HeldDialog struct {
	Session, Request string
	Dialog           protocol.OpenDialog
	URL              string
}

func (f *fold) dialogOpening(params []byte) {
	m := scan.Texts(params, "type", "message", "defaultPrompt", "frameId", "url")
	f.dialogOpens(NewDialog(m[0], m[1], m[2], m[3]), m[4])
}

// NewDialog is a dialog of a frame, with its texts in their bounds.
func NewDialog(kind, message, answer, frame string) *protocol.OpenDialog {
	return &protocol.OpenDialog{Type: kind, Message: scan.Clip(message, MaxText), DefaultPrompt: scan.Clip(answer, MaxText), Frame: frame}
}

// OpenDialog takes note of a dialog of a frame at this address.
func OpenDialog(t *Tab, o *protocol.OpenDialog, url string, at time.Time) []News {
	f := fold{Tab: t, at: at}
	f.dialogOpens(o, url)
	return f.news
}

// dialogOpens takes note of a dialog, and says whether it waits or is answered at once.
func (f *fold) dialogOpens(o *protocol.OpenDialog, url string) {
	n := News{Kind: DialogOpened, During: supervisor.DuringNothing, From: f.Sources(o.Frame, url)}
	if a := f.Action; a != nil {
		switch {
		case a.Kind == protocol.KindEvaluate:
			n.During = supervisor.DuringScript
		case a.Kind == protocol.KindCloseTab:
			n.During = supervisor.DuringClosing
		case Leaves(a.Kind):
			n.During = supervisor.DuringNavigation
		}
	}
	n.Dialog, n.Reply = f.Dialogs.Opened(*o, n.From, n.During, f.at.UnixMilli())
	if a := f.Action; a != nil {
		switch {
		case n.Reply == nil:
			a.Dialog = n.Dialog
		case o.Type == supervisor.BeforeUnload && !n.Reply.Accept:
			a.Stayed = true
		}
	}
	f.tell(n)
}

// CloseDialog takes note that no dialog is open, and returns the one that was, as it is
// remembered.
func (t *Tab) CloseDialog(at time.Time) *protocol.OpenDialog { return t.Dialogs.Closed(at.UnixMilli()) }

func (f *fold) dialogClosed() { f.tell(News{Kind: DialogClosed, Dialog: f.CloseDialog(f.at)}) }

// dropDialogs drops the dialogs that came over the relay from documents that went
// away; the browser itself says so of others.
func (f *fold) dropDialogs(gone func(*HeldDialog) bool) {
	if len(f.HeldDialogs) == 0 {
		return
	}
	open := gone(&f.HeldDialogs[0])
	f.HeldDialogs = slices.DeleteFunc(f.HeldDialogs, func(h HeldDialog) bool { return gone(&h) })
	if open {
		f.dialogClosed()
		f.tell(News{Kind: NextHeld})
	}
}
