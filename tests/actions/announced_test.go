package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

// specAnnounced: what a page tells the person in a message is told to the
// agent with the action that brought it, for it may be gone a moment later, and
// stands in what is read while it is there, wherever it stands.
func specAnnounced(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/messages", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<style>.fixed{position:fixed;right:9px;background:#fee}</style><main><h1>Profile</h1>
			<button id=save>Save</button><button id=inline>Check</button><button id=again>Again</button><button id=quiet>Quiet</button><button id=big>Switch</button>
			<button id=later>Later</button><button popovertarget=card>Card</button><button id=hid>Hidden</button><p id=field role=alert></p></main>
			<div class=fixed style="bottom:9px" id=stack></div><style>@keyframes in{from{opacity:0}}</style><div class=fixed style="bottom:99px" id=made hidden><b role=status>Copied</b></div>
			<div popover id=card>Ann Lee, <b>Sales</b></div><div class=fixed style="top:9px">We use cookies. <button>Accept</button></div>
			<div id=app class=a><output>12 results</output></div><p id=n>0</p>
			<script>const at=(id,f)=>document.getElementById(id).onclick=f;
			at("save",()=>stack.innerHTML="<div><div role=alert><i>Error:</i> the name is taken</div></div>");
			at("inline",()=>field.textContent="Name is required");
			at("again",()=>{field.textContent="";field.textContent="Name is required"});
			at("quiet",()=>n.textContent++);
			at("big",()=>{app.className+="b";app.append(...Array.from({length:60},()=>document.createElement("i")));made.hidden=false});
			at("later",()=>setTimeout(()=>{stack.innerHTML="<div role=status style='animation:in .2s'>Sent to Ann</div>";
				setTimeout(()=>{stack.innerHTML="";document.body.insertAdjacentHTML("beforeend","<p id=gone>gone</p>")},600)},400));
			at("hid",()=>stack.innerHTML="<div role=alert style=opacity:0>for nobody</div>")</script>`)
	})
	tab := b.Open(t, site.URL("/messages"))
	click := func(name string) (announced any, text string) {
		uid := b.Extract(t, tab, nil).UID(t, "button", name)
		a := b.Try(t, map[string]any{"type": "click", "uid": uid, "tabId": tab})
		is.New(t).Equal(a.Code, "")
		effects, _ := a.Result["effects"].(map[string]any)
		return effects["announced"], a.Text
	}
	is := is.New(t)
	said, text := click("Save")
	is.Equal(said, "Error: the name is taken")
	is.True(strings.Contains(text, `the page says "Error: the name is taken"`))
	read := b.Extract(t, tab, nil).Markdown
	is.True(strings.Contains(read, "Error:"))          // though an overlay
	is.True(!strings.Contains(read, "We use cookies")) // which others are not
	said, _ = click("Check")
	is.Equal(said, "Name is required")
	said, _ = click("Again")
	is.Equal(said, nil) // it says what it said
	said, _ = click("Quiet")
	is.Equal(said, nil)
	said, _ = click("Hidden")
	is.Equal(said, nil)
	said, _ = click("Switch")
	is.Equal(said, "Copied") // and not what a large part holds since long ago
	is.True(!strings.Contains(b.Extract(t, tab, nil).Markdown, "Ann Lee"))
	// What comes when the action has been answered is told of with the next one.
	said, _ = click("Later")
	is.Equal(said, nil)
	b.Get(t, map[string]any{"type": "wait_for", "selector": "#gone", "tabId": tab})
	got := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
	effects, _ := got["effects"].(map[string]any)
	is.Equal(effects["announced"], "Sent to Ann") // though it is gone
	got = b.Get(t, map[string]any{"type": "extract", "tabId": tab})
	is.Equal(got["effects"], nil) // once
	click("Card")
	is.True(strings.Contains(b.Extract(t, tab, nil).Markdown, "Ann Lee"))
}
