package ui

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// loaded is a browser into which the extension was loaded as a person loads a folder.
func loaded(t *testing.T) *cdp.Conn { t.Helper(); return e2e.NewInstalled(t).CDP }

// reopened opens the popup of the new version, once the old one's has ended:
// while the new one is installed its pages are blocked.
func reopened(t *testing.T, conn *cdp.Conn) *page {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for opened(t, conn, "popup/") && ctx.Err() == nil {
		time.Sleep(20 * time.Millisecond)
	}
	session, _, err := conn.NewPage(ctx, "about:blank")
	for blocked := "yes"; err == nil && blocked != ""; time.Sleep(20 * time.Millisecond) {
		var went struct{ ErrorText string }
		err = conn.Send(ctx, session, "Page.navigate", map[string]any{"url": origin + "popup/index.html"}, &went)
		blocked = went.ErrorText
	}
	if err != nil {
		t.Fatal("the extension did not come back: ", err)
	}
	p := &page{t, conn, session}
	p.await(`document.querySelector("main:not([aria-busy])")`)
	return p
}

// TestUpdate_Back: the extension comes back after the reload that installs a
// new version, connects again by itself, and nothing waits any more.
func TestUpdate_Back(t *testing.T) {
	is := is.New(t)
	m := unknown(t)
	conn := loaded(t)
	popup := extensionPage(t, conn, "popup/index.html")
	code, err := m.Bridge().Pair(app.Local)
	is.NoErr(err)
	popup.eval(fmt.Sprintf(`chrome.storage.local.set({consentMode: "ask"}).then(() => chrome.runtime.sendMessage({kind: "bridge_request", method: "pair", args: {serverUrl: %q, code: %q, deviceName: "here"}}))`, m.SocketURL(), code.Code), nil)
	popup.says("Connected")
	answered := make(chan error, 1)
	go func() {
		_, err := m.Bridge().Do(t.Context(), protocol.Caller{User: app.Local}, "", protocol.OpenTab{URL: "http://127.0.0.1:1/"})
		answered <- err
	}()
	popup.says("may it work here?")
	worker(t, conn, `chrome.runtime.onUpdateAvailable.dispatch({version: "9"})`, nil)
	popup.says("A new version of bua is ready")
	popup.pressLast(`[data-answer="deny"]`)
	is.Equal(protocol.CodeOf(<-answered), protocol.CodeDomainBlocked)
	again := reopened(t, conn)
	again.says("Connected")
	again.says("All quiet")
	var waits bool
	again.eval(`document.body.innerText.includes("new version")`, &waits)
	is.True(!waits)
	devices := m.Bridge().Devices(app.Local)
	is.Equal(len(devices), 1) // the same pairing
	is.True(devices[0].Connected)
}
