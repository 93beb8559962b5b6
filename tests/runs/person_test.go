package runs

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// busyPage has a control for each kind of act, and does by itself whatever a script can
// do to look like a person.
const busyPage = `<!doctype html><title>Busy</title><body style="height:3000px">
<button type=button id=b onclick="n.textContent=+n.textContent+1">Count</button> <output id=n>0</output>
<label>Name <input id=t></label> <label id=l>Hidden<input type=checkbox hidden></label> <textarea id=a></textarea> <input type=checkbox id=c> <input type=radio id=r>
<select id=s><option>One<option>Two</select>
<div id=d draggable=true ondragstart="event.dataTransfer.setData('text/plain','x')">Drag me</div>
<div id=z ondragover="event.preventDefault()" ondrop="event.preventDefault();this.textContent='dropped'">Drop here</div>
<a id=k href="#there">Go there</a> <button type=button id=w onclick="setTimeout(()=>document.body.append(Object.assign(document.createElement('p'),{id:'late',textContent:'late'})),300)">Later</button>
<iframe id=f srcdoc="<button type=button id=i onclick='this.textContent=&quot;pressed&quot;'>Inside</button><input id=j>"></iframe>
<script>
setInterval(() => {
  for (const e of [new PointerEvent("pointerdown", {bubbles: true, pointerType: "mouse"}), new PointerEvent("pointerup", {bubbles: true, pointerType: "touch"}),
    new KeyboardEvent("keydown", {bubbles: true, key: "a"}), new ClipboardEvent("paste", {bubbles: true}), new MouseEvent("mousedown", {bubbles: true})]) document.body.dispatchEvent(e)
  l.click(); c.click(); c.click(); scrollBy(0, 1); scrollBy(0, -1)
}, 50)
</script>`

// acts are twenty-four of all kinds.
var acts = []fakemodel.Say{
	act("extract", `{}`), act("click", `{"selector":"#b"}`), act("click", `{"selector":"#b","count":2}`), act("hover", `{"selector":"#k"}`),
	act("type", `{"selector":"#t","text":"Ann"}`), act("type", `{"selector":"#a","text":"many words, key by key","keys":true}`), act("press_key", `{"key":"Tab"}`),
	act("press_key", `{"key":"Shift+Tab"}`), act("check", `{"selector":"#c","checked":true}`), act("select_option", `{"selector":"#s","options":["Two"]}`),
	act("fill_form", `{"fields":[{"selector":"#t","value":"Bob"},{"selector":"#a","value":"all of it"},{"selector":"#r","value":"true"}]}`),
	act("scroll", `{"direction":"down","amount":300}`), act("scroll", `{"direction":"up","amount":300}`), act("drag", `{"selector":"#d","to":{"selector":"#z"}}`),
	act("click", `{"selector":"#w"}`), act("wait_for", `{"selector":"#late"}`), act("find", `{"query":"Inside"}`), act("screenshot", `{}`),
	act("click", `{"selector":"#b","button":"right"}`), act("click", `{"selector":"#k"}`), act("back", `{}`), act("reload", `{}`), act("extract", `{}`), act("click", `{"selector":"#b"}`),
}

// gated plays the acts, one an answer, and then ends. Before those that waits names it
// waits at the gate.
func gated(list []fakemodel.Say, gate, quit <-chan struct{}, waits func(n int) bool, at chan<- int) fakemodel.Policy {
	n := 0
	return func(r chat.Request) fakemodel.Say {
		if n > 0 && len(r.Messages) == 1 { // what became too long is to be summed up
			return fakemodel.Say{Text: "Everything on the page is being tried."}
		}
		if waits(n) {
			select {
			case at <- n:
				<-gate
			case <-quit:
			}
		}
		n++
		if n <= len(list) {
			return list[n-1]
		}
		return act("done", `{"outcome":"failed","summary":"That was all."}`)
	}
}

