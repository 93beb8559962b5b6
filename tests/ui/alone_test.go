package ui

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/fakemodel"
)

// model chooses a model of the policy's in a browser that has no backend, by what the worker
// stores when a person has chosen one.
func (p *page) model(t testing.TB, policy fakemodel.Policy) {
	t.Helper()
	const key = "sk-canary"
	s := fakemodel.New(fakemodel.Traits{Model: "scripted", Key: key, Browsers: true}, policy)
	t.Cleanup(s.Close)
	worker(t, p.conn, `chrome.storage.local.set({agentSettings: {default: "mine/scripted", models: [{provider: "mine", model: "scripted", window: 128000}],
		own: [{name: "mine", like: "openai", base: "`+s.URL+`/v1"}], keys: [{provider: "mine", key: "`+key+`"}]}})`, nil)
	p.eval("location.reload()", nil)
	p.says("What is to be done?")
}

// asks gives the task of the till, and waits until the run asks.
func (p *page) asks(url string) {
	p.tb.Helper()
	p.eval(`chrome.tabs.create({url: "`+url+`", active: true}).then(t => { window.beside = t.id })`, nil)
	p.says("On " + strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
	p.write(".composer textarea", "Show me my order.")
	p.press("[data-start]")
	p.says("Pay or order: press “Place order”")
}

// TestAlone: without any backend a person gives a task in the panel, is asked before it pays,
// and it is done, once. The panel that was closed meanwhile shows it again.
func TestAlone(t *testing.T) {
	is := is.New(t)
	conn, _ := launch(t, "")
	url, orders := till(t)
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.says("Choose a model")
	p.says("Connect a backend") // what else there is, behind the models
	p.model(t, fakemodel.Presser("Place order", "Thank you for your order."))
	p.asks(url)
	badge(t, conn, "?") // while no panel is open the worker tells of it
	is.Equal(orders.Load(), int32(0))
	badge(t, conn, "?")
	p.press("[data-answer=once]")
	p.says("You allowed it")
	p.eval("location.reload()", nil)
	p.says("I pressed Place order.")
	is.Equal(orders.Load(), int32(1))
	var said string
	p.eval(`new Promise(f => { const port = chrome.runtime.connect({name: "agent"}); port.onDisconnect.addListener(() => f("refused"));
		port.postMessage({id: 1, ask: "settings"}); port.onMessage.addListener(m => f("heard " + JSON.stringify(m))) })`, &said)
	is.Equal(said, "refused") // only the agent's document may
	var shown string
	p.eval(`chrome.runtime.sendMessage({kind: "x"}).catch(() => 0).then(() => document.documentElement.outerHTML)`, &shown)
	is.True(!strings.Contains(shown, "sk-canary")) // no key in what a person sees
}

// TestAlone_Killed: the worker, the agent's document and the browser may end while a run
// waits. It asks the same again, and what is allowed then happens once.
func TestAlone_Killed(t *testing.T) {
	for name, kill := range map[string]func(*testing.T, *cdp.Conn){
		"the worker":           func(t *testing.T, c *cdp.Conn) { end(t, c, "service_worker", "serviceworker.js") },
		"the agent's document": func(t *testing.T, c *cdp.Conn) { end(t, c, "background_page", "offscreen/index.html") },
		"the agent's program":  trap,
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			conn, _ := launch(t, "")
			url, orders := till(t)
			p := extensionPage(t, conn, "sidepanel/index.html")
			p.model(t, fakemodel.Presser("Place order", "Thank you for your order."))
			p.asks(url)
			kill(t, conn)
			p.press("[data-answer=once]")
			p.says("I pressed Place order.")
			is.Equal(orders.Load(), int32(1))
		})
	}
	t.Run("the browser", func(t *testing.T) {
		is := is.New(t)
		profile := t.TempDir()
		conn, b := launch(t, profile)
		url, orders := till(t)
		p := extensionPage(t, conn, "sidepanel/index.html")
		p.model(t, fakemodel.Persistent("Place order", "Thank you for your order."))
		p.asks(url)
		b.Close()
		conn, _ = launch(t, profile)
		p = extensionPage(t, conn, "sidepanel/index.html")
		p.says("Show me my order.")
		// Its tab is another one now, so it presses again, and asks again before.
		p.eval(`void setInterval(() => document.querySelector("[data-answer=once]:not(:disabled)")?.click(), 200)`, nil)
		p.says("I pressed Place order.")
		is.Equal(orders.Load(), int32(1))
	})
}

// end ends a part of the extension, as Chrome does when it likes.
func end(t *testing.T, c *cdp.Conn, kind, path string) {
	t.Helper()
	target, err := c.AwaitTarget(t.Context(), kind, origin+path)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.CloseTarget(t.Context(), target.TargetID); err != nil {
		t.Fatal(err)
	}
}

// trap ends the program in its document, as a failure of its own does.
func trap(t *testing.T, c *cdp.Conn) {
	t.Helper()
	inside := make(chan string, 4)
	defer c.On(func(e cdp.Event) {
		var of struct {
			SessionID  string
			TargetInfo cdp.TargetInfo
		}
		if e.Method == "Target.attachedToTarget" && json.Unmarshal(e.Params, &of) == nil && of.TargetInfo.Type == "worker" {
			inside <- of.SessionID
		}
	})()
	target, err := c.AwaitTarget(t.Context(), "background_page", origin+"offscreen/index.html")
	if err != nil {
		t.Fatal(err)
	}
	session, err := c.Attach(t.Context(), target.TargetID)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Send(t.Context(), session, "Target.setAutoAttach", map[string]any{"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true}, nil); err != nil {
		t.Fatal(err)
	}
	select {
	case session := <-inside:
		if err := c.Eval(t.Context(), session, `void setTimeout(() => { throw new Error("trapped") })`, nil); err != nil {
			t.Fatal(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the document has no worker")
	}
	if err := c.Send(t.Context(), session, "Target.setAutoAttach", map[string]any{"autoAttach": false, "waitForDebuggerOnStart": false, "flatten": true}, nil); err != nil {
		t.Fatal(err)
	}
}
