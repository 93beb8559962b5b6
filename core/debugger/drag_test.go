package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// A drag whose page goes to another document before the button is up is never
// answered as done: the page that was pressed hears no release.
func TestDrag_DocumentGone(t *testing.T) {
	for _, row := range []struct {
		name  string
		moves int // with the button down, before the page goes
		frame string
		stale bool
	}{
		{"on the way", 4, `{"frame":{"id":"F","loaderId":"L2","url":"https://good.example/next"}}`, true},
		{"on the goal", 8, `{"frame":{"id":"F","loaderId":"L2","url":"https://good.example/next"}}`, true},
		{"a frame in it", 8, `{"frame":{"id":"G","parentId":"F","loaderId":"L2","url":"https://good.example/next"}}`, false},
		{"never", 0, "", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.d.Event(1, "", "Page.frameAttached", []byte(frameG))
			moves, released := 0, false
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				switch {
				case strings.Contains(c.Params, "mouseReleased"):
					released = true
				case strings.Contains(c.Params, `"buttons":1`) && strings.Contains(c.Params, "mouseMoved"):
					if moves++; moves == row.moves {
						s.d.Event(1, "", "Page.frameNavigated", []byte(row.frame))
					}
				}
				return nil, nil
			})
			go advanceUntilDone(t.Context(), s.clock) // the browser may say that the drag is its own
			err := s.run(t.Context(), protocol.Drag{Target: protocol.Target{Selector: "a"}, To: protocol.DropTarget{Target: protocol.Target{Selector: "b"}}})
			s.True(released) // a button that stays down is worse
			if !row.stale {
				s.NoErr(err)
				return
			}
			told, _ := protocol.As[*protocol.Error](err)
			s.Equal(told.Code, protocol.CodeElementStale)
			s.True(strings.Contains(told.Message, "unknown"))
		})
	}
}

// A drag whose release the browser refuses is never answered as done.
func TestDrag_ReleaseRefused(t *testing.T) {
	s := newStage(t)
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if strings.Contains(c.Params, "mouseReleased") {
			return refuse("Debugger is not attached to the tab with id: 1.")
		}
		return nil, nil
	})
	go advanceUntilDone(t.Context(), s.clock)
	err := s.run(t.Context(), protocol.Drag{Target: protocol.Target{Selector: "a"}, To: protocol.DropTarget{Target: protocol.Target{Selector: "b"}}})
	told, _ := protocol.As[*protocol.Error](err)
	s.True(told != nil)
	s.Equal(told.Code, protocol.CodeInternal)
}
