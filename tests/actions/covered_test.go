package actions_test

import (
	"net/http"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// beneath is a page of texts that take no pointer events, of covers that go away,
// and of anchors that only their style shows.
const beneath = `<title>beneath</title>
	<style>.over{pointer-events:none} .says::after{content:"Save it"} .next{background:linear-gradient(red,blue);width:20px;height:20px} .bar a{cursor:pointer;display:inline-block}
	#card{position:relative;width:300px;height:80px;background:#eee} #card button{position:absolute;left:120px;top:25px}
	#cover{position:fixed;inset:0;background:#0003;display:none}</style>
	<p id=trace>none</p>
	<svg width=300 height=60><g id=node><rect id=box width=200 height=50 fill="#cde"></rect><g class=over><text x=10 y=30>First note</text></g></g></svg>
	<div id=card><span class=over>Open the card</span><button id=drop>Drop</button></div>
	<div style="position:relative;width:200px"><span id=behind class=over>Behind a button</span><button id=glass style="position:absolute;inset:0;opacity:0">Glass</button></div>
	<div id=far class=over style="width:100px">Nothing takes this</div>
	<button id=off class=over>Off for now</button>
	<div class=tools onclick="trace.textContent='tools'"><div id=tool class=over title="New folder" style="width:24px;height:24px;background:#36c"><span hidden>New folder</span></div>
	<div id=save class="over tool-disabled" style="width:80px">Save it all</div></div>
	<div class=bar><a class="ql says"></a> <a class="ql next"></a> <a class="spacer"></a></div>
	<button id=under>Under</button>
	<div id=chart tabindex=1 style="width:400px"><svg width=300 height=60><g id=other style="cursor:pointer"><rect width=80 height=50></rect><text x=10 y=30>Second note</text></g></svg><div class=part style="cursor:pointer">A part</div></div>
	<div id=cover></div>
	<script>
	const said = s => { trace.textContent = s }
	box.onclick = () => said('box'); card.onclick = () => said('card'); drop.onclick = e => { e.stopPropagation(); said('drop') }
	under.onclick = () => said('under')
	document.querySelector('.says').onclick = () => said('says'); document.querySelector('.next').onclick = () => said('next')
	</script>`

func specBeneath(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/beneath", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, beneath) })
	tab := b.Open(t, site.URL("/beneath"))
	says := func(t *testing.T) any {
		t.Helper()
		return b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return trace.textContent"})["value"]
	}
	for _, row := range []struct{ name, selector, says string }{
		{"a drawing's text is over its shape", "text", "box"},
		{"a card's text is in the card, and no button of it is pressed", "#card span", "card"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			b.Get(t, map[string]any{"type": "click", "selector": row.selector, "tabId": tab})
			is.Equal(says(t), row.says)
		})
	}
	for _, selector := range []string{"#far", "#off", "#behind", "#tool", "#save"} {
		t.Run("what is nobody's, or another's, is refused: "+selector, func(t *testing.T) {
			b.Refused(t, "invalid_action", map[string]any{"type": "click", "selector": selector, "tabId": tab})
		})
	}
	t.Run("a cover that a script takes away soon is waited for", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "cover.style.display = 'block'; setTimeout(() => cover.style.display = '', 150)"})
		b.Get(t, map[string]any{"type": "click", "selector": "#under", "tabId": tab})
		is.Equal(says(t), "under")
	})
	t.Run("and one that stays is named", func(t *testing.T) {
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "cover.style.display = 'block'"})
		b.Refused(t, "invalid_action", map[string]any{"type": "click", "selector": "#under", "tabId": tab})
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "cover.style.display = ''"})
	})
	t.Run("an anchor that only its style shows is listed", func(t *testing.T) {
		is := is.New(t)
		read := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
		for name, want := range map[string]string{"Save it": "says", "(next)": "next"} {
			e := named(t, read, name)
			is.Equal(e["role"], "link")
			b.Get(t, map[string]any{"type": "click", "uid": e["uid"], "tabId": tab})
			is.Equal(says(t), want)
		}
		links := 0
		for _, e := range read["elements"].([]any) {
			if e.(map[string]any)["role"] == "link" {
				links++
			}
		}
		is.Equal(links, 2) // what shows nothing is none
	})
	t.Run("what only takes the focus is not called by what is drawn in it, and its parts are listed", func(t *testing.T) {
		is := is.New(t)
		read := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
		var names []string
		for _, e := range read["elements"].([]any) {
			name, _ := e.(map[string]any)["name"].(string)
			names = append(names, name)
		}
		is.Equal(names[len(names)-3:], []string{"", "Second note", "A part"}) // what takes the focus, and its two parts
	})
}
