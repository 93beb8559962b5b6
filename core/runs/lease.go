package runs

import (
	"strconv"
	"sync"

	"github.com/zapvol/bua/core/protocol"
)

// leases say which run has a tab: two in one would each break what the other sees.
type leases struct {
	mu  sync.Mutex
	who map[tab]string
}

// tab is one of a user's browser.
type tab struct {
	user, device string
	id           int
}

// Busy is the error of a run whose tab another run has.
type Busy struct{ Err *protocol.Error }

func (b *Busy) Error() string { return b.Err.Error() }

// Unwrap returns what it says.
func (b *Busy) Unwrap() error { return b.Err }

// take gives a tab to a run, together with those that it has. Error: [*Busy], which is
// invalid_action, while another run has it.
func (l *leases) take(at Owner, id int) error {
	if id == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	k := tab{at.User, at.Device, id}
	if who := l.who[k]; who != "" && who != at.Run {
		return &Busy{protocol.NewError(protocol.CodeInvalidAction, "tab "+strconv.Itoa(id)+" is used by the run "+who+": work in another tab, or stop that run first").NotDone()}
	}
	l.who[k] = at.Run
	return nil
}

// free gives back what a run has.
func (l *leases) free(run string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for k, who := range l.who {
		if who == run {
			delete(l.who, k)
		}
	}
}

// holder is the run that has a tab, "" for none.
func (l *leases) holder(user, device string, id int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for k, who := range l.who {
		if k.user == user && k.id == id && (k.device == device || k.device == "") {
			return who
		}
	}
	return ""
}
