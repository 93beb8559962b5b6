package product

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestWorkerKilledAtIdle: Chrome ends the worker while nothing happens; the
// next action works without a person.
func TestWorkerKilledAtIdle(t *testing.T) {
	is := is.New(t)
	site := e2e.NewSite(t, pages, "pages")
	b := e2e.New(t, e2e.Options{})
	tab := b.Open(t, site.URL("/plain.html"))
	uid := b.Extract(t, tab, nil).UID(t, "button", "Go")
	b.Kill(t)
	out := b.Try(t, map[string]any{"type": "click", "uid": uid, "tabId": tab})
	t.Logf("the first action after the kill took %v", out.Took)
	if out.Code != "" {
		// Sent just before the socket was known to be dead.
		is.Equal(out.Outcome, "unknown")
		is.True(out.Took < 10*time.Second) // answered at once all the same, not at the limit
		b.Get(t, map[string]any{"type": "click", "uid": uid, "tabId": tab})
	}
	seen := site.Await(t, 1, e2e.Type("click", "go"))
	is.Equal(len(seen), 1) // the uid outlived the worker, and nothing was done twice
	is.True(seen[0].Trusted)
}

// TestWorkerKilledInAction: Chrome ends the worker while an action is under
// way; the agent learns at once that the outcome is unknown, and the
// next action works without a person.
func TestWorkerKilledInAction(t *testing.T) {
	is := is.New(t)
	site := e2e.NewSite(t, pages, "pages")
	b := e2e.New(t, e2e.Options{})
	tab := b.Open(t, site.URL("/plain.html"))
	answered := make(chan e2e.Answer, 1)
	go func() {
		answered <- b.Try(t, map[string]any{"type": "evaluate", "tabId": tab,
			"expression": "tell('began'); return new Promise(r => setTimeout(r, 8000))"})
	}()
	site.Await(t, 1, e2e.Type("began", ""))
	killed := time.Now()
	b.Kill(t)
	out := <-answered
	took := time.Since(killed)
	t.Logf("the action under way was answered %v after the kill: %s: %s", took, out.Code, out.Message)
	is.Equal(out.Code, "internal_error")
	is.Equal(out.Outcome, "unknown")
	is.True(took < 5*time.Second) // not when the action would have ended
	start := time.Now()
	p := b.Extract(t, tab, nil)
	t.Logf("the next action was answered after %v", time.Since(start))
	is.Equal(p.Title, "Plain")
}
