package safety_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// TestControlEndpoints sends the agent to where bua is driven from, in every way that
// it knows. Without a blocklist: that is refused always. How each is spelled is core/session's
// TestPolicy_ControlEndpoints and TestPolicy_Metadata.
func TestControlEndpoints(t *testing.T) { onBoth(t, controlEndpoints) }

func controlEndpoints(t *testing.T, b *e2e.Product, site *e2e.Site, _ int) {
	newThrough(site)
	_, port, _ := strings.Cut(b.Main.Address(), ":")
	places := map[string]string{"backend": "http://127.0.0.1:" + port, "metadata": "http://169.254.169.254"}
	if b.Host == e2e.Direct {
		_, devtools, _ := strings.Cut(strings.TrimPrefix(b.Relay.Address, "ws://"), ":")
		devtools, _, _ = strings.Cut(devtools, "/")
		places = map[string]string{"DevTools": "http://127.0.0.1:" + devtools}
	}
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": place + "/json/version"})
			hop := site.On("allowed.test", "/hop?code=302&to="+url.QueryEscape(place+"/json/version"))
			b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": hop})
			page := site.On("allowed.test", "/show?html="+url.QueryEscape(`<a id=b href="`+place+`/json/version">Go on</a>`))
			tab := b.Open(t, page)
			b.Refused(t, "domain_blocked", map[string]any{"type": "navigate", "tabId": tab, "url": place})
			b.Refused(t, "domain_blocked", map[string]any{"type": "click", "selector": "#b", "tabId": tab})
		})
	}
	b.Open(t, site.URL("/end")) // what the person tries out on this machine is none of it
}

// TestPrivateNetwork keeps the agent out of private networks: by where a host's name leads.
// What a host is called is core/session's TestPolicy_PrivateNetwork.
func TestPrivateNetwork(t *testing.T) {
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			b, site := e2e.New(t, e2e.Options{Host: host, Public: true}), e2e.NewSite(t, pages, "pages")
			site.Mux.HandleFunc("/secret", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, `<title>`+marker+`</title><p>`+marker) })
			b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": site.On("127.0.0.1", "/secret")})
			// A name that leads here. Only this browser knows it, so it is its word
			// that ends the action.
			a := b.Try(t, map[string]any{"type": "open_tab", "url": site.On("outside.test", "/secret")})
			clean(t, "a name", a)
			if a.Code != "domain_blocked" {
				t.Errorf("a name that leads to this machine answers %q: %s%s", a.Code, a.Message, a.Text)
			}
			b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": site.On("outside.test", "/other")})
			// Names elsewhere are none of it.
			tab := b.Open(t, "about:blank")
			b.Get(t, map[string]any{"type": "evaluate", "expression": "1", "tabId": tab})
		})
	}
}
