package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestExtract(t *testing.T) {
	is := is.New(t)
	p := html(t, `<h1>Shop</h1><p>Two <a href="/cart">things</a> in the cart.</p>
		<form><label>Mail <input type=email value="a@b.c"></label><input type=password value="hunter2" aria-label="Password">
		<button disabled>Buy</button></form>`)
	a := p.extract(nil)
	is.Equal(a.Title, "test")
	is.Equal(len(a.Elements), 4)
	is.Equal(a.Elements[0].UID, "e0")
	is.Equal(a.named(t, "things").Role, "link")
	is.Equal(a.named(t, "Mail").Value, "a@b.c")
	is.Equal(a.named(t, "Password").Value, "")
	is.Equal(a.named(t, "Buy").State, []string{"disabled"})
	is.Equal(a.Next, 4)
	is.Equal(a.Markdown, "# Shop\n\nTwo [things](/cart) in the cart.\n\nMail Buy")
}

// What a field holds is told as it is, with its white space, and how much of it where it is cut.
func TestExtract_exact(t *testing.T) {
	is := is.New(t)
	p := html(t, `<main><label>Note <textarea id=note></textarea></label><label>Code <input value="  a  b "></label><div contenteditable aria-label=Text><div>One</div><div>Two</div></div><label>Long <textarea id=long></textarea></label><label>Line <input id=line></label><label>Password <input type=password value=hidden></label></main>
<script>note.value='one\n\n  two\t"three"';long.value=' word\n'.repeat(300);line.value='word '.repeat(100)</script>`)
	a := p.extract(nil)
	is.Equal(a.named(t, "Note").Value, "one\n\n  two\t\"three\"")
	is.Equal(a.named(t, "Code").Value, "  a  b ")
	is.Equal(a.named(t, "Text").Value, "One\nTwo")
	is.Equal(a.named(t, "Line").Length, 500)
	is.Equal(a.named(t, "Line").Value, strings.Repeat("word ", 40)[:199]+"…")
	is.Equal(a.named(t, "Long").Length, 1800)
	is.Equal(a.named(t, "Long").Value, strings.Repeat(" word\n", 200)[:999]+"…")
	for _, selector := range []string{"#long", a.named(t, "Long").UID} {
		alone := p.extract(args{"selector": selector})
		is.Equal(alone.Elements[0].Value, strings.Repeat(" word\n", 300))
		is.Equal(alone.Elements[0].Length, 0)
		is.Equal(alone.Text, strings.Repeat(" word\n", 300))
	}
	is.Equal(p.extract(args{"selector": a.named(t, "Password").UID}).Text, "")
	is.Equal(p.extract(args{"selector": "main"}).Text, "Note Code\nOne\nTwo\nLong Line Password")
	p.page("long.value='a  b\\n'.repeat(20000)", nil)
	cut := p.extract(args{"selector": "#long"})
	is.True(len(cut.Text) > 49<<10 && strings.HasPrefix(cut.Text, "a  b\na  b\n"))
	is.True(strings.Contains(cut.Truncated, "text is cut, 48 KB more"))
	is.Equal(cut.Elements[0].Length, 100_000)
}

// Of a reading that is cut, the options of lists go first: a form keeps its button.
func TestExtract_options_last(t *testing.T) {
	p := html(t, `<form><select multiple size=9 aria-label=Rights>`+strings.Repeat("<option>May do this and that", 60)+`</select><button>Save</button></form>`)
	a := p.extract(args{"maxTokens": 300})
	is := is.New(t)
	is.True(a.Omitted > 0)
	a.named(t, "Save")
}
