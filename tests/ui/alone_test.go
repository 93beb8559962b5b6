package ui

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/fakemodel"
)

// TestAlone: without any backend a person gives a task in the panel, is asked before it pays,
// and it is done, once.
func TestAlone(t *testing.T) {
	is := is.New(t)
	conn, _ := launch(t, "")
	url, orders := till(t)
	s := fakemodel.New(fakemodel.Traits{Model: "scripted", Key: "sk-canary", Browsers: true}, fakemodel.Presser("Place order", "Thank you for your order."))
	t.Cleanup(s.Close)
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.says("Choose a model")
	worker(t, conn, `chrome.storage.local.set({agentSettings: {default: "mine/scripted", models: [{provider: "mine", model: "scripted", window: 128000}],
		own: [{name: "mine", like: "openai", base: "`+s.URL+`/v1"}], keys: [{provider: "mine", key: "sk-canary"}]}})`, nil)
	p.eval("location.reload()", nil)
	p.says("What is to be done?")
	p.eval(`chrome.tabs.create({url: "`+url+`", active: true}).then(t => { window.beside = t.id })`, nil)
	p.says("On " + strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
	p.write(".composer textarea", "Show me my order.")
	p.press("[data-start]")
	p.says("Pay or order: press “Place order”")
	is.Equal(orders.Load(), int32(0))
	p.press("[data-answer=once]")
	p.says("I pressed Place order.")
	is.Equal(orders.Load(), int32(1))
}
