package actions_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// specObstacle serves pages whose words no list holds: only the status and the
// marks in the document tell what they are.
func specObstacle(t *testing.T, b *e2e.Product, site *e2e.Site) {
	const halt = "<title>Halt</title><h1>Halt</h1><p>Ez az oldal nem a tiéd."
	bodies := map[string]string{
		"halt": halt,
		"challenge": `<title>a.example</title><p>Tunggu sebentar.<form id=challenge-form method=POST action="/challenge?__cf_chl_f_tk=1">
			<div id=challenge-stage></div></form>`,
		"letters": "<title>a.example</title><p>Ird be a betűket.<img src=/pic alt=''><form><input name=captcha><button>Tovább</button></form>",
		"join":    "<title>Join</title><form><label>Name <input></label><label>Letters <input name=captcha></label><button>Join</button></form>",
		"story":   "<title>A story</title><p>" + strings.Repeat("The beans had grown over the fence. ", 200),
		"login":   "<title>App</title><form><label>Email <input type=email></label><label>Password <input type=password></label><button>Log in</button></form>",
	}
	site.Mux.HandleFunc("/sent/{status}/{what}", func(w http.ResponseWriter, r *http.Request) {
		status, _ := strconv.Atoi(r.PathValue("status"))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, "<!doctype html>"+bodies[r.PathValue("what")])
	})
	tab := b.Open(t, site.URL("/sent/200/story"))
	read := func(path string, more map[string]any) string {
		b.Get(t, map[string]any{"type": "navigate", "tabId": tab, "url": site.URL(path)})
		if o := b.Extract(t, tab, more).Obstacle; o != nil {
			return o.Type + " " + o.Confidence
		}
		return "none"
	}
	for _, c := range []struct{ name, path, want string }{
		{"unusual words with 403 are a refusal", "/sent/403/halt", "access_denied high"},
		{"unusual words with 429 are a refusal", "/sent/429/halt", "access_denied high"},
		{"unusual words with 451 are a refusal", "/sent/451/halt", "access_denied high"},
		{"unusual words with 401 and no login are a refusal", "/sent/401/halt", "access_denied high"},
		{"the same words with 200 are none", "/sent/200/halt", "none"},
		{"a missing page is none", "/sent/404/halt", "none"},
		{"a broken page is none", "/sent/500/halt", "none"},
		{"a whole story with 403 is one to read", "/sent/403/story", "none"},
		{"a refusal without a body is one", "/sent/403/nothing", "access_denied high"},
		{"a login with 403 is a login", "/sent/403/login", "auth_wall high"},
		{"a challenge with 403 is a captcha", "/sent/403/challenge", "captcha high"},
		{"a challenge with 503 is a captcha", "/sent/503/challenge", "captcha high"},
		{"a site's own letters are a captcha", "/sent/200/letters", "captcha high"},
		{"a form that also has them is none", "/sent/200/join", "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := read(c.path, nil); got != c.want {
				t.Errorf("%s is %s, want %s", c.path, got, c.want)
			}
		})
	}
	t.Run("a piece of a story with 403 is no refusal", func(t *testing.T) {
		for _, more := range []map[string]any{{"maxTokens": 100}, {"query": "tomato"}, {"selector": "p"}} {
			if got := read("/sent/403/story", more); got != "none" {
				t.Errorf("%v: %s", more, got)
			}
		}
	})
}
