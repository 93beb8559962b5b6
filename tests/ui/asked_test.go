package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestAsked: what waits for the person is in the popup, where they answer it, and the agent is told;
// also when the worker dies meanwhile, and when they stop it all.
func TestAsked(t *testing.T) {
	specs(t, []spec{{"unanswered", unanswered}, {"consent", consent}, {"a dialog", dialog}, {"an obstacle", obstacle}, {"help", help}})
}

// dialog: a page's dialog that waits is in the popup; the person answers it, the page goes on with their
// answer, and the agent is told whose it was.
func dialog(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.On("mail.test", "/ask.html"))
	popup := extensionPage(t, b.CDP, "popup/index.html")
	popup.says("Your agent works in 1 tab")
	said := func() string {
		text, _ := b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": `return document.querySelector("#said").textContent`})["value"].(string)
		return text
	}
	click := func(selector string) {
		t.Helper()
		b.Get(t, map[string]any{"type": "click", "tabId": tab, "selector": selector})
	}
	last := func() map[string]any {
		recent := b.Get(t, map[string]any{"type": "dialog", "tabId": tab})["recent"].([]any)
		return recent[len(recent)-1].(map[string]any)
	}

	click("#delete")
	popup.says("A page waits for an answer")
	popup.says("mail.test")
	popup.says("Delete <b>3</b> folders?") // the page's words, as text
	popup.press(`[data-accept="true"]`)
	popup.await(`!document.querySelector(".asks")`)
	is.Equal(said(), "confirm true")
	is.Equal(last()["closedBy"], "person")

	click("#delete")
	popup.press(`[data-accept="false"]`)
	popup.await(`!document.querySelector(".asks")`)
	is.Equal(said(), "confirm false")

	click("#name")
	popup.await(`document.querySelector(".ask .input")?.value === "Untitled"`)
	popup.write(".ask .input", "Letters")
	popup.press(`[data-accept="true"]`)
	popup.await(`!document.querySelector(".asks")`)
	is.Equal(said(), "prompt Letters")

	click("#tell")
	popup.says("Your session ends soon.")
	popup.await(`document.querySelectorAll(".ask [data-accept]").length === 1`) // there is nothing to refuse
	b.Get(t, map[string]any{"type": "dialog", "tabId": tab, "do": "accept"})    // the agent was quicker
	popup.await(`!document.querySelector(".asks")`)
	is.Equal(said(), "alert")
	is.Equal(last()["closedBy"], "agent")

	click("#delete")
	popup.says("Delete <b>3</b> folders?")
	b.Kill(t) // nobody can answer it any more: the next action dismisses it
	popup.await(`!document.querySelector(".asks")`)
	is.Equal(said(), "confirm false")

	click("#delete")
	popup.says("Delete <b>3</b> folders?")
	popup.press(".button.stop")
	popup.says("All quiet") // and no card without its session
	popup.await(`!document.querySelector(".asks")`)
}

// obstacle: what the agent cannot pass is in the popup until it is passed.
func obstacle(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.On("mail.test", "/wall.html"))
	popup := extensionPage(t, b.CDP, "popup/index.html")
	popup.says("Your agent works in 1 tab")
	read := func() any { return b.Get(t, map[string]any{"type": "extract", "tabId": tab})["obstacle"] }
	is.Equal(read().(map[string]any)["type"], "captcha")
	popup.says("Your agent cannot go on here")
	popup.await(`document.querySelector("[data-obstacle=captcha]")`)
	badge(t, b.CDP, "?")
	b.Kill(t)
	popup.says("Your agent cannot go on here")
	popup.press(`[data-obstacle] .button`)
	popup.says("shown · 1 tab")
	asked := begin(t, b, map[string]any{"type": "help", "tabId": tab, "message": "Please solve it"})
	popup.says("Please solve it")
	popup.await(`!document.querySelector("[data-obstacle]")`) // the agent's own words say it
	popup.press(`[data-outcome="done"]`)
	is.Equal((<-asked).Result["outcome"], "done")
	popup.await(`document.querySelector("[data-obstacle=captcha]")`) // it is still there
	b.Get(t, map[string]any{"type": "click", "tabId": tab, "selector": "#pass"})
	popup.await(`!document.querySelector(".asks")`) // it is passed before anybody reads it again
	badge(t, b.CDP, "1")
	is.Equal(read(), nil)
}

