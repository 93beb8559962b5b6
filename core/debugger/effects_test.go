package debugger_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestEffects_FocusOfAPageLeft: what had the focus in a page is told while the page is
// there, and not by the uid of an element that went with it.
func TestEffects_FocusOfAPageLeft(t *testing.T) {
	for name, row := range map[string]struct {
		leaves bool
		focus  string
	}{"it stays": {false, "e3"}, "it is left": {true, ""}} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			tell := func(list ...string) {
				for i := 0; i < len(list); i += 2 {
					s.d.Event(1, "", list[i], []byte(list[i+1]))
				}
			}
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if !strings.HasPrefix(c.Params, `{"expression":"__bua(\"settled\"`) {
					return nil, nil
				}
				if row.leaves {
					tell("Page.frameStartedNavigating", `{"frameId":"F"}`)
					s.clock.AfterFunc(time.Second, func() {
						tell("Page.frameNavigated", `{"frame":{"id":"F","url":"https://a.example/2"}}`,
							"Page.domContentEventFired", "", "Page.loadEventFired", "", "Page.frameStoppedLoading", `{"frameId":"F"}`)
					})
				}
				return []byte(`{"result":{"type":"string","value":"{\"ok\":{\"url\":\"https://a.example/\",\"focus\":\"e3\",\"state\":\"e3 checked\"}}"}}`), nil
			})
			go advanceUntilDone(t.Context(), s.clock)
			res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
			s.NoErr(err)
			fx := protocol.Caused(res)
			s.True(fx != nil)
			s.Equal(fx.Navigated != nil, row.leaves)
			s.Equal(fx.Focus, row.focus)
			s.Equal(fx.State == "", row.leaves)
		})
	}
}
