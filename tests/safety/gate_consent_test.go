package safety_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// TestGate_Unasked runs attacks where the person is asked for each site, and has
// been asked about the allowed ones alone: of a frame of a site that they were
// not asked about the agent must learn nothing, and reach nothing.
func TestGate_Unasked(t *testing.T) {
	t.Parallel()
	const shards = 2 // each waits nearly all of the time
	var list [shards][]attack
	tried := map[string]bool{}
	for _, a := range attacks() {
		switch {
		case a.blockedTop, a.visits, a.late, strings.Contains(a.name, "stolen"):
			continue // what a person's own tab shows, and what goes there, asks: specs of the question
		case strings.Contains(a.top+a.mid, "{near}"):
			continue // of a domain that they were asked about
		case strings.HasSuffix(a.name, "an allowed frame inside a blocked one"), a.name == "a frame of the top's own site inside a blocked one":
			continue // its address is its own site's, whatever the one around it has put there
		}
		// A missing answer and a blocklist refuse by one question to one guard (core/debugger's
		// refused): each class shows that it asks.
		a.host = ""
		if !tried[a.class] {
			a.host = e2e.Worker
		}
		tried[a.class] = true
		list[len(tried)%shards] = append(list[len(tried)%shards], a)
	}
	for _, list := range list {
		t.Run(string(e2e.Worker), func(t *testing.T) {
			t.Parallel()
			g := sync.OnceValue(func() *gate { return newUnasked(t, list) })
			for n, a := range list {
				t.Run(a.name, func(t *testing.T) {
					if a.host == "" {
						size.LeaveToAll(t, size.Pair)
						if !long() && (a.blind || n%2 == 1) {
							t.Skip("a question waits for its answer, all of them for an hour: BUA_TRIALS=long has them")
						}
					}
					g := g()
					g.T = t
					g.run(n)
				})
			}
		})
	}
}

// newUnasked makes a product in which the person is asked for each site, and has been
// asked about the allowed ones.
func newUnasked(t *testing.T, list []attack) *gate {
	b := e2e.New(t, e2e.Options{Args: []string{"--disable-popup-blocking"}})
	g := newGate(t, b, e2e.NewSite(t, pages, "pages"), list)
	b.ConsentMode(t, "per-origin")
	for _, host := range []string{allowedHost, otherHost, "sub." + allowedHost} {
		over := make(chan e2e.Answer)
		go func() { over <- b.Try(t, map[string]any{"type": "open_tab", "url": g.site.On(host, "/case/0/own")}) }()
		b.Consent(t, host, "site")
		if got := <-over; got.Code != "" {
			t.Fatalf("%s: %s %s", host, got.Code, got.Message)
		}
	}
	g.sweepUp()
	return g
}
