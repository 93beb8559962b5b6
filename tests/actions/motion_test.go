package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestMotion(t *testing.T) { onEach(t, specMotion) }

// specMotion: pages that fade, open and move what an action is for. It is read when it
// stands.
func specMotion(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/moves", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<style>
			#box{transition:opacity .25s} #box.out{opacity:0} #more{height:0;overflow:hidden;transition:height .25s} #more.open{height:40px}
			@keyframes in{from{opacity:0;transform:translateY(9px)}to{opacity:1}} .in{animation:in .25s both}
			#row i{opacity:0;transition:opacity .25s} #row.on i{opacity:1}
			@keyframes turn{to{transform:rotate(1turn)}} #turns{position:fixed;right:9px;bottom:9px;animation:turn 1s infinite} #slow{transition:opacity 5s} #slow.out{opacity:.5}
			</style>
			<div id=box>Are you sure? <button id=close onclick="box.classList.add('out');box.ontransitionend=()=>box.remove()">No</button></div>
			<button id=open onclick="more.className='open'">More</button><div id=more><p>Details</p></div>
			<button id=add onclick="out.innerHTML='<p class=in>Saved</p>';setTimeout(()=>out.firstChild.textContent='Saved, all',250)">Add</button><div id=out></div>
			<p id=row onmouseenter="className='on'">Card <i>x</i></p><p id=turns>Waiting</p><p id=slow>Slow</p>
			<button id=calm onclick="slow.className='out'">Calm</button>`)
	})
	reads := func(t *testing.T, act string, id string) string {
		t.Helper()
		tab := b.Open(t, site.URL("/moves"))
		b.Get(t, map[string]any{"type": act, "selector": id, "tabId": tab})
		text, _ := b.Get(t, map[string]any{"type": "extract", "tabId": tab})["markdown"].(string)
		return text
	}
	t.Run("what fades out has gone", func(t *testing.T) {
		is.New(t).True(!strings.Contains(reads(t, "click", "#close"), "Are you sure"))
	})
	t.Run("what opens shows", func(t *testing.T) {
		is.New(t).True(strings.Contains(reads(t, "click", "#open"), "Details"))
	})
	t.Run("what comes stands", func(t *testing.T) {
		is.New(t).True(strings.Contains(reads(t, "click", "#add"), "Saved, all"))
	})
	t.Run("what hovering shows has come", func(t *testing.T) {
		is.New(t).True(strings.Contains(reads(t, "hover", "#row"), "Card *x*"))
	})
	t.Run("what never stands or takes long is not waited for", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/moves"))
		b.Get(t, map[string]any{"type": "click", "selector": "#calm", "tabId": tab})
		at := b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return slow.getAnimations().length"})["value"]
		is.Equal(at, 1.0) // it is still at it
	})
}
