package chrome

import "context"

// Presence is [dispatch.Presence] on chrome.idle.
type Presence struct{ Host Host }

// IdleSeconds is how long without any input counts as nobody there.
const IdleSeconds = 30 * 60

// State returns "active", "idle" or "locked".
func (p Presence) State(ctx context.Context) (string, error) {
	state, err := idleStateCall{Seconds: IdleSeconds}.ask(ctx, p.Host)
	if err != nil {
		return "", other("say whether somebody is there", err)
	}
	return state, nil
}

// Watch makes the browser report changes after IdleSeconds.
func (p Presence) Watch() {
	idleIntervalCall{Seconds: IdleSeconds}.Post(p.Host)
}
