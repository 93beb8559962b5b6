package page_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// Every word of the page says by itself whether a person sees it.
func TestHidden(t *testing.T) {
	p := open(t, "/hidden.html")
	a := p.extract(nil)
	var source string
	p.page("document.documentElement.outerHTML+document.querySelector('iframe').srcdoc", &source)
	for _, kind := range []string{"markdown", "text"} {
		got := a.Markdown
		if kind == "text" {
			got = a.Text
		}
		for _, w := range regexp.MustCompile(`\b(visible|secret)-[a-z0-9]+`).FindAllString(source, -1) {
			has := regexp.MustCompile(regexp.QuoteMeta(w) + `\b`).MatchString(got)
			if kind == "text" && (w == "visible-picture" || w == "visible-drawing") {
				continue // the alternative of a picture is not text on the page
			}
			if has != strings.HasPrefix(w, "visible") {
				t.Errorf("%s: %s is there: %v", kind, w, has)
			}
		}
		for _, w := range []string{"invisible-unicode-mark", "\U0001F468\u200D\U0001F469\u200D\U0001F467", "\u0645\u0649\u200C\u062E\u0648\u0627\u0647\u0645"} {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q is not there", kind, w)
			}
		}
		if strings.ContainsAny(got, "\u200B\u2060\u202E\U000E0041") {
			t.Errorf("%s: has invisible characters", kind)
		}
	}
	for _, w := range []string{"overlay-cookies", "nav-text", "aside-text", "footer-text"} {
		if strings.Contains(a.Markdown, w) || !strings.Contains(a.Text, w) {
			t.Errorf("%s belongs into the text and not into the markdown", w)
		}
	}
}

func TestMarkdown(t *testing.T) {
	is := is.New(t)
	is.Equal(open(t, "/markdown.html").extract(nil).Markdown, strings.Join([]string{
		"# Guide",
		"## Part *one*",
		"Text with **bold**, *italic*, `code()`, [a link](/page?x=1), [another](https://other.example/y) and script.\nSecond line.",
		"- One\n- Two\n  - Inner\n  - Last\n- Three",
		"3. Third\n4. Fourth",
		"> Said.\n>\n> Twice.",
		"```go\nfunc main() {\n\tx := 1\n}\n```",
		"Prices",
		"|Item|Net|Gross|\n|-|-|-|\n|Tea|1|2|\n|Tea|free \\| today|free \\| today|\n|Milk|3|[4 e4](/m)|",
		"Layout",
		"|A|B|\n|-|-|\n|1|2|",
		"![A chart]",
		"**Term**", "Meaning", "---",
		"### Empty", "inline", "block",
		"#### Role heading",
	}, "\n\n"))
}

func TestExtract_selector(t *testing.T) {
	is := is.New(t)
	p := open(t, "/markdown.html")
	a := p.extract(args{"selector": "nav"})
	is.Equal(a.Markdown, "[Menu](/x)") // what was asked for is not stripped
	is.Equal(len(a.Elements), 1)
	p.fails("extract", args{"base": 0, "cap": 200, "selector": "#none"}, "element_not_found")
	p.fails("extract", args{"base": 0, "cap": 200, "selector": "p:::"}, "invalid_action")
	q := html(t, `<select id=s aria-label=City><option>Rome<option>Oslo</select>`)
	is.Equal(len(q.extract(nil).Elements), 1)
	is.Equal(len(q.extract(args{"selector": "#s"}).Elements), 3) // with its options
}

func TestExtract_dialog(t *testing.T) {
	is := is.New(t)
	p := html(t, `<main><h1>App</h1><button>Behind</button></main><dialog id=d aria-label="Confirm"><p>Sure?</p><button>Yes</button></dialog><script>d.showModal()</script>`)
	a := p.extract(nil)
	is.True(strings.HasPrefix(a.Markdown, "**Dialog: Confirm**\n\nSure?"))
	is.Equal(len(a.Elements), 2) // the dialog and its button: the rest of the page is inert
	is.Equal(a.Dialog, []string{a.named(t, "Yes").UID})
}

func TestExtract_cap(t *testing.T) {
	is := is.New(t)
	p := open(t, "/generated?kind=buttons-3000")
	p.page("scrollTo(0,1e6)", nil)
	a := p.extract(nil)
	is.Equal(len(a.Elements), 200)
	is.Equal(a.Omitted, 2800)
	is.True(a.Elements[0].Visible) // the viewport comes first
	is.True(strings.Contains(a.Truncated, "2800 elements are not listed"))
	is.True(a.Elements[199].Visible)
	is.True(a.Elements[0].Name > "Button 2000")
}