// personActs: what the person presses or types in a run's tab pauses it, with its
// reason, and nothing is done until they let it go on. Moving the mouse, scrolling and
// the browser's shortcuts do not; nor do the run's own acts, or anything that a page does.
func personActs(t *testing.T, b *e2e.Product) {
	is := is.New(t)
	url := site(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, busyPage) })) + "/busy"
	list := append(append([]fakemodel.Say(nil), acts...), act("extract", `{}`), act("click", `{"selector":"#b"}`), act("extract", `{}`), act("click", `{"selector":"#b"}`))
	gate, quit, at := make(chan struct{}), make(chan struct{}), make(chan int)
	e2e.Scripted(t, b.Home(), gated(list, gate, quit, func(n int) bool { return n >= len(acts) && n <= len(acts)+4 }, at))
	v := start(t, b, runs.Wanted{Task: "Try everything on this page.", URL: url, Steps: 60})

	t.Cleanup(func() { close(quit); close(gate) }) // before the model's server ends

	results := make(chan runs.Update, 100)
	paused := make(chan runs.Update, 100)
	over := make(chan struct{})
	go func() {
		defer close(over)
		watch(t, b, v.ID, func(u runs.Update) bool {
			switch {
			case u.Type == runs.Results:
				results <- u
			case u.Type == runs.Status && u.Status == core.WaitingPerson:
				paused <- u
			}
			return false
		})
	}()
	arrive := func(want int) {
		t.Helper()
		select {
		case <-time.After(3 * time.Minute): // two dozen acts on a page that never rests
			t.Fatal("the run does not go on to ", want)
		case n := <-at:
			is.Equal(n, want)
		case u := <-paused:
			t.Fatalf("paused by itself: %s %s", u.Code, u.Summary)
		case <-over:
			t.Fatal("the run is over")
		}
	}
	// A single press right after an act may be taken for the act's own: who goes on is
	// noticed.
	isPaused := func(input func()) {
		t.Helper()
		for n := 0; ; n++ {
			input()
			select {
			case u := <-paused:
				is.Equal(u.Code, "person_acted")
			case <-time.After(300 * time.Millisecond):
				if n < 50 {
					continue
				}
				t.Fatal("the run is not paused")
			}
			break
		}
		var now runs.View
		data, err := operator(b).Run(t.Context(), v.ID)
		is.NoErr(err)
		is.NoErr(json.Unmarshal(data, &now))
		is.Equal(now.Code, "person_acted")
		is.Equal(now.Summary, "You typed or clicked in its tab.")
	}
	resume := func() {
		t.Helper()
		is.NoErr(operator(b).TellRun(t.Context(), v.ID, "resume", []byte(`{}`)))
	}

	arrive(len(acts)) // none of the acts has paused it
	failed := 0
	for len(results) > 0 {
		if u := <-results; u.Failed {
			failed++
			t.Log(u.Text)
		}
	}
	is.Equal(failed, 0)

	p := b.Hands(t, url)
	p.Moves(t, 200, 200)
	p.Wheels(t, 200, 200)
	p.Key(t, "Shift", 8)
	p.Key(t, "Control", 2)
	p.Key(t, "c", 2)
	gate <- struct{}{} // the reading that follows comes behind what the page has told
	arrive(len(acts) + 1)

	isPaused(func() { p.Key(t, "a", 0) })
	gate <- struct{}{} // the model wants to press, and that is not done
	resume()
	arrive(len(acts) + 2)
	for u := (runs.Update{}); !u.Failed; {
		select {
		case u = <-results:
			is.True(!u.Failed || strings.Contains(u.Text, "ead")) // the press was not done before a reading
		case <-time.After(15 * time.Second):
			t.Fatal("the press was done")
		}
	}

	isPaused(func() { p.Presses(t, 30, 18) })
	resume()
	gate <- struct{}{}
	arrive(len(acts) + 3)
	isPaused(func() { p.PressesIn(t, "#f") })
	resume()
	gate <- struct{}{}
	arrive(len(acts) + 4)
	gate <- struct{}{}
	<-over
}
