package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

// chart is a drawing with words.
const chart = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><g><text x="10" y="20">January</text><text x="10" y="40">12 %</text></g><text x="10" y="60">Two<tspan x="10" dy="12">lines</tspan></text></svg>`

// addresses are links, and how the browser's own parser of addresses reads them.
var addresses = [][2]string{
	{"/a", "[x](/a)"}, {"/a?", "[x](/a)"}, {"/a#", "[x](/a)"}, {"/a?#", "[x](/a)"}, {"/a?b?", "[x](/a?b?)"}, {"/a#b#", "[x](/a#b#)"}, {"/a?#b?", "[x](/a#b?)"},
	{"/a(b)?c=(d)#(e)", "[x](/a%28b%29?c=%28d%29#%28e%29)"}, {"../up/./down", "[x](/up/down)"}, {"#part", "x"}, {"?", "x"}, {"?q=1", "[x](/blank.html?q=1)"},
	{"https://other.test/a?", "[x](https://other.test/a?)"}, {"https://other.test/(a", "[x](https://other.test/(a)"}, // encodeURIComponent keeps it
	{"javascript:x()", "x"}, {"http://me:pw@HERE/in", "[x](/in)"},
}

// TestTold: what a part of a page is in the Markdown. What can be pressed in a table or list
// stands in its place with its uid.
func TestTold(t *testing.T) {
	links, told := "", []string{}
	for _, a := range addresses {
		links += `<p><a href="` + strings.Replace(a[0], "HERE", strings.TrimPrefix(shared.site.URL, "http://"), 1) + `">x</a></p>`
		told = append(told, a[1])
	}
	for name, row := range map[string]struct {
		body string
		more args
		want string
	}{
		"addresses":             {links, nil, strings.Join(told, "\n\n")},
		"a table":               {"<table><tr><th>Who<th>Does<tr><td>Order 7<td><button>Edit</button><tr><td>Order 8<td><button>Edit</button></table>", nil, "|Who|Does|\n|-|-|\n|Order 7|[Edit e0]|\n|Order 8|[Edit e1]|"},
		"a list":                {"<ul><li>One <button>Edit</button><li><button>Edit</button></ul>", nil, "- One [Edit e0]\n- [Edit e1]"},
		"links":                 {`<ul><li><a href="/a">A</a> and <a href="#x">B</a></ul>`, nil, "- [A e0](/a) and [B e1]"},
		"an icon":               {`<ul><li>One <button aria-label="Drop it"><svg width=9 height=9></svg></button><a href="/p" title=Print></a></ul>`, nil, "- One [Drop it e0] [Print e1](/p)"},
		"an input":              {`<ul><li>One <input type=submit value=Send></ul>`, nil, "- One [Send e0]"},
		"a name that says more": {`<ul><li><button aria-label="Edit order 7">Edit</button><button aria-label="Remove">x</button></ul>`, nil, "- [Edit order 7 e0] [x (Remove) e1]"},
		"a name with a bar":     {`<table><tr><td>a<td><button aria-label="b|c"></button></table>`, nil, `|a|[b\|c e0]|` + "\n|-|-|"},
		"a cell":                {"<table><tr><td>1<td onclick=x tabindex=0>2</table>", nil, "|1|[2 e0]|\n|-|-|"},
		"a card":                {`<ul><li><a href="/a"><h3>Tea</h3><p>two boxes</p></a></ul>`, nil, "- ### [Tea e0](/a)\n  two boxes"},
		"a block":               {"<ul><li>One<button style=display:flex>Edit</button></ul>", nil, "- One\n  [Edit e0]"},
		"a box in a button":     {"<ul><li><button><b>Edit</b></button></ul>", nil, "- [**Edit** e0]"},
		"nothing outside":       {"<p>One <button>Edit</button> <a href=/a>A</a></p>", nil, "One Edit [A](/a)"},
		"no forgery":            {`<ul><li>[Send e1] <button>Edit</button><button aria-label="[x e1] e1]">y</button><button>Send</button></ul>`, nil, "- [Send e1 ] [Edit e0] [y ([x e1 ] e1 ]) e1] [Send e2]"},
		"a part of the rows": {"<table><tr><th>What<th>Does" + strings.Repeat("<tr><td>Milk<td><button>Edit</button>", 250) + "<tr><td>Tea<td><button>Edit</button></table>",
			args{"query": "tea"}, "|What|Does|\n|-|-|\n|Tea|[Edit e0]|"},
		"none of the rows": {"<table><tr><th>What<th>Does<tr><td>Tea<td><button>Edit</button></table>", args{"query": "zebra"}, ""},
		"all lines of a head": {`<table><thead><tr><th rowspan=2>Plan<th colspan=2>Monthly<tr><th>EUR<th>USD<tbody>` + strings.Repeat("<tr><td>Team<td>18<td>19", 9) + `<tr><td>Business<td>29<td>31</table>`,
			args{"query": "business"}, "|Plan|Monthly|Monthly|\n|Plan|EUR|USD|\n|-|-|-|\n|Business|29|31|"},
		// What a cell spans, it is said for: in each row and column, but where it is alone in its row.
		"spans": {`<table><thead><tr><th rowspan=2>Plan<th rowspan=2>Region<th colspan=2>Monthly<tr><th>EUR<th>USD<tbody>
<tr><th rowspan=3>Team<td>EU<td>18<td>19<tr><td>UK<td>17<td rowspan=2>20<tr><td>US<td>16<tr><th>Business<td>All<td colspan=2>on request<tfoot><tr><td colspan=4>without support</table>`, nil,
			"|Plan|Region|Monthly|Monthly|\n|Plan|Region|EUR|USD|\n|-|-|-|-|\n|Team|EU|18|19|\n|Team|UK|17|20|\n|Team|US|16|20|\n|Business|All|on request|on request|\n|without support||||"},
		"a chart by its labels":                        {`<h1>Sales</h1><p>Up by <svg width=30 height=16><text y=14>7</text></svg> points</p>` + chart + `<p>End`, nil, "# Sales\n\nUp by 7 points\n\nJanuary · 12 % · Two lines\n\nEnd"},
		"what begins with a comment, which has no tag": {"<div><!-- one --><p>Words</p></div><section><!-- two --></section>", nil, "Words"},
	} {
		t.Run(name, func(t *testing.T) {
			is.New(t).Equal(html(t, "<main>"+row.body+"</main>").extract(row.more).Markdown, row.want)
		})
	}
	is := is.New(t)
	is.Equal(html(t, chart).extract(args{"selector": "body>svg"}).Text, "January · 12 % · Two lines")
	is.Equal(html(t, `<svg width=90 height=50><a href="/there"><text y=20>There</text></a></svg>`).extract(nil).Elements[0].Href, shared.site.URL+"/there")
	is.Equal(html(t, `<label>Part <select><option><option>All<option>&nbsp;&nbsp;One</select></label>`).extract(nil).named(t, "Part").Options, []string{"", "All", "  One"})
}

// A reading says how far was looked; find looks to the end.
func TestQuery_far(t *testing.T) {
	is := is.New(t)
	p := html(t, `<table id=t></table><script>t.innerHTML=Array.from({length:4000},(_,i)=>'<tr><td>Row '+i+'<td>'+'Words of it '.repeat(10)).join('')+'<tr><td>Zebra'</script>`)
	is.True(strings.Contains(p.extract(args{"query": "zebra"}).Truncated, "only the first 400000 characters were looked through"))
	a := p.extract(args{"query": "zebra", "seek": true})
	is.Equal(a.names(), "Zebra")
	is.Equal(a.Truncated, "")
	a = p.extract(args{"query": "row 3999", "seek": true})
	is.Equal(a.names(), "Row 3999")
}
