package product

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// tokens counts as the figures do: bytes by four.
func tokens(s string) int { return (len(s) + 3) / 4 }

// TestTokens: what a model reads of two usual pages, through the whole chain.
func TestTokens(t *testing.T) {
	site := e2e.NewSite(t, pages, "pages")
	site.Mux.HandleFunc("/rows", func(w http.ResponseWriter, _ *http.Request) {
		var b strings.Builder
		for i := range 200 {
			fmt.Fprintf(&b, "<tr><td>Order %d</td><td>%d.00 EUR</td><td><button onclick='this.textContent=\"Opened %d\"'>Open %d</button></td></tr>", i, i*3, i, i)
		}
		e2e.HTML(w, "<title>Orders</title><main><h1>Orders</h1><table>"+b.String()+"</table></main>")
	})
	site.Mux.HandleFunc("/fields", func(w http.ResponseWriter, _ *http.Request) {
		var b strings.Builder
		for _, name := range []string{"First name", "Last name", "Email", "Phone", "Street", "City", "Postcode", "Country"} {
			b.WriteString("<p><label>" + name + " <input></label>")
		}
		e2e.HTML(w, "<title>Sign up</title><main><h1>Sign up</h1><form>"+b.String()+"<p><button>Save</button></form></main>")
	})
	b := e2e.New(t, e2e.Options{})

	tab := b.Open(t, site.URL("/fields"))
	form := b.Try(t, map[string]any{"type": "extract", "tabId": tab})
	t.Logf("a form of 8 fields: %d tokens\n%s", tokens(form.Text), form.Text)
	if n := tokens(form.Text); form.Code != "" || n > 100 || strings.Count(form.Text, " textbox ") != 8 {
		t.Errorf("a form of 8 fields takes %d tokens, want at most 100 with 8 textboxes", n)
	}

	tab = b.Open(t, site.URL("/rows"))
	table := b.Try(t, map[string]any{"type": "extract", "tabId": tab})
	t.Logf("a table of 200 rows: %d tokens", tokens(table.Text))
	if n := tokens(table.Text); table.Code != "" || n > 2000 || strings.Count(table.Text, "|[Open ") != 200 {
		t.Errorf("a table of 200 rows takes %d tokens, want at most 2000 with 200 buttons", n)
	}

	p := b.Extract(t, tab, nil)
	b.Get(t, map[string]any{"type": "click", "tabId": tab, "uid": p.UID(t, "button", "Open 7")})
	since := b.Try(t, map[string]any{"type": "extract", "tabId": tab, "since": p.Snapshot})
	t.Logf("since one click: %d tokens\n%s", tokens(since.Text), since.Text)
	if n := tokens(since.Text); since.Code != "" || n*20 > tokens(table.Text) || !strings.Contains(since.Text, "Opened 7") {
		t.Errorf("what one click changed takes %d tokens of %d, want at most 5 %%", n, tokens(table.Text))
	}
}
