package debugger_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestScreenshot_FrameComesAndGoes: what a frame held while the picture was taken may
// be in it, whatever it holds afterwards.
func TestScreenshot_FrameComesAndGoes(t *testing.T) {
	type event struct{ session, method, params string }
	goes := func(url string) event {
		return event{"", "Page.frameNavigated", `{"frame":{"id":"G","parentId":"F","url":"` + url + `"}}`}
	}
	process := func(url string) event {
		return event{"", "Target.attachedToTarget", `{"sessionId":"S","targetInfo":{"targetId":"G","type":"iframe","url":"` + url + `","parentFrameId":"F"}}`}
	}
	gone := event{"", "Target.detachedFromTarget", `{"sessionId":"S"}`}
	told := event{"", "Target.targetInfoChanged", `{"targetInfo":{"targetId":"G","type":"iframe","url":"https://other.example/"}}`}
	ours := event{"", "Target.targetInfoChanged", `{"targetInfo":{"targetId":"G","type":"iframe","url":"https://third.example/"}}`}
	rows := []struct {
		name   string
		events []event // while the picture is taken
		code   protocol.Code
	}{
		{"nothing comes", nil, ""},
		{"another page of the site comes", []event{goes("https://page.example/b")}, ""},
		{"a refused one comes and goes", []event{goes("https://other.example/"), goes("https://page.example/a")}, protocol.CodeDomainBlocked},
		{"a blank one that a refused one left comes and goes", []event{goes("https://other.example/"), goes("about:blank"), goes("https://page.example/a")}, protocol.CodeDomainBlocked},
		{"a refused one in a process of its own comes and goes", []event{process(""), told, gone, goes("https://page.example/a")}, protocol.CodeDomainBlocked},
		{"one that is told at once", []event{process("https://other.example/"), gone, goes("https://page.example/a")}, protocol.CodeDomainBlocked},
		{"one that is never told", []event{process(""), gone, goes("https://page.example/a")}, protocol.CodeDomainBlocked},
		{"one that is not told in time", []event{process("")}, protocol.CodeDomainBlocked},
		{"one of an allowed site", []event{process(""), ours, gone, goes("https://page.example/a")}, ""},
		{"one that goes before it is told", []event{process(""), {"", "Page.frameDetached", `{"frameId":"G","reason":"remove"}`}}, protocol.CodeDomainBlocked},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			first := goes("https://page.example/a")
			s.d.Event(1, "", first.method, []byte(first.params))
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if c.Method != "Page.captureScreenshot" {
					return nil, nil
				}
				for _, e := range row.events {
					s.d.Event(1, e.session, e.method, []byte(e.params))
				}
				return []byte(`{"data":"cGljdHVyZQ=="}`), nil
			})
			ctx, done := context.WithCancel(t.Context())
			defer done()
			go advanceUntilDone(ctx, s.clock)
			_, _, err := s.d.Run(ctx, 1, 10, protocol.Screenshot{}, refuses{part: "other.example"})
			s.Equal(protocol.CodeOf(err), row.code)
		})
	}
}

// TestScreenshot_InsideFirst: a frame that is covered from outside is not drawn any
// more. So its own document is hidden and drawn before, which takes no limit's time.
func TestScreenshot_InsideFirst(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	covered := make(chan struct{})
	var drawn atomic.Bool
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		switch {
		case c.Method == "Runtime.evaluate" && strings.Contains(c.Params, "requestAnimationFrame"):
			if c.Session == "" {
				return []byte(`{"result":{"value":true}}`), nil
			}
			select {
			case <-covered:
				return hang(ctx)
			case <-time.After(20 * time.Millisecond): // the time of a frame
				drawn.Store(true)
				return []byte(`{"result":{"value":true}}`), nil
			}
		case c.Method == "Runtime.evaluate" && strings.Contains(c.Params, `"document.documentElement"`):
			return []byte(`{"result":{"objectId":"root"}}`), nil
		case c.Method == "DOM.getFrameOwner":
			return []byte(`{"backendNodeId":7}`), nil
		case c.Method == "DOM.resolveNode":
			return []byte(`{"object":{"objectId":"holder"}}`), nil
		case c.Method == "Runtime.callFunctionOn":
			if strings.Contains(c.Params, `{"value":"visibility"}`) {
				s.True(drawn.Load()) // the document inside is hidden, and drawn
				close(covered)
			}
			return []byte(`{"result":{"value":true}}`), nil
		case c.Method == "Page.captureScreenshot":
			return []byte(`{"data":"cGljdHVyZQ=="}`), nil
		}
		return nil, nil
	})
	s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"G","parentId":"F","url":"https://other.example/"}}`))
	s.d.Event(1, "", "Target.attachedToTarget", []byte(`{"sessionId":"S","targetInfo":{"targetId":"G","type":"iframe","url":"https://other.example/","parentFrameId":"F"}}`))
	_, _, err := s.d.Run(t.Context(), 1, 10, protocol.Screenshot{}, refuses{part: "other.example"})
	s.NoErr(err)
	s.True(drawn.Load())
}
