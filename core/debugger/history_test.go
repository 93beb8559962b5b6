package debugger_test

import (
	"context"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestRun_Back: a step that the main frame has no part in, or that brings no
// page, is not waited for as if a page were on its way.
func TestRun_Back(t *testing.T) {
	const (
		started = `{"frameId":"F"}`
		page    = `{"frame":{"id":"F","url":"https://a.example/1"}}`
	)
	for _, row := range []struct {
		name   string
		before []string // events, as method and params
		then   []string
		steps  bool // the history is at the entry afterwards
		code   protocol.Code
		within time.Duration
	}{
		{"to a page", nil, []string{"Page.frameStartedNavigating", started, "Page.frameNavigated", page, "Page.loadEventFired", "", "Page.frameStoppedLoading", started}, true, "", 0},
		{"within the document", nil, []string{"Page.navigatedWithinDocument", `{"frameId":"F","url":"https://a.example/#1"}`}, true, "", 0},
		{"of a frame alone", nil, []string{"Page.frameNavigated", `{"frame":{"id":"G","parentId":"F","url":"https://a.example/in"}}`}, true, "", 2 * time.Second},
		{"to an answer without a page", nil, []string{"Page.frameStartedNavigating", started, "Page.frameStoppedLoading", started}, false, protocol.CodeInternal, time.Second},
		{"to a download", nil, []string{"Page.frameStartedNavigating", started, "Page.frameStoppedLoading", started, "Page.downloadWillBegin", `{"frameId":"F","guid":"1","url":"https://a.example/f","suggestedFilename":"f"}`}, false, "", time.Second},
		{"from a page that is still loading", []string{"Page.frameStartedLoading", started}, []string{"Page.frameStartedNavigating", started, "Page.frameStoppedLoading", started}, false, protocol.CodeTimeout, 20 * time.Second},
		{"of a frame whose page is refused", nil, nil, false, protocol.CodeTimeout, 16 * time.Second},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			tell := func(list []string) {
				for i := 0; i < len(list); i += 2 {
					s.d.Event(1, "", list[i], []byte(list[i+1]))
				}
			}
			stepped := false
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				switch c.Method {
				case "Page.getNavigationHistory":
					at := "1"
					if stepped && row.steps {
						at = "0"
					}
					return []byte(`{"currentIndex":` + at + `,"entries":[{"id":7,"url":"https://a.example/1"},{"id":8,"url":"https://a.example/2"}]}`), nil
				case "Page.navigateToHistoryEntry":
					stepped = true
					tell(row.then)
				}
				return nil, nil
			})
			s.NoErr(s.d.Attach(t.Context(), 1))
			tell(row.before)
			ctx, done := context.WithCancel(t.Context())
			defer done()
			go advanceUntilDone(ctx, s.clock)
			start := s.clock.Now()
			_, _, err := s.d.Run(ctx, 1, 10, protocol.Back{}, allow{})
			s.Equal(protocol.CodeOf(err), row.code)
			s.True(s.clock.Now().Sub(start) <= row.within+time.Second)
		})
	}
}
