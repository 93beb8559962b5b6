package ui

import (
	"encoding/json"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// overhear keeps what the worker tells the system, as a witness of the test.
const overhear = `(() => {
	const create = chrome.notifications.create.bind(chrome.notifications);
	globalThis.told = [];
	chrome.notifications.create = async (id, what) => { await create(id, what); told.push([what.title, what.message].join(": ")) };
	return 0;
})()`

// mind presses the till's button, but gives up a planned task at once.
func mind(r chat.Request) fakemodel.Say {
	for _, m := range r.Messages {
		if m.Role == chat.RoleUser && strings.Contains(m.Text, "Look every morning") {
			return over("There is nothing.")
		}
	}
	return orders(r)
}

// awaitWorker waits until an expression is true in the worker, which may be a new one.
func awaitWorker(t *testing.T, b *e2e.Product, expression string) {
	t.Helper()
	is, err, n := false, error(nil), 0
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); n++ {
		if err = inWorker(t.Context(), b.CDP, "Promise.resolve("+expression+").then(v => !!v)", &is); err == nil && is {
			return
		}
		pause(n)
	}
	t.Fatalf("%s did not become true: %v", expression, err)
}

// begun starts a run over HTTP, as a schedule or a terminal does: no panel is open.
func begun(t *testing.T, c *httpapi.Client, url string) runs.View {
	t.Helper()
	data, err := c.StartRun(t.Context(), fmt.Appendf(nil, `{"task":"Show me my order.","url":%q}`, url))
	if err != nil {
		t.Fatal(err)
	}
	var v runs.View
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestNotices: what waits for the person is on the toolbar and in a notification although
// no panel is open, once, and without a word of the page's; a press leads to the task. A
// planned task that has ended is told too.
func TestNotices(t *testing.T) {
	is := is.New(t)
	b := e2e.New(t, e2e.Options{Extension: allowed(t)})
	is.NoErr(b.CDP.Send(t.Context(), "", "Target.createTarget", map[string]any{"url": "about:blank", "newWindow": true}, nil)) // the person's window
	url, placed := till(t)
	host := hostOf(url)
	e2e.Scripted(t, b.Home(), mind)
	c := &httpapi.Client{Base: b.Main.URL(), Token: b.Main.OperatorToken()}
	badge(t, b.CDP, "")
	worker(t, b.CDP, overhear, nil)

	v := begun(t, c, url)
	badge(t, b.CDP, "?")
	awaitWorker(t, b, `told.length === 1`)
	var told []string
	worker(t, b.CDP, "told", &told)
	is.Equal(told, []string{"bua asks you: Pay or order?\n" + host}) // neither the button's name nor the task's words

	popup := extensionPage(t, b.CDP, "popup/index.html")
	popup.says("bua asks you: Pay or order?")
	popup.says(host)

	// A worker that begins anew shows it still, and tells it no second time.
	b.Kill(t)
	badge(t, b.CDP, "?")
	worker(t, b.CDP, overhear, nil)
	awaitWorker(t, b, `chrome.storage.session.get("bridge_state").then(s => s.bridge_state.link.state === "connected")`)
	is.NoErr(c.TellRun(t.Context(), v.ID, "decide", []byte(`{"question":`+fmt.Sprint(asked(t, c, v.ID))+`,"yes":true,"once":true}`)))
	quiet(t, b)
	awaitWorker(t, b, `chrome.notifications.getAll().then(all => Object.keys(all).length === 0)`) // it is taken back
	worker(t, b.CDP, "told", &told)
	is.Equal(told, []string{})
	is.NoErr(c.WatchRun(t.Context(), v.ID, 0, func(json.RawMessage) error { return nil })) // until it ends
	is.Equal(placed.Load(), int32(1))

	// A press on it leads to the task. What the test says is no press for the browser, so
	// that it opens no panel but a tab.
	begun(t, c, url)
	awaitWorker(t, b, `told.length === 1`)
	worker(t, b.CDP, `chrome.notifications.getAll().then(all => { chrome.notifications.onClicked.dispatch(Object.keys(all)[0]); return 0 })`, nil)
	w := &window{Product: b}
	p, _ := w.own(t, "sidepanel/index.html")
	p.says("Pay or order: press “Place order”")
	p.press("[data-stop]")
	quiet(t, b)

	_, err := c.AddJob(t.Context(), fmt.Appendf(nil, `{"task":"Look every morning.","url":%q}`, url))
	is.NoErr(err)
	badge(t, b.CDP, "✓")
	awaitWorker(t, b, `told.length === 2`)
	worker(t, b.CDP, "told", &told)
	is.Equal(told[1], "A planned task has ended: Failed\n"+host)
	b.Kill(t)
	badge(t, b.CDP, "✓")
	extensionPage(t, b.CDP, "sidepanel/index.html") // who opens a panel has seen it
	quiet(t, b)
}

// quiet waits until the toolbar shows no more than how many tabs the agent works in.
func quiet(t *testing.T, b *e2e.Product) {
	t.Helper()
	awaitWorker(t, b, `chrome.action.getBadgeText({}).then(s => !/[?✓!]/.test(s))`)
}

// TestNotices_Pressed: a notification that a pointer presses opens the panel beside the
// page, at the task, in the window that the person used last. While it is open, nothing
// more is told.
func TestNotices_Pressed(t *testing.T) {
	is := is.New(t)
	w := windowWith(t, allowed(t))
	url, _ := till(t)
	e2e.Scripted(t, w.Home(), mind)
	w.shows(t, url)
	worker(t, w.CDP, overhear, nil)
	c := &httpapi.Client{Base: w.Main.URL(), Token: w.Main.OperatorToken()}
	begun(t, c, url)
	awaitWorker(t, w.Product, `told.length === 1`)
	w.screen.Move(t, image.Pt(1000, 950)) // the lower corner, where the system shows it
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		w.screen.Press(t, 1) // it may not have been drawn yet
		var open int
		worker(t, w.CDP, `chrome.runtime.getContexts({contextTypes: ["SIDE_PANEL"]}).then(l => l.length)`, &open)
		if open == 1 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("no panel is open")
		}
	}
	p, _ := w.own(t, "sidepanel/index.html")
	p.says("Pay or order: press “Place order”")

	second := begun(t, c, url)
	awaitWorker(t, w.Product, `chrome.storage.local.get("noticed").then(s => s.noticed.some(n => n.includes("`+second.ID+`")))`)
	var told []string
	worker(t, w.CDP, "told", &told)
	is.Equal(len(told), 1)
	is.Equal(told[0], "bua asks you: Pay or order?\n"+hostOf(url))
}

// TestNotices_Asked: notifications are offered while a task goes on, once, and switched on
// and off in the options; the popup leads to what waits.
func TestNotices_Asked(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	calls := func() (list []string) { p.eval("story.calls", &list); return list }
	for _, answer := range []string{"yes", "no"} {
		p.open(story{"sidepanel", "offers notifications"}.query())
		p.press("[data-notices=" + answer + "]")
		p.await(`!document.querySelector(".offer")`)
		is.Equal(calls(), []string{fmt.Sprintf("saveNotices %t", answer == "yes")})
	}
	p.open(story{"options", "blocklist"}.query())
	p.press("#notify")
	p.await(`!document.querySelector("#notify").checked`)
	is.Equal(calls(), []string{"saveNotices false"})
	p.open(story{"popup", "tasks that wait"}.query())
	p.press("[data-need=r2]")
	is.Equal(calls(), []string{`openRun "r2"`})
}

// asked is the number of what a run asks.
func asked(t *testing.T, c *httpapi.Client, id string) int {
	t.Helper()
	data, err := c.Run(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var v runs.View
	if err := json.Unmarshal(data, &v); err != nil || v.Question == nil {
		t.Fatalf("%v: it asks nothing: %s", err, data)
	}
	return v.Question.ID
}