func TestExtract_limits(t *testing.T) {
	is := is.New(t)
	p := open(t, "/generated?kind=rows-1500")
	a := p.extract(nil)
	is.True(len(a.Markdown) <= 30<<10)
	is.True(len(a.Markdown) > 29<<10)
	is.True(len(a.Text) <= 50<<10)
	is.True(strings.Contains(a.Truncated, "markdown is cut"))
	small := p.extract(args{"maxTokens": 500})
	n := len(small.Markdown) + len(small.Text)
	for _, e := range small.Elements {
		n += len(e.UID) + len(e.Role) + len(e.Name)
	}
	is.True(n <= 2000)
	is.True(small.Markdown != "" && len(small.Elements) > 0)
}

func TestExtract_query(t *testing.T) {
	is := is.New(t)
	p := open(t, "/generated?kind=rows-300")
	a := p.extract(args{"query": "person 277"})
	is.True(strings.Contains(a.Markdown, "|Person 277|"))
	is.True(len(a.Markdown) < 200)
	a = p.extract(args{"query": "open 277"})
	is.Equal(len(a.Elements), 1)
	is.Equal(a.Elements[0].Name, "Open 277")
}

func TestExtract_since(t *testing.T) {
	is := is.New(t)
	p := open(t, "/generated?kind=rows-150")
	first := p.extract(nil)
	same := p.extract(args{"since": first.Snapshot, "base": first.Next})
	is.Equal(len(same.Elements), 0)
	is.Equal(same.Markdown, "")
	is.Equal(same.Changes.Content, "unchanged")
	p.page(`b=document.querySelectorAll('button');b[3].textContent='Opened';b[5].remove();document.querySelector('td').textContent='New name';document.body.insertAdjacentHTML('beforeend','<button>Extra</button>')`, nil)
	a := p.extract(args{"since": first.Snapshot, "base": first.Next})
	is.Equal(a.Changes.Added, []string{"e150"})
	is.Equal(a.Changes.Changed, []string{"e3"})
	is.Equal(a.Changes.Removed, []string{"e5"})
	is.Equal(len(a.Elements), 2)
	is.True(strings.Contains(a.Markdown, "+ |New name|Town 0|0.00|[Open 0 e0]|"))
	is.True(len(a.Markdown) < len(first.Markdown)/20)
	// What the Markdown leaves out is read with a selector, and the answer says so.
	last := p.extract(args{"base": a.Next})
	p.page(`document.body.insertAdjacentHTML('beforeend','<footer>© Version 2</footer>')`, nil)
	a = p.extract(args{"since": last.Snapshot, "base": last.Next})
	is.True(strings.Contains(a.Truncated, "read that with selector"))
	is.Equal(p.extract(args{"selector": "footer"}).Markdown, "© Version 2")
	is.True(strings.Contains(p.fails("extract", args{"since": "s999"}, "invalid_action"), "extract without since"))
}

