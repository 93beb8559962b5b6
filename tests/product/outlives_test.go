package product

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestOutlives: what ends under an agent is there again without a person: the worker, the last tab, the
// browser.
func TestOutlives(t *testing.T) {
	site := e2e.NewSite(t, pages, "pages")
	b := e2e.New(t, e2e.Options{})
	for _, row := range []struct {
		name string
		ends func(*testing.T, *e2e.Product, *e2e.Site)
	}{{"the worker, while nothing happens", workerAtIdle}, {"the worker, in an action", workerInAction}, {"the last tab", lastTab}, {"the browser", browserDies}} {
		t.Run(row.name, func(t *testing.T) { row.ends(t, b, site) })
	}
}

// inAction has something end while an action is under way, of which the agent learns at once that its
// outcome is unknown.
func inAction(t *testing.T, b *e2e.Product, site *e2e.Site, end func()) (tab int) {
	t.Helper()
	is := is.New(t)
	tab = b.Open(t, site.URL("/plain.html"))
	answered := make(chan e2e.Answer, 1)
	began := len(site.Seen(e2e.Type("began", "")))
	go func() {
		answered <- b.Try(t, map[string]any{"type": "evaluate", "tabId": tab,
			"expression": "tell('began'); return new Promise(r => setTimeout(r, 8000))"})
	}()
	site.Await(t, began+1, e2e.Type("began", ""))
	ended := time.Now()
	end()
	out := <-answered
	t.Logf("the action under way was answered %v later: %s: %s", time.Since(ended), out.Code, out.Message)
	is.Equal(out.Code, "internal_error")
	is.Equal(out.Outcome, "unknown")
	is.True(time.Since(ended) < 5*time.Second) // not when the action would have ended
	return tab
}

// workerInAction: the next action works.
func workerInAction(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := inAction(t, b, site, func() { b.Kill(t) })
	is.New(t).Equal(b.Extract(t, tab, nil).Title, "Plain")
}

// browserDies: the next call gets a new browser.
func browserDies(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	old := b.Main.Browser()
	inAction(t, b, site, func() { is.NoErr(syscall.Kill(old.Pid(), syscall.SIGKILL)) })
	<-old.Done()
	is.Equal(b.Extract(t, b.Open(t, site.URL("/plain.html")), nil).Title, "Plain")
	is.True(b.Main.Browser() != old)
}

// workerAtIdle: the next action works.
func workerAtIdle(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
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

// lastTab: a browser that no window shows does not end with its last
// tab, as one does that a person closed.
func lastTab(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	b.Get(t, map[string]any{"type": "close_tab", "tabId": b.Open(t, site.URL("/plain.html"))})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for open := 1; open > 0; { // until the browser has closed them all
		all, err := b.CDP.Targets(ctx)
		is.NoErr(err)
		open = 0
		for _, target := range all {
			if target.Type == "page" {
				open++
				_ = b.CDP.CloseTarget(ctx, target.TargetID) // one that is listed may have gone
			}
		}
	}
	is.Equal(b.Extract(t, b.Open(t, site.URL("/plain.html")), nil).Title, "Plain")
}
