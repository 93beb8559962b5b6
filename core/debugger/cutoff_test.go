package debugger_test

import (
	"context"
	"strings"
	"testing"
	"time"

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
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Input.dispatchMouseEvent" && strings.Contains(c.Params, "mousePressed") && lose {
			s.d.Detached(1, "connection_lost")
			go advanceUntilDone(t.Context(), s.clock)
			return hang(ctx)
		}
		return nil, nil
	})
	for range 6 {
		err := s.run(t.Context(), click)
		s.Equal(protocol.CodeOf(err), protocol.CodeInternal)
		s.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
	}
	lose = false
	s.NoErr(s.run(t.Context(), click))
}

// Of a detach that the extension's own side caused Chrome tells nothing, and of
// others later than it refuses commands. The next action attaches again.
func TestRun_DetachUntold(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	refuse, attached, broken := true, 0, false
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if broken && !refuse && c.Method == "Runtime.evaluate" {
			return []byte(`{"exceptionDetails":{}}`), nil
		}
		if c.Method == "Page.enable" {
			attached++
			refuse = false
		}
		if refuse {
			go advanceUntilDone(t.Context(), s.clock)
			return nil, &debugger.CommandError{Method: c.Method, Message: "Debugger is not attached to the tab with id: 1."}
		}
		return nil, nil
	})
	s.NoErr(s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}}))
	s.Equal(attached, 1)
	refuse, broken = true, true // also of an action that holds a list, and fails again
	s.True(s.run(t.Context(), protocol.FillForm{Fields: []protocol.Fill{{Target: protocol.Target{Selector: "a"}}}}) != nil)
	s.Equal(attached, 2)
}

// When the person's Cancel is what detached, nothing is done again.
func TestRun_DetachedByThePerson(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	ctx, cancel := context.WithCancel(t.Context())
	sent := 0
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		sent++
		s.d.Detached(1, "canceled_by_user")
		cancel() // the session ends with it
		return nil, &debugger.CommandError{Method: c.Method, Message: "Detached while handling command."}
	})
	err := s.run(ctx, protocol.Click{Target: protocol.Target{Selector: "a"}})
	s.Equal(protocol.CodeOf(err), protocol.CodeSessionNotFound)
	s.Equal(sent, 1)
}

// A frame in another process may go away while it is asked; no answer comes
// then, and the agent is told at once instead of after the action's limit.
func TestRun_LostFrame(t *testing.T) {
	for _, method := range []string{"Runtime.evaluate", "Input.dispatchMouseEvent"} {
		s := newStage(t)
		s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
			if c.Method == method && (c.Session == "S" || method != "Runtime.evaluate") {
				s.d.Event(1, "", "Target.detachedFromTarget", []byte(`{"sessionId":"S"}`))
				return hang(ctx) // with a clock that stands still
			}
			return nil, nil
		})
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
// the press began. Where something may follow the press's event the engine is
// asked after that, and what the browser told before its answer is known.
func TestRun_NavigationBehindTheAcknowledgement(t *testing.T) {
	s := newStage(t)
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if strings.HasPrefix(c.Params, `{"expression":"__bua(\"settled\"`) {
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
	})
	res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
	s.NoErr(err)
	fx := protocol.Caused(res)
	s.True(fx != nil && fx.Navigated != nil)
	s.Equal(fx.Navigated.URL, "https://a.example/next")
}

// While a navigation is under way the browser may keep every question from the
// page, until the answer of a server that does not come: the action ends at its
// bound all the same.
func TestRun_NavigationThatKeepsThePageFromAnswering(t *testing.T) {
	s := newStage(t)
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if strings.HasPrefix(c.Params, `{"expression":"__bua(\"settled\"`) {
			s.d.Event(1, "", "Page.frameRequestedNavigation", []byte(`{"frameId":"F","disposition":"currentTab"}`))
			s.d.Event(1, "", "Page.frameStartedLoading", []byte(`{"frameId":"F"}`))
			return hang(ctx)
		}
		return nil, nil
	})
	go advanceUntilDone(t.Context(), s.clock)
	res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
	s.NoErr(err)
	fx := protocol.Caused(res)
	s.True(fx != nil)
	s.Equal(fx.Unsettled, "the next page had not begun after 8000 ms")
}

