package ui

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// till is a page with an order that can be placed, and counts the orders.
func till(t testing.TB) (url string, placed *atomic.Int32) {
	t.Helper()
	placed = &atomic.Int32{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<!doctype html><title>Till</title><h1>Your order</h1><p>Two packs of tea.</p>
<form method="post" action="/order"><input name="card" autocomplete="cc-number" value="4111"><button>Place order</button></form>`)
	})
	mux.HandleFunc("POST /order", func(w http.ResponseWriter, _ *http.Request) {
		placed.Add(1)
		e2e.HTML(w, `<!doctype html><title>Thanks</title><h1>Thank you for your order.</h1>`)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL + "/", placed
}

// TestPanel: what the panel does where the runs live in a backend.
func TestPanel(t *testing.T) {
	b, site := newProduct(t)
	each(t, b, site, []spec{{"only its page", onlyItsPage}, {"no model", func(t *testing.T, b *e2e.Product, _ *e2e.Site) {
		extensionPage(t, b.CDP, "sidepanel/index.html").says("Choose a model") // without one nothing can begin
	}}})
	model := e2e.Scripted(t, b.Home(), mind)
	each(t, b, site, []spec{{"a task", aTask}, {"the menu of a page", theMenu},
		{"costs", func(t *testing.T, b *e2e.Product, _ *e2e.Site) { costs(t, b, model) }}, {"schedules", schedules}})
}

// newPanel is the panel of a person who has no tasks.
func newPanel(t *testing.T, b *e2e.Product) *page {
	t.Helper()
	p := extensionPage(t, b.CDP, "sidepanel/index.html")
	p.says("What is to be done?")
	return p
}

// aTask: a person gives a task in the panel about the page beside it, is asked before it pays, and finds
// the same card in a panel that was opened again and after the worker was killed. A yes lets the one act
// happen, once. Stop ends a run that waits, and it stays ended.
func aTask(t *testing.T, b *e2e.Product, _ *e2e.Site) {
	is := is.New(t)
	url, placed := till(t)
	p := newPanel(t, b)
	p.asks(url)
	p.says("Read the page")
	is.Equal(placed.Load(), int32(0))
	p.press("[data-notices=no]") // it offers to tell them, and takes a no

	again := extensionPage(t, b.CDP, "sidepanel/index.html")
	again.says("Pay or order: press “Place order”")  // the run that waits is what a panel shows
	again.await(`!document.querySelector(".offer")`) // for good
	b.Kill(t)
	again.await(`!document.querySelector("[data-stop]").disabled && document.querySelector("[aria-disabled=false] > [data-answer=once]:not(:disabled)")`)
	is.Equal(placed.Load(), int32(0))
	again.press("[data-answer=once]")
	again.says("You allowed it")
	again.says("I pressed Place order.")
	p.says("I pressed Place order.") // and so does the other one
	is.Equal(placed.Load(), int32(1))

	again.press("[data-new]")
	again.asks(url)
	again.send("Page.bringToFront", nil, nil) // a tab that nobody sees asks for no news
	again.press("[data-stop]")
	again.says("Stopped")
	again.await(`!document.querySelector("[data-answer]")`)
	is.Equal(placed.Load(), int32(1))

	again.press("[data-runs]")
	again.says("Finished")
	for left := range 2 {
		again.press("[data-delete]")
		again.press("[data-sure]")
		again.await(fmt.Sprintf(`document.querySelectorAll(".run").length === %d`, 1-left))
	}
	again.says("No tasks yet.")
}

// onlyItsPage: no other page of the extension may open a panel's port, and no page of the web knows the
// extension at all.
func onlyItsPage(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	const try = `new Promise(f => {
		if (!globalThis.chrome?.runtime?.connect) return f("nothing to connect with");
		try {
			const port = chrome.runtime.connect("ipbjjblpngibdjpdbmhncgfolgnjeonk", {name: "panel"});
			port.onDisconnect.addListener(() => f("refused"));
			port.onMessage.addListener(m => f("heard " + JSON.stringify(m)));
			port.postMessage({id: 1, call: "about", args: {}});
		} catch (e) { f("refused") }
	})`
	var said string
	options := extensionPage(t, b.CDP, "options/index.html")
	options.says("Connected")
	options.eval(try, &said)
	is.Equal(said, "refused")
	session, _, err := b.CDP.NewPage(t.Context(), site.URL("/inbox.html"))
	is.NoErr(err)
	web := &page{t, b.CDP, session}
	web.eval(try, &said)
	is.True(said == "refused" || said == "nothing to connect with")
	beside := strings.Replace(try, `"panel"`, `"panel-browser"`, 1)
	worker(t, b.CDP, `chrome.storage.local.set({agentRuns: true})`, nil)
	options.eval(beside, &said)
	is.Equal(said, "refused")
	worker(t, b.CDP, `chrome.storage.local.set({agentRuns: false})`, nil)
	panel := extensionPage(t, b.CDP, "sidepanel/index.html")
	panel.eval(try, &said)
	is.True(strings.HasPrefix(said, "heard ")) // the same question of the panel's own page is answered
	panel.eval(beside, &said)
	is.Equal(said, "refused") // nothing is there, and no document is made for it
	var documents int
	worker(t, b.CDP, `chrome.runtime.getContexts({contextTypes: ["OFFSCREEN_DOCUMENT"]}).then(l => l.length)`, &documents)
	is.Equal(documents, 0)
}