// TestExtract_since_another: a reading of a part, or of what has some words, is compared
// with one of the whole page and with one of other words, and tells only what is known.
func TestExtract_since_another(t *testing.T) {
	is := is.New(t)
	rows := ""
	for i := range 260 {
		rows += "<tr><td>Row " + strconv.Itoa(i) + "<td><button>Edit " + strconv.Itoa(i) + "</button>"
	}
	p := html(t, `<h1>Orders</h1><p>Order open</p><p>Bill open</p><button>Pay order</button><button>Pay bill</button><section id=s><h2>Notes</h2><p>Note one</p><button>Add note</button></section><table>`+rows+`</table>`)
	first := p.extract(nil)
	next := first.Next
	read := func(a args) answer {
		t.Helper()
		a["base"] = next
		r := p.extract(a)
		next = r.Next
		return r
	}
	same := read(args{"query": "order", "since": first.Snapshot})
	is.True(same.Changes != nil)
	is.Equal(same.Markdown, "")
	is.Equal(same.Changes.Content, "unchanged")
	is.Equal(len(same.Changes.Added), 0)
	same = read(args{"query": "259", "since": first.Snapshot}) // which was behind the end of the list
	is.True(same.Changes != nil && len(same.Changes.Added) == 0 && same.Changes.Content == "unchanged")
	part := read(args{"selector": "#s", "since": first.Snapshot})
	is.True(part.Changes != nil && len(part.Changes.Added) == 0 && len(part.Changes.Removed) == 0)
	is.Equal(part.Markdown, "")
	more := read(args{"after": first.Elements[len(first.Elements)-1].UID})
	same = read(args{"since": more.Snapshot})
	is.True(same.Changes != nil && len(same.Changes.Added) == 0 && same.Changes.Content == "unchanged")

	p.page(`p=document.querySelectorAll('p');p[0].textContent='Order paid';p[1].textContent='Bill paid';p[2].after('Note two');b=document.querySelectorAll('button');b[0].textContent='Refund order';b[1].remove();b[2].insertAdjacentHTML('afterend','<button>Drop note</button>')`, nil)
	order := read(args{"query": "order", "since": first.Snapshot})
	is.True(strings.Contains(order.Markdown, "+ Order paid") && strings.Contains(order.Markdown, "- Order open") && !strings.Contains(order.Markdown, "Bill"))
	is.Equal(len(order.Changes.Changed), 1)
	is.Equal(len(order.Changes.Removed), 0) // of no order
	bill := read(args{"query": "bill", "since": same.Snapshot})
	is.True(strings.Contains(bill.Markdown, "+ Bill paid"))
	is.Equal(len(bill.Changes.Removed), 1)
	part = read(args{"selector": "#s", "since": first.Snapshot})
	is.True(strings.Contains(part.Markdown, "+ Note two") && !strings.Contains(part.Markdown, "- "))
	is.Equal(len(part.Changes.Added), 1)
	is.Equal(read(args{"selector": "#s", "since": part.Snapshot}).Changes.Content, "unchanged")
	is.True(strings.Contains(p.fails("extract", args{"since": part.Snapshot}, "invalid_action"), "of another part"))
}

// A row that stands elsewhere than before has changed, and the latest reading needs no
// name.
func TestExtract_since_reordered(t *testing.T) {
	is := is.New(t)
	p := open(t, "/generated?kind=rows-150")
	first := p.extract(nil)
	p.page(`b=document.querySelector('table').rows;b[150].after(b[3])`, nil)
	a := p.extract(args{"since": "last", "base": first.Next})
	is.Equal(a.Changes.Content, "changed")
	is.True(strings.HasPrefix(a.Markdown, "> |Person 2|") && strings.Count(a.Markdown, "\n") == 0)
	is.True(strings.Contains(a.Truncated, "moved (>) and went (-) since "+first.Snapshot))

	p.page(`r=[...document.querySelector('table').rows];r[0].after(...r.slice(-60))`, nil)
	a = p.extract(args{"since": "last", "base": a.Next, "maxTokens": 400})
	is.Equal(a.Changes.Content, "changed")
	is.True(strings.Count(a.Markdown, "> |Person") > 10)
	is.True(len(a.Markdown) <= 1600)
	is.True(strings.Contains(a.Truncated, "more has changed"))
}

// What has changed is told within a small budget, wherever on the page it is.
func TestExtract_since_budget(t *testing.T) {
	is := is.New(t)
	p := open(t, "/generated?kind=rows-150")
	first := p.extract(args{"maxTokens": 400})
	p.page(`b=document.querySelectorAll('button')[140];b.textContent='Opened'`, nil)
	a := p.extract(args{"since": "last", "base": first.Next, "maxTokens": 400})
	is.Equal(a.Changes.Changed, []string{"e140"})
	is.Equal(len(a.Changes.Added), 0)
	is.Equal(len(a.Elements), 1)
	is.True(strings.Contains(a.Markdown, "Opened"))
}

// Another page, or one of which most is new, is told whole.
func TestExtract_since_new(t *testing.T) {
	is := is.New(t)
	p := open(t, "/generated?kind=rows-150")
	first := p.extract(args{"since": "last"})
	is.True(first.Changes == nil && first.Truncated == "") // nothing was read before
	p.page(`document.body.innerHTML='<h1>All done</h1><p>Nothing is left.</p>'`, nil)
	a := p.extract(args{"since": "last", "base": first.Next})
	is.True(a.Changes == nil)
	is.Equal(a.Markdown, "# All done\n\nNothing is left.")
	is.True(strings.Contains(a.Truncated, "most of the page has changed since "+first.Snapshot))
}
