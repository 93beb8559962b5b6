package actions_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

func specScroll(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/scroll.html"))
	at := func(js string) float64 {
		v, _ := b.Get(t, map[string]any{"type": "evaluate", "expression": "return " + js, "tabId": tab})["value"].(float64)
		return v
	}

	t.Run("the page, by most of a screen", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "scroll", "direction": "down", "tabId": tab})
		is.True(at("scrollY") > at("innerHeight")/2)
		is.True(at("scrollY") <= at("innerHeight"))
	})
	t.Run("the page, by an amount, and back", func(t *testing.T) {
		is := is.New(t)
		from := at("scrollY")
		b.Get(t, map[string]any{"type": "scroll", "direction": "down", "amount": 300, "tabId": tab})
		is.Equal(at("scrollY"), from+300)
		b.Get(t, map[string]any{"type": "scroll", "direction": "up", "amount": 100000, "tabId": tab})
		is.Equal(at("scrollY"), 0.0)
	})
	t.Run("the nearest scrollable around a target", func(t *testing.T) {
		is := is.New(t)
		uid := b.Extract(t, tab, nil).UID(t, "button", "In box")
		b.Get(t, map[string]any{"type": "scroll", "direction": "down", "amount": 120, "uid": uid, "tabId": tab})
		is.Equal(at("document.getElementById('box').scrollTop"), 120.0)
		is.Equal(at("scrollY"), 0.0)
	})
	t.Run("what a list draws at the new place is there", func(t *testing.T) {
		site.Mux.HandleFunc("/virtual", func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, `<style>#v{height:300px;overflow:auto}#inner{height:30000px;position:relative}#inner>*{position:absolute;height:28px}</style>
				<div id=v><div id=inner></div></div><div style="height:2000px"></div><p id=lazy>…</p><script>
				const draw=()=>{const s=Math.floor(v.scrollTop/30);inner.innerHTML='';for(let i=s;i<s+12;i++){const b=document.createElement('button');b.textContent='Row '+i;b.style.top=i*30+'px';inner.append(b)}}
				v.onscroll=draw;draw();new IntersectionObserver(l=>l.some(e=>e.isIntersecting)&&(lazy.innerHTML='<button>Lazy</button>')).observe(lazy)</script>`)
		})
		tab := b.Open(t, site.URL("/virtual"))
		for _, first := range []string{"Row 8", "Row 16", "Row 24"} {
			got := b.Get(t, map[string]any{"type": "scroll", "direction": "down", "selector": "#v", "tabId": tab})
			effects, _ := got["effects"].(map[string]any)
			is.New(t).Equal(effects["dom"], true)
			b.Extract(t, tab, nil).UID(t, "button", first)
		}
		b.Get(t, map[string]any{"type": "scroll", "direction": "down", "amount": 100000, "tabId": tab})
		b.Extract(t, tab, nil).UID(t, "button", "Lazy")
	})
	t.Run("says how far, and where the end is", func(t *testing.T) {
		is := is.New(t)
		scrolled := func(direction string) any {
			return b.Get(t, map[string]any{"type": "scroll", "direction": direction, "amount": 100000, "tabId": tab})["effects"].(map[string]any)["scrolled"]
		}
		scrolled("up")
		is.Equal(scrolled("down"), fmt.Sprint(at("document.documentElement.scrollHeight - innerHeight"), " px, the end"))
		is.Equal(scrolled("down"), "0 px, the end")
		b.Get(t, map[string]any{"type": "scroll", "direction": "up", "amount": 100, "tabId": tab})
		is.Equal(scrolled("down"), "100 px, the end")
	})
	t.Run("a page that scrolls by itself hears of the wheel", func(t *testing.T) {
		is := is.New(t)
		site.Mux.HandleFunc("/own-scroll", func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, `<style>html,body,#v{margin:0;height:100%;overflow:hidden}</style><div id=v><div id=inner></div></div><script>
				let y=0;inner.innerHTML=Array.from({length:100},(_,k)=>'<p>Row '+k+'</p>').join('');
				v.addEventListener('wheel',e=>{e.preventDefault();y+=e.deltaY;inner.style.transform='translateY('+-y+'px)'},{passive:false})</script>`)
		})
		tab := b.Open(t, site.URL("/own-scroll"))
		for _, row := range []struct {
			more map[string]any
			to   float64
		}{{map[string]any{"direction": "down", "amount": 300}, 300}, {map[string]any{"direction": "up", "amount": 100, "selector": "#inner"}, 200}} {
			row.more["type"], row.more["tabId"] = "scroll", tab
			effects := b.Get(t, row.more)["effects"].(map[string]any)
			is.Equal(effects["dom"], true)
			is.Equal(effects["scrolled"], nil)
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return y", "tabId": tab})["value"], row.to)
		}
	})
	t.Run("a dialog that holds the page still", func(t *testing.T) {
		is := is.New(t)
		site.Mux.HandleFunc("/held-page", func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, `<style>body{overflow:hidden}dialog{height:200px;overflow:auto}</style><div style="height:5000px">page</div>
				<dialog id=d><div style="height:1000px">terms</div></dialog><script>d.showModal()</script>`)
		})
		tab := b.Open(t, site.URL("/held-page"))
		b.Get(t, map[string]any{"type": "scroll", "direction": "down", "amount": 120, "tabId": tab})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return d.scrollTop+' '+scrollY", "tabId": tab})["value"], "120 0")
	})
	t.Run("a frame that fills the page", func(t *testing.T) {
		site.Mux.HandleFunc("/framed-scroll", func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, `<style>html,body{margin:0;height:100%;overflow:hidden}</style><iframe id=f srcdoc="<p style='height:5000px'>tall" style="border:0;width:100%;height:100%"></iframe>`)
		})
		tab := b.Open(t, site.URL("/framed-scroll"))
		loaded(t, b, tab)
		b.Get(t, map[string]any{"type": "scroll", "direction": "down", "amount": 120, "tabId": tab})
		is.New(t).Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return f.contentWindow.scrollY", "tabId": tab})["value"], 120.0)
	})
	t.Run("refuses a direction that is none", func(t *testing.T) {
		b.Refused(t, "invalid_action", map[string]any{"type": "scroll", "direction": "left", "tabId": tab})
	})
}
