package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// asking tries an action that somebody is to be asked about: the person, who
// answers; with the direct host nobody is there, and it is refused.
func asking(t *testing.T, b *e2e.Product, action map[string]any, can, what, answer string) e2e.Answer {
	t.Helper()
	if b.Host == e2e.Direct {
		return b.Try(t, action)
	}
	answered := make(chan e2e.Answer, 1)
	go func() { answered <- b.Try(t, action) }()
	b.Asked(t, can, what, answer)
	a := <-answered
	if a.Code == "timeout" { // the person was slower than it waits
		a = b.Try(t, action)
	}
	return a
}

func TestStrict_Tabs(t *testing.T) {
	onHosts(t, e2e.Options{Strict: true}, "", specStrictTabs)
}

// The agent learns of no tab but its own, and the person is asked for theirs.
func specStrictTabs(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	origin := strings.TrimSuffix(site.URL("/"), "/")
	b.Grant(t, origin+" act")
	own := b.Open(t, site.URL("/form.html"))
	shown := int(b.Get(t, map[string]any{"type": "open_tab", "url": site.URL("/fields.html"), "focus": true})["tabId"].(float64))
	is.True(lists(b.Get(t, `{"type":"get_tabs"}`), shown))
	b.Get(t, map[string]any{"type": "release_tab", "tabId": shown}) // the person's now
	list := b.Get(t, `{"type":"get_tabs"}`)
	is.True(lists(list, own))
	is.True(!lists(list, shown))
	is.Equal(len(list["tabs"].([]any)), 1) // nor the browser's first one
	for _, tab := range []int{shown, 999999} {
		b.Refused(t, "session_not_found", map[string]any{"type": "extract", "tabId": tab})
		b.Refused(t, "session_not_found", map[string]any{"type": "navigate", "url": site.URL("/"), "tabId": tab})
	}
	claim := map[string]any{"type": "claim_tab", "tabId": shown}
	is.Equal(asking(t, b, claim, "take_over", "", "deny").Code, "domain_blocked")
}

func TestStrict_Grants(t *testing.T) {
	onHosts(t, e2e.Options{Strict: true}, "the operator's profile and grants", specStrictGrants)
}

// A grant is for an origin and what the agent does there; scripts need their own.
func specStrictGrants(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	here, there := strings.TrimSuffix(site.URL("/"), "/"), strings.TrimSuffix(site.On("localhost", "/"), "/")
	open := map[string]any{"type": "open_tab", "url": site.URL("/form.html")}
	is.Equal(asking(t, b, open, "act", "", "deny").Code, "domain_blocked")
	b.Grant(t, here+" act")
	tab := b.Open(t, site.URL("/form.html"))
	b.Extract(t, tab, nil)
	a := asking(t, b, map[string]any{"type": "navigate", "url": there + "/blank.html", "tabId": tab}, "act", "", "deny")
	is.Equal(a.Code, "domain_blocked")
	is.True(strings.Contains(a.Message, there)) // the origin, with its port
	script := map[string]any{"type": "evaluate", "expression": "return 1", "tabId": tab}
	if b.Host == e2e.Direct {
		b.Grant(t, here+" act script")
	} else {
		b.Refused(t, "invalid_action", script)
		b.Grant(t, here+" script")
	}
	is.Equal(b.Get(t, script)["value"], 1.0)
}

func TestStrict_Sinks(t *testing.T) {
	onHosts(t, e2e.Options{Strict: true}, "", specStrictSinks)
}

