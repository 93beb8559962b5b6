package supervisor

import (
	"strconv"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// Rules are what holds for the dialogs of every tab.
type Rules struct {
	// Policy is for dialogs about which the agent has said nothing; "" waits.
	Policy protocol.DialogPolicy
	// Timeout is how long one waits before it is dismissed; zero is [Watchdog].
	Timeout time.Duration
}

// WaitLimit is how long a dialog waits.
func (r Rules) WaitLimit() time.Duration {
	if r.Timeout <= 0 {
		return Watchdog
	}
	return r.Timeout
}

const (
	// Watchdog is how long a dialog waits for the agent before it is dismissed,
	// where nobody has decided otherwise.
	Watchdog = 300 * time.Second
	// maxRecent is how many closed dialogs are remembered.
	maxRecent = 20
)

// Dialogs are those of one tab.
type Dialogs struct {
	// Default is the policy where the agent has set none; "" waits.
	Default protocol.DialogPolicy

	policy protocol.DialogPolicy
	count  int
	// open is the one that waits, nil when none does.
	open *protocol.OpenDialog
	// by is who is about to close it, "" nobody.
	by     protocol.ClosedBy
	recent []protocol.OpenDialog
	// from are the addresses of those whose documents opened the dialogs which
	// are kept, and of those around them.
	from map[string][]string
	// told is how many dialogs were closed when the agent last asked.
	told, closed int
}

// BeforeUnload is the type of the dialog with which a page asks whether it may
// be left. Nothing accepts it by the way, not even the agent's own navigation.
const BeforeUnload = "beforeunload"

// During says what the agent was doing when a dialog opened.
type During uint8

// What the agent may be doing.
const (
	DuringNothing    During = iota
	DuringScript            // running a script, which cannot end before the dialog does
	DuringNavigation        // leaving the page on purpose
	DuringClosing           // closing the tab, and every dialog with it
)

// Reply is an answer that a dialog is to get at once.
type Reply struct {
	// ID is the dialog's.
	ID     string
	Accept bool
	// Text is for a prompt that is accepted.
	Text string
}

// Policy is what happens to the dialogs to come.
func (d *Dialogs) Policy() protocol.DialogPolicy {
	for _, p := range []protocol.DialogPolicy{d.policy, d.Default} {
		if p != "" {
			return p
		}
	}
	return protocol.PolicyRespond
}

// SetPolicy changes it. A dialog that waits already goes on waiting.
func (d *Dialogs) SetPolicy(p protocol.DialogPolicy) { d.policy = p }

// Opened takes note of a dialog, gives it its id, and decides about it. at is
// in milliseconds, from what [Dialogs.From] is to answer. Without a reply
// it waits for the agent, for [Watchdog].
func (d *Dialogs) Opened(o protocol.OpenDialog, from []string, during During, at int64) (dialog *protocol.OpenDialog, reply *Reply) {
	d.Closed(at) // one that the browser never said was closed
	d.count++
	o.ID, o.OpenedAt = "d-"+strconv.Itoa(d.count), at
	printing := o.Type == "confirm" && o.Message == printQuestion
	if printing {
		o.Type, o.Message = "print", ""
	}
	d.open = &o
	if d.from == nil {
		d.from = map[string][]string{}
	}
	d.from[o.ID] = from
	reply = &Reply{ID: o.ID}
	switch {
	case printing: // under every policy: the person has nothing to print for the agent
	case d.Policy() == protocol.PolicyAccept:
		reply.Accept, reply.Text = true, o.DefaultPrompt
	case d.Policy() == protocol.PolicyDismiss:
	case o.Type == BeforeUnload: // unsaved work may be lost: whoever leaves it says so
		return &o, nil
	case during == DuringScript || during == DuringClosing:
		// Nobody else can answer: what asks nothing is accepted.
		reply.Accept = o.Type == "alert"
	default:
		return &o, nil
	}
	d.by = protocol.ClosedByPolicy
	return &o, reply
}

// Answering takes note that somebody is about to close the dialog of this id,
// "" for whichever waits, and reports whether it still waits for that. The
// first one counts.
func (d *Dialogs) Answering(id string, by protocol.ClosedBy) bool {
	if d.open == nil || id != "" && d.open.ID != id || d.by != "" {
		return false
	}
	d.by = by
	return true
}

// Unanswered takes note that the answer did not get to the dialog.
func (d *Dialogs) Unanswered() { d.by = "" }

// Closed takes note that the open dialog is gone, and returns it as it is
// remembered, nil when none was open.
func (d *Dialogs) Closed(at int64) *protocol.OpenDialog {
	if d.open == nil {
		return nil
	}
	o := *d.open
	o.ClosedAt, o.ClosedBy = at, d.by
	if o.ClosedBy == "" {
		o.ClosedBy = protocol.ClosedByRemote
	}
	d.open, d.by = nil, ""
	d.closed++
	if len(d.recent) == maxRecent {
		delete(d.from, d.recent[0].ID)
		d.recent = append(d.recent[:0], d.recent[1:]...)
	}
	d.recent = append(d.recent, o)
	return &o
}

// Open is the dialog that waits, nil when none does.
func (d *Dialogs) Open() *protocol.OpenDialog { return d.open }

// Waiting is the dialog that blocks the page until the agent answers, nil when
// none does: one that is being answered already does not count.
func (d *Dialogs) Waiting() *protocol.OpenDialog {
	if d.by != "" {
		return nil
	}
	return d.open
}

// From lists the addresses of those whose document opened a dialog, and of those
// around it; "" among them is one that cannot be told.
func (d *Dialogs) From(id string) []string { return d.from[id] }

// Pending lists the dialogs that wait.
func (d *Dialogs) Pending() []protocol.OpenDialog {
	if d.open == nil {
		return nil
	}
	return []protocol.OpenDialog{*d.open}
}

// Recent lists the last closed dialogs, the latest last.
func (d *Dialogs) Recent() []protocol.OpenDialog {
	return append([]protocol.OpenDialog(nil), d.recent...)
}

// Unreported lists those that somebody else than the agent has closed since Unreported was
// last asked.
func (d *Dialogs) Unreported() []protocol.OpenDialog {
	from := max(len(d.recent)-(d.closed-d.told), 0)
	d.told = d.closed
	var out []protocol.OpenDialog
	for _, o := range d.recent[from:] {
		if o.ClosedBy != protocol.ClosedByAgent {
			out = append(out, o)
		}
	}
	return out
}
