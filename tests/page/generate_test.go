package page_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generated is a page made by rule: "buttons-200", "mixed-2000", "rows-200".
func generated(kind string) string {
	var n int
	name, count, _ := strings.Cut(kind, "-")
	_, _ = fmt.Sscan(count, &n)
	var b strings.Builder
	b.WriteString("<!doctype html><meta charset=utf-8><title>generated</title><body><main>")
	r := rand.New(rand.NewPCG(1, uint64(n)))
	switch name {
	case "buttons":
		for i := range n {
			fmt.Fprintf(&b, "<button>Button %d</button>\n", i)
		}
	case "rows":
		b.WriteString("<table><tr><th>Name<th>City<th>Amount<th>Action</tr>")
		for i := range n {
			fmt.Fprintf(&b, "<tr><td>Person %d<td>Town %d<td>%d.00<td><button>Open %d</button></tr>", i, i%17, i*3, i)
		}
		b.WriteString("</table>")
	case "mixed":
		for i := range n {
			b.WriteString(widget(r, i))
		}
	}
	return b.String()
}

// widget is one random interactive element with its surroundings.
func widget(r *rand.Rand, i int) string {
	name := fmt.Sprintf("Item %d", i)
	kinds := []string{
		`<p><button>%s</button></p>`,
		`<a href="/x">%s</a> `,
		`<p><label>%s <input></label></p>`,
		`<p><label for=f%d>%s</label><input id=f%d type=email></p>`,
		`<p><label><input type=checkbox> %s</label></p>`,
		`<p><input type=radio id=f%d name=g><label for=f%d>%s</label></p>`,
		`<p><label>%s <select><option>One<option>Two</select></label></p>`,
		`<div role=button tabindex=0>%s</div>`,
		`<div role=checkbox aria-checked=false tabindex=0 aria-label="%s"></div>`,
		`<button><span>%s</span> <b>now</b></button>`,
		`<a href="/y"><img alt="%s" src="data:,"></a>`,
		`<button aria-label="%s">x</button>`,
		`<input placeholder="%s">`,
		`<textarea title="%s"></textarea>`,
		`<details><summary>%s</summary>text</details>`,
		`<div role=tab tabindex=0><span>%s</span></div>`,
		`<span id=l%d>%s</span><input aria-labelledby=l%d>`,
		`<button><div>%s</div><div>second</div></button>`,
		`<button>%s <span aria-hidden=true>hidden</span></button>`,
		`<input type=submit value="%s">`,
		`<div role=switch aria-checked=true tabindex=0>%s</div>`,
		`<input type=range aria-label="%s">`,
	}
	k := kinds[r.IntN(len(kinds))]
	k = strings.ReplaceAll(k, "%d", fmt.Sprint(i))
	return fmt.Sprintf(k, name) + "\n"
}
