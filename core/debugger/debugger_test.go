package debugger_test

import (
	"context"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// allow is a guard that allows everything.
type allow = coretest.Guard

// listener is what a test hears of the debugger: what is nil is not told.
type listener struct {
	debugger.NoListener
	refuses, unasked string // parts of addresses
	dialog           func(tab int)
	dismissed        func(tab int, kind string)
	refused          func(tab int, url string)
	acts             func(tab int, on bool) func(context.Context) error
	asked            bool
}

func (l listener) Asked() bool { return l.asked }

func (l listener) Refuses(url string) bool {
	return l.refuses != "" && strings.Contains(url, l.refuses)
}
func (l listener) Unasked(url string) bool {
	return l.unasked != "" && strings.Contains(url, l.unasked)
}

func (l listener) DialogChanged(tab int) {
	if l.dialog != nil {
		l.dialog(tab)
	}
}

func (l listener) DialogDismissed(tab int, kind string) {
	if l.dismissed != nil {
		l.dismissed(tab, kind)
	}
}

func (l listener) RequestRefused(tab int, url string) {
	if l.refused != nil {
		l.refused(tab, url)
	}
}

func (l listener) Acts(tab int, on bool) func(context.Context) error {
	if l.acts == nil {
		return nil
	}
	return l.acts(tab, on)
}

// stage is a debugger on a scripted browser.
type stage struct {
	*is.I
	cdp   *coretest.CDP
	clock *coretest.Clock
	d     *debugger.Debugger
	// answer overrides the browser's ordinary answers; nil, nil passes. Commands of what an
	// event set off are still under way when a test sets it.
	answer atomic.Pointer[answer]
}

type answer = func(ctx context.Context, c coretest.Command) ([]byte, error)

func (s *stage) scripted(f answer) { s.answer.Store(&f) }

const (
	frameTree = `{"frameTree":{"frame":{"id":"F","url":"https://a.example/"}}}`
	engineOK  = `{"result":{"type":"string","value":"{\"ok\":{\"url\":\"https://a.example/\",\"x\":1.5,\"y\":2}}"}}`
)

func newStage(t *testing.T) *stage {
	s := &stage{I: is.New(t), cdp: coretest.NewCDP(), clock: coretest.NewClock()}
	s.cdp.Answer = func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if f := s.answer.Load(); f != nil {
			if out, err := (*f)(ctx, c); out != nil || err != nil {
				return out, err
			}
		}
		switch c.Method {
		case "Page.getFrameTree":
			return []byte(frameTree), nil
		case "Page.createIsolatedWorld":
			return []byte(`{"executionContextId":5}`), nil
		case "Runtime.evaluate":
			if strings.Contains(c.Params, "navigator.webdriver") {
				return []byte(`{"result":{"type":"boolean","value":false}}`), nil
			}
			if strings.Contains(c.Params, `self.origin`) {
				return []byte(`{"result":{"type":"string","value":"null"}}`), nil
			}
			return []byte(engineOK), nil
		}
		return []byte("{}"), nil
	}
	s.d = debugger.New(s.cdp, s.clock, func() string { return "/*engine*/" }, func() string { return "/*pdf*/" })
	return s
}

func (s *stage) run(ctx context.Context, a protocol.Action) error {
	_, _, err := s.d.Run(ctx, 1, 10, a, allow{})
	return err
}

func (s *stage) methods() string {
	var out []string
	for _, c := range s.cdp.Commands() {
		_, name, _ := strings.Cut(c.Method, ".")
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

// hang blocks until the command is given up.
func hang(ctx context.Context) ([]byte, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func refuse(text string) ([]byte, error) {
	return nil, &debugger.CommandError{Method: "Any.thing", Message: text}
}

func TestAttach_EnablesThePageFirst(t *testing.T) {
	s := newStage(t)
	enabled := false
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Page.enable" {
			s.Equal(len(s.cdp.Commands()), 1+8*(c.Tab-1)) // nothing else is under way before it is done
			enabled = true
		}
		s.True(enabled)
		return nil, nil
	})
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.Equal(s.methods(), "enable handleJavaScriptDialog setFocusEmulationEnabled setAutoAttach setAutoAttach evaluate getFrameTree addScriptToEvaluateOnNewDocument")
	s.NoErr(s.d.Attach(t.Context(), 1)) // free
	s.Equal(len(s.cdp.Commands()), 8)
	s.Equal(s.d.URL(1), "https://a.example/")
	s.NoErr(s.d.Attach(t.Context(), 2)) // what navigator.webdriver reads is asked once
	s.Equal(len(s.cdp.Commands()), 15)
}

