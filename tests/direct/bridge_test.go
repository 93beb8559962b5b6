package direct_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// meddle does what the proxies of some remote browsers do: a second client
// dismisses every dialog of a tab as soon as it opens.
func meddle(t *testing.T, b *e2e.Product, part string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	page, err := b.CDP.AwaitTarget(ctx, "page", part)
	if err != nil {
		t.Fatal(err)
	}
	session, err := b.CDP.Attach(ctx, page.TargetID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.CDP.On(func(e cdp.Event) {
		if e.Session == session && e.Method == "Page.javascriptDialogOpening" {
			b.CDP.Start(session, "Page.handleJavaScriptDialog", json.RawMessage(`{"accept":false}`))
		}
	}))
	if err := b.CDP.Send(ctx, session, "Page.enable", nil, nil); err != nil {
		t.Fatal(err)
	}
}

type asking struct {
	*e2e.Product
	site *e2e.Site
	tab  int
}

func asks(t *testing.T, b *e2e.Product, site *e2e.Site, path string) asking {
	t.Helper()
	tab := b.Open(t, site.On("a.test", path))
	meddle(t, b, "a.test:"+site.Port+path)
	return asking{b, site, tab}
}

// far is the id of the frame of another site.
func (a asking) far(t *testing.T) string {
	t.Helper()
	for range 100 {
		for _, row := range a.Get(t, map[string]any{"type": "frames", "tabId": a.tab})["frames"].([]any) {
			if f := row.(map[string]any); strings.Contains(f["url"].(string), "b.test") {
				id := f["frameId"].(string)
				a.Get(t, map[string]any{"type": "wait_for", "selector": "#prompt", "frameId": id, "tabId": a.tab})
				return id
			}
		}
		time.Sleep(50 * time.Millisecond) // nothing tells the agent of it
	}
	t.Fatal("no frame of b.test")
	return ""
}

// click returns the dialog that opened, nil for none.
func (a asking) click(t *testing.T, id, frame string) map[string]any {
	t.Helper()
	action := map[string]any{"type": "click", "selector": "#" + id, "tabId": a.tab}
	if frame != "" {
		action["frameId"] = frame
	}
	fx, _ := a.Get(t, action)["effects"].(map[string]any)
	dialog, _ := fx["dialog"].(map[string]any)
	return dialog
}

func (a asking) dialog(t *testing.T, more map[string]any) (last map[string]any) {
	t.Helper()
	more["type"], more["tabId"] = "dialog", a.tab
	recent, _ := a.Get(t, more)["recent"].([]any)
	if len(recent) > 0 {
		last = recent[len(recent)-1].(map[string]any)
	}
	return last
}

// said is what the page got for its question.
func (a asking) said(t *testing.T) string {
	t.Helper()
	defer a.site.Forget()
	return a.site.Await(t, 1, e2e.Type("said", ""))[0].Detail
}

