package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

const frameG = `{"frameId":"G","parentFrameId":"F"}`

// A frame that sets out for another document, where the person is asked about sites, is
// kept off the pointer before that has come, and gets its input back when it has.
func TestGoing_KeptOffThePointer(t *testing.T) {
	for _, row := range []struct{ name, kind, ends string }{
		{"to another document", "differentDocument", ""},
		{"within its document", "sameDocument", ""},
		{"it has come", "differentDocument", "Page.frameNavigated"},
		{"nothing came", "differentDocument", "Page.frameStoppedLoading"},
		{"it is gone", "differentDocument", "Page.frameDetached"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.d.Listen(listener{asked: true})
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.d.Event(1, "", "Page.frameAttached", []byte(frameG))
			s.d.Event(1, "", "Page.frameStartedNavigating", []byte(`{"frameId":"G","url":"https://bad.example/","navigationType":"`+row.kind+`"}`))
			if row.ends != "" {
				s.d.Event(1, "", row.ends, []byte(`{"frameId":"G","frame":{"id":"G","parentId":"F","url":"https://good.example/"}}`))
			}
			covered, pressed := false, false
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				switch {
				case c.Method == "DOM.getFrameOwner":
					covered = strings.Contains(c.Params, `"G"`)
					return []byte(`{"backendNodeId":3}`), nil
				case c.Method == "DOM.resolveNode":
					return []byte(`{"object":{"objectId":"O"}}`), nil
				case c.Method == "Runtime.callFunctionOn":
					s.True(!pressed || strings.Contains(c.Params, "cancel()"))
					return []byte(`{"result":{"value":true}}`), nil
				}
				pressed = pressed || strings.Contains(c.Params, "mousePressed")
				return nil, nil
			})
			s.NoErr(s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}}))
			s.True(pressed)
			s.Equal(covered, row.kind == "differentDocument" && row.ends == "")
		})
	}
}

// A frame that asks while the pointer acts for a document that the person has not
// allowed gets it later.
func TestGoing_RequestWaitsForThePointer(t *testing.T) {
	for _, row := range []struct {
		name, url string
		waits     bool
	}{
		{"of a site that is not allowed yet", "https://bad.example/x", true},
		{"of an allowed one", "https://good.example/x", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.d.Listen(listener{asked: true})
			s.NoErr(s.d.Attach(t.Context(), 1))
			let := make(chan struct{})
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				switch {
				case strings.Contains(c.Params, "mousePressed"):
					s.d.Event(1, "", "Page.frameAttached", []byte(frameG))
					s.d.Event(1, "", "Page.frameRequestedNavigation", []byte(`{"frameId":"G","reason":"initialFrameNavigation","disposition":"currentTab"}`))
					s.d.Event(1, "", "Fetch.requestPaused", []byte(`{"requestId":"R","frameId":"G","resourceType":"Document","request":{"url":"`+row.url+`","method":"GET"}}`))
					asked := 0
					for _, c := range s.cdp.Commands() {
						asked += strings.Count(c.Method, "Fetch.continueRequest")
					}
					s.Equal(asked == 0, row.waits)
				case c.Method == "Fetch.continueRequest":
					close(let)
				}
				return nil, nil
			})
			_, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, ungranted{part: "bad.example"})
			s.NoErr(err)
			<-let
		})
	}
}

// refuses is a guard of a blocklist of what contains it.
type refuses struct {
	allow
	part string
}

func (g refuses) Allow(url string) error {
	if strings.Contains(url, g.part) {
		return protocol.NewError(protocol.CodeDomainBlocked, "refused")
	}
	return nil
}

func (g refuses) Touch(url string) error { return g.Allow(url) }

// ungranted is a guard of a person who has not allowed what contains it.
type ungranted struct {
	allow
	part string
}

func (g ungranted) Granted(url string) bool { return !strings.Contains(url, g.part) }

func (g refuses) Follow(url string, _ bool) error { return g.Allow(url) }
