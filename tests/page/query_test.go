package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

func (a answer) names() string {
	var out []string
	for _, e := range a.Elements {
		out = append(out, e.Name)
	}
	return strings.Join(out, ", ")
}

// Words are ranked: what has more of them comes first, what has none is left out.
func TestQuery_ranked(t *testing.T) {
	p := html(t, `<main><h2>Bills</h2><p>Nothing of it here</p><h2>Orders</h2><p>An order came</p><h2>Paid</h2><p>The order of June was paid</p>
<button>Save</button><button>Save draft</button><button>Leave</button></main>`)
	for name, row := range map[string]struct {
		asked              args
		elements, markdown string
	}{
		"most first":              {args{"query": "save draft now"}, "Save draft, Save", ""},
		"all the words, no fewer": {args{"query": "save draft"}, "Save draft", ""},
		"passages":                {args{"query": "order june zebra"}, "", "## Paid\n\nThe order of June was paid\n\n## Orders\n\nAn order came"},
		"in find":                 {args{"query": "save draft now", "seek": true}, "Save draft, Save", ""},
		"texts in find":           {args{"query": "order june zebra", "seek": true}, "The order of June was paid, Orders, An order came", ""},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			a := p.extract(row.asked)
			if row.elements != "" {
				is.Equal(a.names(), row.elements)
			}
			if row.markdown != "" {
				is.Equal(a.Markdown, row.markdown)
			}
			is.Equal(strings.Contains(a.Truncated, "nothing has all the words"), row.asked["query"] != "save draft")
		})
	}
}

// Where a link leads is no word of it, and what matched is shown.
func TestQuery_matched(t *testing.T) {
	is := is.New(t)
	p := html(t, `<main><p><a href="https://other.test/invoice/7">Details</a></p><p>Text</p><input id=invoice_no aria-label="Number"></main>`)
	for _, seek := range []bool{false, true} {
		a := p.extract(args{"query": "invoice", "seek": seek})
		is.Equal(a.names(), "Number (id: invoice_no)")
		is.Equal(a.Markdown, "")
	}
}

// A table keeps all lines of its head when a query filters its rows.
func TestQuery_head(t *testing.T) {
	is := is.New(t)
	rows := strings.Repeat("<tr><td>Team<td>18<td>19", 9)
	p := html(t, `<table><thead><tr><th rowspan=2>Plan<th colspan=2>Monthly<tr><th>EUR<th>USD<tbody>`+rows+`<tr><td>Business<td>29<td>31</table>`)
	is.Equal(p.extract(args{"query": "business"}).Markdown, "|Plan|Monthly|Monthly|\n|Plan|EUR|USD|\n|-|-|-|\n|Business|29|31|")
}

// A reading says how far was looked; find looks to the end.
func TestQuery_far(t *testing.T) {
	is := is.New(t)
	p := html(t, `<table id=t></table><script>t.innerHTML=Array.from({length:40000},(_,i)=>'<tr><td>Row '+i+'<td>Words of it').join('')+'<tr><td>Zebra'</script>`)
	is.True(strings.Contains(p.extract(args{"query": "zebra"}).Truncated, "only the first 400000 characters were looked through"))
	a := p.extract(args{"query": "zebra", "seek": true})
	is.Equal(a.names(), "Zebra")
	is.Equal(a.Truncated, "")
	a = p.extract(args{"query": "row 39999", "seek": true})
	is.Equal(a.names(), "Row 39999")
}

// What a cell spans, it is said for: in each row and column, but where it is alone in its row.
func TestTable_spans(t *testing.T) {
	is := is.New(t)
	p := html(t, `<table><thead><tr><th rowspan=2>Plan<th rowspan=2>Region<th colspan=2>Monthly<tr><th>EUR<th>USD<tbody>
<tr><th rowspan=3>Team<td>EU<td>18<td>19<tr><td>UK<td>17<td rowspan=2>20<tr><td>US<td>16<tr><th>Business<td>All<td colspan=2>on request<tfoot><tr><td colspan=4>without support</table>`)
	is.Equal(p.extract(nil).Markdown, strings.Join([]string{
		"|Plan|Region|Monthly|Monthly|", "|Plan|Region|EUR|USD|", "|-|-|-|-|",
		"|Team|EU|18|19|", "|Team|UK|17|20|", "|Team|US|16|20|", "|Business|All|on request|on request|", "|without support||||",
	}, "\n"))
}
