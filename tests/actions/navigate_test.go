package actions_test

import (
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specNavigate: a page is there when a navigation is answered. TestURL_Schemes has what is
// refused.
func specNavigate(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	s := (&stage{b, site, 0}).show(t, "/blank.html")
	at := func() string { return b.Extract(t, s.tab, nil).URL }
	site.Mux.Handle("/moved", http.RedirectHandler("/fields.html", http.StatusFound))
	is.Equal(s.show(t, "/moved").js(t, "location.pathname"), "/fields.html")
	for _, blank := range []string{"about:blank", "about:blank#" + site.URL("/fields.html"), "about:blank"} {
		s.do(t, "navigate: "+blank)
		is.Equal(at(), blank)
		s.js(t, "(document.body.textContent = 'written')")
	}
	s.show(t, "/fields.html").do(t, "back")
	is.Equal(at(), "about:blank")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	is.NoErr(err)
	is.NoErr(l.Close())                                                                                 // now nobody listens there
	is.True(strings.Contains(s.no(t, "internal_error", "navigate: http://"+l.Addr().String()), "ERR_")) // and that is said
	s.do(t, "navigate: about:blank")                                                                    // from the browser's error page
	is.Equal(at(), "about:blank")
	s.no(t, "invalid_action", "navigate: file:///etc/passwd")
}

// specWaitFor: what is waited for is told when it has come. TestWait_conditions has what can be
// waited for in a document.
func specWaitFor(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/blank.html")
	saw := func(does, line, want string) {
		t.Run(line, func(t *testing.T) {
			s.js(t, does)
			if got, _ := s.do(t, line)["saw"].(string); !strings.Contains(got, want) {
				t.Errorf("it saw %q, want %q", got, want)
			}
		})
	}
	s.do(t, "wait_for p")
	saw(`setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button id=late>Late</button>'), 300)`, "wait_for #late", "")
	saw(`setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id=state>Order 7 is <b>ready</b> now</p>'), 300)`, "wait_for: order 7 is ready", `"Order 7 is ready now"`)
	saw(`setTimeout(() => document.getElementById('state').remove(), 300)`, `wait_for {"gone":"Order 7"}`, "it shows no more")
	saw(`0`, `wait_for {"quiet":true}`, "nothing new for 500 ms")
	saw(`setTimeout(() => history.pushState(0, '', '/blank.html?order=7&done'), 300)`, `wait_for {"url":"blank.html?*=7"}`, "?order=7&done")
	saw(`(setTimeout(() => location.assign('/blank.html?text'), 300), setTimeout(() => document.body.append('Never'), 20000))`, `wait_for {"url":"?text"}`, "?text")
	saw(`setTimeout(() => location.assign('/form.html'), 300)`, "wait_for: Name", "Name") // in another document
	from := time.Now()
	saw(`0`, `wait_for {"seconds":1}`, "1 s have passed")
	is := is.New(t)
	is.True(time.Since(from) >= time.Second)
	is.True(strings.Contains(s.no(t, "timeout", `wait_for {"url":"nowhere","timeoutMs":300}`), `it is "http`))
	from = time.Now()
	s.no(t, "timeout", `wait_for #never {"timeoutMs":400}`)
	is.True(time.Since(from) >= 400*time.Millisecond && time.Since(from) < 5*time.Second)
	is.Equal(s.no(t, "invalid_action", `wait_for p {"timeoutMs":90000}`), "action.timeoutMs must be at most 60000, got 90000")
}
