package actions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// specMany: of more elements or text than one answer has the agent learns what is left out,
// reads on, and is told of what is new or in front before all else.
func specMany(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/many.html")
	run(t, "what is left out is told, and read on", func(t *testing.T, is asserts) {
		seen, pages := map[any]bool{}, 1
		read := b.Try(t, s.act(t, "extract"))
		for _, says := range []string{"310 elements", "280 button, 30 link", "280 main, 30 footer"} {
			is.True(strings.Contains(read.Text, says)) // says
		}
		for ; ; pages++ {
			list := read.Result["elements"].([]any)
			for _, e := range list {
				is.True(!seen[e.(map[string]any)["name"]])
				seen[e.(map[string]any)["name"]] = true
			}
			if read.Result["omitted"] == nil {
				break
			}
			uid := fmt.Sprint(list[len(list)-1].(map[string]any)["uid"])
			is.True(strings.Contains(read.Text, "after: "+uid))
			read = b.Try(t, s.act(t, `extract {"after":"`+uid+`"}`))
			is.Equal(read.Result["markdown"], "")
		}
		is.Equal([]int{pages, len(seen)}, []int{3, 510})
		uid := b.Get(t, s.act(t, "find: Button 477"))["elements"].([]any)[0].(map[string]any)["uid"].(string)
		rest := b.Extract(t, s.tab, map[string]any{"after": uid}).Elements // or from any element on
		is.Equal(len(rest), 32)
		is.Equal(rest[0].Name, "Button 478")
	})
	for _, r := range []struct{ name, does, finds string }{
		{"new", "setTimeout(() => add(foot, 'button', 'Came'), 0)", "Came"},
		{"in front", "(d => { d.setAttribute('role', 'dialog'); add(d, 'button', 'Before all') })(document.body.appendChild(document.createElement('div')))", "Before all"},
		{"in focus", "foot.lastChild.focus({ preventScroll: true })", "Link 29"},
	} {
		run(t, "what is "+r.name+" comes first", func(t *testing.T, is asserts) {
			since := b.Extract(t, s.show(t, "/many.html").tab, nil).Snapshot
			s.js(t, r.does)
			settle(t, b, s.tab)
			is.Equal(b.Extract(t, s.tab, map[string]any{"since": since}).Elements[0].Name, r.finds)
			if r.name != "new" { // by now it has been told
				is.Equal(b.Extract(t, s.tab, nil).Elements[0].Name, r.finds)
			}
		})
	}
	run(t, "so is a long text, and a field by its uid", func(t *testing.T, is asserts) {
		serve(site, "/long-text", "<main>"+strings.Repeat("<p>Some words of a long text.</p>", 2000)+"<p>The end</p><textarea>a  b\n c</textarea></main>")
		s.show(t, "/long-text")
		read := b.Extract(t, s.tab, nil)
		uid, words := read.Elements[0].UID, 0
		for range 3 {
			words += strings.Count(read.Markdown, "Some words of a long text.")
			_, line, more := strings.Cut(read.Truncated, "go on with after: l")
			if !more {
				break
			}
			line, _, _ = strings.Cut(line, ",")
			read = b.Extract(t, s.tab, map[string]any{"after": "l" + line})
		}
		is.Equal(words, 2000)
		is.True(strings.Contains(read.Markdown, "The end"))
		is.Equal(b.Extract(t, s.tab, map[string]any{"selector": uid}).Text, "a  b\n c")
	})
}
