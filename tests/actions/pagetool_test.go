package actions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestPageTool: tools that a page offers are listed and called on both hosts, by the
// browser's own functions in the engine's world.
func TestPageTool(t *testing.T) {
	onHosts(t, e2e.Options{Args: []string{"--enable-features=WebMCP"}}, "page tools", specPageTool)
}

// toolsOf are the tools that a reading lists, by their names.
func toolsOf(page map[string]any) map[string]map[string]any {
	out := map[string]map[string]any{}
	list, _ := page["tools"].([]any)
	for _, one := range list {
		tool := one.(map[string]any)
		out[tool["name"].(string)] = tool
	}
	return out
}

func specPageTool(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.On("a.localhost", "/tools.html"))
	on := func(name string, arguments any) map[string]any {
		a := map[string]any{"type": "page_tool", "tabId": tab, "name": name}
		if arguments != nil {
			a["arguments"] = arguments
		}
		return a
	}
	extract := map[string]any{"type": "extract", "tabId": tab}
	back := func(t *testing.T) {
		b.Get(t, map[string]any{"type": "navigate", "url": site.On("a.localhost", "/tools.html"), "tabId": tab})
	}

	t.Run("a reading lists them as the page's", func(t *testing.T) {
		is := is.New(t)
		got := b.Try(t, extract)
		tools := toolsOf(got.Result)
		is.Equal(tools["add"]["input"], "item: string, n?: integer")
		is.Equal(tools["book"]["input"], "who: string")
		is.True(len(tools["long"]["description"].(string)) < 200)
		_, inside, _ := strings.Cut(got.Text, "<untrusted ")
		is.True(strings.Contains(inside, `page_tool "add" (item: string, n?: integer) "Adds an item.`))
		is.True(strings.Contains(inside, `page_tool "browser" () "Runs anything"`))
		is.True(!strings.Contains(got.Text, "\ne1 button \"Pay\""))
		is.Equal(strings.Count(got.Text, "</untrusted "), 1) // the page's own does not count
	})
	t.Run("a part of the page lists none", func(t *testing.T) {
		is := is.New(t)
		is.Equal(len(toolsOf(b.Get(t, map[string]any{"type": "extract", "tabId": tab, "selector": "h1"}))), 0)
	})
	t.Run("one is called, and what followed is told", func(t *testing.T) {
		is := is.New(t)
		got := b.Try(t, on("add", map[string]any{"item": "tea", "n": 2}))
		res := got.Result
		is.Equal(res["answer"], `{"content":[{"type":"text","text":"there are 3"}]}`)
		is.Equal(res["effects"].(map[string]any)["dom"], true)
		is.True(strings.Contains(got.Text, "<untrusted "))
		is.True(strings.Contains(b.Get(t, extract)["markdown"].(string), "added tea 2"))
	})
	t.Run("arguments that do not fit call nothing", func(t *testing.T) {
		is := is.New(t)
		is.True(strings.Contains(b.Refused(t, "invalid_action", on("add", nil)), `arguments lacks "item"`))
		is.True(strings.Contains(b.Refused(t, "invalid_action", on("add", map[string]any{"item": 1})), "arguments.item must be"))
		is.True(strings.Contains(b.Get(t, extract)["markdown"].(string), "added tea 2"))
	})
	t.Run("an unknown one is refused with the names of those there are", func(t *testing.T) {
		is := is.New(t)
		is.True(strings.Contains(b.Refused(t, "invalid_action", on("pay", nil)), `"add"`))
	})
	t.Run("one that is gone is not called", func(t *testing.T) {
		is := is.New(t)
		b.Try(t, on("short", nil))
		is.True(strings.Contains(b.Refused(t, "invalid_action", on("short", nil)), "no tool of this name now"))
	})
	t.Run("a long answer is cut", func(t *testing.T) {
		is := is.New(t)
		res := b.Get(t, on("long", nil))
		is.Equal(len(res["answer"].(string)), 8<<10)
		is.Equal(res["truncated"], true)
	})
	t.Run("its failure is told as its own", func(t *testing.T) {
		is := is.New(t)
		is.True(strings.Contains(b.Refused(t, "invalid_action", on("fails", nil)), "The page's tool failed"))
	})
	t.Run("one that never ends is ended", func(t *testing.T) {
		is := is.New(t)
		b.Refused(t, "timeout", on("hang", nil))
		is.True(strings.Contains(b.Get(t, extract)["markdown"].(string), "ended")) // the page was told
	})
	t.Run("a form is filled and waits", func(t *testing.T) {
		is := is.New(t)
		is.Equal(b.Get(t, on("book", map[string]any{"who": "Ann"}))["waits"], true)
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return booking.who.value"})["value"], "Ann")
	})
	t.Run("a dialog of a tool is told", func(t *testing.T) {
		is := is.New(t)
		res := b.Get(t, on("asks", nil))
		is.True(res["effects"].(map[string]any)["dialog"] != nil)
		b.Get(t, map[string]any{"type": "dialog", "do": "dismiss", "tabId": tab})
	})
	t.Run("one that leaves the page is told", func(t *testing.T) {
		is := is.New(t)
		res := b.Get(t, on("away", nil))
		is.True(strings.HasSuffix(res["effects"].(map[string]any)["navigated"].(map[string]any)["url"].(string), "?away"))
		b.Refused(t, "invalid_action", on("add", map[string]any{"item": "tea"})) // another page, without any
		back(t)
	})
	t.Run("a frame's is called by the frame, and not of a blocked site", func(t *testing.T) {
		is := is.New(t)
		around := b.Open(t, site.On("a.localhost", "/toolframe.html"))
		var frame any
		e2e.Await(t, "it is so", func() bool {
			frame = toolsOf(b.Get(t, map[string]any{"type": "extract", "tabId": around}))["add"]["frameId"]
			return frame != nil
		})
		call := map[string]any{"type": "page_tool", "tabId": around, "name": "add", "arguments": map[string]any{"item": "tea"}, "frameId": frame}
		is.True(strings.Contains(b.Get(t, call)["answer"].(string), "there are 3"))
		b.Block(t, "b.localhost")
		defer b.Block(t)
		e2e.Await(t, "it is so", func() bool { return b.Try(t, call).Code == "domain_blocked" })
		is.Equal(len(toolsOf(b.Get(t, map[string]any{"type": "extract", "tabId": around}))), 0)
		delete(call, "frameId")
		b.Refused(t, "invalid_action", call) // the page itself has none
		b.Get(t, map[string]any{"type": "close_tab", "tabId": around})

		site.Forget()
		is.Equal(b.Try(t, on("blocked", nil)).Code, "domain_blocked")
		for _, h := range site.Seen(func(h e2e.PageEvent) bool { return strings.HasPrefix(h.Host, "b.localhost") }) {
			t.Error("the blocked site was asked: " + fmt.Sprint(h))
		}
	})
}

