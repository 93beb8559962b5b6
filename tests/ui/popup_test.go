package ui

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// TestPopup: what the agent does is seen while it does it, and stopped.
func TestPopup(t *testing.T) {
	specs(t, []spec{{"at work", atWork}, {"shown and hidden", showsTab}, {"the worker is killed", workerKilled}, {"the worker is asleep", asleep}, {"a tab of the person's stays", tabStays}})
}

// atWork: no page's word becomes markup, in no page of the extension.
func atWork(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	popup := extensionPage(t, b.CDP, "popup/index.html")
	popup.says("All quiet")
	badge(t, b.CDP, "")
	is.True(!opened(t, b.CDP, "options/")) // nobody is welcomed where a launcher prepared the browser

	first := b.Open(t, site.On("mail.test", "/inbox.html"))
	popup.says("Your agent works in 1 tab")
	popup.says("Inbox <3>") // the page's own words, as text
	popup.says("mail.test")
	popup.says("Opened a page")
	popup.says("hidden · 1 tab")
	badge(t, b.CDP, "1")
	b.Extract(t, first, nil)
	popup.says("Read the page · just now · 2 actions")
	second := b.Open(t, site.On("docs.test", "/inbox.html"))
	popup.says("Your agent works in 2 tabs")
	badge(t, b.CDP, "2")
	popup.await(`[...document.querySelectorAll(".avatar img")].some(i => i.complete && i.naturalWidth > 0)`) // the browser's own copy of the icon

	var title string
	worker(t, b.CDP, "chrome.action.getTitle({})", &title)
	is.Equal(title, "bua: your agent works in 2 tabs")

	// The toolbar marks the agent's tab, also after its page has changed; another tab is not marked.
	mark := func(tab int, want string) {
		t.Helper()
		var got string
		for n := range 60 {
			worker(t, b.CDP, fmt.Sprintf("chrome.action.getBadgeText({tabId: %d})", tab), &got)
			if got == want {
				return
			}
			pause(n)
		}
		t.Fatalf("the mark of tab %d is %q, not %q", tab, got, want)
	}
	var own int
	popup.eval("chrome.tabs.getCurrent().then(t => t.id)", &own)
	mark(first, "●")
	mark(own, "2")
	b.Get(t, map[string]any{"type": "navigate", "tabId": first, "url": site.On("mail.test", "/inbox.html?again")})
	mark(first, "●")

	popup.press(`[aria-label="Stop the agent in Inbox <3>"]`)
	popup.says("Your agent works in 1 tab")
	badge(t, b.CDP, "1")
	tabs := map[int]bool{}
	for _, row := range b.Get(t, `{"type":"get_tabs"}`)["tabs"].([]any) {
		tabs[int(row.(map[string]any)["tabId"].(float64))] = true
	}
	is.True(!tabs[second] || !tabs[first]) // the stopped session's own tab is closed
	is.True(tabs[second] || tabs[first])   // the other goes on

	popup.press(".button.stop")
	popup.says("Stopped 1 session.")
	badge(t, b.CDP, "")
	popup.says("All quiet")
	for _, page := range []*page{popup, extensionPage(t, b.CDP, "options/index.html#log"), extensionPage(t, b.CDP, "sidepanel/index.html")} {
		var threw []string
		page.eval(`["innerHTML", "outerHTML"].filter((p) => { const e = document.createElement("div"); document.body.append(e); try { e[p] = "<b>x</b>"; return false } catch { return true } finally { e.remove() } })`, &threw)
		is.Equal(threw, []string{"innerHTML", "outerHTML"}) // Chrome refuses text as markup
	}
}

// showsTab: the person looks at the agent's tab, and hides it again; the
// hidden window shows its blank tab, so that input cannot raise it.
func showsTab(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/inbox.html"))
	popup := extensionPage(t, b.CDP, "popup/index.html")
	popup.says("hidden · 1 tab")
	var shown struct {
		Active bool
		State  string
	}
	look := fmt.Sprintf(`chrome.tabs.get(%d).then(t => chrome.windows.get(t.windowId).then(w => ({Active: t.active, State: w.state})))`, tab)
	popup.press(`[aria-label="Show Inbox <3>"]`)
	popup.says("shown · 1 tab")
	popup.eval(look, &shown)
	is.True(shown.Active)
	is.True(shown.State != "minimized")
	popup.await(`[...document.querySelectorAll("button")].some(b => b.textContent === "Hide")`)
	popup.eval(`[...document.querySelectorAll("button")].find(b => b.textContent === "Hide").click()`, nil)
	popup.says("hidden · 1 tab")
	popup.eval(look, &shown)
	is.True(!shown.Active)
	is.Equal(shown.State, "minimized")
	uid := b.Extract(t, tab, nil).UID(t, "button", "Read")
	b.Get(t, map[string]any{"type": "click", "tabId": tab, "uid": uid})
	popup.eval(look, &shown)
	is.Equal(shown.State, "minimized") // a trusted press did not raise it
}

