package debugger_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestOpens says whose a request is that comes from a tab which another has
// opened, and who hears of a refusal.
func TestOpens(t *testing.T) {
	s := newStage(t)
	var fences, told []string
	acts := func(_ int, on bool) func(context.Context) error {
		if on {
			fences = append(fences, "up")
		} else {
			fences = append(fences, "down")
		}
		return nil
	}
	refused := func(_ int, url string) { told = append(told, url) }
	s.d.Listen(listener{refuses: "bad.example", unasked: "unasked.example", acts: acts, refused: refused})
	opens := func(opener int, url string, after bool) string {
		var err error
		if !s.d.Opens(opener, url, after, func(e error) { err = e }) {
			return "theirs"
		}
		return string(protocol.CodeOf(err))
	}
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.Equal(opens(1, "https://bad.example/", false), "theirs") // nobody acts
	s.Equal(opens(2, "https://bad.example/", false), "theirs") // nobody is there
	var led string
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Runtime.evaluate" && led == "" {
			led = opens(1, "https://good.example/", false)
		}
		return nil, nil
	})
	_ = s.run(t.Context(), protocol.Evaluate{Expression: "1"})
	s.Equal(led, "") // the agent's, and allowed
	s.Equal(opens(1, "https://bad.example/", false), "domain_blocked")
	s.Equal(strings.Join(fences, " "), "up")
	for range 20 {
		s.d.Event(1, "", "Page.frameRequestedNavigation", []byte(`{"frameId":"G","reason":"scriptInitiated","disposition":"currentTab"}`))
		s.d.Event(1, "", "Page.frameNavigated", []byte(errorPage))
	}
	s.Equal(len(told), 8) // and no more, however often the page tries
	s.clock.Advance(2 * time.Second)
	s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"F","url":"https://a.example/"}}`))
	s.Equal(opens(1, "https://bad.example/", false), "theirs")
	s.Equal(opens(1, "https://bad.example/", true), "domain_blocked") // a later hop of the agent's
	s.Equal(strings.Join(fences, " "), "up down")
}
