package direct_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestBrowser is what happens to the tabs and to the connection of one browser.
func TestBrowser(t *testing.T) {
	b := e2e.New(t, e2e.Options{Host: e2e.Direct})
	for _, row := range []struct {
		name string
		try  func(*testing.T, *e2e.Product)
	}{
		{"a private window", private},
		{"a popup", popup},
		{"a cut in an action", cut},
		{"many cuts", cutOften},
	} {
		t.Run(row.name, func(t *testing.T) {
			row.try(t, b)
			b.StopAll(t)
		})
	}
}

// cut: the connection to the browser ends in the middle of an action. The
// agent learns at once that the outcome is unknown, and its next action works:
// the tab kept its number, its session and its elements.
func cut(t *testing.T, b *e2e.Product) {
	is := is.New(t)
	site := e2e.NewSite(t, pages, "pages")
	tab := b.Open(t, site.URL("/tour.html"))
	uid := b.Extract(t, tab, nil).UID(t, "button", "Plain")
	answered := make(chan e2e.Answer, 1)
	go func() {
		answered <- b.Try(t, map[string]any{"type": "evaluate", "tabId": tab,
			"expression": "tell('began'); return new Promise(r => setTimeout(r, 8000))"})
	}()
	site.Await(t, 1, e2e.Type("began", ""))
	cut := time.Now()
	b.Kill(t)
	out := <-answered
	is.Equal(out.Code, "internal_error")
	is.Equal(out.Outcome, "unknown")
	is.True(time.Since(cut) < 4*time.Second)                            // not when the action would have ended
	b.Get(t, map[string]any{"type": "click", "uid": uid, "tabId": tab}) // waits until the browser is back
	seen := site.Await(t, 1, e2e.Type("click", "plain"))
	is.Equal(len(seen), 1)
	is.Equal(b.Relay.Served(), 2)
	sessions := b.Main.Direct().Sessions()
	is.Equal(len(sessions), 1)
	is.Equal(sessions[0].TabID, tab)
}

// cutOften: over many cuts, each at another moment of an action, no action
// hangs, none is done twice, and the last one works.
func cutOften(t *testing.T, b *e2e.Product) {
	is := is.New(t)
	site := e2e.NewSite(t, pages, "pages")
	tab := b.Open(t, site.URL("/tour.html"))
	for i := range 12 {
		site.Forget()
		answered := make(chan e2e.Answer, 1)
		go func() {
			answered <- b.Try(t, map[string]any{"type": "click", "selector": "#plain", "tabId": tab})
		}()
		time.Sleep(time.Duration(i) * 4 * time.Millisecond)
		b.Kill(t)
		out := <-answered
		is.True(out.Took < 10*time.Second)
		if out.Code == "" {
			site.Await(t, 1, e2e.Type("click", "plain")) // done when it says so
		}
		// What the page told besides has arrived when this is answered, which may
		// first be sent into the connection that is being cut.
		for try := 0; b.Try(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": `return fetch('/inside.html').then(r => r.status)`}).Code != ""; try++ {
			is.True(try < 100)
			time.Sleep(50 * time.Millisecond)
		}
		is.True(len(site.Seen(e2e.Type("click", "plain"))) <= 1) // never twice
	}
}

// private: a tab in another browser context, such as a private window's,
// is none of the agent's business.
func private(t *testing.T, b *e2e.Product) {
	is := is.New(t)
	site := e2e.NewSite(t, pages, "pages")
	ctx := t.Context()
	var made struct{ BrowserContextID string }
	is.NoErr(b.CDP.Send(ctx, "", "Target.createBrowserContext", nil, &made))
	is.NoErr(b.CDP.Send(ctx, "", "Target.createTarget", map[string]any{"url": site.URL("/inside.html"), "browserContextId": made.BrowserContextID}, nil))
	_, err := b.CDP.AwaitTarget(ctx, "page", "/inside.html")
	is.NoErr(err)
	tab := b.Open(t, site.URL("/tour.html"))
	rows, _ := b.Get(t, `{"type":"get_tabs"}`)["tabs"].([]any)
	for _, r := range rows {
		row, _ := r.(map[string]any)
		is.True(!strings.Contains(row["url"].(string), "inside"))
	}
	for near := tab - 8; near < tab; near++ { // nor can its number be guessed
		out := b.Try(t, map[string]any{"type": "extract", "tabId": near})
		is.True(out.Code == "tab_not_found" || out.Code == "" && out.Result["title"] != "Inside")
	}
}

// popup: what a page of the agent's opens belongs to the agent, and goes
// with its session.
func popup(t *testing.T, b *e2e.Product) {
	is := is.New(t)
	site := e2e.NewSite(t, pages, "pages")
	tab := b.Open(t, site.URL("/tour.html"))
	got := b.Get(t, map[string]any{"type": "click", "selector": "#popup", "tabId": tab})
	effects, _ := got["effects"].(map[string]any)
	opened, _ := effects["tabs"].([]any)
	is.Equal(len(opened), 1)
	row, _ := opened[0].(map[string]any)
	is.Equal(row["url"], site.URL("/inside.html"))
	id, _ := row["tabId"].(float64)
	is.Equal(b.Extract(t, int(id), nil).Title, "Inside")
	is.Equal(b.StopAll(t), 2)
	b.Refused(t, "tab_not_found", map[string]any{"type": "extract", "tabId": int(id)})
	b.Refused(t, "tab_not_found", map[string]any{"type": "extract", "tabId": tab})
}
