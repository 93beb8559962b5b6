package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

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
