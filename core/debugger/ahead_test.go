//go:build !tinygo

package debugger_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// arriving has Page.navigate lead to a page, whose events are told behind its
// answer, and then what more does.
func (s *stage) arriving(url string, more func()) {
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method != "Page.navigate" {
			return nil, nil
		}
		s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"F","url":"`+url+`"}}`))
		if more != nil {
			more()
		}
		s.d.Event(1, "", "Page.domContentEventFired", []byte(`{}`))
		s.d.Event(1, "", "Page.loadEventFired", []byte(`{}`))
		return []byte(`{"loaderId":"L"}`), nil
	})
}

// sent counts the commands that carry the engine, and all others to the engine.
func (s *stage) sent() (engines, calls, worlds int) {
	for _, c := range s.cdp.Commands() {
		switch {
		case c.Method == "Page.createIsolatedWorld" && strings.Contains(c.Params, `"bua`):
			worlds++
		case c.Method == "Runtime.evaluate" && strings.Contains(c.Params, "/*engine*/"):
			engines++
		case c.Method == "Runtime.evaluate" && strings.Contains(c.Params, "__bua("):
			calls++
		}
	}
	return engines, calls, worlds
}

// The engine is brought into a page that an action has led to, so that the first
// reading of it is one command.
func TestAhead(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.arriving("https://a.example/", nil)
	s.NoErr(s.run(t.Context(), protocol.Navigate{URL: "https://a.example/"}))
	_ = s.run(t.Context(), protocol.Extract{}) // the scripted answer is no page
	engines, calls, worlds := s.sent()
	s.Equal(engines, 1)
	s.Equal(worlds, 1)
	s.Equal(calls, 1)
	list := s.cdp.Commands()
	s.True(strings.Contains(list[len(list)-1].Params, `__bua(\"extract\"`))
	s.True(!strings.Contains(list[len(list)-1].Params, "/*engine*/"))
}

// An action that comes while the engine is on its way waits for it and does not
// send another.
func TestAhead_OnItsWay(t *testing.T) { synctest.Test(t, onItsWay) }

func onItsWay(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.arriving("https://a.example/", nil)
	navigate, asked, goOn := *s.answer.Load(), make(chan struct{}), make(chan struct{})
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Page.createIsolatedWorld" {
			select {
			case <-asked:
			default:
				close(asked)
			}
			<-goOn
		}
		return navigate(ctx, c)
	})
	s.NoErr(s.run(t.Context(), protocol.Navigate{URL: "https://a.example/"}))
	<-asked
	done := make(chan struct{})
	go func() {
		_ = s.run(t.Context(), protocol.Extract{})
		close(done)
	}()
	synctest.Wait()
	close(goOn)
	<-done
	engines, calls, worlds := s.sent()
	s.Equal(engines, 1)
	s.Equal(worlds, 1)
	s.Equal(calls, 1)
}

// Nothing at all is sent into a page that the guard refuses, that the person has
// not been asked about, or that is around a frame of such a one.
func TestAhead_NotWhereItMayNot(t *testing.T) {
	frame := func(url string) func(s *stage) {
		return func(s *stage) {
			s.d.Event(1, "", "Page.frameAttached", []byte(`{"frameId":"G","parentFrameId":"F"}`))
			if url != "" {
				s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"G","parentId":"F","url":"`+url+`"}}`))
			}
		}
	}
	for name, row := range map[string]struct {
		url   string
		guard debugger.Guard
		more  func(s *stage)
		sent  bool
	}{
		"a page that is allowed":          {"https://a.example/", refuses{part: "bad"}, nil, true},
		"with a frame that is allowed":    {"https://a.example/", refuses{part: "bad"}, frame("https://good.example/"), true},
		"a refused page":                  {"https://bad.example/", refuses{part: "bad"}, nil, false},
		"one that nobody was asked about": {"https://bad.example/", asks{about: "bad"}, nil, false},
		"with a refused frame":            {"https://a.example/", refuses{part: "bad"}, frame("https://bad.example/"), false},
		"with one nobody was asked about": {"https://a.example/", asks{about: "bad"}, frame("https://bad.example/"), false},
		"a page without an address":       {"data:text/html,x", refuses{part: "bad"}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t)
				s.NoErr(s.d.Attach(t.Context(), 1))
				s.arriving(row.url, func() {
					if row.more != nil {
						row.more(s)
					}
				})
				if g, is := row.guard.(refuses); is {
					_, _, _ = s.d.Run(t.Context(), 1, 10, protocol.Navigate{URL: "https://a.example/"}, g)
				} else {
					_, _, _ = s.d.Run(t.Context(), 1, 10, protocol.Navigate{URL: "https://a.example/"}, row.guard.(asks))
				}
				synctest.Wait()
				engines, _, _ := s.sent()
				s.Equal(engines == 1, row.sent)
			})
		})
	}
}

// A document that goes away while the engine is on its way gets none.
func TestAhead_Superseded(t *testing.T) { synctest.Test(t, superseded) }

func superseded(t *testing.T) {
	s := newStage(t)
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.arriving("https://a.example/", nil)
	navigate := *s.answer.Load()
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Page.createIsolatedWorld" {
			s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"F","url":"https://a.example/2"}}`))
			s.d.Event(1, "", "Page.loadEventFired", nil) // else the action may wait for that
		}
		return navigate(ctx, c)
	})
	s.NoErr(s.run(t.Context(), protocol.Navigate{URL: "https://a.example/"}))
	synctest.Wait()
	engines, _, _ := s.sent()
	s.Equal(engines, 0)
}
