package dispatch

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// ticket is one request on its way through the dispatcher, or one clean-up.
type ticket struct {
	kind protocol.Kind
	// ctx ends when the caller gives up or the ticket is cancelled; then
	// context.Cause is the error to answer.
	ctx    context.Context
	cancel context.CancelCauseFunc
	// turn is closed when the ticket is at the head of its lane.
	turn chan struct{}
	// keep: a clean-up; nothing cancels it.
	keep bool
	// slot holds one token while the ticket opens a tab that has not answered
	// yet; nil in all other tickets.
	slot chan struct{}

	// asked is when the person was first waited for, zero before; the ticket's
	// own.
	asked time.Time
	// sink is the act that the person is asked about and that was not done, ""
	// for none, form what it would send; the ticket's own.
	sink session.Subject
	form string

	tab int // its lane, 0 for none yet; owned by lanes.mu
	// blockedTarget is the blocked domain that the tab was about to go to, beyond the one
	// that any of its requests was to go to; owned by Dispatcher.mu.
	blockedTarget, blockedRequest string
	opened                        []int // tabs that this tab opened meanwhile; owned by lanes.mu
}

// lanes hold the tickets of each tab in order of arrival. Only the head of a
// lane runs; different tabs run side by side.
type lanes struct {
	mu  lock.Mutex
	tab map[int][]*ticket // owned by mu
	all map[*ticket]bool  // owned by mu
}

func newLanes() *lanes { return &lanes{tab: map[int][]*ticket{}, all: map[*ticket]bool{}} }

// join puts a new ticket at the end of a tab's lane; tab 0 is no lane.
func (l *lanes) join(ctx context.Context, tab int, kind protocol.Kind) *ticket {
	f := newTicket(ctx, kind)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all[f] = true
	l.enqueue(f, tab)
	return f
}

func newTicket(ctx context.Context, kind protocol.Kind) *ticket {
	f := &ticket{kind: kind, turn: make(chan struct{})}
	f.ctx, f.cancel = context.WithCancelCause(ctx)
	return f
}

// shut cancels what runs and waits in a tab and puts a clean-up behind it: what
// arrives later waits for that. In one step, because what came in between would
// run beside the clean-up.
func (l *lanes) shut(tab int, cause error) *ticket {
	f := newTicket(context.Background(), "")
	f.keep = true
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cancel(tab, cause)
	l.all[f] = true
	l.enqueue(f, tab)
	return f
}

// enter puts a ticket that has no lane yet into one.
func (l *lanes) enter(f *ticket, tab int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.enqueue(f, tab)
}

func (l *lanes) enqueue(f *ticket, tab int) {
	if f.tab = tab; tab == 0 {
		return
	}
	l.tab[tab] = append(l.tab[tab], f)
	if len(l.tab[tab]) == 1 {
		close(f.turn)
	}
}

// wait blocks until it is the ticket's turn.
func (f *ticket) wait() error {
	select {
	case <-f.turn:
		return f.cancelled()
	case <-f.ctx.Done():
		return f.cancelled()
	}
}

// cancelled returns why the ticket was cancelled, nil while it was not.
func (f *ticket) cancelled() error {
	if f.ctx.Err() == nil {
		return nil
	}
	if cause := context.Cause(f.ctx); cause != context.Canceled && cause != context.DeadlineExceeded {
		return cause
	}
	return errGivenUp
}

// leave takes the ticket out of its lane and lets the next one go.
func (l *lanes) leave(f *ticket) {
	f.cancel(nil)
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.all, f)
	queue := l.tab[f.tab]
	for i, q := range queue {
		if q != f {
			continue
		}
		queue = append(queue[:i:i], queue[i+1:]...)
		if len(queue) == 0 {
			delete(l.tab, f.tab)
			return
		}
		l.tab[f.tab] = queue
		if i == 0 {
			close(queue[0].turn)
		}
		return
	}
}

// stop cancels what runs and waits in a tab.
func (l *lanes) stop(tab int, cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cancel(tab, cause)
}

func (l *lanes) cancel(tab int, cause error) {
	for _, f := range l.tab[tab] {
		if !f.keep {
			f.cancel(cause)
		}
	}
}

// giveUp cancels the actions of a kind that run or wait in a tab.
func (l *lanes) giveUp(tab int, kind protocol.Kind) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.tab[tab] {
		if f.kind == kind {
			f.cancel(errGivenUp)
		}
	}
}

// stopAll cancels everything.
func (l *lanes) stopAll(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for f := range l.all {
		if !f.keep {
			f.cancel(cause)
		}
	}
}

// running returns the kind of the action at the head of a tab's lane, "" when
// there is none.
func (l *lanes) running(tab int) protocol.Kind {
	l.mu.Lock()
	defer l.mu.Unlock()
	if queue := l.tab[tab]; len(queue) > 0 {
		return queue[0].kind
	}
	return ""
}

// opens notes that the page in a tab opened another tab.
func (l *lanes) opens(tab, opened int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if queue := l.tab[tab]; len(queue) > 0 {
		queue[0].opened = append(queue[0].opened, opened)
	}
}

func (l *lanes) openedBy(f *ticket) []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return f.opened
}
