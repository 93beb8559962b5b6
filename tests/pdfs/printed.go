package pdfs

import (
	"fmt"
	"strings"
)

// Source is a page that a browser prints.
type Source struct{ Name, HTML string }

const sentence = "The council has agreed on a new bridge after months of talks, and work is to begin before the end of the year. "

// Printed are the pages.
func Printed() []Source {
	return []Source{
		{"invoice", invoice},
		{"report", body("Annual report", "<h1>Annual report</h1><p>"+strings.Repeat(sentence, 5)+strings.Repeat("</p><h2>A part of it</h2><p>"+strings.Repeat(sentence, 8)+"</p><h3>Further down</h3><p>"+strings.Repeat(sentence, 6), 6)+"</p>")},
		{"columns", body("Columns", "<style>div{columns:2;column-gap:24px;text-align:justify;hyphens:auto;font:10pt serif}</style><h1>On reading columns</h1><div>"+strings.Repeat("<p>"+strings.Repeat(sentence, 5)+"</p>", 12)+"</div>")},
		{"languages", body("Languages", `<h1>Größenänderung über Straße</h1><p>Žluťoučký kůň úpěl ďábelské ódy. Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.</p><p>Съешь ещё этих мягких французских булок.</p><p dir=rtl>شكرا لكم على القراءة</p><p dir=rtl>שלום עולם זה טקסט פשוט</p><p>Offices, fluffy affine waffles: H<sub>2</sub>O.</p>`)},
		{"manual", body("Manual", "<h1>Manual</h1><ol><li>Open the box.<li>Take out "+sentence+"</ol><ul><li>One<li>Two</ul><pre>if (x) {\n    return  1;   // done\n}</pre><dl><dt>-c, --check<dd>checks the syntax<dt>-h<dd>"+sentence+"</dl><blockquote>"+sentence+"</blockquote>")},
		{"landscape", body("Stock", "<style>@page{size:A4 landscape}td{padding:2px 14px}</style><h1>Stock</h1><table>"+rows(60)+"</table>")},
		{"slides", body("Slides", "<style>@page{size:10in 5.6in}section{break-after:page;font-size:28pt}</style>"+strings.Repeat("<section><h1>A slide</h1><ul><li>One point<li>Another point</ul></section>", 5))},
		{"long", body("Long", "<style>section{break-after:page}</style>"+chapters(300))},
	}
}

func body(title, html string) string {
	return "<!doctype html><html lang=en><meta charset=utf-8><title>" + title + "</title><style>body{font:11pt sans-serif}</style>" + html
}

func rows(n int) string {
	var b strings.Builder
	b.WriteString("<tr><th>Number<th>Name<th>Place<th>Left<th>Price")
	for i := range n {
		fmt.Fprintf(&b, "<tr><td>N-%d<td>Part of kind %d<td>Shelf %d<td>%d<td>%d.50", 1000+i, i%7, i%12, i*3, i*11)
	}
	return b.String()
}

// CodeWord is on that page of the long document, and on no other.
func CodeWord(page int) string { return fmt.Sprintf("word%d", page*7919) }

func chapters(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "<section><h2>Chapter %d</h2><p>Its code word is %s. %s</p></section>", i, CodeWord(i), strings.Repeat(sentence, 8))
	}
	return b.String()
}

const invoice = `<!doctype html><html lang=en><meta charset=utf-8><title>Invoice 2024-117</title><style>body{font:11pt sans-serif}table{width:100%;border-collapse:collapse}td,th{padding:4px 12px;text-align:left}.n{text-align:right}</style>
<h1>Invoice 2024-117</h1><p>Northwind Traders<br>12 Harbour Street<br>Portsmouth PO1 3AX</p><p>Payment is due within thirty days; see <a href="https://pay.example/i/117">the payment page</a> for how it is done.</p>
<h2>Items</h2><table><tr><th>Item<th>Description<th class=n>Qty<th class=n>Price<th class=n>Total
<tr><td nowrap>A-100<td>Oak table, oiled<td class=n>2<td class=n>310.00<td class=n>620.00
<tr><td nowrap>A-230<td>Chair with a woven seat of paper cord, delivered in two boxes and assembled in the customer's rooms<td class=n>8<td class=n>95.50<td class=n>764.00
<tr><td nowrap>S-1<td>Delivery<td class=n>1<td class=n>49.00<td class=n>49.00
<tr><td><td><td><td class=n>Sum<td class=n>1,433.00</table>`