// help: the agent hands a tab to the person, who finds it in the popup, looks at it, and gives it back.
func help(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.On("mail.test", "/inbox.html"))
	popup := extensionPage(t, b.CDP, "popup/index.html")
	ask := func(message string) <-chan e2e.Answer {
		return begin(t, b, map[string]any{"type": "help", "tabId": tab, "message": message})
	}

	got := ask("Please solve <b>this</b> captcha")
	popup.says("Your agent needs you")
	popup.says("Please solve <b>this</b> captcha") // as text
	popup.says("mail.test · spec 1 · ")            // where, and who asks
	badge(t, b.CDP, "?")
	var live string
	popup.eval(`document.querySelector(".asks").getAttribute("role")`, &live)
	is.Equal(live, "alert") // a screen reader says it
	popup.press(`[aria-label="Show mail.test"]`)
	popup.await(fmt.Sprintf(`chrome.tabs.get(%d).then(t => t.active)`, tab)) // in front, because the person said so
	popup.press(`[data-outcome="done"]`)
	is.Equal((<-got).Result["outcome"], "done")
	popup.await(`!document.querySelector(".asks")`)
	popup.says("Asked for your help")
	badge(t, b.CDP, "1")

	got = ask("Please call them")
	popup.press(`[data-outcome="declined"]`)
	is.Equal((<-got).Result["outcome"], "declined")

	got = ask("Please log in")
	popup.says("Please log in")
	b.Kill(t)
	is.Equal((<-got).Code, "internal_error") // nobody knows what became of it
	popup.says("Please log in")              // and it still waits for the person
	badge(t, b.CDP, "?")
	popup.press(`[data-outcome="done"]`)
	popup.await(`!document.querySelector(".asks")`)
	badge(t, b.CDP, "1")
	a := <-ask("Please log in")
	is.Equal(a.Result["outcome"], "done") // the answer was kept for the agent that asks again

	got = begin(t, b, map[string]any{"type": "help", "tabId": tab, "message": "Please hurry", "timeoutMs": 1000})
	is.Equal((<-got).Result["outcome"], "timed_out")
	popup.says("Please hurry") // the card says so, and stays
	popup.says("It no longer waits")
	popup.press(`[data-outcome="done"]`)
	popup.await(`!document.querySelector(".asks")`)
	a = <-ask("Please hurry")
	is.Equal(a.Result["outcome"], "done")
	got = begin(t, b, map[string]any{"type": "help", "tabId": tab, "message": "Please hurry", "timeoutMs": 1000})
	is.Equal((<-got).Result["outcome"], "timed_out")
	popup.says("It no longer waits")
	b.Extract(t, tab, nil) // the agent has gone on without them
	popup.await(`!document.querySelector(".asks")`)

	got = ask("Please wait for me")
	popup.says("Please wait for me")
	popup.press(".button.stop")
	a = <-got
	is.Equal(a.Code, "session_not_found")
	is.True(strings.Contains(a.Message, "the person stopped the agent"))
	popup.await(`!document.querySelector(".asks")`)
	badge(t, b.CDP, "")

	log := extensionPage(t, b.CDP, "options/index.html#log")
	log.says("You said that it is done")
	log.says("You said that you can’t")
}

// begin sends an action while the test goes on.
func begin(t *testing.T, b *e2e.Product, action map[string]any) <-chan e2e.Answer {
	t.Helper()
	got := make(chan e2e.Answer, 1)
	go func() { got <- b.Try(t, action) }()
	return got
}
