package ui

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/tests/e2e"
)

// TestAlone_Before: a run that waits in this browser when a backend is paired goes on where it
// is: it is listed as such, asks, takes the answer, is taken along and forgotten. Then nothing
// of the agent's is left in the browser.
func TestAlone_Before(t *testing.T) {
	is := is.New(t)
	m, conn := unknown(t), e2e.NewAlone(t).CDP
	url, placed := till(t)
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.model(t, orders)
	p.says("Runs in this browser")
	p.asks(url)

	options := extensionPage(t, conn, "options/index.html#connection")
	code, err := m.Bridge().Pair(app.Local)
	is.NoErr(err)
	options.write("#code", code.Code)
	options.eval(`document.querySelector("details").open = true`, nil)
	options.write("#server", m.SocketURL())
	options.press("[type=submit]")
	options.says("Connected to this computer")

	p.reload()
	p.says("Pay or order: press “Place order”")
	badge(t, conn, "?") // the worker knows of it, too
	is.Equal(placed.Load(), int32(0))
	p.press("[data-answer=once]")
	p.says("I pressed Place order.")
	is.Equal(placed.Load(), int32(1))
	p.says("Repeat this task") // it has ended
	m.Close()                  // what is in the browser needs no backend to be read
	p.reload()
	// The panel looks for the backend meanwhile, and its buttons come and go.
	p.await(`(document.querySelector("[data-runs]")?.click(), document.querySelector("[data-delete]") !== null)`)
	p.says("in this browser")
	p.run(`window.saved = []; HTMLAnchorElement.prototype.click = function () { fetch(this.href).then(r => r.text()).then(t => saved.push(t)) }`)
	p.press(`[data-journal]`)
	p.await(`saved.length === 1 && saved[0].includes("Show me my order.")`)
	p.press("[data-delete]")
	p.press("[data-sure]")
	p.says("bua has to run on this computer") // there is nothing else
	p.await(`chrome.storage.local.get(["agentRuns", "agentAwake"]).then(s => s.agentRuns === false && s.agentAwake === 0)`)
}
