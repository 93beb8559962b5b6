package ui

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// model chooses a model of the policy's in a browser that has no backend, by what the worker
// stores when a person has chosen one.
func (p *page) model(t testing.TB, policy fakemodel.Policy) {
	t.Helper()
	p.modelOf(t, fakemodel.Traits{}, policy)
}

// modelOf is model with a server that has traits; without a window of its own the model has one of
// 128,000 tokens.
func (p *page) modelOf(t testing.TB, traits fakemodel.Traits, policy fakemodel.Policy) {
	t.Helper()
	const key = "sk-canary"
	traits.Model, traits.Key, traits.Browsers = "scripted", key, true
	s := fakemodel.New(traits, policy)
	t.Cleanup(s.Close)
	worker(t, p.conn, `chrome.storage.local.set({agentSettings: {default: "mine/scripted", models: [{provider: "mine", model: "scripted", window: `+strconv.Itoa(cmp.Or(traits.Window, 128_000))+`}],
		own: [{name: "mine", like: "openai", base: "`+s.URL+`/v1"}], keys: [{provider: "mine", key: "`+key+`"}]}})`, nil)
	p.reload()
	p.says("What is to be done?")
}

// orders is a model that presses the till's button.
var orders = fakemodel.Presser("Place order", "Thank you for your order.")

// TestAlone: without any backend a person gives a task in the panel, is asked before it pays,
// and it is done, once; also when the panel, the worker, the agent's document or its program
// ends while the run waits, and when two panels answer at the same moment.
func TestAlone(t *testing.T) {
	a := e2e.NewAlone(t)
	url, placed := till(t)
	p := extensionPage(t, a.CDP, "sidepanel/index.html")
	p.says("Choose a model")
	p.says("Connect a backend") // what else there is, behind the models
	p.model(t, orders)
	for _, row := range []struct {
		name   string
		answer func(*page)
	}{
		{"the panel is opened anew", func(p *page) {
			p.press("[data-answer=once]")
			p.says("You allowed it")
			p.reload()
		}},
		{"the worker ends", func(p *page) { a.EndWorker(p.tb); p.allows() }},
		{"the agent's document ends", func(p *page) { a.EndDocument(p.tb); p.allows() }},
		{"the agent's program ends", func(p *page) { trap(p.tb, a.CDP); p.allows() }},
		{"two panels answer", twoPanels},
	} {
		t.Run(row.name, func(t *testing.T) {
			is, p := is.New(t), p.in(t)
			before := placed.Load()
			p.run(`document.querySelector("[data-new]")?.click()`) // where another run is shown
			p.asks(url)
			badge(t, a.CDP, "?") // while no panel is open the worker tells of it
			is.Equal(placed.Load(), before)
			row.answer(p)
			p.says("I pressed Place order.")
			is.Equal(placed.Load(), before+1)
		})
	}
	is := is.New(t)
	var said, shown string
	p.eval(`new Promise(f => { const port = chrome.runtime.connect({name: "agent"}); port.onDisconnect.addListener(() => f("refused"));
		port.postMessage({id: 1, ask: "settings"}); port.onMessage.addListener(m => f("heard " + JSON.stringify(m))) })`, &said)
	is.Equal(said, "refused") // only the agent's document may
	p.eval(`chrome.runtime.sendMessage({kind: "x"}).catch(() => 0).then(() => document.documentElement.outerHTML)`, &shown)
	is.True(!strings.Contains(shown, "sk-canary")) // no key in what a person sees
}

// allows presses until it is taken: a run that goes on asks anew, and a press on the card
// of before is refused.
func (p *page) allows() {
	p.tb.Helper()
	p.await(`(document.querySelector("[aria-disabled=false] > [data-answer=once]:not(:disabled)")?.click(), document.body.innerText.includes("You allowed it"))`)
}

// twoPanels answers in the panels of two windows at the same moment: neither asks any more.
func twoPanels(p *page) {
	t := p.tb
	p.eval(`chrome.windows.create({url: chrome.runtime.getURL("sidepanel/index.html?two")}).then(() => 0)`, nil)
	target, err := p.conn.AwaitTarget(t.Context(), "page", "index.html?two")
	if err != nil {
		t.Fatal(err)
	}
	session, err := p.conn.Attach(t.Context(), target.TargetID)
	if err != nil {
		t.Fatal(err)
	}
	panels := []*page{p, {t, p.conn, session}}
	for _, one := range panels {
		one.ready("[data-answer=once]")
	}
	var both sync.WaitGroup
	for _, one := range panels {
		both.Go(func() { one.eval(`document.querySelector("[data-answer=once]")?.click()`, nil) })
	}
	both.Wait()
	for _, one := range panels {
		one.says("I pressed Place order.")
		is.New(t).True(!one.shows(`document.querySelector("[data-answer]")`))
	}
}

// TestAlone_Browser: the browser ends while a run waits. The next one welcomes nobody a second
// time; the run asks the same again, and what is allowed then happens once.
func TestAlone_Browser(t *testing.T) {
	is := is.New(t)
	a := e2e.NewAlone(t)
	e2e.Await(t, "it welcomes", func() bool { return opened(t, a.CDP, "options/index.html#welcome") })
	url, placed := till(t)
	p := extensionPage(t, a.CDP, "sidepanel/index.html")
	p.model(t, fakemodel.Persistent("Place order", "Thank you for your order."))
	p.asks(url)
	a.Restart(t)
	p = extensionPage(t, a.CDP, "sidepanel/index.html")
	p.says("Show me my order.")
	// Its tab is another one now, so it presses again, and asks again before.
	p.eval(`void setInterval(() => document.querySelector("[aria-disabled=false] > [data-answer=once]:not(:disabled)")?.click(), 200)`, nil)
	p.says("I pressed Place order.")
	is.Equal(placed.Load(), int32(1))
	is.True(!opened(t, a.CDP, "options/"))
}

// trap ends the program in its document, as a failure of its own does.
func trap(t testing.TB, c *cdp.Conn) {
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
	err := c.Within(t.Context(), "background_page", origin+"offscreen/index.html", func(session string) error {
		if err := c.Send(t.Context(), session, "Target.setAutoAttach", map[string]any{"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true}, nil); err != nil {
			return err
		}
		select {
		case session := <-inside:
			return c.Eval(t.Context(), session, `void setTimeout(() => { throw new Error("trapped") })`, nil)
		case <-time.After(10 * time.Second):
			t.Fatal("the document has no worker")
			return nil
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
