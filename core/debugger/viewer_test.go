package debugger_test

import (
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestRun_DetachedByTheNextPage: an action that led to a page from which Chrome
// detaches has done what it should, as often as it does; one whose tab is gone
// then has not.
func TestRun_DetachedByTheNextPage(t *testing.T) {
	s := newStage(t)
	commits, closes := true, false
	s.cdp.Watch = func(c coretest.Command) {
		if strings.Contains(c.Params, "mouseReleased") {
			if commits {
				s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"F","url":"https://a.example/doc.pdf"}}`))
			}
			s.d.Detached(1, "target_closed")
			if closes {
				s.d.Forget(1)
			}
		}
	}
	go advanceUntilDone(t.Context(), s.clock)
	click := func() (protocol.Result, error) {
		res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
		return res, err
	}
	for range 9 {
		res, err := click()
		s.NoErr(err)
		s.Equal(protocol.Caused(res).Navigated.URL, "https://a.example/doc.pdf")
	}
	commits = false
	_, err := click()
	s.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
	commits, closes = true, true
	_, err = click()
	s.Equal(protocol.CodeOf(err), protocol.CodeTabNotFound)
}
