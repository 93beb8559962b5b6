package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// A host on a socket can lose every tab at once, time and again. That is no
// page's doing: what runs ends with an unknown outcome, and the next action
// attaches, however often it happens.
func TestRun_LostConnections(t *testing.T) {
	s := newStage(t)
	click := protocol.Click{Target: protocol.Target{Selector: "a"}}
	lose := true
	s.answer = func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Input.dispatchMouseEvent" && strings.Contains(c.Params, "mousePressed") && lose {
			s.d.Detached(1, "connection_lost")
			go advanceUntilDone(t.Context(), s.clock)
			return hang(ctx)
		}
		return nil, nil
	}
	for range 6 {
		err := s.run(t.Context(), click)
		s.Equal(protocol.CodeOf(err), protocol.CodeInternal)
		s.True(strings.Contains(err.Error(), "outcome unknown"))
	}
	lose = false
	s.NoErr(s.run(t.Context(), click))
}
