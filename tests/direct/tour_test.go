package direct_test

import (
	"embed"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/cdpcheck"
	"github.com/zapvol/bua/tests/e2e"
)

//go:embed pages
var pages embed.FS

// unseen are the commands and events of core that the tour does not bring
// about, with why.
func unseen() map[string]string {
	return map[string]string{
		"Page.frameScheduledNavigation":        "a deprecated event; it comes when Chrome likes",
		"Page.frameClearedScheduledNavigation": "a deprecated event; it comes when Chrome likes",
		"Inspector.targetReloadedAfterCrash":   "Chrome sends it for a reload, which is no action",
		"Inspector.enable":                     "where an attach waits, as after a crash that nobody was told of, which TestLostTabs brings about",
		"Page.stopScreencast":                  "after fifteen idle seconds in a tab",
		"Network.disable":                      "after two idle seconds in a tab",
		"Fetch.enable":                         "TestBridge does: without a meddler there is no bridge",
		"Fetch.requestPaused":                  "TestBridge does",
		"Fetch.fulfillRequest":                 "TestBridge does",
		"Fetch.failRequest":                    "TestBridge does",
		"Runtime.runIfWaitingForDebugger":      "TestBridge does",
		"Page.stopLoading":                     "TestRedirectOutcome does: a tab that is let go while it loads",
		"Target.targetInfoChanged":             "only for frames in other processes, when Chrome likes",
	}
}

// TestTour leads core through all that it says and reads, so that the oracle
// of the product hears each command and each event at least once.
func TestTour(t *testing.T) {
	var b *e2e.Product
	t.Run("walk", func(t *testing.T) {
		b = e2e.New(t, e2e.Options{Host: e2e.Direct, Args: []string{"--enable-automation"}})
		walk(t, b, e2e.NewSite(t, pages, "pages"))
	})
	wanted, err := cdpcheck.Read()
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range slices.Sorted(maps.Keys(wanted.Methods)) {
		if b.Traffic[method] == 0 && unseen()[method] == "" {
			t.Errorf("nothing in the tour brought about %s: lead it there, or say why not", method)
		}
	}
}

func walk(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	site.Mux.HandleFunc("/file", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Disposition", `attachment; filename="beans.txt"`)
		_, _ = w.Write([]byte("beans"))
	})
	site.Mux.HandleFunc("/around", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<title>Around</title><p style="width:400px">Around<iframe src="`+site.On("inside.test", "/inside.html")+`" width=400 height=200></iframe>`)
	})
	tab := b.Open(t, site.On("one.test", "/tour.html"))
	do := func(kind string, more ...any) map[string]any {
		t.Helper()
		action := map[string]any{"type": kind, "tabId": tab}
		for i := 0; i+1 < len(more); i += 2 {
			action[more[i].(string)] = more[i+1]
		}
		return b.Get(t, action)
	}
	effect := func(result map[string]any, name string) {
		t.Helper()
		effects, _ := result["effects"].(map[string]any)
		if effects[name] == nil {
			t.Errorf("the effects are %v, want %s", effects, name)
		}
	}

	// Reading, a closed shadow root included; input; pictures.
	p := b.Extract(t, tab, nil)
	is.True(strings.Contains(p.Text, "in the shadow"))
	do("click", "uid", p.UID(t, "button", "Shadowed"))
	do("hover", "selector", "#plain")
	do("type", "selector", "#name", "text", "Ada")
	do("press_key", "key", "Enter")
	do("scroll", "direction", "down", "amount", 100)
	do("screenshot", "fullPage", true)
	do("evaluate", "expression", `return {a: document.title, b: [1, 2]}`)
	spare := b.Open(t, site.On("one.test", "/tour.html"))
	b.Get(t, map[string]any{"type": "close_tab", "tabId": spare})
	do("evaluate", "expression", `return document.body`)
	do("evaluate", "expression", `const f = document.createElement("iframe"); document.body.append(f); f.contentDocument.open(); f.contentDocument.close(); f.remove()`)
	b.Refused(t, "timeout", map[string]any{"type": "evaluate", "tabId": tab, "expression": `for (;;) {}`})

	// What a click can bring about.
	effect(do("click", "selector", "#popup"), "tabs")
	got := do("click", "selector", "#download")
	effect(got, "downloads")
	file := got["effects"].(map[string]any)["downloadIds"].([]any)[0]
	do("downloads", "do", "wait", "downloadId", file)
	is.Equal(do("downloads", "do", "read", "downloadId", file)["eof"], true)
	do("click", "selector", "#hash")
	effect(do("click", "selector", "#alert"), "dialog")
	do("evaluate", "expression", `return confirm("sure?")`)
	effect(do("click", "selector", "#link"), "navigated")

	// The way back, a drag with data, a file, a frame of the same process, and
	// the console.
	effect(do("back"), "navigated")
	effect(do("forward"), "navigated")
	effect(do("reload"), "navigated")
	effect(do("back"), "navigated")
	site.Forget()
	do("drag", "selector", "#source", "to", map[string]any{"selector": "#goal"})
	is.Equal(site.Await(t, 1, e2e.Type("dropped", ""))[0].Detail, "cargo")
	do("upload_file", "selector", "#chooser", "name", "a.txt", "text", "words")
	is.Equal(site.Await(t, 1, e2e.Type("file", ""))[0].Detail, "a.txt")
	all := do("frames")["frames"].([]any)
	is.Equal(len(all), 2)
	for _, row := range all {
		if f := row.(map[string]any); f["parent"] != nil {
			is.Equal(do("evaluate", "frameId", f["frameId"], "expression", "return document.title")["value"], "Local")
			do("wait_for", "frameId", f["frameId"], "selector", "p")
		}
	}
	do("evaluate", "expression", `console.warn("careful"); setTimeout(() => { throw new Error("late") }); await new Promise(r => setTimeout(r, 20))`)
	is.Equal(len(do("console")["entries"].([]any)), 2)

	// A frame in another process: reading, input, a picture, and then a
	// blocked one.
	tab = b.Open(t, site.On("one.test", "/around"))
	p = b.Extract(t, tab, nil)
	site.Forget()
	do("click", "uid", p.UID(t, "button", "Inside"))
	is.Equal(site.Await(t, 1, e2e.Type("click", ""))[0].Host, "inside.test")
	b.Block(t, "inside.test")
	do("screenshot")
	b.Refused(t, "domain_blocked", map[string]any{"type": "click", "tabId": tab, "selector": "p"}) // its middle is the frame
	is.True(!strings.Contains(b.Extract(t, tab, nil).Text, "Inside"))
	do("evaluate", "expression", `document.querySelector("iframe").remove()`)
	b.Block(t)

	// A crash, and the way out of it.
	crash(t, b, site.On("one.test", "/around"))
	b.Refused(t, "internal_error", map[string]any{"type": "extract", "tabId": tab})
	do("navigate", "url", site.On("two.test", "/tour.html"))
	is.Equal(b.Extract(t, tab, nil).Title, "Tour")
}

// crash ends the process of the page at an address.
func crash(t *testing.T, b *e2e.Product, url string) {
	t.Helper()
	ctx := t.Context()
	target, err := b.CDP.AwaitTarget(ctx, "page", url)
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.CDP.Attach(ctx, target.TargetID)
	if err != nil {
		t.Fatal(err)
	}
	_ = b.CDP.Start(s, "Page.crash", nil) // never answered
	time.Sleep(300 * time.Millisecond)
}
