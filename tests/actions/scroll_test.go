package actions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specScroll: how far a page, a pane or a frame scrolls, what it tells of that, and what is
// drawn at the new place.
func specScroll(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/scroll.html")
	serve(site, "/own-scroll", `<style>html,body,#v{margin:0;height:100%;overflow:hidden}</style><div id=v><div id=inner></div></div><script>
		let y=0;inner.innerHTML=Array.from({length:100},(_,k)=>'<p>Row '+k+'</p>').join('');
		v.addEventListener('wheel',e=>{e.preventDefault();y+=e.deltaY;inner.style.transform='translateY('+-y+'px)'},{passive:false})</script>`)
	serve(site, "/held-page", `<style>body{overflow:hidden}dialog{height:200px;overflow:auto}</style><div style="height:5000px">page</div>
		<dialog id=d><div style="height:1000px">terms</div></dialog><script>d.showModal()</script>`)
	serve(site, "/framed-scroll", `<style>html,body{margin:0;height:100%;overflow:hidden}</style><iframe id=f srcdoc="<p style='height:5000px'>tall" style="border:0;width:100%;height:100%"></iframe>`)
	serve(site, "/pane", `<style>html,body{height:100%;margin:0;overflow:hidden}</style><section aria-label=Orders style="height:90%;overflow:auto"><div style="height:3000px">x</div></section>`)
	end := fmt.Sprint(s.js(t, "document.documentElement.scrollHeight - innerHeight"), " px, the end")
	s.rows(t,
		row{name: "the page, by most of a screen", do: "scroll: down", js: "scrollY > innerHeight/2 && scrollY <= innerHeight", is: true},
		row{name: "back to the start", do: `scroll: up {"amount":100000}`, js: "scrollY", is: 0.0},
		row{name: "by an amount", do: `scroll: down {"amount":300}`, js: "scrollY", is: 300.0},
		row{name: "back", do: `scroll: up {"amount":300}`, js: "scrollY", is: 0.0},
		row{name: "the nearest scrollable around a target", do: `scroll @In box: down {"amount":120}`, js: "[document.getElementById('box').scrollTop, scrollY].join()", is: "120,0"},
		row{name: "it says how far, and where the end is", do: `scroll: down {"amount":100000}`, fx: fx{"scrolled": end}},
		row{name: "at the end", do: `scroll: down {"amount":100000}`, fx: fx{"scrolled": "0 px, the end"}},
		row{name: "a page that scrolls by itself hears of the wheel", page: "/own-scroll", do: `scroll: down {"amount":300}`, fx: fx{"dom": true, "scrolled": nil}, js: "y", is: 300.0},
		row{name: "over a part of it", do: `scroll #inner: up {"amount":100}`, fx: fx{"dom": true, "scrolled": nil}, js: "y", is: 200.0},
		row{name: "a dialog that holds the page still", page: "/held-page", do: `scroll: down {"amount":120}`, js: "d.scrollTop+' '+scrollY", is: "120 0"},
		row{name: "refuses a direction that is none", do: "scroll: left", code: "invalid_action"},
	)
	loaded(t, b, s.show(t, "/framed-scroll").tab)
	s.rows(t, row{name: "a frame that fills the page", do: `scroll: down {"amount":120}`, js: "f.contentWindow.scrollY", is: 120.0})
	t.Run("what a list draws at the new place is there", func(t *testing.T) {
		s.show(t, "/drawnlist.html")
		for _, first := range []string{"Row 8", "Row 16", "Row 24"} {
			is.New(t).Equal(s.do(t, "scroll #v: down")["dom"], true)
			b.Extract(t, s.tab, nil).UID(t, "button", first)
		}
		s.do(t, `scroll: down {"amount":100000}`)
		b.Extract(t, s.tab, nil).UID(t, "button", "Lazy")
	})
	t.Run("a pane is told with a uid that can be scrolled", func(t *testing.T) {
		said, _ := s.show(t, "/pane").do(t, `scroll: down {"amount":200}`)["scrolled"].(string)
		rest, ok := strings.CutPrefix(said, `200 px, in region "Orders" (`)
		is := is.New(t)
		is.True(ok)
		is.Equal(s.do(t, `scroll: down {"amount":200,"uid":"`+strings.TrimSuffix(rest, ")")+`"}`)["scrolled"], said)
	})
}
