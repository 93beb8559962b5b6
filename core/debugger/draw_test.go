package debugger_test

import (
	"strings"
	"testing"
	"time"

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
