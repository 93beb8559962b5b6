package ui

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// strict: the person chooses the strict profile, grants a capability on an
// origin, allows one order and no more, takes the grant back, and blocks a kind
// of sites.
func strict(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	shop := site.On("shop.test", "/shop.html")
	origin := strings.TrimSuffix(site.On("shop.test", "/"), "/")
	options := extensionPage(t, b.CDP, "options/index.html#blocklist")
	options.await(`document.querySelector("#profile-default")?.checked`) // nobody is strict unless they want it
	options.press("#private-network")
	options.await(`chrome.storage.local.get("privateNetwork").then(s => s.privateNetwork === "refuse")`)
	b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": shop})
	options.press("#private-network")
	options.await(`chrome.storage.local.get("privateNetwork").then(s => !("privateNetwork" in s))`)
	options.press("#profile-strict")
	options.await(`document.querySelector("#private-network:checked")?.disabled`) // the profile decides
	options.run(`chrome.storage.local.set({privateNetwork: "allow"})`)            // the test's sites are on this machine
	options.await(`document.querySelector("#private-network:not(:checked)")?.disabled === false`)
	options.await(`chrome.storage.local.get("profile").then(s => s.profile === "strict")`)
	options.says("The strict profile asks for each site")
	options.await(`document.querySelector("#consent-off").disabled && document.querySelector("#consent-per-origin").checked`)
	popup := extensionPage(t, b.CDP, "popup/index.html")

	answered := try(t, b, shop)
	popup.says("may it work here?")
	popup.says(origin)
	popup.says("Asks for the right: act")
	popup.press(`[data-answer="site"]`)
	a := again(t, b, shop, <-answered)
	is.Equal(a.Code, "")
	tab := int(a.Result["tabId"].(float64))
	options.await(`document.querySelector("[data-can=act]")?.checked && !document.querySelector("[data-can=sinks]").checked`)

	order := map[string]any{"type": "click", "selector": "#order", "tabId": tab}
	clicked := make(chan e2e.Answer, 1)
	click := func() { clicked <- b.Try(t, order) }
	go click()
	popup.says("may it do this?")
	popup.says("Pay or order: press “Place order”")
	popup.says("Note: At noon")
	popup.says("As a gift: ☐")
	popup.says("spec 1")
	badge(t, b.CDP, "?")
	var remembers bool
	popup.eval(`!!document.querySelector("[data-answer=site]")`, &remembers)
	is.True(!remembers) // an order is never allowed for good
	popup.press(`[data-answer="once"]`)
	if a := <-clicked; a.Code == "timeout" { // the person was slower than it waits
		go click()
		a = <-clicked
		is.Equal(a.Code, "")
	} else {
		is.Equal(a.Code, "")
	}
	is.Equal(b.Extract(t, tab, nil).Title, "Ordered")
	go click() // the next one is asked about
	popup.says("Pay or order")
	popup.press(`[data-answer="deny"]`)
	a = <-clicked
	if a.Code == "timeout" {
		a = b.Try(t, order)
	}
	is.Equal(a.Code, "domain_blocked")

	options.press("[data-can=act]") // taken back
	options.await(`chrome.storage.local.get("grants").then(s => s.grants.length === 0)`)
	go click()
	popup.says("may it work here?")
	popup.press(`[data-answer="deny"]`)
	<-clicked

	options.press("#profile-default")
	options.await(`!document.querySelector("#consent-off").disabled && document.querySelector("#consent-off").checked`)
	options.press("#kind-banking")
	options.await(`chrome.storage.local.get("blockedCategories").then(s => s.blockedCategories?.[0] === "banking")`)
	is.True(strings.Contains(b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": "https://www.chase.com/"}), "banking"))
}
