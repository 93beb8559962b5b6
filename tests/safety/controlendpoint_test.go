package safety_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// TestControlEndpoints sends the agent to where bua is driven from, in every way that
// it knows. Without a blocklist: that is refused always.
func TestControlEndpoints(t *testing.T) { onBoth(t, controlEndpoints) }

func controlEndpoints(t *testing.T, b *e2e.Product, site *e2e.Site, _ int) {
	w := newThrough(site)
	_, port, _ := strings.Cut(b.Main.Address(), ":")
	places := []string{"http://127.0.0.1:" + port, "http://localhost:" + port, "http://[::1]:" + port, "http://127.9.9.9:" + port, "http://[::ffff:127.0.0.1]:" + port, "http://0:" + port}
	shared := len(places)
	if b.Host == e2e.Direct {
		_, devtools, _ := strings.Cut(strings.TrimPrefix(b.Relay.Address, "ws://"), ":")
		devtools, _, _ = strings.Cut(devtools, "/")
		places = append(places, "http://127.0.0.1:"+devtools, "http://localhost:"+devtools)
	}
	metadata := []string{"http://169.254.169.254", "http://[fd00:ec2::254]", "http://metadata.google.internal"}
	places = append(places, metadata...)
	for i, place := range places {
		t.Run(strings.NewReplacer("/", "", ":", " ", port, "backend").Replace(place), func(t *testing.T) {
			switch own := b.Host == e2e.Direct; {
			case own && (i < shared || place == metadata[0]):
				size.LeaveToAll(t, size.OtherHost)
			case i != 0 && i != shared && place != metadata[0]: // each is spelled in core/session's table
				size.LeaveToAll(t, size.Table)
			}
			b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": place + "/json/version"})
			hop := site.On("allowed.test", "/hop?code=302&to="+url.QueryEscape(place+"/json/version"))
			b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": hop})
			page := site.On("allowed.test", "/show?html="+url.QueryEscape(`<a id=b href="`+place+`/json/version">Go on</a>`))
			tab := b.Open(t, page)
			b.Refused(t, "domain_blocked", map[string]any{"type": "navigate", "tabId": tab, "url": place})
			b.Refused(t, "domain_blocked", map[string]any{"type": "click", "selector": "#b", "tabId": tab})
		})
	}
	// What the person tries out on this machine is none of it.
	if tab := b.Open(t, site.URL("/end")); tab != 0 {
		b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
	}
	_ = w
}

// TestPrivateNetwork keeps the agent out of private networks: by what a host is
// called and by where its name leads.
func TestPrivateNetwork(t *testing.T) {
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			b, site := e2e.New(t, e2e.Options{Host: host, Public: true}), e2e.NewSite(t, pages, "pages")
			site.Mux.HandleFunc("/secret", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, `<title>`+marker+`</title><p>`+marker) })
			for _, at := range []string{"127.0.0.1", "localhost", "[::1]", "10.0.0.1", "192.168.1.1", "[fd00::1]", "169.254.1.1", "router.lan", "wiki"} {
				b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": site.On(at, "/secret")})
			}
			// A name that leads here. Only this browser knows it, so it is its word
			// that ends the action.
			a := b.Try(t, map[string]any{"type": "open_tab", "url": site.On("outside.test", "/secret")})
			clean(t, "a name", a)
			if a.Code != "domain_blocked" {
				t.Errorf("a name that leads to this machine answers %q: %s%s", a.Code, a.Message, a.Text)
			}
			b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": site.On("outside.test", "/other")})
			// Names elsewhere are none of it.
			tab := int(b.Get(t, map[string]any{"type": "open_tab", "url": "about:blank"})["tabId"].(float64))
			b.Get(t, map[string]any{"type": "evaluate", "expression": "1", "tabId": tab})
		})
	}
}
