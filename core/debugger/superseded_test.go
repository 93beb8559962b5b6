package debugger_test

import (
	"context"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestNavigate_Superseded: the browser gives a navigation up for another one, which
// may take its time, and for an answer without a page.
func TestNavigate_Superseded(t *testing.T) {
	for _, row := range []struct {
		name string
		then []string // events, a second after the browser has given up
		code protocol.Code
	}{
		{"by another page", []string{"Page.frameNavigated", `{"frame":{"id":"F","url":"https://a.example/2"}}`, "Page.loadEventFired", "", "Page.frameStoppedLoading", `{"frameId":"F"}`}, ""},
		{"by nothing", []string{"Page.frameStoppedLoading", `{"frameId":"F"}`}, protocol.CodeInternal},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			tell := func(list []string) {
				for i := 0; i < len(list); i += 2 {
					s.d.Event(1, "", list[i], []byte(list[i+1]))
				}
			}
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if c.Method != "Page.navigate" {
					return nil, nil
				}
				tell([]string{"Page.frameStartedNavigating", `{"frameId":"F"}`})
				s.clock.AfterFunc(time.Second, func() { tell(row.then) })
				return []byte(`{"errorText":"net::ERR_ABORTED"}`), nil
			})
			s.NoErr(s.d.Attach(t.Context(), 1))
			ctx, done := context.WithCancel(t.Context())
			defer done()
			go advanceUntilDone(ctx, s.clock)
			_, _, err := s.d.Run(ctx, 1, 10, protocol.Navigate{URL: "https://a.example/1"}, allow{})
			s.Equal(protocol.CodeOf(err), row.code)
		})
	}
}
