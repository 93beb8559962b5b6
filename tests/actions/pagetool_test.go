package actions_test

import (
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
	s := (&stage{b, site, 0}).show(t, site.On("a.localhost", "/tools.html"))
	call := func(name string) string { return `page_tool {"name":"` + name + `"}` }
	const tea = `page_tool {"name":"add","arguments":{"item":"tea","n":2}}`
	run(t, "a reading lists them as the page's", func(t *testing.T, is asserts) {
		got := b.Try(t, s.act(t, "extract"))
		tools := toolsOf(got.Result)
		is.Equal(tools["add"]["input"], "item: string, n?: integer")
		is.Equal(tools["book"]["input"], "who: string")
		is.True(len(tools["long"]["description"].(string)) < 200)
		_, inside, _ := strings.Cut(got.Text, "<untrusted ")
		is.True(strings.Contains(inside, `page_tool "add" (item: string, n?: integer) "Adds an item.`))
		is.True(strings.Contains(inside, `page_tool "browser" () "Runs anything"`))
		is.True(!strings.Contains(got.Text, "\ne1 button \"Pay\""))
		is.Equal(strings.Count(got.Text, "</untrusted "), 1)        // the page's own does not count
		is.Equal(len(toolsOf(b.Get(t, s.act(t, "extract h1")))), 0) // a part of the page lists none
	})
	run(t, "one is called, and what followed is told", func(t *testing.T, is asserts) {
		got := b.Try(t, s.act(t, tea))
		is.Equal(got.Result["answer"], `{"content":[{"type":"text","text":"there are 3"}]}`)
		is.Equal(got.Result["effects"].(map[string]any)["dom"], true)
		is.True(strings.Contains(got.Text, "<untrusted "))
	})
	s.rows(t,
		row{name: "without an argument it is not", do: call("add"), code: "invalid_action", says: `arguments lacks "item"`},
		row{name: "nor with one that does not fit", do: `page_tool {"name":"add","arguments":{"item":1}}`, code: "invalid_action", says: "arguments.item must be"},
		row{name: "so the page has what it had", do: "extract", says: "added tea 2"},
		row{name: "an unknown one is refused with the names of those there are", do: call("pay"), code: "invalid_action", says: `"add"`},
		row{name: "its failure is told as its own", do: call("fails"), code: "invalid_action", says: "The page's tool failed"},
		row{name: "one that never ends is ended", do: call("hang"), code: "timeout"},
		row{name: "of which the page is told", do: "extract", says: "ended"},
		row{name: "a form is filled", do: `page_tool {"name":"book","arguments":{"who":"Ann"}}`, js: "booking.who.value", is: "Ann"},
		row{name: "a dialog of a tool is told", do: call("asks"), fx: fx{"dialog": true}},
		row{name: "and answered", do: "dialog: dismiss"},
	)
	run(t, "a form waits, a long answer is cut, and one that is gone is not called", func(t *testing.T, is asserts) {
		is.Equal(b.Get(t, s.act(t, `page_tool {"name":"book","arguments":{"who":"Ann"}}`))["waits"], true)
		res := b.Get(t, s.act(t, call("long")))
		is.Equal(len(res["answer"].(string)), 8<<10)
		is.Equal(res["truncated"], true)
		b.Try(t, s.act(t, call("short")))
		is.True(strings.Contains(s.no(t, "invalid_action", call("short")), "no tool of this name now"))
	})
	t.Run("one that leaves the page is told", func(t *testing.T) {
		navigated := s.do(t, call("away"))["navigated"].(map[string]any)
		is.New(t).True(strings.HasSuffix(navigated["url"].(string), "?away"))
		s.no(t, "invalid_action", tea) // another page, without any
	})
	run(t, "a frame's is called by the frame, and not of a blocked site", func(t *testing.T, is asserts) {
		s.show(t, site.On("a.localhost", "/toolframe.html"))
		frame := ""
		e2e.Await(t, "the frame's tools are listed", func() bool {
			frame, _ = toolsOf(b.Get(t, s.act(t, "extract")))["add"]["frameId"].(string)
			return frame != ""
		})
		in := strings.TrimSuffix(tea, "}") + `,"frameId":"` + frame + `"}`
		is.True(strings.Contains(b.Get(t, s.act(t, in))["answer"].(string), "there are 3"))
		b.Block(t, "b.localhost")
		defer b.Block(t)
		e2e.Await(t, "the site is blocked", func() bool { return b.Try(t, s.act(t, in)).Code == "domain_blocked" })
		is.Equal(len(toolsOf(b.Get(t, s.act(t, "extract")))), 0)
		s.no(t, "invalid_action", tea) // the page itself has none
		s.show(t, site.On("a.localhost", "/tools.html"))
		site.Forget()
		s.no(t, "domain_blocked", call("blocked"))
		is.Equal(site.Seen(func(h e2e.PageEvent) bool { return strings.HasPrefix(h.Host, "b.localhost") }), nil) // it was asked nothing
	})
}

// specNoPageTool: where the browser has no such thing, that is said.
func specNoPageTool(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/tools.html")
	is.New(t).Equal(b.Get(t, s.act(t, "extract"))["tools"], nil)
	s.rows(t, row{name: "it is refused", do: `page_tool {"name":"add"}`, code: "invalid_action", says: "has no tools of pages"})
}