// What pays, sends and deletes reaches the page only when it is allowed; what
// does not is as it always is.
func specStrictSinks(t *testing.T, b *e2e.Product, site *e2e.Site) {
	origin := strings.TrimSuffix(site.URL("/"), "/")
	b.Grant(t, origin+" act")
	tab := b.Open(t, site.URL("/sinks.html"))
	click := func(selector string) map[string]any {
		return map[string]any{"type": "click", "selector": selector, "tabId": tab}
	}
	key := func(selector, key string) map[string]any {
		b.Get(t, map[string]any{"type": "click", "selector": selector, "tabId": tab})
		site.Forget()
		return map[string]any{"type": "press_key", "key": key, "tabId": tab}
	}
	for _, row := range []struct{ sentence, can, what string }{
		{"#order", "pay", "Place order"},
		{"#inner", "delete", "Endgültig löschen"},
		{"#buy", "pay", "Buy now"},
		{"#continue", "pay", "Continue"},
		{"#go", "send", "Go"},
		{"#yes", "delete", "Yes"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			site.Forget()
			a := asking(t, b, click(row.sentence), row.can, row.what, "deny")
			is.Equal(a.Code, "domain_blocked")
			is.True(strings.Contains(a.Message, "("+row.can+")"))
			b.Get(t, click("#next"))
			site.Await(t, 1, e2e.Type("click", "next"))
			is.Equal(len(site.Seen(func(h e2e.PageEvent) bool { return h.Type == "mousedown" && h.Target != "next" })), 0)
		})
	}
	for _, row := range []struct{ sentence, field, key, can string }{
		{"Enter in a form that is posted", "#note", "Enter", "send"},
		{"Enter in a chat", "#chat", "Control+Enter", "send"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			a := asking(t, b, key(row.field, row.key), row.can, "Enter", "deny")
			is.Equal(a.Code, "domain_blocked")
			b.Get(t, click("#next"))
			site.Await(t, 1, e2e.Type("click", "next"))
			is.Equal(len(site.Seen(func(h e2e.PageEvent) bool { return h.Type == "keydown" || h.Type == "submit" })), 0)
		})
	}
	t.Run("what is none is not asked about", func(t *testing.T) {
		for _, selector := range []string{"#next", "#seek", "#no", "#letters", "#chat"} {
			b.Get(t, click(selector))
		}
		b.Get(t, key("#q", "Enter"))
		site.Await(t, 1, e2e.Type("submit", "find"))
	})
	t.Run("a page's question that deletes", func(t *testing.T) {
		is := is.New(t)
		b.Try(t, click("#asks"))
		accept := map[string]any{"type": "dialog", "do": "accept", "tabId": tab}
		is.Equal(asking(t, b, accept, "delete", "Delete 3 messages", "deny").Code, "domain_blocked")
		b.Refused(t, "invalid_action", map[string]any{"type": "dialog", "policy": "auto_accept", "tabId": tab})
		b.Get(t, map[string]any{"type": "dialog", "do": "dismiss", "tabId": tab})
		is.Equal(site.Await(t, 1, func(h e2e.PageEvent) bool { return h.Type == "confirmed" })[0].Detail, "false")
	})
	t.Run("a file and a secret", func(t *testing.T) {
		is := is.New(t)
		b.Secret(t, "mail", "canary-of-a-secret", origin)
		upload := map[string]any{"type": "upload_file", "selector": "#file", "name": "cv.txt", "text": "x", "tabId": tab}
		is.Equal(asking(t, b, upload, "hand_over", "cv.txt", "deny").Code, "domain_blocked")
		fill := map[string]any{"type": "type", "selector": "#password", "secret": "mail", "tabId": tab}
		is.Equal(asking(t, b, fill, "fill_in", "mail", "deny").Code, "domain_blocked")
		is.Equal(len(site.Seen(e2e.Type("change", "file"))), 0)
		is.Equal(len(site.Seen(e2e.Type("input", "password"))), 0)
	})
	t.Run("what is allowed is done", func(t *testing.T) {
		is := is.New(t)
		site.Forget()
		if b.Host == e2e.Direct {
			b.Grant(t, origin+" act sinks upload secrets")
			b.Get(t, click("#order"))
		} else {
			again := b.Open(t, site.URL("/sinks.html?again")) // what was denied stays denied for a while
			a := asking(t, b, map[string]any{"type": "press_key", "key": "Delete", "tabId": again}, "delete", "Delete", "once")
			is.Equal(a.Code, "")
			site.Await(t, 1, func(h e2e.PageEvent) bool { return h.Type == "keydown" })
			return
		}
		site.Await(t, 1, e2e.Type("click", "order"))
	})
}
