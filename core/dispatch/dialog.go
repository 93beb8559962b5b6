package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// dialogs looks which dialog waits in a tab, and keeps it for the person's
// pages. What is kept last was also the last to be seen.
func (d *Dispatcher) dialogs(tab int) {
	d.looking.Lock()
	defer d.looking.Unlock()
	o, url := d.asker.Dialog(tab)
	d.book.Dialog(tab, o, url)
}

// Dialog closes the dialog of this id in a tab as the person says, and reports
// whether it still waited for an answer.
func (d *Dispatcher) Dialog(tab int, id string, accept bool, text string) bool {
	if d.asker == nil || id == "" {
		return false
	}
	due, err := d.asker.CloseDialog(context.Background(), tab, protocol.ClosedByPerson, supervisor.Reply{ID: id, Accept: accept, Text: text})
	return due && err == nil
}

// met keeps what the agent is told of a page's obstacle. Low confidence is the
// agent's to try on; it is nothing for the person to do.
func (d *Dispatcher) met(tab int, url string, o *protocol.Obstacle) {
	var what protocol.ObstacleType
	if o != nil && o.Confidence == protocol.ConfidenceHigh {
		what = o.Type
	}
	d.book.Obstacle(tab, what, url)
}
