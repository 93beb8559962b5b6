package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// errorPage is what the browser commits in a frame in place of what it refuses.
const errorPage = `{"frame":{"id":"G","parentId":"F","url":"chrome-error://chromewebdata/","unreachableUrl":"https://bad.example/x"}}`

// TestKeptFrom says who hears of a frame that was kept from a refused site: the
// action, where a link of it led there, and else what listens.
func TestKeptFrom(t *testing.T) {
	for _, row := range []struct {
		name, reason string
		code         protocol.Code
		told         int
	}{
		{"a link", "anchorClick", protocol.CodeDomainBlocked, 0},
		{"a form", "formSubmissionPost", protocol.CodeDomainBlocked, 0},
		{"a script", "scriptInitiated", "", 1},
		{"a frame that the page embeds", "initialFrameNavigation", "", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			told := 0
			s.d.Listen(listener{refuses: "bad.example", refused: func(int, string) { told++ }})
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.d.Event(1, "", "Page.frameAttached", []byte(frameG))
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if strings.Contains(c.Params, "mouseReleased") {
					s.d.Event(1, "", "Page.frameRequestedNavigation", []byte(`{"frameId":"G","reason":"`+row.reason+`","disposition":"currentTab"}`))
					s.d.Event(1, "", "Page.frameNavigated", []byte(errorPage))
					s.d.Event(1, "", "Page.frameStoppedLoading", []byte(`{"frameId":"G"}`))
				}
				return nil, nil
			})
			_, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, refuses{part: "bad.example"})
			s.Equal(protocol.CodeOf(err), row.code)
			s.Equal(told, row.told)
		})
	}
}

// count counts the commands of a method that the tab has got.
func (s *stage) count(method string) (n int) {
	for _, c := range s.cdp.Commands() {
		n += strings.Count(c.Method, method)
	}
	return n
}

// TestDetach_UnderWay: a document that the agent has caused does not come after its
// session, when nothing keeps it from refused sites any more.
func TestDetach_UnderWay(t *testing.T) {
	for _, row := range []struct {
		name        string
		acted, came bool
		stopped     int
	}{
		{"the agent's", true, false, 1},
		{"the agent's, and it has come", true, true, 0},
		{"the person's", false, false, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			if row.acted {
				s.NoErr(s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}}))
			}
			s.d.Event(1, "", "Page.frameAttached", []byte(frameG))
			s.d.Event(1, "", "Page.frameStartedNavigating", []byte(`{"frameId":"G","url":"https://slow.example/","navigationType":"differentDocument"}`))
			if row.came {
				s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"G","parentId":"F","url":"https://slow.example/"}}`))
			}
			s.NoErr(s.d.Detach(t.Context(), 1))
			s.Equal(s.count("Page.stopLoading"), row.stopped)
		})
	}
}

// TestDetach_InTheMiddle: what an act has begun and the browser has not told yet does not come
// after its session. Chromium does not outlive a stop in a tab with a dialog.
func TestDetach_InTheMiddle(t *testing.T) {
	for name, row := range map[string]struct {
		act     protocol.Action
		at      string
		dialog  bool
		stopped int
	}{
		"a click":                {protocol.Click{Target: protocol.Target{Selector: "a"}}, "mouseReleased", false, 1},
		"a click, with a dialog": {protocol.Click{Target: protocol.Target{Selector: "a"}}, "mouseReleased", true, 0},
		"a reading":              {protocol.Extract{}, `__bua("extract"`, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
				if strings.Contains(strings.ReplaceAll(c.Params, `\"`, `"`), row.at) {
					if row.dialog {
						s.d.Event(1, "", "Page.javascriptDialogOpening", []byte(`{"type":"alert","message":"m"}`))
					}
					s.NoErr(s.d.Detach(context.Background(), 1))
				}
				return nil, nil
			})
			_ = s.run(t.Context(), row.act)
			s.Equal(s.count("Page.stopLoading"), row.stopped)
		})
	}
}
