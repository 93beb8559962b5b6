package ui

import (
	"testing"

	"github.com/matryer/is"
)

// TestLocalDenied: when the browser itself keeps the extension from this
// computer, the pages say that, and not that no backend runs.
func TestLocalDenied(t *testing.T) {
	is := is.New(t)
	conn, _ := launch(t, "")
	denied := 0
	for _, name := range []string{"loopback-network", "local-network-access"} { // the name has changed
		params := map[string]any{"permission": map[string]any{"name": name}, "setting": "denied", "origin": origin}
		if err := conn.Send(t.Context(), "", "Browser.setPermission", params, nil); err == nil {
			denied++
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
	is.True(denied > 0) // this browser knows one of them
	page := extensionPage(t, conn, "options/index.html#connection")
	page.write("#code", "AAAA-BBBB-CCCC")
	page.eval(`document.querySelector("details").open = true`, nil)
	page.write("#server", "ws://127.0.0.1:1/ws/browser")
	page.press("[type=submit]")
	page.says("The browser keeps bua from the programs of this computer.")
}
