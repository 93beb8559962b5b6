package ui

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/fakemodel"
)

// TestAlone_Refused: where an organisation refuses it, no agent lives in the browser, and the
// panel says what it needs. A value with a mistake in it, which the browser drops or hands on,
// lifts nothing.
func TestAlone_Refused(t *testing.T) {
	profile := t.TempDir()
	for _, row := range []struct{ name, policy string }{
		{"as it was meant", `{"schemaVersion":1,"localAgent":"refuse"}`},
		{"mistyped", `{"schemaVersion":2,"localAgent":7}`},
		{"another word", `{"schemaVersion":3,"localAgent":"yes"}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			conn := managed(t, profile, row.policy)
			p := extensionPage(t, conn, "sidepanel/index.html")
			p.says("bua has to run on this computer")
			p.await(`chrome.storage.local.get("agentPolicy").then(s => (s.agentPolicy?.localAgent ?? "allow") !== "allow")`)
			var documents int
			worker(t, conn, `chrome.runtime.getContexts({contextTypes: ["OFFSCREEN_DOCUMENT"]}).then(l => l.length)`, &documents)
			is.Equal(documents, 0)
		})
	}
}

// TestAlone_Policy: a model of the organisation's is there without anybody adding it, and works;
// no other is offered or taken, and no key.
func TestAlone_Policy(t *testing.T) {
	is := is.New(t)
	s := fakemodel.New(fakemodel.Traits{Model: "scripted", Browsers: true}, fakemodel.Presser("Place order", "Thank you for your order."))
	t.Cleanup(s.Close)
	conn := managed(t, "", `{"schemaVersion":1,"agentModels":["llm/scripted `+s.URL+`/v1","gpt-5"],"agentOwnKeys":"refuse"}`)
	url, orders := till(t)
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.says("Runs in this browser")
	p.press("[data-models]")
	p.says("Your organisation has chosen the models. Your organisation allows no keys of your own here.")
	p.says("Not understood, so it allows nothing: agentModels: ")
	p.says("llm/scripted")
	p.await(`!document.querySelector("#modelkey, #ownbase, [aria-label^=Remove]")`)
	var said string
	p.eval(`new Promise(f => { const port = chrome.runtime.connect({name: "panel"}); port.onMessage.addListener(m => f(m.error?.code ?? "done"));
		port.postMessage({id: 1, call: "addModel", args: {name: "openai/gpt-5", key: "sk-mine"}}) })`, &said)
	is.Equal(said, "model_policy")
	p.press("[aria-label=Back]")
	p.run(`chrome.permissions.request = async () => true`) // the person's yes, which no test can press
	p.asks(url)
	p.press("[data-answer=once]")
	p.says("I pressed Place order.")
	is.Equal(orders.Load(), int32(1))
}
