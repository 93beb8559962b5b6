package debugger_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// network is a listener and a guard that refuse a name once it is told to lead to the
// metadata of a cloud.
type network struct {
	listener
	allow
	public bool
	bad    map[string]bool
}

func (n *network) Public() bool { return n.public }

func (n *network) AddressTold(url, address string, _ int) error {
	n.bad[url] = n.bad[url] || address == "169.254.169.254"
	return n.Allow(url)
}

func (n *network) Allow(url string) error {
	if n.bad[url] {
		return protocol.NewError(protocol.CodeDomainBlocked, "metadata")
	}
	return nil
}

func (n *network) Touch(url string) error { return n.Allow(url) }

const meta = "http://meta.example/"

// answers has the browser answer for a document, and show it.
func (s *stage) answers(url, address string) {
	s.d.Event(1, "", "Network.responseReceived", []byte(`{"type":"Document","frameId":"F","response":{"url":"`+url+`","remoteIPAddress":"`+address+`","remotePort":80}}`))
	s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"F","url":"`+url+`"}}`))
	s.d.Event(1, "", "Page.domContentEventFired", []byte(`{}`))
	s.d.Event(1, "", "Page.loadEventFired", []byte(`{}`))
	s.d.Event(1, "", "Page.frameStoppedLoading", []byte(`{"frameId":"F"}`))
}

// tells are the commands that have the browser tell addresses, or stop it.
func (s *stage) tells() string {
	var out []string
	for _, c := range s.cdp.Commands() {
		if name, is := strings.CutPrefix(c.Method, "Network."); is {
			out = append(out, name)
		} else if c.Method == "Page.navigate" {
			out = append(out, "navigate")
		}
	}
	return strings.Join(out, " ")
}

// Of each document that the main frame goes to the browser tells where it comes from,
// and of nothing else: where private networks are open, too.
func TestServerAddress(t *testing.T) {
	begin := func(t *testing.T, public bool) (*stage, *network) {
		s, n := newStage(t), &network{public: public, bad: map[string]bool{}}
		s.d.Listen(n)
		s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
			if c.Method == "Page.navigate" {
				s.answers(meta, "169.254.169.254")
				return []byte(`{"frameId":"F","loaderId":"L"}`), nil
			}
			return nil, nil
		})
		s.NoErr(s.d.Attach(t.Context(), 1))
		return s, n
	}
	run := func(s *stage, n *network, a protocol.Action) protocol.Code {
		_, _, err := s.d.Run(context.Background(), 1, 10, a, n)
		return protocol.CodeOf(err)
	}

	t.Run("the agent goes there", func(t *testing.T) {
		s, n := begin(t, false)
		s.Equal(run(s, n, protocol.Navigate{URL: meta}), protocol.CodeDomainBlocked)
		s.Equal(s.tells(), "enable navigate")
		s.clock.Advance(2 * time.Second)
		s.Equal(s.tells(), "enable navigate disable")
		s.Equal(run(s, n, protocol.Extract{}), protocol.CodeDomainBlocked) // and reads nothing
	})
	t.Run("the page goes there between two actions", func(t *testing.T) {
		for _, begins := range []string{
			`Page.frameRequestedNavigation {"frameId":"F","url":"http://meta.example/","disposition":"currentTab"}`,
			`Page.frameStartedNavigating {"frameId":"F","url":"http://meta.example/","navigationType":"differentDocument"}`,
		} {
			s, n := begin(t, false)
			method, params, _ := strings.Cut(begins, " ")
			s.d.Event(1, "", method, []byte(params))
			s.Equal(s.tells(), "enable")
			s.answers(meta, "169.254.169.254")
			s.Equal(s.tells(), "enable disable")
			s.Equal(run(s, n, protocol.Extract{}), protocol.CodeDomainBlocked)
		}
	})
	t.Run("elsewhere nothing is refused", func(t *testing.T) {
		s, n := begin(t, false)
		s.d.Event(1, "", "Page.frameStartedNavigating", []byte(`{"frameId":"F","navigationType":"differentDocument"}`))
		s.answers("https://a.example/b", "10.0.0.1")
		s.Equal(run(s, n, protocol.Frames{}), protocol.Code(""))
		s.Equal(s.tells(), "enable disable")
	})
	t.Run("what stays on its page is told nothing", func(t *testing.T) {
		s, n := begin(t, false)
		s.d.Event(1, "", "Page.frameAttached", []byte(`{"frameId":"G","parentFrameId":"F"}`))
		s.d.Event(1, "", "Page.frameStartedNavigating", []byte(`{"frameId":"G","navigationType":"differentDocument"}`))
		s.d.Event(1, "", "Page.frameStartedNavigating", []byte(`{"frameId":"F","navigationType":"sameDocument"}`))
		s.Equal(run(s, n, protocol.Frames{}), protocol.Code(""))
		s.Equal(s.tells(), "")
	})
	t.Run("an action that leads nowhere ends it", func(t *testing.T) {
		s, n := begin(t, false)
		s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
			if c.Method == "Page.navigate" {
				s.d.Event(1, "", "Page.navigatedWithinDocument", []byte(`{"frameId":"F","url":"https://a.example/#b"}`))
				return []byte(`{"frameId":"F"}`), nil
			}
			return nil, nil
		})
		s.Equal(run(s, n, protocol.Navigate{URL: "https://a.example/#b"}), protocol.Code(""))
		s.clock.Advance(2 * time.Second)
		s.Equal(s.tells(), "enable navigate disable")
	})
	t.Run("where private networks are refused it tells all the time", func(t *testing.T) {
		s, n := begin(t, true)
		s.Equal(run(s, n, protocol.Navigate{URL: meta}), protocol.CodeDomainBlocked)
		s.Equal(s.tells(), "enable navigate")
	})
}
