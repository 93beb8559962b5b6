package agent

import (
	"cmp"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/tests/e2e"
)

// routes is every route of the backend.
var routes = []struct{ method, path string }{
	{"GET", "/healthz"}, {"GET", "/metrics"},
	{"POST", "/mcp"}, {"GET", "/mcp"}, {"DELETE", "/mcp"},
	{"POST", "/api/act"}, {"GET", "/api/status"}, {"POST", "/api/pair"}, {"GET", "/api/devices"}, {"DELETE", "/api/devices/x"}, {"GET", "/api/fleet"}, {"DELETE", "/api/fleet/local"},
	{"GET", "/api/audit"}, {"GET", "/api/audit/verify"}, {"GET", "/api/policy"}, {"PUT", "/api/policy/audit"},
	{"POST", "/api/runs"}, {"GET", "/api/runs"}, {"GET", "/api/runs/x"}, {"DELETE", "/api/runs/x"}, {"GET", "/api/runs/x/events"}, {"GET", "/api/runs/x/journal"},
	{"POST", "/api/runs/x/say"}, {"POST", "/api/runs/x/decide"}, {"POST", "/api/runs/x/pause"}, {"POST", "/api/runs/x/resume"}, {"POST", "/api/runs/x/stop"},
	{"POST", "/api/jobs"}, {"GET", "/api/jobs"}, {"DELETE", "/api/jobs/x"}, {"POST", "/api/jobs/x/pause"}, {"POST", "/api/jobs/x/resume"}, {"POST", "/api/jobs/x/run"}, {"GET", "/api/schedule"}, {"PUT", "/api/schedule"},
	{"GET", "/ws/browser"}, {"GET", "/"}, {"POST", "/api/browser-extension/pairing-token"},
	{"GET", "/there-is-no-such-route"},
}

// TestRoutes: the rules of Host and Origin hold on every route, the token's on
// every agent's.
func TestRoutes(t *testing.T) {
	is := is.New(t)
	m := e2e.Backend(t, app.Options{})
	port := m.Address()[strings.LastIndexByte(m.Address(), ':'):]
	ask := func(method, path, host, origin, token string, header ...string) int {
		resp, _ := request(t, m, method, path, token, "", append([]string{"Host", cmp.Or(host, m.Address()), "Origin", origin}, header...)...)
		return resp.StatusCode
	}
	ours := link.Origin(app.ExtensionID)
	for _, r := range routes {
		t.Run(r.method+" "+r.path, func(t *testing.T) {
			is := is.New(t)
			for _, host := range []string{"evil.test", "evil.test" + port, "127.0.0.1", "127.0.0.1:1", "localhost.evil.test" + port, "127.0.0.1" + port + ".evil.test", "0.0.0.0" + port, "[::]" + port} {
				for _, origin := range []string{"", "http://" + host, ours} {
					is.Equal(ask(r.method, r.path, host, origin, m.Token()), 403) // a Host that is not ours
				}
			}
			if r.path == "/there-is-no-such-route" {
				return
			}
			for _, origin := range []string{"null", "https://evil.test", "http://127.0.0.1:1", "http://localhost:3000", "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", ours + "/x", strings.ToUpper(ours), "moz-extension://" + app.ExtensionID} {
				is.Equal(ask(r.method, r.path, "", origin, m.Token()), 403) // an Origin that is not the door's
			}
			if strings.HasPrefix(r.path, "/ws") || r.path == "/" || strings.HasPrefix(r.path, "/api/browser-extension") {
				is.Equal(ask(r.method, r.path, "", "", m.Token()), 403)      // the extension's doors want its Origin,
				is.Equal(ask(r.method, r.path, "", m.URL(), m.Token()), 403) // and no other
				return
			}
			is.Equal(ask(r.method, r.path, "", ours, m.Token()), 403) // an agent's door is none for the extension
			is.Equal(ask(r.method, r.path, "", "", m.Token(), "Sec-Fetch-Site", "cross-site"), map[bool]int{true: 403, false: ask(r.method, r.path, "", "", m.Token())}[r.method != "GET"])
			if r.path != "/healthz" {
				is.Equal(ask(r.method, r.path, "", "", ""), 401)
				is.Equal(ask(r.method, r.path, "", "", m.Token()+"x"), 401)
				is.Equal(ask(r.method, r.path+"?access_token="+m.Token()+"&token="+m.Token(), "", "", ""), 401) // never in a URL
			}
		})
	}
}

func TestMetrics(t *testing.T) {
	is := is.New(t)
	home := app.Home(t.TempDir())
	m := e2e.Backend(t, app.Options{Home: home})
	code, err := m.Bridge().Pair(app.Local)
	is.NoErr(err)
	e := pair(t, code.Code, code.ServerURL)
	e.do = answerOK
	e.connect(t)
	for range 3 {
		request(t, m, http.MethodPost, "/api/act", m.Token(), `{"type":"get_tabs"}`)
	}
	_, page := request(t, m, http.MethodGet, "/metrics", m.Token(), "")
	for _, want := range []string{
		`bua_actions_total{action="get_tabs",outcome="ok"} 3`, `bua_action_seconds_count{action="get_tabs"} 3`, "bua_browsers_connected 1",
		"bua_requests_sent_total 3", "bua_store_writable 1", "bua_audit_bytes ", `bua_http_requests_total{code="200"}`, "go_goroutines ", "process_resident_memory_bytes ",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("/metrics does not have %s", want)
		}
	}
	is.True(!strings.Contains(page, e.id)) // and names nobody
	resp, _ := request(t, m, http.MethodGet, "/healthz", "", "")
	is.Equal(resp.StatusCode, http.StatusOK)
}
