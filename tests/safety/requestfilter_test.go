package safety_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/wasm/chrome"
)

// rulesHost hears the rules that the worker would give to Chrome.
type rulesHost struct{ rules json.RawMessage }

func (h *rulesHost) Ask(_ context.Context, q []byte) ([]byte, error) {
	var asked struct{ Rules json.RawMessage }
	err := json.Unmarshal(q, &asked)
	h.rules = asked.Rules
	return []byte("null"), err
}

func (h *rulesHost) Begin(q []byte) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) { return h.Ask(ctx, q) }
}
func (h *rulesHost) Post([]byte) {}

// TestRequestFilter_InChrome gives Chrome the rules of policies of every kind and asks it
// about addresses: it takes them, and refuses what the policy does.
func TestRequestFilter_InChrome(t *testing.T) {
	b := e2e.New(t, e2e.Options{})
	long := strings.Repeat("a", 60) + "." + strings.Repeat("b", 60) + ".example"
	many := []string{}
	for n := range 5000 {
		many = append(many, fmt.Sprintf("=host-%d-with-a-name-of-some-length.example", n))
	}
	hosts := []string{"bank.example", "www.bank.example", "a.www.bank.example", "xbank.example", "a.zip", "zip", "wiki", "a.wiki", "good.example", "xn--bcher-kva.example", long, "paypal.com", "www.gov",
		"metadata.google.internal", "169.254.169.254", "10.0.0.1", "11.0.0.1", "100.64.0.1", "100.128.0.1", "172.16.0.1", "172.32.0.1", "192.168.0.1", "192.0.2.1", "198.18.0.1", "203.0.113.9", "223.0.0.1", "230.0.0.1",
		"127.0.0.1", "127.9.9.9", "0.0.0.0", "localhost", "a.localhost", "router", "router.lan", "inside.example", "bua.example.com", "[::1]", "[2600::1]", "[fd00:ec2::254]", "[fd20:ce::254]", "[fe80::1]", "[2001:db8::1]", "[3fff::1]", "[3fff:1000::1]"}
	for _, row := range []struct {
		name      string
		list      []string
		kinds     string
		endpoints []string
		private   bool
	}{
		{"names of each kind", []string{"bank.example", "=wiki", "*.zip", "=bücher.example", "10.0.0.1", "2600::1", "localhost"}, `[]`, nil, false},
		{"one host and what is below another", []string{"=www.bank.example", "*.good.example", "=" + long}, `["banking","government","health","identity","passwords"]`, nil, false},
		{"endpoints", nil, `[]`, []string{"http://127.0.0.1:9222", "wss://bua.example.com/ws/browser", "http://bank.example:80", "https://[2600::1]:8443", "https://" + strings.Repeat("c", 59) + ".example:65535"}, false},
		{"private networks", nil, `[]`, nil, true},
		{"more than there is room for", many, `[]`, []string{"http://127.0.0.1:9222"}, true},
		{"everything", []string{"*"}, `[]`, nil, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			store := coretest.NewStore()
			list, _ := json.Marshal(row.list)
			store.Put(session.Local, session.KeyBlocklist, string(list))
			store.Put(session.Local, session.KeyCategories, row.kinds)
			p := session.NewPolicy(session.NewWriter(store), direct.Names{})
			if err := p.Load(t.Context()); err != nil {
				t.Fatal(err)
			}
			p.SetControlEndpoints(row.endpoints...)
			p.RefusePrivate(row.private)
			_ = p.Resolved("inside.example", "10.0.0.7")
			var host rulesHost
			if err := (chrome.RequestFilters{Host: &host}).Install(t.Context(), p.RequestFilter(), dispatch.Exemptions{Tabs: []int{1, 2}}); err != nil {
				t.Fatal(err)
			}
			urls := []string{}
			for _, h := range hosts {
				for _, at := range []string{"http://%s/", "https://%s/", "http://%s:9222/", "https://u:p@%s:8443/x", "http://good.example/@%s/"} {
					urls = append(urls, fmt.Sprintf(at, h), "ws"+strings.TrimPrefix(fmt.Sprintf(at, h), "http"))
				}
				if !strings.HasSuffix(h, "]") && (h[len(h)-1] < '0' || h[len(h)-1] > '9') {
					urls = append(urls, "http://"+h+"./")
				}
			}
			asked, _ := json.Marshal(urls)
			var refused []bool
			b.InWorker(t, fmt.Sprintf(`(async () => {
				const net = chrome.declarativeNetRequest
				const removeRuleIds = (await net.getSessionRules()).map(r => r.id)
				await net.updateSessionRules({removeRuleIds, addRules: %s.map(r => ({...r, condition: {...r.condition, resourceTypes: ["main_frame", "websocket"]}}))})
				const all = %s.map(url => net.testMatchOutcome({url, type: url.startsWith("ws") ? "websocket" : "main_frame", tabId: 3}))
				return (await Promise.all(all)).map(r => r.matchedRules.length > 0)
			})()`, host.rules, asked), &refused)
			stopped := 0
			for i, url := range urls {
				_, err := p.Check("http" + strings.TrimPrefix(strings.TrimPrefix(url, "http"), "ws"))
				if refused[i] {
					stopped++
				}
				if refused[i] != (err != nil) {
					t.Errorf("%s: Chrome refuses it: %v, the policy says %v", url, refused[i], err)
				}
			}
			if stopped == 0 {
				t.Error("nothing was refused")
			}
			var passed int
			b.InWorker(t, `chrome.declarativeNetRequest.testMatchOutcome({url: "http://169.254.169.254/", type: "main_frame", tabId: 2}).then(r => r.matchedRules.filter(m => m.ruleId > 2).length)`, &passed)
			if passed != 0 {
				t.Error("a tab is not let through")
			}
		})
	}
}
