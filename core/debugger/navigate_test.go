package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// refusedBy is the browser's refusal of a command.
func refusedBy(c coretest.Command, text string) error {
	return &debugger.CommandError{Method: c.Method, Message: text}
}

// hears has a tab hear of events: a method and its parameters each.
func (s *stage) hears(events ...string) {
	for _, e := range events {
		method, params, _ := strings.Cut(e, " ")
		s.d.Event(1, "", method, []byte(params))
	}
}

// arrives are the events of a document that the main frame gets.
func arrives(url string) []string {
	return []string{`Page.frameNavigated {"frame":{"id":"F","url":"` + url + `"}}`, "Page.domContentEventFired {}", "Page.loadEventFired {}", `Page.frameStoppedLoading {"frameId":"F"}`}
}

// TestNavigate: what the browser answers, and what the agent is told.
func TestNavigate(t *testing.T) {
	const there = "https://b.example/"
	fails := func(reason string) string { return `{"frameId":"F","loaderId":"L","errorText":"net::` + reason + `"}` }
	for _, row := range []struct {
		name, url, answer string
		events            []string // before it
		code              protocol.Code
		says              string // in the error, or as the effects
	}{
		{"a page", there, `{"loaderId":"L"}`, arrives(there), "", "navigated " + there},
		{"one that a redirect leads to", there, `{"loaderId":"L"}`, arrives(there + "two"), "", "navigated " + there + "two"},
		{"a place in the same page", "https://a.example/#x", `{}`, []string{`Page.navigatedWithinDocument {"frameId":"F","url":"https://a.example/#x"}`}, "", "navigated https://a.example/#x"},
		{"a blank page, where the page goes itself", "about:blank", "", arrives("about:blank"), "", "navigated about:blank"},
		{"a file", there, fails("ERR_ABORTED"), []string{`Page.downloadWillBegin {"frameId":"F","guid":"g","url":"https://b.example/f","suggestedFilename":"a.txt"}`}, "", "downloads a.txt"},
		{"a file that the browser names late", there, `{"errorText":"net::ERR_ABORTED","isDownload":true}`, nil, "", ""},
		{"an answer without a page", there, fails("ERR_ABORTED"), nil, protocol.CodeInternal, "the tab stays where it was"},
		{"another page that takes its place", there, fails("ERR_ABORTED"), arrives(there + "two"), "", "navigated " + there + "two"},
		{"no server", there, fails("ERR_CONNECTION_REFUSED"), nil, protocol.CodeInternal, "net::ERR_CONNECTION_REFUSED); check the address"},
		{"a name that leads nowhere", there, fails("ERR_NAME_NOT_RESOLVED"), nil, protocol.CodeInvalidAction, "NAME_NOT_RESOLVED"},
		{"a server that takes too long", there, fails("ERR_TIMED_OUT"), nil, protocol.CodeTimeout, "TIMED_OUT"},
		{"a password", there, fails("ERR_INVALID_AUTH_CREDENTIALS"), nil, protocol.CodeInternal, "ask the person to log in there"},
		{"a certificate", there, fails("ERR_CERT_DATE_INVALID"), nil, protocol.CodeInternal, "only the person may decide"},
		{"a policy", there, fails("ERR_BLOCKED_BY_ADMINISTRATOR"), nil, protocol.CodeInternal, "its organisation blocks it"},
		{"words that are no error's", there, fails("hunter2 said"), nil, protocol.CodeInternal, "unknown network error"},
		{"no address", "http://x:y:z/", "!Cannot navigate to invalid URL", nil, protocol.CodeInvalidAction, "not a valid URL"},
		{"a file of the machine", there, "!Navigating to local URL is not allowed", nil, protocol.CodeInvalidAction, "local files"},
		{"a page of a refused site", "https://other.example/", "", nil, protocol.CodeDomainBlocked, "refused"},
		{"one that a redirect leads to, refused", there, `{"loaderId":"L"}`, arrives("https://other.example/"), protocol.CodeDomainBlocked, "refused"},
		{"a page that asks whether it may be left", there, `{"loaderId":"L"}`, []string{`Page.javascriptDialogOpening {"type":"beforeunload","message":"","frameId":"F"}`}, protocol.CodeDialogOpen, "beforeunload"},
		{"a server that never answers", there, "hangs", nil, protocol.CodeTimeout, "did not answer within 15000 ms"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			talk := s.follows(nil)
			s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
				if c.Method != "Page.navigate" && !strings.Contains(c.Params, "location.assign") {
					return nil, nil
				}
				s.hears(row.events...)
				text, refused := strings.CutPrefix(row.answer, "!")
				switch {
				case row.answer == "hangs" || ctx.Err() != nil:
					return hang(ctx)
				case refused:
					return nil, refusedBy(c, text)
				case c.Method != "Page.navigate":
					return []byte(`{"result":{}}`), nil
				}
				return []byte(row.answer), nil
			})
			res, err := talk.act(t.Context(), protocol.Navigate{URL: row.url}, refuses{part: "other.example"})
			s.Equal(protocol.CodeOf(err), row.code)
			if err != nil {
				s.True(strings.Contains(err.Error(), row.says))
				return
			}
			s.Equal(effects(res), row.says)
		})
	}
}

