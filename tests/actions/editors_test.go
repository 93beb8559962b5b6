package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specEditors: editors that pages have built. Lines are pasted, since an Enter
// between them may send the message, and nothing of them is lost silently.
func specEditors(t *testing.T, b *e2e.Product, site *e2e.Site) {
	const lines = "one\ntwo 👍\n\nthree"
	show := showing(b)
	for _, row := range []struct {
		name, id, holds string
		action          map[string]any
		says            string
	}{
		{"one line", "model", "oldone", map[string]any{"type": "type", "text": "one"}, ""},
		{"lines", "model", "old" + lines, map[string]any{"type": "type", "text": lines}, ""},
		{"lines in the place of what is there", "model", lines, map[string]any{"type": "fill_form", "value": lines}, ""},
		{"lines where the page has no code for a paste", "plain", "old" + lines, map[string]any{"type": "type", "text": lines}, ""},
		{"lines in place of others there", "plain", lines, map[string]any{"type": "fill_form", "value": lines}, ""},
		{"lines in a shadow root", "inner", lines, map[string]any{"type": "type", "text": lines}, ""},
		{"lines that the page takes and drops", "swallows", "", map[string]any{"type": "type", "text": lines}, "shows nothing of them"},
		{"a text that is not in the document", "own", "one", map[string]any{"type": "type", "text": "one"}, ""},
		{"lines in it", "own", lines, map[string]any{"type": "type", "text": lines}, ""},
		{"in the place of such a text", "own", "", map[string]any{"type": "fill_form", "value": "one"}, "Control+a"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			tab := show(t, site.URL("/editors.html"))
			row.action["tabId"] = tab
			if value, ok := row.action["value"]; ok {
				delete(row.action, "value")
				row.action["fields"] = []map[string]any{{"selector": "#" + row.id, "value": value}}
			} else {
				row.action["selector"] = "#" + row.id
			}
			site.Forget()
			got := b.Try(t, row.action)
			is.True(strings.Contains(got.Message, row.says))
			is.Equal(got.Code != "", row.says != "")
			holds := b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": `const e = document.getElementById("` + row.id + `") ?? host.shadowRoot.firstChild; return e.editContext?.text ?? [...e.childNodes].map(n => n.textContent).join("\n")`})["value"]
			is.Equal(holds, row.holds)
			is.Equal(len(site.Seen(e2e.Type("keydown", ""))), 0)
		})
	}
}
