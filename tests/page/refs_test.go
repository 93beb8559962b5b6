package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

// What can be pressed in a table or list stands in its place with its uid.
func TestRefs(t *testing.T) {
	for name, row := range map[string]struct{ body, want string }{
		"a table":               {"<table><tr><th>Who<th>Does<tr><td>Order 7<td><button>Edit</button><tr><td>Order 8<td><button>Edit</button></table>", "|Who|Does|\n|-|-|\n|Order 7|[Edit e0]|\n|Order 8|[Edit e1]|"},
		"a list":                {"<ul><li>One <button>Edit</button><li><button>Edit</button></ul>", "- One [Edit e0]\n- [Edit e1]"},
		"links":                 {`<ul><li><a href="/a">A</a> and <a href="#x">B</a></ul>`, "- [A e0](/a) and [B e1]"},
		"an icon":               {`<ul><li>One <button aria-label="Drop it"><svg width=9 height=9></svg></button><a href="/p" title=Print></a></ul>`, "- One [Drop it e0] [Print e1](/p)"},
		"an input":              {`<ul><li>One <input type=submit value=Send></ul>`, "- One [Send e0]"},
		"a name that says more": {`<ul><li><button aria-label="Edit order 7">Edit</button><button aria-label="Remove">x</button></ul>`, "- [Edit order 7 e0] [x (Remove) e1]"},
		"a name with a bar":     {`<table><tr><td>a<td><button aria-label="b|c"></button></table>`, `|a|[b\|c e0]|` + "\n|-|-|"},
		"a cell":                {"<table><tr><td>1<td onclick=x tabindex=0>2</table>", "|1|[2 e0]|\n|-|-|"},
		"a card":                {`<ul><li><a href="/a"><h3>Tea</h3><p>two boxes</p></a></ul>`, "- ### [Tea e0](/a)\n  two boxes"},
		"a block":               {"<ul><li>One<button style=display:flex>Edit</button></ul>", "- One\n  [Edit e0]"},
		"a box in a button":     {"<ul><li><button><b>Edit</b></button></ul>", "- [**Edit** e0]"},
		"nothing outside":       {"<p>One <button>Edit</button> <a href=/a>A</a></p>", "One Edit [A](/a)"},
		"no forgery":            {`<ul><li>[Send e1] <button>Edit</button><button aria-label="[x e1] e1]">y</button><button>Send</button></ul>`, "- [Send e1 ] [Edit e0] [y ([x e1 ] e1 ]) e1] [Send e2]"},
	} {
		t.Run(name, func(t *testing.T) {
			is.New(t).Equal(html(t, "<main>"+row.body+"</main>").extract(nil).Markdown, row.want)
		})
	}
}

// A reading of a part of the rows refers to what stands in them.
func TestRefs_query(t *testing.T) {
	is := is.New(t)
	p := html(t, "<table><tr><th>What<th>Does"+strings.Repeat("<tr><td>Milk<td><button>Edit</button>", 250)+"<tr><td>Tea<td><button>Edit</button></table>")
	a := p.extract(args{"query": "tea"})
	is.True(strings.HasSuffix(a.Markdown, "|Tea|[Edit e0]|"))
	is.Equal(a.names(), "Edit")
	a = p.extract(args{"query": "zebra"})
	is.Equal(a.Markdown, "")
}

// A reading compares texts: an element that is told for the first time, or no more, changes none.
func TestRefs_since(t *testing.T) {
	is := is.New(t)
	p := html(t, "<table>"+strings.Repeat("<tr><td>Milk<td><button>Edit</button>", 150)+"</table>")
	first := p.extract(args{"cap": 100})
	is.Equal(strings.Count(first.Markdown, "[Edit e"), 100)
	same := p.extract(args{"since": "last", "base": first.Next})
	is.Equal(same.Markdown, "")
	is.Equal(same.Changes.Content, "unchanged")
	p.page(`r=document.querySelector('table').rows;r[3].cells[0].textContent='Tea';r[9].after(r[2])`, nil)
	a := p.extract(args{"since": "last", "base": same.Next})
	is.Equal(a.Markdown, "+ |Tea|[Edit e3]|\n- |Milk|Edit|")
}

// What was there at the reading that is compared with is not new, listed or not, on a page of
// any size; what has come since is, also where it had been there before.
func TestExtract_since_seen(t *testing.T) {
	is := is.New(t)
	p := html(t, "<div id=d>"+strings.Repeat("<button>Old</button>", 4100)+"</div><section id=s><button id=one>Edit</button><button id=two>Bill</button></section>")
	first := p.extract(nil)
	same := p.extract(args{"query": "bill", "since": "last", "base": first.Next})
	is.Equal(len(same.Changes.Added), 0)

	p = html(t, "<section id=s><button id=one>Edit</button><button id=two>Bill</button></section>")
	first = p.extract(nil)
	p.page("gone=two;two.remove()", nil)
	part := p.extract(args{"selector": "#s", "query": "edit", "base": first.Next})
	p.page("s.append(gone)", nil)
	is.Equal(len(p.extract(args{"selector": "#s", "query": "bill", "since": part.Snapshot, "base": part.Next}).Changes.Added), 1)
}