// effects are a result's as words.
func effects(res protocol.Result) string {
	fx, words := protocol.Caused(res), []string{}
	if fx == nil {
		return ""
	}
	if fx.Navigated != nil {
		words = append(words, "navigated "+fx.Navigated.URL)
	}
	if fx.Dialog != nil {
		words = append(words, "dialog "+fx.Dialog.Type)
	}
	if len(fx.Downloads) > 0 {
		words = append(words, "downloads "+strings.Join(fx.Downloads, " "))
	}
	if fx.DOM {
		words = append(words, "changed")
	}
	return strings.Join(words, ", ")
}

// TestGuard_RefusedPage: however an action leads there, or the tab has come there: nothing
// is done or read in a page that the guard refuses.
func TestGuard_RefusedPage(t *testing.T) {
	a := protocol.Target{Selector: "a"}
	for _, row := range []struct {
		name   string
		action protocol.Action
		leads  string // the command that leads there, "" when the tab is there
	}{
		{"a click", protocol.Click{Target: a}, "mouseReleased"},
		{"a script", protocol.Evaluate{Expression: "location='/secret'"}, "location='/secret'"},
		{"a key", protocol.PressKey{Key: "Enter"}, "keyDown"},
		{"a wait", protocol.WaitFor{Target: a}, `__bua(\"wait\"`},
		{"a click there", protocol.Click{Target: a}, ""},
		{"a reading", protocol.Extract{}, ""},
		{"a picture", protocol.Screenshot{}, ""},
		{"a key there", protocol.PressKey{Key: "a"}, ""},
		{"a script there", protocol.Evaluate{Expression: "return 1"}, ""},
		{"the console", protocol.Console{}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			talk := s.follows(nil)
			if row.leads == "" {
				s.hears(arrives("https://other.example/")...)
			} else {
				s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
					if strings.Contains(c.Params, row.leads) {
						s.hears(arrives("https://other.example/")...)
					}
					return nil, nil
				})
			}
			_, err := talk.act(t.Context(), row.action, refuses{part: "other.example"})
			s.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
			if row.leads == "" {
				s.Equal(talk.said("setInterceptFileChooserDialog", "enable", "startScreencast"), "")
			}
		})
	}
}

// TestAttach_DetachedTooOften: a page can make Chrome detach as often as it likes, so an
// attach after it is not free.
func TestAttach_DetachedTooOften(t *testing.T) {
	s := newStage(t)
	for n := range 5 {
		err := s.d.Attach(t.Context(), 1)
		s.Equal(err != nil, n == 4)
		s.d.Detached(1, "target_closed")
	}
	s.clock.Advance(61e9)
	s.NoErr(s.d.Attach(t.Context(), 1)) // it has been quiet for a minute
}
