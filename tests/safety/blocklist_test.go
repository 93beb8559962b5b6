package safety_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// marker is text that only the blocked site shows.
const marker = "CONFIDENTIAL-7731"

// TestBlocklistRaces lets pages run to a blocked site while the agent clicks
// and reads: by a redirect after the check, by themselves, in a popup, in a
// frame. The blocked site must see no input and no answer may hold its text.
func TestBlocklistRaces(t *testing.T) { onEach(t, blocklistRaces) }

func blocklistRaces(t *testing.T, b *e2e.Product, site *e2e.Site, some int) {
	b.Block(t, "blocked.test")
	site.Mux.HandleFunc("/secret", func(w http.ResponseWriter, r *http.Request) {
		e2e.HTML(w, `<title>`+marker+`</title><style>button{width:300px;height:200px}</style><button id=b>Go on `+marker+`</button><p>`+marker)
	})
	secret := site.On("blocked.test", "/secret")
	site.Mux.HandleFunc("/later", func(w http.ResponseWriter, r *http.Request) {
		ms, _ := strconv.Atoi(r.FormValue("ms"))
		time.Sleep(time.Duration(ms) * time.Millisecond) // the server's own slowness is what is tried
		http.Redirect(w, r, secret, http.StatusFound)
	})
	page := func(script string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			e2e.HTML(w, `<title>allowed</title><style>button{width:300px;height:200px}</style><button id=b>Go on</button><script>`+
				fmt.Sprintf(script, r.FormValue("ms"))+`</script>`)
		}
	}
	site.Mux.HandleFunc("/self", page(`setTimeout(()=>location='`+secret+`',%s)`))
	site.Mux.HandleFunc("/popup", page(`addEventListener('click',()=>window.open('`+secret+`'));//%s`))
	site.Mux.HandleFunc("/frame", page(`setTimeout(()=>document.body.insertAdjacentHTML('beforeend','<iframe style="position:fixed;inset:0;width:100%%%%;height:100%%%%" src="`+secret+`"></iframe>'),%s)`))

	n := trials(1000) / some
	if !size.All() {
		n = 8 // each kind twice
	}
	for i := range n {
		ms := rand.IntN(200)
		kind := []string{"later", "self", "popup", "frame"}[i%4]
		url := site.On("allowed.test", "/"+kind+"?ms="+strconv.Itoa(ms))
		opened := b.Try(t, map[string]any{"type": "open_tab", "url": url})
		clean(t, kind, opened)
		if opened.Code != "" {
			continue // the redirect was seen at once
		}
		tab := int(opened.Result["tabId"].(float64))
		for range 3 {
			clean(t, kind, b.Try(t, map[string]any{"type": "click", "selector": "#b", "tabId": tab}))
			clean(t, kind, b.Try(t, map[string]any{"type": "extract", "tabId": tab}))
		}
		clean(t, kind, b.Try(t, map[string]any{"type": "screenshot", "tabId": tab}))
		clean(t, kind, b.Try(t, `{"type":"get_tabs"}`))
		b.Try(t, map[string]any{"type": "close_tab", "tabId": tab})
	}
	for _, h := range site.Seen(func(h e2e.PageEvent) bool { return h.Host == "blocked.test" && h.Trusted }) {
		switch h.Type {
		case "mousedown", "mouseup", "click", "keydown", "keyup", "input":
			t.Errorf("the blocked site saw %+v", h)
		}
	}
}

// clean fails when an answer holds what only the blocked site shows.
func clean(t *testing.T, kind string, a e2e.Answer) {
	t.Helper()
	if all := a.Text + a.Message + fmt.Sprint(a.Result); strings.Contains(all, marker) {
		t.Fatalf("%s: an answer holds the blocked site's text", kind)
	}
}