// TestPopup_StopAllUnderLoad: one press ends everything that runs, at once.
func TestPopup_StopAllUnderLoad(t *testing.T) {
	size.LeaveToAll(t, size.Load)
	is := is.New(t)
	b, site := newProduct(t)
	const tabs = 4
	var ids []int
	for range tabs {
		ids = append(ids, b.Open(t, site.URL("/inbox.html")))
	}
	popup := extensionPage(t, b.CDP, "popup/index.html")
	popup.says("Your agent works in 4 tabs")
	answers := make(chan e2e.Answer, 2*tabs)
	for _, id := range ids {
		for range 2 { // the second waits for its turn in the tab
			go func() {
				answers <- b.Try(t, map[string]any{"type": "wait_for", "tabId": id, "selector": "#never", "timeoutMs": 60000})
			}()
		}
	}
	for range 500 {
		if b.Main.Bridge().InFlight() == 2*tabs {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	is.Equal(b.Main.Bridge().InFlight(), 2*tabs)
	start := time.Now()
	var took float64
	popup.eval(`new Promise(f => { const t = performance.now(); document.querySelector(".button.stop").click();
		new MutationObserver((_, o) => { if (document.body.innerText.includes("Stopped")) { o.disconnect(); f(performance.now() - t) } }).observe(document.body, {subtree: true, childList: true, characterData: true}) })`, &took)
	for range 2 * tabs {
		a := <-answers
		is.True(a.Code != "") // ended, not timed out and not done
		is.True(a.Took < 30*time.Second)
	}
	t.Logf("the popup said so after %.0f ms, the last of %d answers came %v after the press", took, 2*tabs, time.Since(start))
	is.True(took < 15_000) // else it waited for what it stopped
	popup.says("All quiet")
}

// workerKilled: a popup that is open stays true when Chrome kills
// the worker under it, and brings it back.
func workerKilled(t *testing.T, b *e2e.Product, site *e2e.Site) {
	b.Open(t, site.URL("/inbox.html"))
	popup := extensionPage(t, b.CDP, "popup/index.html")
	popup.says("Your agent works in 1 tab")
	b.Kill(t)
	popup.says("Your agent works in 1 tab") // nothing was lost
	popup.press(".button.stop")             // wakes the worker
	popup.says("Stopped 1 session.")
	popup.says("Connected")
	popup.says("All quiet")
}

// asleep: what the popup shows first needs no worker, which never
// answers here.
func asleep(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	b.Open(t, site.URL("/inbox.html"))
	b.Kill(t)
	session, target, err := b.CDP.NewPage(t.Context(), "about:blank")
	is.NoErr(err)
	t.Cleanup(func() { _ = b.CDP.CloseTarget(context.Background(), target) })
	is.NoErr(b.CDP.Send(t.Context(), session, "Page.enable", nil, nil))
	is.NoErr(b.CDP.Send(t.Context(), session, "Page.addScriptToEvaluateOnNewDocument", map[string]any{
		"source": `chrome.runtime.sendMessage = () => { globalThis.asked = true; return new Promise(() => {}) }`,
	}, nil))
	is.NoErr(b.CDP.Send(t.Context(), session, "Page.navigate", map[string]any{"url": origin + "popup/index.html"}, nil))
	popup := &page{t, b.CDP, session}
	popup.says("Inbox <3>")
	popup.await(`performance.getEntriesByName("first-contentful-paint").length`)
	popup.await(`globalThis.asked`) // the worker, in vain
}

// tabStays: a tab that the person opens in the agent's window while that is being closed is not closed with it.
func tabStays(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.On("mail.test", "/inbox.html"))
	popup := extensionPage(t, b.CDP, "popup/index.html")
	theirs := site.On("shop.test", "/shop.html")
	worker(t, b.CDP, fmt.Sprintf(`chrome.tabs.get(%d).then(({windowId}) => {
		const windows = chrome.windows.remove, tabs = chrome.tabs.remove;
		self.closed = new Promise(done => {
			const beside = async (close) => { await chrome.tabs.create({windowId, url: %q, active: false}); await close(); done() };
			chrome.windows.remove = (id) => beside(() => windows.call(chrome.windows, id));
			chrome.tabs.remove = (list) => Array.isArray(list) ? beside(() => tabs.call(chrome.tabs, list)) : tabs.call(chrome.tabs, list);
		}) })`, tab, theirs), nil)
	popup.press(".button.stop")
	var left []string
	worker(t, b.CDP, fmt.Sprintf(`self.closed.then(() => chrome.tabs.query({})).then(all => all.filter(t => t.windowId === all.find(t => (t.url || t.pendingUrl) === %q)?.windowId).map(t => t.url || t.pendingUrl))`, theirs), &left)
	is.Equal(left, []string{theirs})
}
