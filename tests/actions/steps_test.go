package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specSteps: one call does several actions and tells once what they have changed, each
// of them under the gate.
func specSteps(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/orders", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<title>Orders</title><h1>Orders</h1><label>Name <input id=name></label><button id=add onclick="list.insertAdjacentHTML('beforeend','<li>'+document.getElementById('name').value+'</li>')">Add</button>
			<ul id=list><li>Ann</li><li>Bob</li><li>Cid</li></ul><button id=turn onclick="list.append(list.firstElementChild)">Turn</button><a id=away href="/away">Away</a><button id=load onclick="const l=document.createElement('p');l.append('Loading…');list.before(l);setTimeout(()=>{l.remove();list.insertAdjacentHTML('beforeend','<li>Eve</li>')},300)">Load</button><button id=ask onclick="confirm('Sure?')">Ask</button>`)
	})
	site.Mux.HandleFunc("/away", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, `<title>Away</title><h1>Elsewhere</h1>`) })
	site.Mux.HandleFunc("/later", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<title>Later</title><div id=root></div><script>setTimeout(()=>root.textContent='Drawn',500)</script>`)
	})
	site.Mux.HandleFunc("/never", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, `<title>Never</title><p>Loading…</p>`) })
	is := is.New(t)
	url := site.On("a.test", "/orders")
	opened := b.Call(t, map[string]any{"action": map[string]any{"type": "open_tab", "url": url}, "read": "page"})
	tab := opened.Result["tabId"]
	is.True(strings.Contains(opened.Result["read"].(map[string]any)["markdown"].(string), "# Orders"))
	act := func(kind, id string, more ...string) map[string]any {
		a := map[string]any{"type": kind, "selector": "#" + id, "tabId": tab}
		for i := 0; i < len(more); i += 2 {
			a[more[i]] = more[i+1]
		}
		return a
	}
	several := func(actions ...any) (steps int, stopped, markdown string) {
		t.Helper()
		r := b.Call(t, map[string]any{"actions": actions, "read": "changes"}).Result
		stopped, _ = r["stopped"].(string)
		if read, ok := r["read"].(map[string]any); ok {
			markdown, _ = read["markdown"].(string)
		}
		return len(r["steps"].([]any)), stopped, markdown
	}

	n, stopped, changed := several(act("type", "name", "text", "Dan"), act("click", "add"))
	is.Equal(n, 2)
	is.Equal(stopped, "")
	is.Equal(changed, "+ - Dan")

	read := b.Call(t, map[string]any{"action": act("click", "turn"), "read": "changes"}).Result["read"].(map[string]any)
	is.Equal(read["markdown"], "> - Ann")

	read = b.Call(t, map[string]any{"action": act("click", "load"), "read": "changes"}).Result["read"].(map[string]any)
	is.Equal(read["markdown"], "+ - Eve") // what came in the place of "Loading…", which it waited for
	later := b.Call(t, map[string]any{"action": map[string]any{"type": "open_tab", "url": site.On("a.test", "/later")}, "read": "page"}).Result
	is.Equal(later["read"].(map[string]any)["markdown"], "Drawn")
	never := b.Call(t, map[string]any{"action": map[string]any{"type": "navigate", "url": site.On("a.test", "/never"), "tabId": later["tabId"]}, "read": "page"}).Result
	is.Equal(never["read"].(map[string]any)["effects"], map[string]any{"unsettled": "the page was still loading after 2000 ms: a text in it says so"})

	n, stopped, _ = several(act("click", "add"), act("click", "none"), act("click", "add"))
	is.Equal(n, 2) // the one that failed is the last
	is.Equal(stopped, "it failed")

	n, stopped, changed = several(act("click", "away"), act("click", "add"))
	is.Equal(n, 1)
	is.Equal(stopped, "it led to another page")
	is.Equal(changed, "# Elsewhere")

	n, stopped, _ = several(map[string]any{"type": "navigate", "url": url, "tabId": tab}, act("click", "ask"), act("click", "add"))
	is.Equal(n, 2)
	is.Equal(stopped, "a dialog waits for an answer")
	b.Get(t, map[string]any{"type": "dialog", "do": "dismiss", "tabId": tab})

	b.Block(t, "a.test") // the reading is refused as any other
	defer b.Block(t)
	b.AwaitEnd(t, int(tab.(float64)))
	refused := b.Call(t, map[string]any{"actions": []any{act("click", "add"), act("click", "add")}, "read": "page"})
	is.Equal(len(refused.Result["steps"].([]any)), 1)
	is.Equal(refused.Result["read"], nil)
	is.Equal(refused.Result["stopped"], "it failed")
}
