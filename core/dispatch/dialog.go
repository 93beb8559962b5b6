package dispatch

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/core/supervisor"
)

// dialogChanged looks which dialog waits in a tab, and keeps it for the person's
// pages. What is kept last was also the last to be seen.
func (d *Dispatcher) dialogChanged(tab int) {
	d.dialogMu.Lock()
	defer d.dialogMu.Unlock()
	o, url := d.debugger.Dialog(tab)
	d.registry.Dialog(tab, o, url)
}

// Dialog closes the dialog of this id in a tab as the person says, and reports
// whether it still waited for an answer.
func (d *Dispatcher) Dialog(tab int, id string, accept bool, text string) bool {
	if id == "" {
		return false
	}
	due, err := d.debugger.CloseDialog(context.Background(), tab, protocol.ClosedByPerson, supervisor.Reply{ID: id, Accept: accept, Text: text})
	return due && err == nil
}

// The least and the most seconds that a dialog may be made to wait.
const leastWait, mostWait = 5, 24 * 60 * 60

// loadDialogs reads what holds for dialogs: the organisation's, else the
// person's; what is not understood is as if nobody had said anything.
func (d *Dispatcher) loadDialogs(ctx context.Context) {
	var r supervisor.Rules
	if data := d.setting(ctx, session.KeyDialogPolicy, func(data []byte) bool { return policyOf(data) != "" }); data != nil {
		r.Policy = policyOf(data)
	}
	if data := d.setting(ctx, session.KeyDialogTimeout, func(data []byte) bool { return secondsOf(data) > 0 }); data != nil {
		r.Timeout = secondsOf(data)
	}
	d.debugger.DialogRules(r)
}

// setting returns the organisation's value of a key, else the person's.
func (d *Dispatcher) setting(ctx context.Context, key string, good func([]byte) bool) []byte {
	data, err := d.writer.Managed(ctx, key, good)
	if err == nil && data == nil {
		data, err = d.store.Get(ctx, session.Local, key)
	}
	if err != nil {
		d.log(key + ": " + protocol.AsError(err).Message)
		return nil
	}
	return data
}

// policyOf reads a policy, "" for what is none.
func policyOf(data []byte) protocol.DialogPolicy {
	for _, p := range []protocol.DialogPolicy{protocol.PolicyRespond, protocol.PolicyDismiss, protocol.PolicyAccept} {
		if string(data) == `"`+string(p)+`"` {
			return p
		}
	}
	return ""
}

// secondsOf reads a number of seconds within the bounds, 0 for what is none.
func secondsOf(data []byte) time.Duration {
	if n, ok := scan.Int(string(data)); ok && n >= leastWait && n <= mostWait {
		return time.Duration(n) * time.Second
	}
	return 0
}

// keepObstacle keeps what the agent is told of a page's obstacle. Low confidence is the
// agent's to try on; it is nothing for the person to do.
func (d *Dispatcher) keepObstacle(tab int, url string, o *protocol.Obstacle) {
	var what protocol.ObstacleType
	if o != nil && o.Confidence == protocol.ConfidenceHigh {
		what = o.Type
	}
	d.registry.Obstacle(tab, what, url)
}
