package debugger_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestDraw: a tab is drawn while somebody works in it, and no longer.
func TestDraw(t *testing.T) {
	s := newStage(t)
	hover := protocol.Hover{Target: protocol.Target{Selector: "#b"}}
	casts := func() string {
		var out []string
		for _, name := range strings.Fields(s.methods()) {
			if strings.HasSuffix(name, "Screencast") {
				out = append(out, name)
			}
		}
		return strings.Join(out, " ")
	}
	s.NoErr(s.run(t.Context(), hover))
	s.Equal(casts(), "startScreencast")
	s.clock.Advance(10 * time.Second)
	s.NoErr(s.run(t.Context(), hover)) // the work goes on: the lull begins again
	s.clock.Advance(10 * time.Second)
	s.Equal(casts(), "startScreencast")
	s.clock.Advance(10 * time.Second)
	s.Equal(casts(), "startScreencast stopScreencast")
	s.NoErr(s.run(t.Context(), hover))
	s.Equal(casts(), "startScreencast stopScreencast startScreencast")
	s.d.Detached(1, "canceled_by_user") // ends it too
	s.NoErr(s.run(t.Context(), hover))
	s.Equal(casts(), "startScreencast stopScreencast startScreencast startScreencast")
}

// TestDraw_Rouse: a picture that does not come gets a new screencast.
func TestDraw_Rouse(t *testing.T) {
	s := newStage(t)
	drawn := make(chan struct{})
	s.cdp.Watch = func(c coretest.Command) {
		if c.Method == "Page.startScreencast" && strings.Contains(s.methods(), "stopScreencast") {
			close(drawn)
		}
	}
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if c.Method != "Page.captureScreenshot" {
			return nil, nil
		}
		go s.clock.Advance(time.Second)
		select {
		case <-drawn:
			return []byte(`{"data":"cGljdHVyZQ=="}`), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	s.NoErr(s.run(t.Context(), protocol.Screenshot{}))
}
