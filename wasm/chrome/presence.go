package chrome

import (
	"context"
	"time"
)

// Presence is [dispatch.Presence] on chrome.idle.
type Presence struct {
	Host Host
	// Idle is how long without input counts as idle, at least 15 s.
	Idle time.Duration
}

// State returns "active", "idle" or "locked".
func (p Presence) State(ctx context.Context) (string, error) {
	state, err := idleStateCall{Seconds: int(p.Idle / time.Second)}.ask(ctx, p.Host)
	if err != nil {
		return "", other("say whether somebody is there", err)
	}
	return state, nil
}

// Watch makes the browser report changes after Idle.
func (p Presence) Watch() {
	idleIntervalCall{Seconds: int(p.Idle / time.Second)}.Post(p.Host)
}
