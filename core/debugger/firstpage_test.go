package debugger_test

import (
	"context"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestRun_Coming: in a tab whose first page is on its way an action waits for
// it, and its coming is no effect of the action.
func TestRun_Coming(t *testing.T) {
	for _, row := range []struct {
		name, event, params string
		early               bool // it comes before the answer that it makes old
		code                protocol.Code
	}{
		{"it comes", "Page.frameNavigated", `{"frame":{"id":"F","url":"https://a.example/"}}`, false, ""},
		{"it has come", "Page.frameNavigated", `{"frame":{"id":"F","url":"https://a.example/"}}`, true, ""},
		{"nothing comes", "Page.frameStoppedLoading", `{"frameId":"F"}`, false, ""},
		{"nobody knows", "", "", false, protocol.CodeTimeout},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			tell := func() {
				s.d.Event(1, "", row.event, []byte(row.params))
				s.d.Event(1, "", "Page.loadEventFired", []byte(`{}`))
			}
			asked, answered := false, make(chan struct{})
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if c.Method != "Page.getFrameTree" || asked { // asked again for the engine's world
					return nil, nil
				}
				asked = true
				defer close(answered) // what the browser tells from now on is newer
				if row.early {
					tell()
				}
				return []byte(`{"frameTree":{"frame":{"id":"F","url":""}}}`), nil
			})
			ctx, done := context.WithCancel(t.Context())
			defer done()
			go func() {
				if <-answered; row.event != "" && !row.early {
					tell()
				}
				advanceUntilDone(ctx, s.clock)
			}()
			res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
			s.Equal(protocol.CodeOf(err), row.code)
			if err == nil {
				fx := protocol.Caused(res)
				s.True(fx == nil || fx.Navigated == nil)
			}
		})
	}
}
