package direct

import (
	"context"
	"time"
)

// Clock is the machine's, for every room of core that asks for one.
type Clock struct{}

// Now returns the time.
func (Clock) Now() time.Time { return time.Now() }

// AfterFunc runs f on its own goroutine after d.
func (Clock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}

// presence is [dispatch.Presence]: the person counts as there. DevTools does
// not tell whether somebody uses the machine, and where this host is meant to
// run, on servers, nobody does; whoever starts bua there has said that the
// agent may work. So neither idleness nor a locked screen ends a session here.
type presence struct{}

// State returns "active".
func (presence) State(context.Context) (string, error) { return "active", nil }
