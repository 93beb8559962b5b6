package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// What a page asks for after an action is waited for, but not what a person looks at or
// what never ends, and of a page that loads only what it asks its own site for.
func TestOpenRequests(t *testing.T) {
	const site = "https://app.a.example/"
	request := func(s *stage, typ, url string) {
		s.d.Event(1, "", "Network.requestWillBeSent", []byte(`{"requestId":"`+url+`","type":"`+typ+`","request":{"url":"`+url+`"}}`))
	}
	unsettled := func(s *stage, a protocol.Action, during func()) string {
		s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
			if c.Method == "Page.navigate" || strings.Contains(c.Params, "mouseReleased") {
				during()
				return []byte(`{"frameId":"F","loaderId":"L"}`), nil
			}
			return nil, nil
		})
		go advanceUntilDone(t.Context(), s.clock)
		res, _, err := s.d.Run(t.Context(), 1, 10, a, allow{})
		s.NoErr(err)
		if fx := res.(protocol.OK).Effects; fx != nil {
			return fx.Unsettled
		}
		return ""
	}
	const waiting = "the page was still waiting for 1 request after 2000 ms"
	for _, row := range []struct {
		typ, url    string
		act, loaded bool // it is waited for after a click, and while a page loads
	}{
		{"Fetch", site + "list?page=2", true, true},
		{"XHR", "https://api.a.example/list", true, true},
		{"XHR", "https://ads.example/count", true, false},
		{"Script", "https://a.example/part.js", true, true},
		{"Image", site + "face.png", false, false},
		{"EventSource", site + "news", false, false},
		{"Ping", site + "left", false, false},
		{"Document", site + "frame", false, false},
	} {
		t.Run(row.typ+" "+row.url, func(t *testing.T) {
			want := map[bool]string{true: waiting}
			s := newStage(t)
			s.Equal(unsettled(s, protocol.Click{Target: protocol.Target{UID: "e1"}}, func() { request(s, row.typ, row.url) }), want[row.act])
			s = newStage(t)
			s.Equal(unsettled(s, protocol.Navigate{URL: site}, func() {
				s.answers(site, "10.0.0.1")
				request(s, row.typ, row.url)
			}), want[row.loaded])
		})
	}
	t.Run("what ends is waited for no longer, and what failed has ended", func(t *testing.T) {
		for _, end := range []string{"Network.loadingFinished", "Network.loadingFailed"} {
			s := newStage(t)
			s.Equal(unsettled(s, protocol.Click{Target: protocol.Target{UID: "e1"}}, func() {
				request(s, "Fetch", site)
				s.d.Event(1, "", end, []byte(`{"requestId":"`+site+`"}`))
			}), "")
		}
	})
	t.Run("what was waited for in vain is not again, until there is another document", func(t *testing.T) {
		s := newStage(t)
		click, asks := protocol.Click{Target: protocol.Target{UID: "e1"}}, func() { request(s, "Fetch", site+"poll") }
		s.Equal(unsettled(s, click, asks), waiting)
		s.Equal(unsettled(s, click, asks), "")
		s.answers(site, "10.0.0.1")
		s.Equal(unsettled(s, click, asks), waiting)
	})
}
