package page_test

import (
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
)

// TestUndrawn: a reading waits for a page that has not drawn itself, once and not for
// ever, and not for one that has.
func TestUndrawn(t *testing.T) {
	const ready = `setTimeout(()=>{document.body.innerHTML='<h1>Orders</h1><p>Order 7</p>'},300)`
	for i, row := range []struct{ name, html string }{
		{"a text that says so", `<p>Loading orders…</p>`},
		{"a text that counts", `<p>Loading Nodes 2/37</p>`},
		{"the same in another tongue", `<div><span>Wird geladen …</span></div>`},
		{"a region that is busy", `<h1>Orders</h1><section aria-busy=true>Soon</section>`},
		{"a progress without a value", `<h1>Orders</h1><div role=progressbar>o</div>`},
		{"placeholders", `<h1>Orders</h1><div class="card-skeleton">&nbsp;</div>`},
		{"an empty root", `<div id=root><div></div></div><script></script>`},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := html(t, row.html)
			p.page(ready, nil)
			a := p.extract(args{"parsed": 3000})
			if !strings.Contains(a.Markdown, "Order 7") || a.Unsettled != "" {
				t.Errorf("read %q, unsettled %q", a.Markdown, a.Unsettled)
			}
		})
		t.Run(row.name+", for ever", func(t *testing.T) {
			if i > 0 { // each costs its two seconds
				size.LeaveToAll(t, size.Trial)
			}
			p := html(t, row.html)
			from := time.Now()
			if a := p.extract(args{"parsed": 3000}); !strings.Contains(a.Unsettled, "still loading after 2000 ms") {
				t.Errorf("unsettled is %q", a.Unsettled)
			}
			if took := time.Since(from); took > 5*time.Second {
				t.Errorf("took %s", took)
			}
			from = time.Now()
			if a := p.extract(args{"parsed": 3000}); a.Unsettled != "" || time.Since(from) > time.Second {
				t.Errorf("the second reading took %s, unsettled %q", time.Since(from), a.Unsettled)
			}
		})
	}
	for _, h := range []string{
		`<p>Order 7</p>`, `<p>Loading dock 4 is free.</p>`, `<p>Loading dock 4</p>`, `<p hidden>Loading…</p><p>Order 7</p>`, `<div role=progressbar aria-valuenow=4>4 %</div>`,
		`<canvas></canvas><script></script>`, `<div></div>`, `<input value=x><script></script>`, `<div class=skeleton style="display:none"></div><p>x</p>`,
	} {
		p := html(t, h)
		from := time.Now()
		if a := p.extract(args{"parsed": 3000}); a.Unsettled != "" || time.Since(from) > time.Second {
			t.Errorf("%s took %s, unsettled %q", h, time.Since(from), a.Unsettled)
		}
	}
}
