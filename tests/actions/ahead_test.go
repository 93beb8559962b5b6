package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestAhead: the first reading of a page that has just been opened is one
// question, for the engine is there; its text is the same in every document.
func TestAhead(t *testing.T) {
	is := is.New(t)
	b := e2e.New(t, e2e.Options{})
	site := e2e.NewSite(t, pages, "pages")
	b.InWorker(t, `(() => {
		const send = chrome.debugger.sendCommand
		const carries = (c) => c.text.startsWith("if(!globalThis.__bua)")
		globalThis.begin = () => {
			globalThis.sent = []
			globalThis.there = new Promise((done) => (globalThis.come = done))
		}
		chrome.debugger.sendCommand = (...args) => {
			const c = { method: args[1], world: args[2]?.worldName, text: String(args[2]?.expression ?? "") }
			globalThis.sent.push(c)
			if (carries(c)) globalThis.come()
			return send.apply(chrome.debugger, args)
		}
		globalThis.texts = () => new Set(globalThis.sent.filter(carries).map((c) => c.text)).size
		globalThis.counts = () => [globalThis.sent.filter(carries), globalThis.sent.filter((c) => c.method === "Page.createIsolatedWorld"),
			globalThis.sent.filter((c) => c.text.startsWith("__bua("))].map((l) => l.length).join()
	})()`, nil)
	b.InWorker(t, `begin()`, nil)
	tab := b.Open(t, site.URL("/pointer.html"))
	var texts float64
	b.InWorker(t, `there.then(texts)`, &texts)
	is.Equal(texts, 1.0)
	b.InWorker(t, `begin()`, nil)
	is.True(len(b.Extract(t, tab, nil).Elements) > 0)
	var counts string
	b.InWorker(t, `counts()`, &counts)
	is.Equal(counts, "0,0,1") // engines, worlds, questions
}
