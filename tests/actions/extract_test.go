package actions_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specExtract: a page is read as Markdown, its elements by references that outlive a reading
// and end with their document.
func specExtract(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/article.html")
	run(t, "an article, without what surrounds it", func(t *testing.T, is asserts) {
		p := b.Extract(t, s.tab, nil)
		for _, want := range []string{"# Growing beans", "**poles**", "[the poles](", "## Steps", "1. Dig", "deep", "> Patience.", "water(10)", "|May|Sow|", "A bean"} {
			is.True(strings.Contains(p.Markdown, want)) // want
		}
		for _, never := range []string{"Navigation words", "overlay words", "Aside words", "Footer words", "hidden by"} {
			is.True(!strings.Contains(p.Markdown, never)) // never
		}
		is.True(!strings.Contains(p.Text, "hidden by"))
		is.Equal(p.Title, "Beans")
		is.True(p.Obstacle == nil)
		part := b.Extract(t, s.tab, map[string]any{"selector": "ol"}).Markdown
		is.True(strings.Contains(part, "Dig") && !strings.Contains(part, "Patience"))
		s.no(t, "element_not_found", "extract #nothing")
	})
	run(t, "a document that holds nothing", func(t *testing.T, is asserts) {
		site.Mux.HandleFunc("/opened", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `<!doctype html><title>Opened</title><p>Words<script>addEventListener("load",()=>document.open())</script>`)
		})
		p := b.Extract(t, s.show(t, "/opened").tab, nil)
		is.Equal(p.Text+p.Markdown+p.Title+fmt.Sprint(len(p.Elements)), "0")
		s.do(t, "scroll: down")
		s.no(t, "element_not_found", "click p")
	})
	run(t, "references over extracts, and what changed since", func(t *testing.T, is asserts) {
		s.show(t, "/fields.html")
		first := b.Extract(t, s.tab, nil)
		again := b.Extract(t, s.tab, nil)
		is.Equal(first.UID(t, "textbox", "Name"), again.UID(t, "textbox", "Name"))
		for _, e := range first.Elements {
			is.True(e.Name != "Shut" || strings.Contains(fmt.Sprint(e.State), "disabled"))
			is.True(e.Name != "Fixed" || e.Value == "fixed")
		}
		s.js(t, `(document.getElementById('name').remove(), document.body.insertAdjacentHTML('beforeend', '<button>Fresh</button>'))`)
		diff := b.Extract(t, s.tab, map[string]any{"since": again.Snapshot})
		is.Equal(diff.Changes.Removed, []string{first.UID(t, "textbox", "Name")})
		is.Equal(diff.Changes.Added, []string{diff.UID(t, "button", "Fresh")})
		fresh := b.Extract(t, s.tab, map[string]any{"since": again.Snapshot, "query": "fresh"}) // the same of what has a word
		is.Equal(fresh.Changes.Added, diff.Changes.Added)
		is.Equal(len(fresh.Changes.Removed), 0)
		s.do(t, "reload")
		is.True(strings.Contains(s.no(t, "invalid_action", `extract {"since":"`+again.Snapshot+`"}`), "extract without since"))
	})
	run(t, "a reference ends with its document, and names what is near what left the page", func(t *testing.T, is asserts) {
		uid := b.Extract(t, s.show(t, "/pointer.html").tab, nil).UID(t, "button", "Plain")
		click := `click {"uid":"` + uid + `"}`
		s.js(t, `(document.getElementById('plain').outerHTML = '<button>Plain</button>')`)
		is.True(strings.Contains(s.no(t, "element_not_found", click), "Plain"))
		s.show(t, "/fields.html").no(t, "element_stale", click)
		for _, e := range b.Extract(t, s.tab, nil).Elements {
			is.True(e.UID != uid) // and is not given again
		}
	})
}

// specOutlives: a reference outlives the worker, or the connection.
func specOutlives(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	s := (&stage{b, site, 0}).show(t, "/pointer.html")
	uid := b.Extract(t, s.tab, nil).UID(t, "button", "Plain")
	b.Kill(t)
	site.Forget()
	click := s.act(t, `click {"uid":"`+uid+`"}`)
	if out := b.Try(t, click); out.Code != "" {
		is.True(out.Outcome != "") // sent just before the socket was known to be dead
		b.Get(t, click)
	}
	once(t, site, "plain", "click")
	is.Equal(b.Extract(t, s.tab, nil).UID(t, "button", "Plain"), uid)
}

// specObstacle: pages whose words no list holds are judged by their status and by the marks in
// the document. TestDetect has the rules.
func specObstacle(t *testing.T, b *e2e.Product, site *e2e.Site) {
	bodies := map[string]string{
		"halt":      "<title>Halt</title><h1>Halt</h1><p>Ez az oldal nem a tiéd.",
		"challenge": `<title>a.example</title><p>Tunggu sebentar.<form id=challenge-form method=POST action="/challenge?__cf_chl_f_tk=1"><div id=challenge-stage></div></form>`,
		"letters":   "<title>a.example</title><p>Ird be a betűket.<img src=/pic alt=''><form><input name=captcha><button>Tovább</button></form>",
		"join":      "<title>Join</title><form><label>Name <input></label><label>Letters <input name=captcha></label><button>Join</button></form>",
		"story":     "<title>A story</title><p>" + strings.Repeat("The beans had grown over the fence. ", 200),
		"login":     "<title>App</title><form><label>Email <input type=email></label><label>Password <input type=password></label><button>Log in</button></form>",
	}
	site.Mux.HandleFunc("/sent/{status}/{what}", func(w http.ResponseWriter, r *http.Request) {
		status, _ := strconv.Atoi(r.PathValue("status"))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, "<!doctype html>"+bodies[r.PathValue("what")])
	})
	s := &stage{b, site, 0}
	for _, c := range []struct{ path, want string }{
		{"403/halt", "access_denied high"}, {"200/halt", "none"}, {"404/halt", "none"}, {"403/nothing", "access_denied high"}, {"403/login", "auth_wall high"},
		{"503/challenge", "captcha high"}, {"200/letters", "captcha high"}, {"200/join", "none"}, {"403/story", "none"},
	} {
		t.Run(c.path, func(t *testing.T) {
			s.show(t, "/sent/"+c.path)
			for _, more := range []map[string]any{nil, {"maxTokens": 100}, {"query": "tomato"}, {"selector": "p"}} {
				got := "none"
				if o := b.Extract(t, s.tab, more).Obstacle; o != nil {
					got = o.Type + " " + o.Confidence
				}
				is.New(t).Equal(got, c.want)
				if c.path != "403/story" { // of which a piece is no refusal either
					break
				}
			}
		})
	}
}
