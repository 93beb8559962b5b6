package ui

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// pointedAt does what the menu of a page does, for a browser whose menus nobody sees:
// Chrome's own event, without the person's gesture that opens a panel.
func pointedAt(t *testing.T, p *page, entry, more string) {
	t.Helper()
	worker(t, p.conn, fmt.Sprintf(`chrome.tabs.get(%s).then(tab => { chrome.contextMenus.onClicked.dispatch({menuItemId: %q, pageUrl: tab.url, editable: false, %s}, tab); return 0 })`, beside(p), entry, more), nil)
}

// beside is the tab of the page that the panel of a test is about.
func beside(p *page) (tab string) {
	p.tb.Helper()
	var id int
	p.eval("window.beside", &id)
	return fmt.Sprint(id)
}

// theMenu: what was chosen in the menu of a page comes to the panel of that window as a quotation, and
// nothing is sent by it. A site where no agent may be gives nothing.
func theMenu(t *testing.T, b *e2e.Product, _ *e2e.Site) {
	is := is.New(t)
	url, _ := till(t)
	url = strings.Replace(url, "127.0.0.1", "shop.test", 1)
	p := newPanel(t, b)
	p.beside(url)

	pointedAt(t, p, "ask", `selectionText: "Two packs of tea."`)
	p.says("Selected on shop.test")
	p.says("Two packs of tea.")
	p.await(`document.querySelector("input[value=ask]").checked`)
	pointedAt(t, p, "do", `linkUrl: "http://other.test/offer"`)
	p.says("Link on shop.test")
	p.says("http://other.test/offer")
	p.await(`document.querySelector("input[value=act]").checked && !document.querySelector(".quote").innerText.includes("Two packs")`)
	pointedAt(t, p, "ask", ``)
	p.says("Page on shop.test")
	is.Equal(runsOf(p), 0) // nothing was begun

	b.Block(t, "other.test")
	awaitRefused(p, "http://other.test/secret")
	pointedAt(t, p, "do", `linkUrl: "http://other.test/secret"`)
	p.says("The agent may not go there")
	p.await(`!document.body.innerText.includes("secret")`)
	b.Block(t, "shop.test")
	awaitRefused(p, url)
	pointedAt(t, p, "ask", `selectionText: "Four packs of tea."`)
	p.await(`!document.body.innerText.includes("packs of tea")`)
	p.says("The agent may not go there")
	is.Equal(runsOf(p), 0)
	b.Block(t)
}

// awaitRefused waits until the core has read the list in which an address is refused.
func awaitRefused(p *page, url string) {
	p.tb.Helper()
	p.eval(fmt.Sprintf(`new Promise(done => {
		const look = () => chrome.runtime.sendMessage({kind: "bridge_request", method: "refuses", args: {url: %q}}).then(a => a.ok ? done() : setTimeout(look, 20))
		look()
	})`, url), nil)
}

// runsOf is how many runs there are.
func runsOf(p *page) (n int) {
	p.tb.Helper()
	p.press("[data-runs]")
	p.await(`document.querySelector(".run") || document.body.innerText.includes("No tasks yet.")`)
	p.eval(`document.querySelectorAll(".run").length`, &n)
	p.press("header .button") // back
	p.await(`document.querySelector(".composer textarea")`)
	return n
}

// realMenu: a pointer opens the menu of what is selected, the
// keyboard chooses in it, and the panel opens with the quotation. While a blocked site is
// in front Chrome shows none of the entries.
func realMenu(t *testing.T, w *window, p *page) {
	w.selects(t, p)
	// From below: Inspect, what bua has, its first entry.
	for _, key := range []string{"Up", "Up", "Right", "Return"} {
		w.screen.Key(t, key)
	}
	side, _ := w.own(t, "sidepanel/index.html")
	side.says("Selected on shop.test")
	side.says("Two packs of tea.")
	w.InWorker(t, `(() => {
		globalThis.entries = {}
		const update = chrome.contextMenus.update
		chrome.contextMenus.update = (id, how) => update.call(chrome.contextMenus, id, how).then(() => { entries[id] = how.visible })
	})()`, nil)
	for _, visible := range []bool{false, true} {
		if visible {
			w.Block(t)
		} else {
			w.Block(t, "shop.test")
		}
		w.InWorker(t, fmt.Sprintf(`new Promise(done => {
			const look = () => entries.ask === %v && entries.do === %v ? done() : setTimeout(look, 20)
			look()
		})`, visible, visible), nil)
	}
}

// selects selects a text of the page by three presses of the pointer, and opens its menu.
func (w *window) selects(t *testing.T, p *page) {
	t.Helper()
	w.point(t, p, "p", image.Pt(400, 500))
	p.eval(`getSelection().selectAllChildren(document.querySelector("p")), 0`, nil)
	p.eval(`addEventListener("contextmenu", () => { window.menu = true }), 0`, nil)
	w.screen.Press(t, 3)
	p.await("window.menu")
}
