package debugger_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// open has the browser show a dialog that is closed when it is answered.
func (s *stage) open(kind string) (answers *[]string) {
	answers = &[]string{}
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Page.handleJavaScriptDialog" {
			*answers = append(*answers, c.Params)
			s.d.Event(1, "", "Page.javascriptDialogClosed", []byte(`{"result":true,"userInput":""}`))
		}
		return nil, nil
	})
	s.d.Event(1, "", "Page.javascriptDialogOpening", []byte(`{"type":"`+kind+`","message":"m","defaultPrompt":"p","frameId":"F"}`))
	return answers
}

func (s *stage) dialogs(t *testing.T, a protocol.Dialog) protocol.DialogResult {
	t.Helper()
	go advanceUntilDone(t.Context(), s.clock)
	res, _, err := s.d.Run(t.Context(), 1, 10, a, allow{})
	s.NoErr(err)
	return res.(protocol.DialogResult)
}

func TestDialog_Answered(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	answers := s.open("prompt")
	err := protocol.AsError(s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}}))
	s.Equal(err.Code, protocol.CodeDialogOpen)
	s.Equal(err.Outcome, protocol.ErrorNotDone)
	s.True(strings.Contains(err.Message, `a dialog (prompt, d-1) is open in this tab and blocks its page. It says "m"`)) // what there is to answer
	res := s.dialogs(t, protocol.Dialog{Do: protocol.AnswerAccept, Text: "Ann"})
	s.Equal(*answers, []string{`{"accept":true,"promptText":"Ann"}`})
	s.Equal(len(res.Pending), 0)
	s.Equal(res.Recent[0].ClosedBy, protocol.ClosedByAgent)
	s.Equal(res.Recent[0].DefaultPrompt, "p")
	s.Equal(res.Recent[0].Frame, "F")
}

// A policy that accepts does not agree in the name of a page that is refused.
func TestDialog_PolicyInARefusedFrame(t *testing.T) {
	s := newStage(t)
	s.d.Listen(listener{refuses: "bad.example", unasked: "unasked.example"})
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.dialogs(t, protocol.Dialog{Policy: protocol.PolicyAccept})
	for url, want := range map[string]string{"https://bad.example/x": `{"accept":false}`, "https://unasked.example/": `{"accept":false}`, "https://a.example/": `{"accept":true,"promptText":"p"}`} {
		answered := make(chan string, 1)
		s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
			if c.Method == "Page.handleJavaScriptDialog" {
				s.d.Event(1, "", "Page.javascriptDialogClosed", []byte(`{"result":true}`))
				answered <- c.Params
			}
			return nil, nil
		})
		s.d.Event(1, "", "Page.javascriptDialogOpening", []byte(`{"type":"prompt","message":"m","defaultPrompt":"p","frameId":"G","url":"`+url+`"}`))
		s.Equal(<-answered, want)
	}
}

func TestDialog_Watchdog(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	answers := s.open("confirm")
	s.clock.Advance(supervisor.Watchdog - time.Second)
	s.Equal(len(*answers), 0) // the agent has five minutes
	s.clock.Advance(time.Second)
	for range 200 { // the timer runs on its own goroutine
		if res := s.dialogs(t, protocol.Dialog{}); len(res.Pending) == 0 {
			s.Equal(res.Recent[0].ClosedBy, protocol.ClosedByWatchdog)
			s.Equal(*answers, []string{`{"accept":false}`})
			return
		}
	}
	t.Fatal("the dialog stays open")
}

// How long a dialog waits, and what happens to it where the agent has not said,
// is settable; who is told hears of a dismissal.
func TestDialog_Rules(t *testing.T) {
	s := newStage(t)
	heard := make(chan string, 1)
	s.d.Listen(listener{dismissed: func(_ int, kind string) { heard <- kind }})
	s.d.DialogRules(supervisor.Rules{Timeout: 20 * time.Second})
	s.NoErr(s.d.Attach(t.Context(), 1))
	answers := s.open("confirm")
	s.clock.Advance(19 * time.Second)
	s.Equal(len(*answers), 0)
	s.clock.Advance(time.Second)
	s.Equal(<-heard, "confirm")
	s.Equal(s.dialogs(t, protocol.Dialog{}).Recent[0].ClosedBy, protocol.ClosedByWatchdog)

	s.d.DialogRules(supervisor.Rules{Policy: protocol.PolicyDismiss}) // also for tabs that are known
	s.Equal(s.dialogs(t, protocol.Dialog{}).Policy, protocol.PolicyDismiss)
	answered := make(chan string, 1)
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Page.handleJavaScriptDialog" {
			s.d.Event(1, "", "Page.javascriptDialogClosed", []byte(`{"result":false}`))
			answered <- c.Params
		}
		return nil, nil
	})
	s.d.Event(1, "", "Page.javascriptDialogOpening", []byte(`{"type":"confirm","message":"m","frameId":"F"}`))
	s.Equal(<-answered, `{"accept":false}`)
	s.Equal(s.dialogs(t, protocol.Dialog{Policy: protocol.PolicyRespond}).Policy, protocol.PolicyRespond) // the agent's word goes first
	s.Equal(len(heard), 0)
}

