package page_test

import (
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
