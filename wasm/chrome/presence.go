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
	answer, err := p.Host.Ask(ctx, ask("idle_state").num("seconds", int(p.Idle/time.Second)).end())
	if err != nil {
		return "", other("say whether somebody is there", err)
	}
	return Text(answer), nil
}

// Watch makes the browser report changes after Idle.
func (p Presence) Watch() {
	p.Host.Post(ask("idle_interval").num("seconds", int(p.Idle/time.Second)).end())
}
