package ui

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// consent: the person chooses to be asked, allows once, denies, allows for good and takes it back; the
// worker is killed while the question waits.
func consent(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	mail, docs := site.On("mail.test", "/inbox.html"), site.On("docs.test", "/inbox.html")
	options := extensionPage(t, b.CDP, "options/index.html#blocklist")
	options.await(`document.querySelector("#consent-off")?.checked`) // nobody is asked unless they want it
	options.press("#consent-per-origin")
	options.await(`chrome.storage.local.get("consentMode").then(s => s.consentMode === "per-origin")`)
	popup := extensionPage(t, b.CDP, "popup/index.html")

	answered := try(t, b, mail)
	popup.says("may it work here?")
	popup.says("mail.test")
	popup.says("spec 1 · Wants to: open a tab") // who asks, and for what
	badge(t, b.CDP, "?")
	popup.press(`[data-answer="once"]`)
	a := again(t, b, mail, <-answered)
	is.Equal(a.Code, "") // it went on when it was allowed
	popup.says("Your agent works in 1 tab")
	popup.says("mail.test · spec 1")
	badge(t, b.CDP, "1")
	tab := int(a.Result["tabId"].(float64))
	b.Extract(t, tab, nil) // and nobody is asked again

	answered = try(t, b, docs)
	popup.says("docs.test")
	popup.press(`[data-answer="deny"]`)
	a = again(t, b, docs, <-answered)
	is.Equal(a.Code, "domain_blocked")
	is.True(strings.Contains(a.Message, "does not allow"))
	is.Equal(b.Try(t, map[string]any{"type": "navigate", "tabId": tab, "url": docs}).Code, "domain_blocked") // in no other tab either

	popup.press(".button.stop")
	popup.says("All quiet")
	answered = try(t, b, mail) // the agent was done: it is asked again
	popup.says("may it work here?")
	b.Kill(t)
	<-answered // nobody knows what became of it, and nothing had
	popup.says("may it work here?")
	popup.press(`[data-answer="site"]`)
	options.says("mail.test")
	popup.says("All quiet")
	b.Open(t, mail) // the answer outlived the worker
	options.press(`[aria-label="Ask again about mail.test"]`)
	options.await(`chrome.storage.local.get("consentSites").then(s => s.consentSites.length === 0)`)

	log := extensionPage(t, b.CDP, "options/index.html#log")
	for _, row := range []string{"You allowed it once", "You denied it", "You allowed it for this site", "You took the answer back"} {
		log.says(row)
	}
	options.press("#consent-off")
	options.await(`chrome.storage.local.get("consentMode").then(s => s.consentMode === "off")`)
}

// unanswered: an agent that waits in vain hears what to do.
func unanswered(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	options := extensionPage(t, b.CDP, "options/index.html#blocklist")
	options.press("#consent-ask")
	options.await(`chrome.storage.local.get("consentMode").then(s => s.consentMode === "ask")`)
	a := <-try(t, b, site.URL("/inbox.html"))
	is.Equal(a.Code, "timeout")
	is.True(strings.Contains(a.Message, "open bua's popup"))
	badge(t, b.CDP, "?")
	popup := extensionPage(t, b.CDP, "popup/index.html")
	popup.says("may it work here?")
	var site2 bool
	popup.eval(`!!document.querySelector("[data-answer=site]")`, &site2)
	is.True(!site2) // nothing is remembered in this mode
	options.press("#consent-off")
	popup.await(`!document.querySelector(".asks")`)
	b.Open(t, site.URL("/inbox.html"))
}

// again repeats the action when the person was slower than it waits, as its
// answer tells the agent to do.
func again(t *testing.T, b *e2e.Product, url string, a e2e.Answer) e2e.Answer {
	t.Helper()
	if a.Code != "timeout" {
		return a
	}
	return <-try(t, b, url)
}

// try opens a tab while the test goes on.
func try(t *testing.T, b *e2e.Product, url string) <-chan e2e.Answer {
	t.Helper()
	return begin(t, b, map[string]any{"type": "open_tab", "url": url})
}
