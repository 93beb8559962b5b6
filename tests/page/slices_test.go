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
  between.port1.onmessage = () => { if (!done) { ran++; %s; between.port2.postMessage(0); } };
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
	is.True(r.Ran >= 1) // the page's task came between
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
	is.True(r.Ran >= 1)
	is.Equal(r.Elements, 200) // they were listed before
}

// slow counts a millisecond each time that the engine asks for the time: what it does
// between two questions takes as long on each machine.
const slow = `(() => { let now = 0; performance.now = () => now++; })()`

// TestSlices_walk: the walk through the page breaks off where it takes long. What has
// come since stands where it belongs, what has gone is not told, and all else once.
func TestSlices_walk(t *testing.T) {
	is := is.New(t)
	p := long(t)
	p.isolated(slow, nil)
	var r slicedReading
	p.isolated(fmt.Sprintf(sliced, `if (ran === 10) { const rows = document.querySelectorAll("tr"); rows[300].remove(); rows[0].insertAdjacentHTML("beforebegin", "<tr><td>New</td></tr>"); }`), &r)
	is.Equal(r.Error, "")
	is.True(r.Ran > 20) // 18,000 elements, 16 of them to a question, 30 questions to a task
	for part, n := range map[string]int{"|New|": 1, "|Part 0|": 1, "|Part 299|": 1, "|Part 300|": 0, "|Part 301|": 1} {
		is.Equal(strings.Count(r.Markdown, part), n) // part
	}
}
