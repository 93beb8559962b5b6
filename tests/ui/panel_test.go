package ui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// till is a page with an order that can be placed, and counts the orders.
func till(t testing.TB) (url string, orders *atomic.Int32) {
	t.Helper()
	orders = &atomic.Int32{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<!doctype html><title>Till</title><h1>Your order</h1><p>Two packs of tea.</p>
<form method="post" action="/order"><input name="card" autocomplete="cc-number" value="4111"><button>Place order</button></form>`)
	})
	mux.HandleFunc("POST /order", func(w http.ResponseWriter, _ *http.Request) {
		orders.Add(1)
		e2e.HTML(w, `<!doctype html><title>Thanks</title><h1>Thank you for your order.</h1>`)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL + "/", orders
}

// TestPanel: a person gives a task in the panel about the page beside it, is asked before
// it pays, and finds the same card in a panel that was opened again and after the worker
// was killed. A yes lets the one act happen, once.
func TestPanel(t *testing.T) {
	is := is.New(t)
	b, _ := newProduct(t)
	url, orders := till(t)
	p := extensionPage(t, b.CDP, "sidepanel/index.html")
	p.says("Choose a model") // without one nothing can begin
	e2e.Scripted(t, b.Home(), fakemodel.Presser("Place order", "Thank you for your order."))
	p.eval("location.reload()", nil)
	p.says("What is to be done?")
	p.eval(`chrome.tabs.create({url: "`+url+`", active: true}).then(t => { window.beside = t.id })`, nil)
	p.says("On " + strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
	p.write(".composer textarea", "Show me my order.")
	p.press("[data-start]")

	p.says("Pay or order: press “Place order”")
	p.says("Read the page")
	is.Equal(orders.Load(), int32(0))
	p.press("[data-notices=no]") // it offers to tell them, and takes a no

	again := extensionPage(t, b.CDP, "sidepanel/index.html")
	again.says("Pay or order: press “Place order”")  // the run that waits is what a panel shows
	again.await(`!document.querySelector(".offer")`) // for good
	b.Kill(t)
	again.await(`!document.querySelector("[data-stop]").disabled && document.querySelector("[data-answer=once]:not(:disabled)")`)
	is.Equal(orders.Load(), int32(0))
	again.press("[data-answer=once]")
	again.says("You allowed it")
	again.says("I pressed Place order.")
	p.says("I pressed Place order.") // and so does the other one
	is.Equal(orders.Load(), int32(1))

	again.press("[data-runs]")
	again.says("Finished")
	again.press("[data-delete]")
	again.press("[data-sure]")
	again.says("No tasks yet.")
}

// TestPanel_Stop: Stop in the panel ends a run that waits, and it stays ended.
func TestPanel_Stop(t *testing.T) {
	is := is.New(t)
	b, _ := newProduct(t)
	url, orders := till(t)
	e2e.Scripted(t, b.Home(), fakemodel.Presser("Place order", "Thank you for your order."))
	p := extensionPage(t, b.CDP, "sidepanel/index.html")
	p.says("What is to be done?")
	p.eval(`chrome.tabs.create({url: "`+url+`", active: true}).then(() => 0)`, nil)
	p.says("On " + strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
	p.write(".composer textarea", "Show me my order.")
	p.press("[data-start]")
	p.says("Pay or order")
	p.press("[data-stop]")
	p.says("Stopped")
	is.Equal(orders.Load(), int32(0))
	p.await(`!document.querySelector("[data-answer]")`)
}

// TestPanel_OnlyItsPage: no other page of the extension may open a panel's port, and no
// page of the web knows the extension at all.
func TestPanel_OnlyItsPage(t *testing.T) {
	is := is.New(t)
	b, site := newProduct(t)
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
