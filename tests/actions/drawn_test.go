package actions_test

import (
	"net/http"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/bed"
)

// unnamed is a page of things that only their place or their look tells.
const unnamed = `<title>unnamed</title>
	<p id=trace>none</p>
	<div role=grid><div role=row><div role=columnheader>Name</div><div role=columnheader>OK</div></div>
	<div role=row><div role=gridcell tabindex=0>Bolt</div><div role=gridcell tabindex=0 id=tick><svg width=10 height=10><path d="M0 0h9"/></svg></div></div></div>
	<div><label>Copies <input role=spinbutton></label><a class="ui-spinner-up" aria-hidden=true tabindex=-1 style="display:inline-block;width:16px;height:16px;background:#36c"></a></div>
	<script>document.querySelector('a').onclick = () => { trace.textContent = 'up' }</script>`

func TestDrawn_unnamed(t *testing.T) { onEach(t, specUnnamed) }

func specUnnamed(t *testing.T, b *bed.Bed, site *bed.Site) {
	site.Mux.HandleFunc("/unnamed", func(w http.ResponseWriter, _ *http.Request) { bed.HTML(w, unnamed) })
	tab := b.Open(t, site.URL("/unnamed"))
	t.Run("a cell without words is called by its column", func(t *testing.T) {
		is := is.New(t)
		is.Equal(named(t, b.Get(t, map[string]any{"type": "extract", "tabId": tab}), "(OK)")["role"], "gridcell")
	})
	t.Run("an arrow that readers of screens do without is found by who sees it", func(t *testing.T) {
		is := is.New(t)
		found := b.Get(t, map[string]any{"type": "find", "query": "up", "tabId": tab})
		b.Get(t, map[string]any{"type": "click", "uid": found["elements"].([]any)[0].(map[string]any)["uid"], "tabId": tab})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return trace.textContent"})["value"], "up")
	})
}