// Frames in other processes are announced while the tab is being attached.
func TestAttach_KeepsTheFramesThatItIsToldOf(t *testing.T) {
	s := newStage(t)
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Target.setAutoAttach" && c.Session == "" && strings.Contains(c.Params, `"autoAttach":true`) {
			s.d.Event(1, "", "Target.attachedToTarget", []byte(`{"sessionId":"S","targetInfo":{"type":"iframe","targetId":"far","url":"https://b.example/","parentFrameId":"F"}}`))
		}
		return nil, nil
	})
	res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Frames{}, allow{})
	s.NoErr(err)
	frames := res.(protocol.FramesResult).Frames
	s.Equal(len(frames), 2)
	s.Equal(frames[0].FrameID, "F")
	s.Equal(frames[1].FrameID, "far")
	s.Equal(frames[1].Parent, "F")
}

func TestAttach_GivesUpOnATabThatDoesNotAnswer(t *testing.T) {
	s := newStage(t)
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Page.enable" {
			go s.clock.Advance(16 * time.Second)
			return hang(ctx)
		}
		return nil, nil
	})
	s.Equal(protocol.CodeOf(s.d.Attach(t.Context(), 1)), protocol.CodeDebuggerAttachFailed)
}

func TestAttach_SaysWhy(t *testing.T) {
	for text, want := range map[string]string{
		"Cannot access a chrome:// URL":                                           "debugger_attach_failed: Chrome lets no extension",
		"The extensions gallery cannot be scripted.":                              "debugger_attach_failed: Chrome lets no extension act in the Web Store",
		"Another debugger is already attached to the tab with id: 7.":             "debugger_attach_failed: another extension",
		"Cannot attach to this target.":                                           "DeveloperToolsAvailability",
		"Screenshot capture is restricted by policy.":                             "DisableScreenshots",
		"This page cannot be scripted due to an ExtensionsSettings policy.":       "runtime_blocked_hosts",
		"No tab with given id 7.":                                                 "tab_not_found",
		"something that no Chrome of today says, with page content like hunter2.": "debugger_attach_failed: Chrome refused",
	} {
		t.Run(text, func(t *testing.T) {
			s := newStage(t)
			s.cdp.Refuse = func(int) error {
				_, err := refuse(text)
				return err
			}
			err := s.d.Attach(t.Context(), 7)
			s.True(strings.Contains(err.Error(), want))
			s.True(!strings.Contains(err.Error(), "hunter2")) // the browser's text may be the page's
		})
	}
}

func TestRun_ReadsAgainInTheNextDocument(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.run(t.Context(), protocol.Hover{Target: protocol.Target{Selector: "a"}}))
	lost := 1
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Runtime.evaluate" && strings.Contains(c.Params, `__bua(\"wait\"`) && lost > 0 {
			lost--
			return refuse("Cannot find context with specified id")
		}
		return nil, nil
	})
	before := len(s.cdp.Commands())
	s.NoErr(s.run(t.Context(), protocol.WaitFor{Target: protocol.Target{Selector: "a"}}))
	var after []string
	for _, c := range s.cdp.Commands()[before:] {
		after = append(after, c.Method)
	}
	s.Equal(after, []string{"Runtime.evaluate", "Page.getFrameTree", "Page.createIsolatedWorld", "Runtime.addBinding", "Runtime.evaluate", "Runtime.evaluate"})
}

func TestRun_NeverActsTwice(t *testing.T) {
	s := newStage(t)
	pressed := 0
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		switch {
		case strings.Contains(c.Params, "mousePressed"):
			pressed++
			return refuse("Inspected target navigated or closed")
		case strings.Contains(c.Params, `__bua(\"settled\"`):
			return refuse("Execution context was destroyed.")
		}
		return nil, nil
	})
	s.NoErr(s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}}))
	s.Equal(pressed, 1)
}

