package actions_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// TestWorker: what only the extension's worker can show: what it asks of the engine, and a tab
// that the browser has put away.
func TestWorker(t *testing.T) {
	b := e2e.New(t, e2e.Options{})
	for _, s := range []spec{{"Ahead", specAhead}, {"Tells", specTells}, {"Away", specAway}} {
		t.Run(s.name, func(t *testing.T) { s.run(t, b, e2e.NewSite(t, pages, "pages")) })
	}
}

// specAhead: the first reading of a page that has just been opened is one
// question, for the engine is there; its text is the same in every document.
func specAhead(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	b.InWorker(t, `(() => {
		const send = chrome.debugger.sendCommand
		const carries = (c) => c.text.startsWith("if(!globalThis.__bua)")
		globalThis.begin = () => {
			globalThis.sent = []
			globalThis.there = new Promise((done) => (globalThis.come = done))
		}
		begin()
		chrome.debugger.sendCommand = (...args) => {
			const c = { method: args[1], world: args[2]?.worldName, text: String(args[2]?.expression ?? "") }
			globalThis.sent.push(c)
			if (carries(c)) globalThis.come()
			return send.apply(chrome.debugger, args)
		}
		globalThis.texts = () => new Set(globalThis.sent.filter(carries).map((c) => c.text)).size
		globalThis.questions = (words) => globalThis.sent.filter((c) => c.text.startsWith("__bua(" + words)).length
		globalThis.counts = () => [globalThis.sent.filter(carries).length, globalThis.sent.filter((c) => c.method === "Page.createIsolatedWorld").length, questions("")].join()
	})()`, nil)
	s := (&stage{b, site, 0}).show(t, "/pointer.html")
	var texts float64
	b.InWorker(t, `there.then(texts)`, &texts)
	is.Equal(texts, 1.0)
	b.InWorker(t, `begin()`, nil)
	is.True(len(b.Extract(t, s.tab, nil).Elements) > 0)
	var counts string
	b.InWorker(t, `counts()`, &counts)
	is.Equal(counts, "0,0,1") // engines, worlds, questions
}

// specTells: what an input caused is told without a question, except where the
// browser goes on after it or the page keeps its event to itself. On a machine that
// is busy the word may come late, and a question is asked: one try of five has to
// do without.
func specTells(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := &stage{b, site, 0}
	for _, c := range []struct {
		name, do  string
		questions float64
	}{
		{"a click on a plain element", "click #out", 0},
		{"a hover", "hover #plain", 0},
		{"a key", "press_key: Escape", 0},
		{"typing", "type #types: x", 0},
		{"a key that may press what has the focus", "press_key: Space", 1},
		{"a click on what unfolds", "click #unfolds", 1},
		{"a click that the page keeps to itself", "click #swallows", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, tries := -1.0, 1
			if c.questions == 0 {
				tries = 5
			}
			for range tries {
				s.show(t, "/pointer.html")
				b.InWorker(t, `begin()`, nil)
				s.do(t, c.do)
				if b.InWorker(t, `questions('"settled"')`, &got); got == c.questions {
					break
				}
			}
			is.New(t).Equal(got, c.questions)
		})
	}
}

// specAway: a tab that the browser has put away to save memory is loaded by the
// first action in it, and a form that was sent to get it is not sent again.
func specAway(t *testing.T, b *e2e.Product, site *e2e.Site) {
	var sent atomic.Int32
	site.Mux.HandleFunc("/sent", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			sent.Add(1)
		}
		e2e.HTML(w, `<form method=post><button>Send</button></form>`)
	})
	away := func(t *testing.T, tab int) *stage {
		b.InWorker(t, fmt.Sprintf(`chrome.tabs.discard(%d).then(t => t.id)`, tab), &tab)
		return &stage{b, site, tab}
	}
	for _, line := range []string{"extract", "click #plain", "evaluate: return document.readyState", "screenshot", "reload", "navigate: " + site.URL("/blank.html")} {
		kind, _, _ := strings.Cut(line, " ")
		t.Run(kind, func(t *testing.T) {
			if kind == "evaluate:" || kind == "screenshot" { // the tab comes back as for a reading
				size.LeaveToAll(t, size.Trial)
			}
			is := is.New(t)
			s := away(t, b.OpenAsPerson(t, site.URL("/pointer.html?"+kind)))
			got := b.Try(t, s.act(t, line))
			is.Equal(got.Message, "")
			effects, _ := got.Result["effects"].(map[string]any)
			is.Equal(effects["navigated"] != nil, kind == "reload") // its loading is no effect of the action
			is.True(kind != "evaluate:" || got.Result["value"] == "complete")
			b.CloseAsPerson(t, s.tab)
		})
	}
	run(t, "what answered a form", func(t *testing.T, is asserts) {
		tab := b.OpenAsPerson(t, site.URL("/sent"))
		(&stage{b, site, tab}).do(t, "click button")
		is.Equal(sent.Load(), int32(1))
		b.Stop(t, tab)
		b.Resume(t, tab)
		s := away(t, tab)
		is.True(strings.Contains(b.Try(t, s.act(t, "extract")).Text, "ERR_CACHE_MISS"))
		is.Equal(sent.Load(), int32(1))
	})
	t.Run("a site that is blocked by then", func(t *testing.T) {
		s := away(t, b.OpenAsPerson(t, site.On("away.test", "/pointer.html")))
		b.Block(t, "away.test")
		is.New(t).True(strings.Contains(s.no(t, "domain_blocked", "extract"), "blocklist"))
	})
}
