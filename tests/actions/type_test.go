package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

func specType(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/fields.html"))
	page := b.Extract(t, tab, nil)

	for _, c := range []struct{ name, label, target, text string }{
		{"plain text into an input", "Name", "name", "Ada Lovelace"},
		{"several lines into a textarea", "Bio", "bio", "one\ntwo\n\nfour"},
		{"Unicode, emoji and combining marks", "Bio", "bio", "Grüße 你好 👩‍👩‍👧 é שלום"},
		{"text into an editable element", "Rich", "rich", "rich text"},
		{"what an input method commits", "Name", "name", "にほんご"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			b.Get(t, map[string]any{"type": "evaluate", "tabId": tab,
				"expression": `const e = document.getElementById('` + c.target + `'); e.isContentEditable ? e.textContent = '' : e.value = ''`})
			site.Forget()
			b.Get(t, map[string]any{"type": "type", "uid": page.UID(t, "textbox", c.label), "text": c.text, "tabId": tab})
			got := site.Await(t, 1, e2e.Type("input", c.target))
			last := got[len(got)-1]
			is.True(last.Trusted)
			is.Equal(last.Detail, c.text)
		})
	}

	for _, c := range []struct{ field, text, then string }{
		{"note", "er", "older"}, {"mail", "x.test", "ann@x.test"}, {"count", "2", "42"}, {"volume", "70", "70"},
	} {
		t.Run("at the end of what is there, or in its place: "+c.field, func(t *testing.T) {
			is := is.New(t)
			b.Get(t, map[string]any{"type": "type", "selector": "#" + c.field, "text": c.text, "tabId": tab})
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return " + c.field + ".value"})["value"], c.then)
		})
	}

	t.Run("a slider takes what it can have only", func(t *testing.T) {
		is := is.New(t)
		is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "type", "selector": "#volume", "text": "170", "tabId": tab}), "slider"))
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return volume.value"})["value"], "70")
	})

	t.Run("a framework-controlled input takes notice", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "type", "selector": "#react", "text": "noticed", "tabId": tab})
		is.Equal(site.Await(t, 1, e2e.Type("state", ""))[0].Detail, "noticed")
	})

	t.Run("a password is typed and never read back", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "type", "selector": "#secret", "text": "hunter2", "tabId": tab})
		is.Equal(site.Await(t, 1, e2e.Type("input", "secret"))[0].Detail, "hunter2")
		for _, e := range b.Extract(t, tab, nil).Elements {
			is.True(e.Value != "hunter2")
		}
	})

	t.Run("of a slider that the page draws it says what to do", func(t *testing.T) {
		site.Mux.HandleFunc("/drawn-slider", func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, `<div id=s role=slider tabindex=0 aria-label=Volume aria-valuenow=5 onkeydown="this.ariaValueNow=+this.ariaValueNow+(event.key=='ArrowRight')">…</div>`)
		})
		is := is.New(t)
		tab := b.Open(t, site.URL("/drawn-slider"))
		uid := b.Extract(t, tab, nil).UID(t, "slider", "Volume")
		for _, a := range []map[string]any{{"type": "type", "text": "7"}, {"type": "fill_form", "fields": []any{map[string]any{"uid": uid, "value": "7"}}}} {
			a["tabId"] = tab
			if a["type"] == "type" {
				a["uid"] = uid
			}
			is.True(strings.Contains(b.Refused(t, "invalid_action", a), "press_key ArrowRight"))
		}
		b.Get(t, map[string]any{"type": "click", "uid": uid, "tabId": tab})
		b.Get(t, map[string]any{"type": "press_key", "key": "ArrowRight", "tabId": tab})
		is.Equal(b.Extract(t, tab, nil).Elements[0].Value, "6")
	})

	for _, c := range []struct{ name, selector, code string }{
		{"a read-only field", "#fixed", "invalid_action"},
		{"a disabled field", "#shut", "invalid_action"},
		{"what is no field", "#button", "invalid_action"},
		{"what is not there", "#nothing", "element_not_found"},
	} {
		t.Run("refuses "+c.name, func(t *testing.T) {
			is := is.New(t)
			site.Forget()
			b.Refused(t, c.code, map[string]any{"type": "type", "selector": c.selector, "text": "x", "tabId": tab})
			settle(t, b, tab)
			is.Equal(len(site.Seen(e2e.Type("input", ""))), 0)
		})
	}
}
