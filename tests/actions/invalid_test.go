package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specInvalid: the browser does not send a form with a missing field and says so
// in a bubble, which is in no document.
func specInvalid(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	site.Mux.HandleFunc("/order", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<form action="/sent"><input aria-label=Name required><input aria-label=Mail type=email value=x@y.test>
			<button>Send</button><button id=asks type=button onclick="this.form.checkValidity()">Check</button></form>`)
	})
	site.Mux.HandleFunc("/sent", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, "<h1>Sent</h1>") })
	tab := b.Open(t, site.URL("/order"))
	effects := func(action map[string]any) map[string]any {
		t.Helper()
		action["tabId"] = tab
		fx, _ := b.Get(t, action)["effects"].(map[string]any)
		return fx
	}
	uid := b.Extract(t, tab, nil).UID(t, "textbox", "Name")
	is.True(effects(map[string]any{"type": "click", "selector": "#asks"})["invalid"] == nil) // the page asks for itself
	said, _ := effects(map[string]any{"type": "click", "selector": "button"})["invalid"].(string)
	is.True(strings.HasPrefix(said, uid+": ") && len(said) > len(uid)+5)
	again, _ := effects(map[string]any{"type": "click", "selector": "button"})["invalid"].(string)
	is.Equal(again, said) // also where the focus is there already
	key, _ := effects(map[string]any{"type": "press_key", "key": "Enter"})["invalid"].(string)
	is.Equal(key, said)
	effects(map[string]any{"type": "type", "uid": uid, "text": "Ann"})
	fx := effects(map[string]any{"type": "click", "selector": "button"})
	is.True(fx["invalid"] == nil)
	is.True(fx["navigated"] != nil)
}
