package ui

import (
	"fmt"
	"testing"

	"github.com/matryer/is"
)

// TestPersonsTabStays: a tab that the person opens in the agent's window while that is being
// closed is not closed with it.
func TestPersonsTabStays(t *testing.T) {
	is := is.New(t)
	b, site := newProduct(t)
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
