package actions_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

func TestDialog(t *testing.T) { onEach(t, specDialog) }

func specDialog(t *testing.T, b *e2e.Product, site *e2e.Site) {
	open := func(t *testing.T) int { return b.Open(t, site.URL("/dialogs.html")) }
	click := func(t *testing.T, tab int, selector string) map[string]any {
		start := time.Now()
		got := b.Get(t, map[string]any{"type": "click", "selector": selector, "tabId": tab})
		if took := time.Since(start); took > 10*time.Second { // one that hangs takes 20
			t.Errorf("the click took %v", took)
		}
		effects, _ := got["effects"].(map[string]any)
		dialog, _ := effects["dialog"].(map[string]any)
		return dialog
	}
	dialog := func(t *testing.T, tab int, more map[string]any) map[string]any {
		more["type"], more["tabId"] = "dialog", tab
		return b.Get(t, more)
	}
	list := func(v any) []any { all, _ := v.([]any); return all }
	recent := func(got map[string]any) map[string]any {
		list, _ := got["recent"].([]any)
		if len(list) == 0 {
			return nil
		}
		return list[len(list)-1].(map[string]any)
	}

	for _, c := range []struct {
		name, selector, typ string
		answer              map[string]any
		said                string
	}{
		{"an alert accepted", "#alert", "alert", map[string]any{"do": "accept"}, ""},
		{"a confirm accepted", "#confirm", "confirm", map[string]any{"do": "accept"}, "true"},
		{"a confirm dismissed", "#confirm", "confirm", map[string]any{"do": "dismiss"}, "false"},
		{"a prompt with a value", "#prompt", "prompt", map[string]any{"do": "accept", "text": "Zoë"}, "Zoë"},
		{"a prompt dismissed", "#prompt", "prompt", map[string]any{"do": "dismiss"}, "null"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			tab := open(t)
			site.Forget()
			got := click(t, tab, c.selector)
			is.Equal(got["type"], c.typ)
			is.Equal(got["id"], "d-1")
			page := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
			is.Equal(len(page["pendingDialogs"].([]any)), 1) // an extract says what waits
			is.True(strings.Contains(b.Refused(t, "dialog_open", map[string]any{"type": "click", "selector": "#alert", "tabId": tab}), `"`+got["message"].(string)+`"`))
			res := dialog(t, tab, c.answer)
			is.Equal(recent(res)["closedBy"], "agent")
			is.Equal(res["pending"], nil)
			if c.said != "" {
				is.Equal(site.Await(t, 1, e2e.Type("said", ""))[0].Detail, c.said)
			} else {
				site.Await(t, 1, e2e.Type("after", ""))
			}
		})
	}

	t.Run("in a frame", func(t *testing.T) {
		is := is.New(t)
		tab := open(t)
		site.Forget()
		is.Equal(click(t, tab, "#inner")["message"], "Inside?")
		dialog(t, tab, map[string]any{"do": "accept"})
		is.Equal(site.Await(t, 1, e2e.Type("said", ""))[0].Detail, "true")
	})

	t.Run("in a frame of another origin", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.On("a.test", "/frames.html"))
		far := framesOf(t, b, tab, allFrames...)("b.test")
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "frameId": far, "expression": `go.onclick = () => tell('said', String(confirm('From afar?'))); onmessage = go.onclick`})
		site.Forget()
		got := b.Get(t, map[string]any{"type": "click", "selector": "#go", "frameId": far, "tabId": tab})
		is.Equal(got["effects"].(map[string]any)["dialog"].(map[string]any)["message"], "From afar?")
		res := dialog(t, tab, map[string]any{"do": "accept"})
		is.Equal(recent(res)["frame"], far)
		is.Equal(site.Await(t, 1, e2e.Type("said", ""))[0].Detail, "true")

		// Of a frame on the blocklist the agent learns that a dialog waits, not
		// what it says; and it can only dismiss it.
		b.Block(t, "b.test")
		defer b.Block(t)
		site.Forget()
		e2e.Await(t, "it is so", func() bool {
			return b.Try(t, map[string]any{"type": "evaluate", "tabId": tab, "frameId": far, "expression": "return 1"}).Code == "domain_blocked"
		})
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": `go.onclick = () => cross.contentWindow.postMessage('ask', '*')`})
		click(t, tab, "#go")
		var waits map[string]any
		e2e.Await(t, "it is so", func() bool {
			all, _ := dialog(t, tab, map[string]any{})["pending"].([]any)
			if len(all) == 1 {
				waits = all[0].(map[string]any)
			}
			return waits != nil
		})
		is.Equal(waits["message"], nil)
		is.Equal(b.Get(t, map[string]any{"type": "extract", "tabId": tab})["pendingDialogs"].([]any)[0].(map[string]any)["message"], nil)
		b.Refused(t, "domain_blocked", map[string]any{"type": "dialog", "do": "accept", "tabId": tab})
		res = dialog(t, tab, map[string]any{"do": "dismiss"})
		is.Equal(recent(res)["message"], nil)
		is.Equal(site.Await(t, 1, e2e.Type("said", ""))[0].Detail, "false")
	})

	t.Run("one after another", func(t *testing.T) {
		tab := open(t)
		click(t, tab, "#twice")
		dialog(t, tab, map[string]any{"do": "accept", "dialogId": "d-1"})
		e2e.Await(t, "it is so", func() bool { // at once, unless the page takes its time
			all, _ := dialog(t, tab, map[string]any{})["pending"].([]any)
			return len(all) == 1 && all[0].(map[string]any)["id"] == "d-2"
		})
		b.Refused(t, "invalid_action", map[string]any{"type": "dialog", "do": "accept", "dialogId": "d-1", "tabId": tab})
		dialog(t, tab, map[string]any{"do": "accept"})
		site.Await(t, 1, e2e.Type("both", ""))
		b.Refused(t, "invalid_action", map[string]any{"type": "dialog", "do": "accept", "tabId": tab})
	})

	for _, c := range []struct{ policy, selector, said string }{
		{"auto_accept", "#prompt", "Ann"}, {"auto_accept", "#confirm", "true"},
		{"auto_dismiss", "#prompt", "null"}, {"auto_dismiss", "#confirm", "false"},
	} {
		t.Run(c.policy+" of "+c.selector, func(t *testing.T) {
			is := is.New(t)
			tab := open(t)
			site.Forget()
			is.Equal(dialog(t, tab, map[string]any{"policy": c.policy})["policy"], c.policy)
			is.Equal(click(t, tab, c.selector), nil)
			is.Equal(site.Await(t, 1, e2e.Type("said", ""))[0].Detail, c.said)
			page := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
			is.Equal(page["recentDialogs"].([]any)[0].(map[string]any)["closedBy"], "auto_policy") // told once
			page = b.Get(t, map[string]any{"type": "extract", "tabId": tab})
			is.Equal(page["recentDialogs"], nil)
		})
	}

	t.Run("500 alerts by policy", func(t *testing.T) {
		size.LeaveToAll(t, size.Load)
		tab := open(t)
		dialog(t, tab, map[string]any{"policy": "auto_accept"})
		b.Get(t, map[string]any{"type": "click", "selector": "#many", "tabId": tab})
		site.Await(t, 1, e2e.Type("many", ""))
	})

	guarded := func(t *testing.T) int { // a page with unsaved work
		tab := open(t)
		click(t, tab, "#guard")
		return tab
	}
	title := func(t *testing.T, tab int) any {
		return b.Get(t, map[string]any{"type": "evaluate", "expression": "return document.title", "tabId": tab})["value"]
	}
	away := map[string]map[string]any{
		"a link": {"type": "click", "selector": "#away"}, "navigate": {"type": "navigate", "url": site.URL("/blank.html")},
		"back": {"type": "back"}, "reload": {"type": "reload"},
	}
	for name, leave := range away {
		t.Run("beforeunload of "+name+" waits for an answer", func(t *testing.T) {
			is := is.New(t)
			tab := b.Open(t, site.URL("/blank.html"))
			b.Get(t, map[string]any{"type": "navigate", "url": site.URL("/dialogs.html"), "tabId": tab})
			click(t, tab, "#guard")
			leave["tabId"] = tab
			asks := func() { // what was to leave the page did not
				if name == "a link" {
					is.Equal(b.Get(t, leave)["effects"].(map[string]any)["dialog"].(map[string]any)["type"], "beforeunload")
				} else {
					is.True(strings.Contains(b.Refused(t, "dialog_open", leave), "beforeunload"))
				}
			}
			asks()
			// Nothing but an answer closes it.
			for _, look := range []map[string]any{
				{"type": "evaluate", "expression": "return 1"}, {"type": "find", "query": "Guard"}, {"type": "wait_for", "selector": "#guard"},
				{"type": "screenshot"}, {"type": "navigate", "url": site.URL("/blank.html")}, {"type": "reload"}, {"type": "back"},
			} {
				look["tabId"] = tab
				said := b.Refused(t, "dialog_open", look)
				is.True(strings.Contains(said, "may be lost")) // says what is at stake
				is.True(!strings.Contains(said, "navigate"))   // and no wrong way out
			}
			is.Equal(len(list(dialog(t, tab, map[string]any{"do": "dismiss"})["pending"])), 0)
			is.Equal(title(t, tab), "dialogs")
			asks()
			dialog(t, tab, map[string]any{"do": "accept"})
			e2e.Await(t, "it is so", func() bool { return title(t, tab) != "dialogs" || name == "reload" })
		})
	}

	t.Run("beforeunload waits when a script leaves", func(t *testing.T) {
		is := is.New(t)
		tab := guarded(t)
		_ = b.Try(t, map[string]any{"type": "evaluate", "expression": "location.href = '/blank.html'", "tabId": tab})
		e2e.Await(t, "it is so", func() bool { return len(list(dialog(t, tab, map[string]any{})["pending"])) == 1 })
		b.Refused(t, "dialog_open", map[string]any{"type": "evaluate", "expression": "return 1", "tabId": tab})
		dialog(t, tab, map[string]any{"do": "dismiss"})
		is.Equal(title(t, tab), "dialogs")
	})

	t.Run("beforeunload follows auto_accept", func(t *testing.T) {
		is := is.New(t)
		tab := guarded(t)
		dialog(t, tab, map[string]any{"policy": "auto_accept"})
		b.Get(t, map[string]any{"type": "navigate", "url": site.URL("/blank.html"), "tabId": tab})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return location.pathname", "tabId": tab})["value"], "/blank.html")
		is.Equal(list(dialog(t, tab, map[string]any{})["recent"])[0].(map[string]any)["closedBy"], "auto_policy")
	})

	t.Run("beforeunload follows auto_dismiss", func(t *testing.T) {
		is := is.New(t)
		tab := guarded(t)
		dialog(t, tab, map[string]any{"policy": "auto_dismiss"})
		for _, leave := range []map[string]any{{"type": "navigate", "url": site.URL("/blank.html")}, {"type": "reload"}} {
			leave["tabId"] = tab
			is.True(strings.Contains(b.Refused(t, "invalid_action", leave), "auto_dismiss"))
			is.Equal(title(t, tab), "dialogs")
		}
	})
}