// The engine is gone before the browser tells of the document that took its place: what
// the guard says of that one counts.
func TestRun_LedToARefusedPage(t *testing.T) {
	s, n := newStage(t), &network{bad: map[string]bool{meta: true}}
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		switch {
		case strings.Contains(c.Params, `__bua(\"field\"`):
			return []byte(`{"result":{"type":"string","value":"{\"ok\":{\"url\":\"https://a.example/\",\"way\":\"done\"}}"}}`), nil
		case strings.Contains(c.Params, `__bua(\"held\"`):
			s.clock.AfterFunc(500*time.Millisecond, func() { s.answers(meta, "10.0.0.1") })
			go advanceUntilDone(t.Context(), s.clock)
			return refuse("Execution context was destroyed.")
		}
		return nil, nil
	})
	_, _, err := s.d.Run(t.Context(), 1, 10, protocol.SelectOption{Target: protocol.Target{Selector: "a"}, Options: []string{"b"}}, n)
	s.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
}

func TestRun_DetachedBeforeItActedRunsAgain(t *testing.T) {
	s := newStage(t)
	kicked := false
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if strings.Contains(c.Params, `__bua(\"point\"`) && !kicked {
			kicked = true
			s.d.Detached(1, "target_closed")
			go advanceUntilDone(t.Context(), s.clock)
			return hang(ctx)
		}
		return nil, nil
	})
	s.NoErr(s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}}))
	s.Equal(strings.Count(s.methods(), "dispatchMouseEvent"), 3)
}

// advanceUntilDone moves time for whoever waits, until the test ends.
func advanceUntilDone(ctx context.Context, c *coretest.Clock) {
	before := -1
	for ctx.Err() == nil {
		now := c.Changes()
		if now == before && c.Timers() > 1 { // the action's limit is one
			c.Advance(50 * time.Millisecond)
		}
		before = now
		time.Sleep(time.Millisecond) // nothing tells that nothing is at work
	}
}

func TestRun_EndsFromOutside(t *testing.T) {
	for name, row := range map[string]struct {
		do   func(s *stage)
		code protocol.Code
	}{
		"a crash":            {func(s *stage) { s.d.Event(1, "", "Inspector.targetCrashed", nil) }, protocol.CodeInternal},
		"the person cancels": {func(s *stage) { s.d.Detached(1, "canceled_by_user") }, protocol.CodeSessionNotFound},
		"the session ends":   {func(s *stage) { s.NoErr(s.d.Detach(context.Background(), 1)) }, protocol.CodeSessionNotFound},
		"the tab is closed":  {func(s *stage) { s.d.Detached(1, "target_closed"); s.d.Forget(1) }, protocol.CodeTabNotFound},
		"a dialog": {func(s *stage) {
			s.d.Event(1, "", "Page.javascriptDialogOpening", []byte(`{"type":"alert","message":"m"}`))
		}, ""}, // what waits is the answer
		"nothing but silence": {func(s *stage) { s.clock.Advance(time.Minute) }, protocol.CodeTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
				if strings.Contains(c.Params, `__bua(\"extract\"`) {
					go row.do(s)
					return hang(ctx)
				}
				return nil, nil
			})
			s.Equal(protocol.CodeOf(s.run(t.Context(), protocol.Extract{})), row.code)
		})
	}
}

