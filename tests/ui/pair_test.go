package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// unknown is a backend that no browser knows.
func unknown(t *testing.T) *app.Main { return e2e.Backend(t, app.Options{Private: true}) }

func launch(t *testing.T, profile string, args ...string) (*cdp.Conn, *chromium.Browser) {
	t.Helper()
	return cdp.Launch(t, chromium.Options{Extension: e2e.Extension(t), UserDataDir: profile, Args: args})
}

func opened(t *testing.T, conn *cdp.Conn, part string) bool {
	t.Helper()
	list, err := conn.Targets(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range list {
		if strings.Contains(target.URL, origin+part) {
			return true
		}
	}
	return false
}

// TestPair: from the first page to a connected agent, with the mistakes that people make, and the
// question before a code leaves this machine; then revoked, forgotten, and kept from this computer.
func TestPair(t *testing.T) {
	is := is.New(t)
	m, conn := unknown(t), e2e.NewAlone(t).CDP
	welcome, err := conn.AwaitTarget(t.Context(), "page", origin+"options/index.html#welcome")
	is.NoErr(err)
	session, err := conn.Attach(t.Context(), welcome.TargetID)
	is.NoErr(err)
	page := &page{t, conn, session}
	page.says("Welcome to bua")
	elsewhere(t, page)
	popup := extensionPage(t, conn, "popup/index.html")
	popup.says("Not paired")

	// Nobody listens where bua would.
	page.write("#code", "AAAA-BBBB-CCCC")
	page.eval(`document.querySelector("details").open = true`, nil)
	page.write("#server", "ws://127.0.0.1:1/ws/browser")
	page.press("[type=submit]")
	page.says("No backend answers.")
	page.write("#server", "ws://elsewhere.example/ws")
	page.says("Write an address that begins with wss://")
	var off bool
	page.eval(`document.querySelector("[type=submit]").disabled`, &off)
	is.True(off)

	page.write("#server", m.SocketURL())
	page.write("#code", "AAAABBBBCCCC")
	page.press("[type=submit]")
	page.says("This code is wrong or older than ten minutes.")

	code, err := m.Bridge().Pair(app.Local)
	is.NoErr(err)
	page.write("#server", "")
	page.eval(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.setData("text/plain", %q);
		document.querySelector("#code").dispatchEvent(new ClipboardEvent("paste", {clipboardData: d, bubbles: true, cancelable: true})) })()`,
		"server  "+m.SocketURL()+"\ncode    "+code.Code+"\n"), nil) // what bua pair prints
	page.write("#device", "Ada’s laptop")
	page.press("[type=submit]")
	page.says("Connected to this computer")
	page.says("Ada’s laptop")
	popup.says("Connected")
	popup.says("All quiet")
	devices := m.Bridge().Devices(app.Local)
	is.Equal(len(devices), 1)
	is.Equal(devices[0].Name, "Ada’s laptop")
	is.True(devices[0].Connected)

	is.NoErr(m.Bridge().Revoke(app.Local, devices[0].ID))
	popup.says("This browser was revoked in the backend.")
	badge(t, conn, "!")
	page.says("This browser was revoked in the backend.")

	page.write("#code", code.Code)
	page.press("[type=submit]")
	page.says("This code was used already.")

	again, err := m.Bridge().Pair(app.Local)
	is.NoErr(err)
	page.write("#code", again.Code)
	page.press("[type=submit]")
	page.says("Connected to this computer")
	badge(t, conn, "")
	page.press(".card .button.danger")
	page.says("Forget this pairing?")
	page.press("dialog .button.danger")
	page.says("Not paired")
	popup.says("Not paired")
	var left map[string]any
	page.eval("chrome.storage.local.get('bridge_config')", &left)
	is.Equal(len(left), 0) // the key is gone
	localDenied(t, page)
}

// elsewhere: before a code goes to a server that is not this
// machine, the page shows its host large and asks; No leaves everything as it is.
func elsewhere(t *testing.T, page *page) {
	is := is.New(t)
	page.write("#code", "AAAA-BBBB-CCCC")
	page.eval(`document.querySelector("details").open = true`, nil)
	page.write("#server", "wss://bua.invalid/ws/browser")
	page.press("[type=submit]")
	page.says("Pair with a server that is not this computer?")
	var shown struct {
		Host         string
		Size, Normal float64
		Focus        string
	}
	page.eval(`(() => { const h = document.querySelector("dialog .host"), px = e => parseFloat(getComputedStyle(e).fontSize);
		return {Host: h.innerText, Size: px(h), Normal: px(document.querySelector("dialog p")), Focus: document.activeElement.innerText} })()`, &shown)
	is.Equal(shown.Host, "bua.invalid")
	is.True(shown.Size > 1.5*shown.Normal) // large
	is.Equal(shown.Focus, "Cancel")        // Enter alone does not pair
	var state struct{ Link struct{ State, Asks string } }
	ask := `chrome.runtime.sendMessage({kind: "bridge_request", method: "getState", args: {}}).then(a => a.ok)`
	page.eval(ask, &state)
	is.Equal(state.Link.State, "unpaired") // the code is still here
	is.Equal(state.Link.Asks, "bua.invalid")
	page.press("dialog .row .button")
	page.await(`!document.querySelector("dialog")`) // it is drawn from what the worker asks
	page.eval(ask, &state)
	is.Equal(state.Link.Asks, "")
	is.Equal(state.Link.State, "unpaired")
}

// localDenied: when the browser itself keeps the extension from this
// computer, the pages say that, and not that no backend runs.
func localDenied(t *testing.T, page *page) {
	denied := 0
	for _, name := range []string{"loopback-network", "local-network-access"} { // the name has changed
		params := map[string]any{"permission": map[string]any{"name": name}, "setting": "denied", "origin": origin}
		if err := page.conn.Send(t.Context(), "", "Browser.setPermission", params, nil); err == nil {
			denied++
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
	is.New(t).True(denied > 0) // this browser knows one of them
	page.write("#code", "AAAA-BBBB-CCCC")
	page.eval(`document.querySelector("details").open = true`, nil)
	page.write("#server", "ws://127.0.0.1:1/ws/browser")
	page.press("[type=submit]")
	page.says("The browser keeps bua from the programs of this computer.")
}