// TestPageTool_None: where the browser has no such thing, that is said.
func TestPageTool_None(t *testing.T) { onEach(t, specNoPageTool) }

func specNoPageTool(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/tools.html"))
	is.Equal(b.Get(t, map[string]any{"type": "extract", "tabId": tab})["tools"], nil)
	is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "page_tool", "tabId": tab, "name": "add"}), "has no tools of pages"))
}

// TestPageTool_Strict: in the strict profile the person is asked about each call, with
// the tool's name and what it is given.
func TestPageTool_Strict(t *testing.T) {
	onHosts(t, e2e.Options{Strict: true, Args: []string{"--enable-features=WebMCP"}}, "page tools in the strict profile", specStrictPageTool)
}

func specStrictPageTool(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	origin := strings.TrimSuffix(site.On("a.localhost", "/"), "/")
	b.Grant(t, origin+" act")
	tab := b.Open(t, site.On("a.localhost", "/tools.html"))
	call := map[string]any{"type": "page_tool", "tabId": tab, "name": "add", "arguments": map[string]any{"item": "tea"}}
	is.Equal(asking(t, b, call, "send", `add {"item":"tea"}`, "deny").Code, "domain_blocked")
	is.True(!strings.Contains(b.Get(t, map[string]any{"type": "extract", "tabId": tab})["markdown"].(string), "added"))
}
