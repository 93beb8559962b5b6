package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestRun_Reload: only the reload's own request is judged by its method, and
// requests are held back while the action runs.
func TestRun_Reload(t *testing.T) {
	paused := func(frame, method string) []byte {
		return []byte(`{"requestId":"R","frameId":"` + frame + `","resourceType":"Document","request":{"method":"` + method + `"}}`)
	}
	for _, row := range []struct {
		name   string
		events [][]byte
		said   string
		code   protocol.Code
	}{
		{"an ordinary page", [][]byte{paused("F", "GET")}, "enable reload continueRequest disable", ""},
		{"the answer to a form", [][]byte{paused("F", "POST")}, "enable reload failRequest disable", protocol.CodeInvalidAction},
		{"a form that the page itself sends then", [][]byte{paused("F", "GET"), paused("F", "POST")}, "enable reload continueRequest continueRequest disable", ""},
		{"a form of a frame in it", [][]byte{paused("inner", "POST"), paused("F", "GET")}, "enable reload continueRequest continueRequest disable", ""},
		{"a page that needs no request", nil, "enable reload disable", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			before := len(s.cdp.Commands())
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if c.Method == "Page.reload" {
					for _, e := range row.events {
						s.d.Event(1, "", "Fetch.requestPaused", e)
					}
					if row.code == "" {
						s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"F","url":"https://a.example/"}}`))
						s.d.Event(1, "", "Page.loadEventFired", nil)
					}
				}
				return nil, nil
			})
			err := s.run(t.Context(), protocol.Reload{})
			s.Equal(protocol.CodeOf(err), row.code)
			var said []string
			for _, c := range s.cdp.Commands()[before:] {
				if c.Method == "Page.reload" || strings.HasPrefix(c.Method, "Fetch.") {
					said = append(said, c.Method[strings.Index(c.Method, ".")+1:])
				}
			}
			s.Equal(strings.Join(said, " "), row.said)
		})
	}
}