// What an input caused comes as the engine's own report, without a question; the
// word of an older action does not count.
func TestRun_TheEngineTells(t *testing.T) {
	for _, row := range []struct {
		name, mark string
		asked      int
	}{
		{"its own word", "", 0},
		{"an older one's word", "0", 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			mark := ""
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if strings.Contains(c.Params, `__bua(\"point\"`) {
					_, after, _ := strings.Cut(c.Params, `\"mark\":`)
					mark = after[:strings.IndexAny(after, ",}")]
					return []byte(strings.Replace(engineOK, `\"y\":2`, `\"y\":2,\"tells\":true`, 1)), nil
				}
				return nil, nil
			})
			s.cdp.Watch = func(c coretest.Command) {
				if strings.Contains(c.Params, "mouseReleased") {
					if row.mark != "" {
						mark = row.mark
					}
					s.d.Event(1, "", "Runtime.bindingCalled", []byte(`{"name":"__buaTold","executionContextId":5,"payload":"{\"mark\":`+mark+`,\"ok\":{\"url\":\"https://a.example/\",\"dom\":1}}"}`))
				}
			}
			go advanceUntilDone(t.Context(), s.clock)
			res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
			s.NoErr(err)
			asked := 0
			for _, c := range s.cdp.Commands() {
				asked += strings.Count(c.Params, `__bua(\"settled\"`)
			}
			s.Equal(asked, row.asked)
			fx := protocol.Caused(res)
			s.Equal(fx != nil && fx.DOM, row.asked == 0)
		})
	}
}

// An action may press more than once: what was told of one press is not taken
// for what the next one caused.
func TestRun_EachPressHasItsOwnWord(t *testing.T) {
	s := newStage(t)
	asked, first := 0, ""
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		switch {
		case strings.Contains(c.Params, `__bua(\"point\"`):
			if _, after, _ := strings.Cut(c.Params, `\"mark\":`); first == "" {
				first = after[:strings.IndexAny(after, ",}")]
				return nil, nil // it does not mean to tell
			}
			return []byte(strings.Replace(engineOK, `\"y\":2`, `\"y\":2,\"tells\":true`, 1)), nil
		case strings.Contains(c.Params, `__bua(\"settled\"`):
			if asked++; asked == 1 {
				return []byte(`{"result":{"type":"string","value":"{\"ok\":{\"url\":\"https://a.example/\",\"missed\":true}}"}}`), nil
			}
		}
		return nil, nil
	})
	s.cdp.Watch = func(c coretest.Command) {
		if strings.Contains(c.Params, "mouseReleased") { // and tells all the same
			s.d.Event(1, "", "Runtime.bindingCalled", []byte(`{"name":"__buaTold","executionContextId":5,"payload":"{\"mark\":`+first+`,\"ok\":{\"url\":\"https://a.example/\",\"dom\":1}}"}`))
		}
	}
	go advanceUntilDone(t.Context(), s.clock)
	s.NoErr(s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}}))
	s.Equal(asked, 2)
}

// A link to a file may have begun and ended its navigation before the press is
// acknowledged; the news of the download comes after that.
func TestRun_DownloadBehindTheNavigation(t *testing.T) {
	s := newStage(t)
	s.cdp.Watch = func(c coretest.Command) {
		if strings.Contains(c.Params, "mouseReleased") {
			for _, e := range [][2]string{
				{"Page.frameRequestedNavigation", `{"frameId":"F","disposition":"currentTab"}`},
				{"Page.frameStartedLoading", `{"frameId":"F"}`},
				{"Page.frameStoppedLoading", `{"frameId":"F"}`},
			} {
				s.d.Event(1, "", e[0], []byte(e[1]))
			}
			s.clock.AfterFunc(100*time.Millisecond, func() {
				s.d.Event(1, "", "Page.downloadWillBegin", []byte(`{"frameId":"F","guid":"g","url":"https://a.example/f","suggestedFilename":"f.txt"}`))
			})
		}
	}
	go advanceUntilDone(t.Context(), s.clock)
	res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
	s.NoErr(err)
	fx := protocol.Caused(res)
	s.True(fx != nil && len(fx.Downloads) == 1)
}

// A link whose address the browser saves begins no navigation, and in an
// extension the news of the download may come behind every answer.
func TestRun_DownloadBehindTheAnswer(t *testing.T) {
	for _, saves := range []bool{true, false} {
		s := newStage(t)
		s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
			if saves && strings.HasPrefix(c.Params, `{"expression":"__bua(\"settled\"`) {
				s.clock.AfterFunc(100*time.Millisecond, func() {
					s.d.Event(1, "", "Page.downloadWillBegin", []byte(`{"frameId":"F","guid":"g","url":"data:text/plain,x","suggestedFilename":"f.txt"}`))
				})
				return []byte(`{"result":{"type":"string","value":"{\"ok\":{\"url\":\"https://a.example/\",\"saves\":true}}"}}`), nil
			}
			return nil, nil
		})
		go advanceUntilDone(t.Context(), s.clock)
		res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
		s.NoErr(err)
		fx := protocol.Caused(res)
		s.Equal(fx != nil && len(fx.Downloads) == 1, saves)
	}
}
