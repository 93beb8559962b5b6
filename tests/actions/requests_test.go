package actions_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestRequests(t *testing.T) { onEach(t, specRequests) }

// specRequests: pages that ask a server and show what it answers, as most applications do.
// An act is done when that is there.
func specRequests(t *testing.T, b *e2e.Product, site *e2e.Site) {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	slow := func(path, kind, body string) {
		site.Mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(400 * time.Millisecond): // the server's work
			case <-r.Context().Done():
			}
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write([]byte(body))
		})
	}
	slow("/saved", "text/plain", "Saved")
	slow("/part.js", "text/javascript", "document.getElementById('out').textContent = 'Drawn'")
	site.Mux.HandleFunc("/hangs", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-over:
		case <-r.Context().Done():
		}
	})
	page := `<p id=out></p><script>
		const show = t => { out.textContent = t }, ask = url => fetch(url).then(r => r.text())
		const xhr = () => { const x = new XMLHttpRequest(); x.onload = () => show(x.responseText); x.open('GET', '/saved'); x.send() }
		const draw = () => document.head.append(Object.assign(document.createElement('script'), {src: '/part.js'}))</script>
		<button id=save onclick="ask('/saved').then(show)">Save</button><button id=xhr onclick="xhr()">Ask</button><button id=part onclick="draw()">Draw</button>
		<button id=chain onclick="ask('/saved').then(() => ask('/saved?then')).then(show)">Save twice</button>
		<button id=later onclick="ask('/saved').then(t => requestAnimationFrame(() => setTimeout(show, 10, t)))">Save later</button>
		<button id=hangs onclick="ask('/hangs?' + Math.random())">Poll</button><button id=went onclick="ask('/saved').then(() => { location.href = '/arrived' })">Go</button>
		<input aria-label=Find id=find oninput="ask('/saved?' + value).then(show)">`
	site.Mux.HandleFunc("/asks", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, page) })
	site.Mux.HandleFunc("/asks-first", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<h1>Orders</h1>`+page+`<script>ask('/saved').then(show)</script>`)
	})
	for path, status := range map[string]int{"/orders/3": 201, "/orders": 403} {
		site.Mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
	}
	site.Mux.HandleFunc("/cut", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	site.Mux.HandleFunc("/sends", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<button id=put onclick="fetch('/orders/3?key=1', {method: 'PUT', body: 'x'})">Put</button>
			<button id=refused onclick="fetch('/orders', {method: 'POST'}).then(() => fetch('/no-such'))">Post</button>
			<button id=cut onclick="fetch('/cut', {method: 'POST'}).catch(() => 0)">Cut</button><button id=get onclick="fetch('/orders/3')">Get</button>`)
	})
	site.Mux.HandleFunc("/arrived", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, `<h1>Arrived</h1>`) })
	reads := func(t *testing.T, tab int) string {
		t.Helper()
		text, _ := b.Get(t, map[string]any{"type": "extract", "tabId": tab})["markdown"].(string)
		return text
	}
	for _, row := range []struct{ name, id, shows string }{
		{"fetch", "save", "Saved"}, {"XMLHttpRequest", "xhr", "Saved"}, {"a script", "part", "Drawn"},
		{"one request after another", "chain", "Saved"}, {"what is drawn a moment later", "later", "Saved"}, {"a navigation that an answer begins", "went", "# Arrived"},
	} {
		t.Run(row.name, func(t *testing.T) {
			tab := b.Open(t, site.URL("/asks"))
			fx, _ := b.Get(t, map[string]any{"type": "click", "selector": "#" + row.id, "tabId": tab})["effects"].(map[string]any)
			is.New(t).True(fx["dom"] == true || fx["navigated"] != nil)
			if text := reads(t, tab); !strings.Contains(text, row.shows) {
				t.Errorf("the page reads %q", text)
			}
		})
	}
	t.Run("what was sent is told, with the answer", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/sends"))
		told := func(id string) []any {
			fx, _ := b.Get(t, map[string]any{"type": "click", "selector": "#" + id, "tabId": tab})["effects"].(map[string]any)
			list, _ := fx["sent"].([]any)
			return list
		}
		is.Equal(told("put"), []any{"PUT /orders/3: 201"})
		is.Equal(told("refused"), []any{"POST /orders: 403", "GET /no-such: 404"})
		is.Equal(told("cut"), []any{"POST /cut: failed"})
		is.Equal(told("get"), nil)
	})
	t.Run("what typing asks for", func(t *testing.T) {
		tab := b.Open(t, site.URL("/asks"))
		b.Get(t, map[string]any{"type": "type", "selector": "#find", "text": "abc", "tabId": tab})
		is.New(t).True(strings.Contains(reads(t, tab), "Saved"))
	})
	t.Run("what a new page asks for", func(t *testing.T) {
		tab := b.Open(t, site.URL("/asks-first"))
		is.New(t).True(strings.Contains(reads(t, tab), "Saved"))
	})
	t.Run("a worker and its requests are not waited for", func(t *testing.T) {
		is := is.New(t)
		site.Mux.HandleFunc("/tasks.js", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write([]byte(`fetch('/hangs')`))
		})
		tab := b.Open(t, site.URL("/asks"))
		for _, kind := range []string{"Worker", "SharedWorker"} {
			fx, _ := b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "{ self.kept = new " + kind + "('/tasks.js?" + kind + "') }"})["effects"].(map[string]any)
			is.Equal(fx["unsettled"], nil)
		}
	})
	t.Run("what never comes is told, and waited for once", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/asks"))
		unsettled := func() string {
			fx, _ := b.Get(t, map[string]any{"type": "click", "selector": "#hangs", "tabId": tab})["effects"].(map[string]any)
			text, _ := fx["unsettled"].(string)
			return text
		}
		is.Equal(unsettled(), "the page was still waiting for 1 request after 2000 ms")
		is.Equal(unsettled(), "")
	})
}