// A page that crashed while nobody was attached answers no command, and it is
// told only to whoever enables the inspector's domain.
func TestRun_CrashedBefore(t *testing.T) {
	s := newStage(t)
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		switch c.Method {
		case "Page.enable":
			go s.clock.Advance(time.Second)
			return hang(ctx)
		case "Page.navigate":
			s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"main","url":"https://b.example/"},"type":"Navigation"}`))
			s.d.Event(1, "", "Page.loadEventFired", nil)
			return []byte(`{"frameId":"main","loaderId":"l"}`), nil
		}
		return nil, nil
	})
	s.cdp.Watch = func(c coretest.Command) {
		if c.Method == "Inspector.enable" {
			go s.d.Event(1, "", "Inspector.targetCrashed", nil)
		}
	}
	for range 2 {
		err := s.run(t.Context(), protocol.Extract{})
		s.True(strings.Contains(err.Error(), "crashed")) // not that it did not answer
	}
	s.NoErr(s.run(t.Context(), protocol.Navigate{URL: "https://b.example/"})) // which brings the next
}

func TestRun_SaysWhenTheOutcomeIsUnknown(t *testing.T) {
	s := newStage(t)
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if strings.Contains(c.Params, "mousePressed") {
			go s.d.Event(1, "", "Inspector.targetCrashed", nil)
			return hang(ctx)
		}
		return nil, nil
	})
	err := s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}})
	s.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
}

func TestRun_OneAtATime(t *testing.T) {
	s := newStage(t)
	inside := make(chan struct{})
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if strings.Contains(c.Params, `__bua(\"extract\"`) {
			close(inside)
			return hang(ctx)
		}
		return nil, nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.run(ctx, protocol.Extract{}) }()
	<-inside
	s.Equal(protocol.CodeOf(s.run(t.Context(), protocol.Hover{Target: protocol.Target{Selector: "a"}})), protocol.CodeInternal)
	cancel()
	s.Equal(protocol.OutcomeOf(<-done), protocol.ErrorUnknown)
	s.NoErr(s.run(t.Context(), protocol.Hover{Target: protocol.Target{Selector: "a"}}))
}

// Events of every kind and with any parameters come in while actions run.
func TestEvent_AtAnyTime(t *testing.T) {
	s := newStage(t)
	ctx, cancel := context.WithCancel(t.Context())
	go advanceUntilDone(ctx, s.clock)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 300 {
				method := []string{
					"Page.frameNavigated", "Page.navigatedWithinDocument", "Page.frameRequestedNavigation", "Page.frameScheduledNavigation",
					"Page.frameClearedScheduledNavigation", "Page.frameStartedLoading", "Page.frameStoppedLoading", "Page.domContentEventFired",
					"Page.loadEventFired", "Page.downloadWillBegin", "Page.javascriptDialogClosed", "Target.attachedToTarget",
					"Target.detachedFromTarget", "Target.targetInfoChanged", "No.such",
				}[(i+g)%15]
				params := []string{"", "{}", `{"frame":{"id":"F","url":"https://b.example/` + strconv.Itoa(i) + `"},"frameId":"F","sessionId":"S","targetInfo":{"type":"iframe","targetId":"T"}}`, "[", `{"frame":3}`}[i%5]
				s.d.Event(1, "", method, []byte(params))
			}
		})
	}
	for range 50 {
		_ = s.run(ctx, protocol.Hover{Target: protocol.Target{Selector: "a"}})
	}
	wg.Wait()
	cancel()
	s.d.Event(1, "", "Page.frameStoppedLoading", []byte(`{"frameId":"F"}`))
}

// TestOpened: a click that makes the page open a tab ends when the tab is
// there, or when it does not come.
func TestOpened(t *testing.T) {
	for _, row := range []struct {
		name string
		then func(ctx context.Context, s *stage)
	}{
		{"the tab is there", func(_ context.Context, s *stage) { s.d.Opened(1) }},
		{"the browser blocked it", func(ctx context.Context, s *stage) { go advanceUntilDone(ctx, s.clock) }},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if strings.Contains(c.Params, "mouseReleased") {
					s.d.Event(1, "", "Page.windowOpen", []byte(`{"url":"https://b.example/"}`))
				}
				return nil, nil
			})
			done := make(chan error, 1)
			go func() { done <- s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "#b"}}) }()
			select {
			case err := <-done:
				t.Fatal("the click ended before its tab was there", err)
			case <-time.After(100 * time.Millisecond):
			}
			for !s.d.Awaits(1) {
				runtime.Gosched() // a busy machine has not got there yet
			}
			s.True(!s.d.Awaits(2))
			row.then(t.Context(), s)
			s.NoErr(<-done)
		})
	}
}