// TestBridge: something closes the pages' native dialogs, and they get the
// agent's answers all the same.
func TestBridge(t *testing.T) {
	b := e2e.New(t, e2e.Options{Host: e2e.Direct, Bridge: direct.BridgeOn})
	site := e2e.NewSite(t, pages, "pages")
	a := asks(t, b, site, "/asks.html")
	far := a.far(t)
	for _, row := range []struct {
		name, id, frame string
		answer          map[string]any
		said            string
	}{
		{"an alert", "alert", "", map[string]any{"do": "accept"}, "a.test undefined"},
		{"a confirm accepted", "confirm", "", map[string]any{"do": "accept"}, "a.test true"},
		{"a confirm dismissed", "confirm", "", map[string]any{"do": "dismiss"}, "a.test false"},
		{"a prompt with a value", "prompt", "", map[string]any{"do": "accept", "text": "Zoë \"🦊\""}, "a.test Zoë \"🦊\""},
		{"a prompt dismissed", "prompt", "", map[string]any{"do": "dismiss"}, "a.test null"},
		{"a confirm of a frame of another site", "confirm", far, map[string]any{"do": "accept"}, "b.test true"},
		{"a prompt of a frame of another site", "prompt", far, map[string]any{"do": "accept", "text": "Bob"}, "b.test Bob"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			open := a.click(t, row.id, row.frame)
			is.Equal(open["type"], row.id)
			is.Equal(open["message"], "Ask")
			b.Refused(t, "dialog_open", map[string]any{"type": "press_key", "key": "Tab", "tabId": a.tab}) // it blocks like any
			last := a.dialog(t, row.answer)
			is.Equal(last["closedBy"], "agent")
			is.Equal(a.said(t), row.said)
			if row.frame != "" {
				is.Equal(last["frame"], row.frame)
			}
		})
	}
	t.Run("by policy", func(t *testing.T) {
		is := is.New(t)
		a.dialog(t, map[string]any{"policy": "auto_accept"})
		is.Equal(a.click(t, "prompt", ""), nil)
		is.Equal(a.said(t), "a.test Ann")
		is.Equal(a.dialog(t, map[string]any{"policy": "must_respond"})["closedBy"], "auto_policy")
	})
	t.Run("during a script", func(t *testing.T) {
		is := is.New(t)
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return confirm('Ask')", "tabId": a.tab})["value"], false)
	})
	t.Run("a page's own request to the reserved host is none", func(t *testing.T) {
		is := is.New(t)
		for _, body := range []string{"null", `"x"`, `'{"type":"beforeunload"}'`} {
			got := b.Get(t, map[string]any{"type": "evaluate", "tabId": a.tab, "expression": `try { await fetch('https://bua-dialog.invalid/', {method: 'POST', body: ` + body + `}); return 'answered' } catch { return 'failed' }`})
			is.Equal(got["value"], "failed")
		}
	})
	t.Run("the page goes away behind it", func(t *testing.T) {
		is := is.New(t)
		a.click(t, "confirm", "")
		b.Get(t, map[string]any{"type": "navigate", "url": site.On("a.test", "/asks.html?again"), "tabId": a.tab})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return location.search", "tabId": a.tab})["value"], "?again")
		a.click(t, "confirm", "")
		a.dialog(t, map[string]any{"do": "accept"})
		site.Forget()
		a.click(t, "confirm", "")
		a.dialog(t, map[string]any{"do": "accept"})
		is.Equal(a.said(t), "a.test true") // the new page's, too
	})
	t.Run("a page that may not send the request opens the native dialog", func(t *testing.T) {
		is := is.New(t)
		site.Mux.HandleFunc("/closed.html", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Security-Policy", "connect-src 'self' http://witness.test:*") // where the page tells of it
			e2e.HTML(w, `<title>closed</title><button id=confirm onclick="tell('said', location.hostname + ' ' + confirm('Ask'))">Confirm</button>`)
		})
		a := asks(t, b, site, "/closed.html")
		a.click(t, "confirm", "")
		is.Equal(a.said(t), "a.test false")
		is.Equal(a.dialog(t, map[string]any{})["closedBy"], "remote")
	})
}

// TestBridge_Learned: bua finds out by itself that dialogs are closed.
func TestBridge_Learned(t *testing.T) {
	is := is.New(t)
	b := e2e.New(t, e2e.Options{Host: e2e.Direct, Bridge: direct.BridgeAuto})
	site := e2e.NewSite(t, pages, "pages")
	a := asks(t, b, site, "/asks.html")
	a.click(t, "confirm", "")
	is.Equal(a.said(t), "a.test false") // the first one is the proxy's
	is.Equal(a.dialog(t, map[string]any{})["closedBy"], "remote")
	a.click(t, "confirm", "")
	is.Equal(a.dialog(t, map[string]any{"do": "accept"})["closedBy"], "agent")
	is.Equal(a.said(t), "a.test true")
	b.Get(t, map[string]any{"type": "reload", "tabId": a.tab})
	far := a.far(t)
	a.click(t, "prompt", far)
	a.dialog(t, map[string]any{"do": "accept", "text": "Bob"})
	is.Equal(a.said(t), "b.test Bob")
}