func TestDialog_RefusesWhatDoesNotFit(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	for _, row := range []struct {
		name string
		a    protocol.Dialog
		says string
	}{
		{"no dialog waits", protocol.Dialog{Do: protocol.AnswerAccept}, "no dialog waits"},
		{"an answer without what to do", protocol.Dialog{Text: "x"}, "action.do"},
	} {
		err := s.run(t.Context(), row.a)
		s.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction) // row.name
		s.True(strings.Contains(err.Error(), row.says))
	}
	s.open("alert")
	err := s.run(t.Context(), protocol.Dialog{Do: protocol.AnswerAccept, DialogID: "d-9"})
	s.True(strings.Contains(err.Error(), "d-1")) // names the one that waits
}

func TestDialog_PolicyEndsWithTheSession(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.Equal(s.dialogs(t, protocol.Dialog{Policy: protocol.PolicyAccept}).Policy, protocol.PolicyAccept)
	s.NoErr(s.d.Detach(t.Context(), 1))
	s.Equal(s.dialogs(t, protocol.Dialog{}).Policy, protocol.PolicyRespond)
}

// blocklist is a guard that refuses what contains it.
type blocklist struct {
	allow
	part string
}

func (g blocklist) Allow(url string) error {
	if strings.Contains(url, g.part) {
		return protocol.NewError(protocol.CodeDomainBlocked, "no")
	}
	return nil
}

func (g blocklist) Touch(url string) error          { return g.Allow(url) }
func (g blocklist) Granted(url string) bool         { return g.Allow(url) == nil }
func (g blocklist) Follow(url string, _ bool) error { return g.Allow(url) }

func TestDialog_OfARefusedFrame(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.open("prompt")
	s.d.Event(1, "", "Page.javascriptDialogClosed", []byte(`{}`))
	s.d.Event(1, "", "Page.javascriptDialogOpening", []byte(`{"type":"confirm","message":"secret","frameId":"G","url":"https://b.example/"}`))
	do := func(a protocol.Action) (protocol.Result, error) {
		go advanceUntilDone(t.Context(), s.clock)
		res, _, err := s.d.Run(t.Context(), 1, 10, a, blocklist{part: "b.example"})
		return res, err
	}
	_, err := do(protocol.Dialog{Do: protocol.AnswerAccept})
	s.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
	_, err = do(protocol.Click{Target: protocol.Target{Selector: "a"}})
	s.Equal(protocol.CodeOf(err), protocol.CodeDialogOpen)
	s.True(!strings.Contains(err.Error(), "secret"))
	res, err := do(protocol.Extract{})
	s.NoErr(err)
	s.Equal(res.(protocol.ExtractResult).PendingDialogs[0].Message, "") // not the agent's to know
	s.Equal(res.(protocol.ExtractResult).RecentDialogs[0].Message, "m") // of the page itself
	res, err = do(protocol.Dialog{Do: protocol.AnswerDismiss})
	s.NoErr(err)
	s.Equal(res.(protocol.DialogResult).Recent[1].Message, "")
	s.Equal(res.(protocol.DialogResult).Recent[1].ClosedBy, protocol.ClosedByAgent)
}

// A page that does not answer while a dialog waits in another tab is told of it.
func TestDialog_InAnotherTab(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.open("alert")
	s.NoErr(s.d.Attach(t.Context(), 2))
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if c.Target.Tab == 2 {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, nil
	})
	go func() {
		for t.Context().Err() == nil {
			s.clock.Advance(time.Second)
			time.Sleep(time.Millisecond)
		}
	}()
	_, _, err := s.d.Run(t.Context(), 2, 10, protocol.Extract{}, allow{})
	s.Equal(protocol.CodeOf(err), protocol.CodeTimeout)
	s.True(strings.Contains(protocol.AsError(err).Message, "tab 1"))
}

// TestDialog_BeforeItsPageIsKnown: a dialog that comes while a tab is attached, before it
// is known whose its blank page is, may be a refused site's.
func TestDialog_BeforeItsPageIsKnown(t *testing.T) {
	for _, at := range []string{"Page.enable", "Page.getFrameTree"} {
		s, shown := newStage(t), false
		s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
			if c.Method == at && !shown {
				shown = true
				s.d.Event(1, "", "Page.javascriptDialogOpening", []byte(`{"type":"prompt","message":"secret","frameId":"X","url":"about:blank#x"}`))
			}
			return nil, nil
		})
		go advanceUntilDone(t.Context(), s.clock)
		_, _, err := s.d.Run(t.Context(), 1, 10, protocol.Dialog{}, allow{})
		if !shown || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %t %v", at, shown, err)
		}
		res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s, then: %v %v", at, res, err)
		}
	}
}
