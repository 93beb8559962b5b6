package runs

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// standing is a page that tells how often it was loaded.
func standing(t testing.TB, page string) (url string, loads *atomic.Int32) {
	t.Helper()
	loads = &atomic.Int32{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /page", func(w http.ResponseWriter, _ *http.Request) {
		loads.Add(1)
		e2e.HTML(w, "<!doctype html>"+page)
	})
	return site(t, mux) + "/page", loads
}

// at tells what an expression is in the page at an address.
func at(t testing.TB, b *e2e.Product, url, expression string) (value string) {
	t.Helper()
	err := b.CDP.Within(t.Context(), "page", url, func(session string) error {
		return b.CDP.Eval(t.Context(), session, expression, &value)
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

const application = `<title>Application</title><h1>Apply here</h1>
<form method="post" action="/send"><label>Name <input id="name"></label> <label>Letter <textarea id="letter"></textarea></label>
<label><input id="terms" type="checkbox"> Terms</label> <button>Send</button></form>
<div id="list" tabindex="0" style="height: 80px; overflow: auto"></div>
<script>for (let n = 1; n < 200; n++) list.append(Object.assign(document.createElement("p"), {textContent: "Post number " + n}))</script>
<details><summary>Salary</summary><p>It is 4200 a month.</p></details>`

// inPlace: a question about the tab in front is answered from that tab as it
// stands: it is not loaded again, no other is opened, and the form that is half filled in,
// what is scrolled and what has the focus are the same after it.
func inPlace(t *testing.T, b *e2e.Product) {
	is := is.New(t)
	url, loads := standing(t, application)
	tab := b.OpenAsPerson(t, url)
	var opened int
	b.InWorker(t, fmt.Sprintf("chrome.tabs.update(%d, {active: true}).then(() => chrome.tabs.query({})).then((l) => l.length)", tab), &opened)
	const stands = `JSON.stringify([performance.timeOrigin, document.querySelector("#name").value, letter.value, terms.checked, list.scrollTop, scrollY, document.activeElement.id, letter.selectionStart, document.visibilityState])`
	at(t, b, url, `document.querySelector("#name").value = "Ann Half"; letter.value = "Dear all,"; terms.checked = true; list.scrollTop = 900; letter.focus({preventScroll: true}); letter.setSelectionRange(4, 4); ""`)
	before := at(t, b, url, stands)
	n := 0
	e2e.Scripted(t, b.Home(), func(chat.Request) fakemodel.Say {
		if n++; n == 1 {
			return act("extract", `{"query":"name letter"}`)
		}
		return act("done", `{"outcome":"done","summary":"The form is for Ann Half.","evidence":["Ann Half"]}`)
	})
	v := start(t, b, runs.Wanted{Task: "Whose form is this?", Mode: core.ModeAsk, Tab: tab})
	list := watch(t, b, v.ID, nil)
	is.Equal(list[len(list)-1].Status, core.Done)
	is.Equal(v.Tab, tab)
	is.Equal(at(t, b, url, stands), before)
	is.Equal(loads.Load(), int32(1))
	var left int
	b.InWorker(t, "chrome.tabs.query({}).then((l) => l.length)", &left)
	is.Equal(left, opened)
	is.Equal(b.AwaitEnd(t, tab).Reason, "released") // it is the person's alone again
}

const folded = `<title>Folded</title>
<details id="d1"><summary id="salary">Salary</summary><p>4200 a month</p></details>
<details id="d2"><summary><a id="inner" href="/gone">Terms</a></summary><p>All of them</p></details>
<button type="button" id="more" aria-expanded="false">Show more</button> <button type="button" id="less" aria-expanded="true">Show less</button>
<div role="button" tabindex="0" id="accordion" aria-expanded="false">How do I delete my account?</div>
<form method="post" action="/sent"><input name="text" value="x">
<button id="post" aria-expanded="false">Post</button> <button type="reset" id="empty" aria-expanded="false">Clear</button> <button type="button" id="inform" aria-expanded="false">Options</button></form>
<form action="/gone"><button id="get" aria-expanded="false">More</button></form>
<a id="link" href="/gone" aria-expanded="false">More</a> <a id="role" role="button" href="#there" aria-expanded="false">More</a>
<button type="button" id="menu" aria-haspopup="menu" aria-expanded="false">Menu</button> <button type="button" id="pop" popovertarget="p" aria-expanded="false">Pop</button><div id="p" popover>Popped</div>
<div role="combobox" id="combo" tabindex="0" aria-expanded="false">Country</div> <div role="menu"><div role="menuitem" id="item" tabindex="0" aria-expanded="false">Move</div></div>
<button type="button" id="pay" aria-expanded="false">Buy now</button> <button type="button" id="plain">Show more</button> <input type="checkbox" id="box" aria-expanded="false" aria-label="More">
<script>window.pressed = []; addEventListener("click", (e) => { pressed.push(e.target.id); if (/more|accordion|inform/.test(e.target.id)) e.target.setAttribute("aria-expanded", "true") }, true)</script>`

// unfolds: what a question may press is judged in the browser: it opens what is
// folded, and no name that the model could give makes a press of anything else.
func unfolds(t *testing.T, b *e2e.Product) {
	may := []string{"salary", "more", "accordion", "inform"}
	not := []string{"inner", "less", "post", "empty", "get", "link", "role", "menu", "pop", "combo", "item", "pay", "plain", "box"}
	is := is.New(t)
	url, loads := standing(t, folded)
	all := slices.Concat(may, not)
	n := 0
	e2e.Scripted(t, b.Home(), func(chat.Request) fakemodel.Say {
		if n++; n <= len(all) {
			return act("click", `{"selector":"#`+all[n-1]+`"}`)
		}
		return act("done", `{"outcome":"failed","summary":"That was all."}`)
	})
	v := start(t, b, runs.Wanted{Task: "What is folded here?", Mode: core.ModeAsk, URL: url, Steps: 60})
	var got []string
	for _, u := range watch(t, b, v.ID, nil) {
		if u.Type == runs.Results && u.Failed && strings.Contains(u.Text, "may only read") {
			got = append(got, "")
		}
	}
	is.Equal(len(got), len(not))
	is.Equal(at(t, b, url, `pressed.join(" ")`), strings.Join(may, " "))
	is.Equal(at(t, b, url, `String(d1.open)`), "true")
	is.Equal(loads.Load(), int32(1))
}

// inPlaceStrict: in the strict profile a tab of the person's is named to no agent.
// A question about it has them asked first, and is then answered there.
func inPlaceStrict(t *testing.T, b *e2e.Product) {
	is := is.New(t)
	url, loads := standing(t, application)
	tab := b.OpenAsPerson(t, url)
	b.Profile(t, "strict")
	b.Grant(t, strings.TrimSuffix(url, "/page")+" read")
	e2e.Scripted(t, b.Home(), func(chat.Request) fakemodel.Say {
		return act("done", `{"outcome":"done","summary":"A post.","evidence":["Apply here"]}`)
	})
	begun := make(chan runs.View, 1)
	go func() {
		defer close(begun)
		begun <- start(t, b, runs.Wanted{Task: "What is this?", Mode: core.ModeAsk, Tab: tab})
	}()
	b.Asked(t, "take_over", "Application", "once")
	v := <-begun
	list := watch(t, b, v.ID, nil)
	is.Equal(list[len(list)-1].Status, core.Done)
	b.AwaitEnd(t, tab)
	is.NoErr(operator(b).TellRun(t.Context(), v.ID, "say", []byte(`{"text":"And where?"}`))) // for which they are asked again
	b.Asked(t, "take_over", "Application", "once")
	list = watch(t, b, v.ID, nil)
	is.Equal(list[len(list)-1].Status, core.Done)
	is.Equal(loads.Load(), int32(1))
}
