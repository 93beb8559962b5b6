package trials_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/bed"
)

// TestGate_Unasked runs attacks where the person is asked for each site, and has
// been asked about the allowed ones alone: of a frame of a site that they were
// not asked about the agent must learn nothing, and reach nothing.
func TestGate_Unasked(t *testing.T) {
	b := bed.New(t, bed.Options{Args: []string{"--disable-popup-blocking"}})
	var list []attack
	for _, a := range attacks() {
		// What a person's own tab shows asks for its site, and waits; what goes there
		// asks as well. Those are specs of the question itself.
		if a.blockedTop || a.visits || a.late || strings.HasPrefix(a.name, "stolen") || strings.HasPrefix(a.name, "near, ") {
			continue
		}
		list = append(list, a)
	}
	if trials(10) == 1 {
		list = slices.DeleteFunc(list, func(a attack) bool { return a.blind && !strings.Contains(a.name, "inside another site") })
	}
	g := newGate(t, b, bed.NewSite(t, pages, "pages"), list)
	b.ConsentMode(t, "per-origin")
	for _, host := range []string{allowedHost, otherHost, "sub." + allowedHost} {
		over := make(chan bed.Answer)
		go func() { over <- b.Try(t, map[string]any{"type": "open_tab", "url": g.site.On(host, "/case/0/own")}) }()
		b.Consent(t, host, "site")
		if got := <-over; got.Code != "" {
			t.Fatalf("%s: %s %s", host, got.Code, got.Message)
		}
	}
	g.sweepUp()
	for n, a := range list {
		t.Run(a.name, func(t *testing.T) {
			g.T = t
			g.run(n)
		})
	}
}
