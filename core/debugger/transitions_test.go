package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestScreenshot_Transitions: a view transition shows what stood on the page before
// anything was hidden. So it ends before a picture, and the page is drawn anew.
func TestScreenshot_Transitions(t *testing.T) {
	rows := []struct {
		name         string
		ended, drawn string // what the page answers
		asked        string // what was sent, in its order
		code         protocol.Code
	}{
		{"none", "0", "true", "end picture", ""},
		{"one that ends", "1", "true", "end draw picture", ""},
		{"one that goes on", "-1", "true", "end", protocol.CodeTimeout},
		{"a page that draws nothing", "1", "false", "end draw", protocol.CodeTimeout},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			var asked []string
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				switch params := string(c.Params); {
				case c.Method == "Page.captureScreenshot":
					asked = append(asked, "picture")
					return []byte(`{"data":"cGljdHVyZQ=="}`), nil
				case strings.Contains(params, "skipTransition"):
					asked = append(asked, "end")
					return []byte(`{"result":{"value":` + row.ended + `}}`), nil
				case strings.Contains(params, "requestAnimationFrame"):
					asked = append(asked, "draw")
					return []byte(`{"result":{"value":` + row.drawn + `}}`), nil
				}
				return nil, nil
			})
			ctx, done := context.WithCancel(t.Context())
			defer done()
			go advanceUntilDone(ctx, s.clock)
			_, _, err := s.d.Run(ctx, 1, 10, protocol.Screenshot{}, refuses{part: "other.example"})
			s.Equal(protocol.CodeOf(err), row.code)
			s.Equal(strings.Join(asked, " "), row.asked)
		})
	}
}
