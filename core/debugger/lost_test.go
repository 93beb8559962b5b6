package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
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

// Of a detach that the extension's own side caused Chrome tells nothing, and of
// others later than it refuses commands. The next action attaches again.
func TestRun_DetachUntold(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	refuse, attached := true, 0
	s.answer = func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Page.enable" {
			attached++
			refuse = false
		}
		if refuse {
			go advanceUntilDone(t.Context(), s.clock)
			return nil, &debugger.CommandError{Method: c.Method, Message: "Debugger is not attached to the tab with id: 1."}
		}
		return nil, nil
	}
	s.NoErr(s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}}))
	s.Equal(attached, 1)
}

// When the person's Cancel is what detached, nothing is done again.
func TestRun_DetachedByThePerson(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	ctx, cancel := context.WithCancel(t.Context())
	sent := 0
	s.answer = func(_ context.Context, c coretest.Command) ([]byte, error) {
		sent++
		s.d.Detached(1, "canceled_by_user")
		cancel() // the session ends with it
		return nil, &debugger.CommandError{Method: c.Method, Message: "Detached while handling command."}
	}
	err := s.run(ctx, protocol.Click{Target: protocol.Target{Selector: "a"}})
	s.Equal(protocol.CodeOf(err), protocol.CodeSessionNotFound)
	s.Equal(sent, 1)
}

// A frame in another process may go away while it is asked; no answer comes
// then, and the agent is told at once instead of after the action's limit.
func TestRun_LostFrame(t *testing.T) {
	for _, method := range []string{"Runtime.evaluate", "Input.dispatchMouseEvent"} {
		s := newStage(t)
		s.answer = func(ctx context.Context, c coretest.Command) ([]byte, error) {
			if c.Method == method && (c.Session == "S" || method != "Runtime.evaluate") {
				s.d.Event(1, "", "Target.detachedFromTarget", []byte(`{"sessionId":"S"}`))
				return hang(ctx) // with a clock that stands still
			}
			return nil, nil
		}
		s.NoErr(s.d.Attach(t.Context(), 1))
		s.d.Event(1, "", "Target.attachedToTarget", []byte(`{"sessionId":"S","targetInfo":{"type":"iframe","targetId":"G","url":"https://b.example/","parentFrameId":"F"}}`))
		err := s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}, InFrame: protocol.InFrame{FrameID: "G"}})
		if method == "Runtime.evaluate" {
			s.Equal(protocol.CodeOf(err), protocol.CodeElementStale)
			s.True(strings.Contains(err.Error(), "frame"))
		} else {
			s.NoErr(err) // a press may well make its own frame go away
		}
	}
}

// The browser may acknowledge a press before it tells of the navigation that
// the press began. What it told before it answered the engine's last call is
// known by then.
func TestRun_NavigationBehindTheAcknowledgement(t *testing.T) {
	s := newStage(t)
	s.answer = func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Runtime.evaluate" && strings.HasPrefix(c.Params, `{"expression":"__bua(\"land\"`) {
			for _, e := range [][2]string{
				{"Page.frameRequestedNavigation", `{"frameId":"F","disposition":"currentTab"}`},
				{"Page.frameStartedLoading", `{"frameId":"F"}`},
				{"Page.frameNavigated", `{"frame":{"id":"F","url":"https://a.example/next"}}`},
				{"Page.frameStoppedLoading", `{"frameId":"F"}`},
			} {
				s.d.Event(1, "", e[0], []byte(e[1]))
			}
		}
		return nil, nil
	}
	res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
	s.NoErr(err)
	fx := protocol.Caused(res)
	s.True(fx != nil && fx.Navigated != nil)
	s.Equal(fx.Navigated.URL, "https://a.example/next")
}
