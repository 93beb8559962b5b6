package ui

import (
	"image"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// shortcut is the key that the manifest suggests.
const shortcut = "alt+shift+u"

// aside is a place of the screen where the side panel is.
var aside = image.Pt(930, 600)

// TestRealPanel: in a real window the toolbar's button is pressed by a pointer, the
// popup's opens the panel, and a task is given there. Closed while the run waits, and
// opened again by the keyboard, the panel has the same card, and what is pressed on it
// happens once.
func TestRealPanel(t *testing.T) {
	is := is.New(t)
	w := newWindow(t)
	url, placed := till(t)
	url = strings.Replace(url, "127.0.0.1", "shop.test", 1)
	e2e.Scripted(t, w.Home(), orders)
	page := w.shows(t, url)

	button := w.button(t)
	w.screen.Move(t, button)
	w.screen.Press(t, 1)
	popup, bubble := w.own(t, "popup/index.html")
	w.point(t, popup, "[data-panel]", button.Add(image.Pt(-60, 120)))
	p, target := w.own(t, "sidepanel/index.html")
	w.gone(t, bubble) // it gives the focus back when it closes
	p.says("On " + hostOf(url))
	w.point(t, p, ".composer textarea", aside)
	p.await(`document.hasFocus() && document.activeElement.matches(".composer textarea")`)
	w.screen.Type(t, "Show me my order.")
	p.await(`document.querySelector(".composer textarea").value === "Show me my order."`)
	w.screen.Key(t, "Return")
	p.says("Pay or order: press “Place order”")

	p.run("setTimeout(() => window.close(), 100)")
	w.gone(t, target)
	is.Equal(placed.Load(), int32(0))
	w.screen.Key(t, shortcut)
	again, _ := w.own(t, "sidepanel/index.html")
	again.says("Pay or order: press “Place order”")
	w.point(t, again, "[data-answer=once]", aside)
	again.says("I pressed Place order.")
	is.Equal(placed.Load(), int32(1))
	again.press("[data-new]")
	page.send("Page.navigate", map[string]any{"url": url}, nil)
	page.await(`document.querySelector("p")?.textContent === "Two packs of tea."`)
	realMenu(t, w, page)
}
