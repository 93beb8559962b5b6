package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// long is a page whose reading takes longer than one slice on any machine.
func long(t *testing.T) *tab {
	var b strings.Builder
	b.WriteString("<main><h1>Stock</h1><table>")
	for i := range 2000 {
		fmt.Fprintf(&b, "<tr><td>Part %d</td><td><b>%d</b> left</td><td><span>Shelf</span></td><td><button>Order %d</button></td><td></td></tr>", i, i%90, i)
	}
	b.WriteString("</table></main>")
	return html(t, b.String())
}

// sliced reads the page, and runs a script of it between the slices.
const sliced = `(async () => {
  const between = new MessageChannel();
  let done = false, ran = 0;
  between.port1.onmessage = () => { if (!done) { ran++; %s } };
  const reading = __bua("extract", {base: 0, cap: 200});
  between.port2.postMessage(0);
  const a = JSON.parse(await reading);
  done = true;
  return {ran, error: a.error?.message ?? "", elements: a.ok?.elements.length ?? 0, markdown: a.ok?.markdown ?? ""};
})()`

type slicedReading struct {
	Ran, Elements   int
	Error, Markdown string
}

// TestSlices: the page's own tasks run between the slices of a long reading,
// which is what one in a single task is.
func TestSlices(t *testing.T) {
	is := is.New(t)
	p := long(t)
	var r slicedReading
	p.isolated(fmt.Sprintf(sliced, ""), &r)
	is.Equal(r.Error, "")
	is.Equal(r.Ran, 1) // the page's task came between
	is.Equal(r.Elements, 200)
	is.True(strings.Contains(r.Markdown, "Shelf")) // and its content is read
}

// TestSlices_emptied: a page that takes everything away between the slices
// breaks no reading.
func TestSlices_emptied(t *testing.T) {
	is := is.New(t)
	p := long(t)
	var r slicedReading
	p.isolated(fmt.Sprintf(sliced, `document.body.textContent = "gone";`), &r)
	is.Equal(r.Error, "")
	is.Equal(r.Ran, 1)
	is.Equal(r.Elements, 200) // they were listed before
}
