package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/cdp"
)

// TestUpdate: a new version that Chrome has ready waits for the person's
// answer, says so, and is installed then.
func TestUpdate(t *testing.T) {
	is := is.New(t)
	b, site := newProduct(t)
	b.InWorker(t, `chrome.storage.local.set({consentMode: "ask"})`, nil)
	popup := extensionPage(t, b.CDP, "popup/index.html")
	answered := try(t, b, site.On("mail.test", "/inbox.html"))
	popup.says("may it work here?")
	b.InWorker(t, `chrome.runtime.onUpdateAvailable.dispatch({version: "9"})`, nil)
	popup.says("A new version of bua is ready")
	popup.says("at the latest")
	options := extensionPage(t, b.CDP, "options/index.html#connection")
	options.says("A new version of bua is ready")
	is.Equal((<-answered).Code, "timeout") // no request is in execution any more, and the question waits
	time.Sleep(time.Second)                // it looks twice a second
	popup.says("A new version of bua is ready")
	popup.pressLast(`[data-answer="deny"]`)
	unloaded(t, b.CDP)
}

// TestUpdate_Now: the person need not wait.
func TestUpdate_Now(t *testing.T) {
	b, site := newProduct(t)
	b.InWorker(t, `chrome.storage.local.set({consentMode: "ask"})`, nil)
	popup := extensionPage(t, b.CDP, "popup/index.html")
	answered := try(t, b, site.On("mail.test", "/inbox.html"))
	popup.says("may it work here?")
	b.InWorker(t, `chrome.runtime.onUpdateAvailable.dispatch({version: "9"})`, nil)
	popup.pressLast("[data-update]")
	unloaded(t, b.CDP)
	<-answered // outcome unknown
}

// unloaded waits until nothing of the extension runs. The reload's other half
// is [TestUpdate_Back]'s: a browser that got the extension on its command line
// does not load it again.
func unloaded(t *testing.T, conn *cdp.Conn) {
	t.Helper()
	for range 600 {
		list, err := conn.Targets(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		live := false
		for _, x := range list {
			live = live || strings.HasPrefix(x.URL, origin)
		}
		if !live {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the extension was not reloaded")
}
