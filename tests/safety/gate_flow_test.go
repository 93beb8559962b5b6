package safety_test

import (
	"encoding/json"
	"strings"
	"sync"
	"time"
)

func marshal(v any) []byte { out, _ := json.Marshal(v); return out }

// flow is an attack by going somewhere.
func flow(name, top string, do ...string) attack {
	return attack{name: "flow: " + name, top: top, do: do, late: true}
}

// linked is a flow by a link of the page's, which an action presses.
func linked(do ...string) attack {
	a := flow("a link there", `<a id=go href="{in}">Go</a>`, do...)
	a.during = true
	return a
}

const leaving = `<script>if(location.hash!="#stay"&&!sessionStorage.went){sessionStorage.went=1;setTimeout(()=>location="{in}",300)}</script>`

// flowAttacks have the tab go to the blocked site, or come from there.
var flowAttacks = []attack{
	flow("the page goes there", leaving, `{"type":"wait_for","selector":"#vault","timeoutMs":1500}`, `{"type":"extract"}`, `{"type":"screenshot"}`, `{"type":"console"}`, `{"type":"frames"}`),
	flow("an evaluate that goes there", ``, `{"type":"evaluate","expression":"location='{in}';await new Promise(r=>setTimeout(r,700));return document.body.innerText"}`, `{"type":"extract"}`),
	{name: "flow: evaluates while the page goes back and forth", top: `<script>setTimeout(()=>location="{near}",150)</script>`, in: `<script>setTimeout(()=>location="{top}",100)</script>`, late: true, during: true, run: race},
	flow("back to it", `<a id=go href="{own}">Own</a>`+leaving, `{"type":"wait_for","selector":"#vault","timeoutMs":900}`, `{"type":"back"}`, `{"type":"forward"}`, `{"type":"extract"}`, `{"type":"back"}`, `{"type":"extract"}`, `{"type":"reload"}`),
	{name: "flow: a frame's history", top: `<iframe src="{in}"></iframe>`, in: `<script>addEventListener("load",()=>setTimeout(()=>{if(!sessionStorage.went){sessionStorage.went=1;location="{mid}"}},200))</script>`, mid: `Mid`,
		run: func(g *gate) {
			settled(g)
			for _, a := range []string{`{"type":"extract"}`, `{"type":"back"}`, `{"type":"extract"}`, `{"type":"screenshot"}`} {
				g.act(g.tab, a)
			}
		}},
	{name: "flow: prerendered", top: `<script type=speculationrules>{"prerender":[{"source":"list","urls":["{near}"]}]}</script><a id=go href="{near}">Go</a>`, late: true, do: []string{`{"type":"extract"}`}, run: func(g *gate) {
		settled(g)
		for _, a := range []string{`{"type":"extract"}`, `{"type":"frames"}`, `{"type":"console"}`, `{"type":"click","selector":"#go"}`, `{"type":"extract"}`, `{"type":"screenshot"}`} {
			g.act(g.tab, a)
		}
	}},
	linked(`{"type":"click","selector":"#go"}`, `{"type":"extract"}`, `{"type":"screenshot"}`, `{"type":"press_key","key":"a"}`, `{"type":"click","selector":"#vaultbutton"}`),
	{name: "flow: an Enter by a redirect through it", top: `<form action="{hop}"><input name=to value="{far}hop?to={own}" id=f></form>`, late: true, visits: true, still: true, do: []string{`{"type":"click","selector":"#f"}`, `{"type":"press_key","key":"Enter"}`}},
	rest,
	flow("the page goes there, near", strings.ReplaceAll(leaving, "{in}", "{near}"), `{"type":"wait_for","selector":"#vault","timeoutMs":1500}`, `{"type":"extract"}`, `{"type":"screenshot"}`, `{"type":"console"}`),
	flow("an evaluate that goes there, near", ``, `{"type":"evaluate","expression":"location='{near}';await new Promise(r=>setTimeout(r,700));return document.body.innerText"}`, `{"type":"extract"}`),
	{name: "flow: evaluates while the page goes there", top: `<script>setTimeout(()=>location="{near}",250)</script>`, late: true, during: true, run: race},
	{name: "flow: evaluates while the page goes there through blank", top: `<script>setTimeout(()=>location="{hop}?to={near}",150)</script>`, late: true, during: true, run: race},
	{name: "flow: reads while the page goes back and forth", top: `<script>setTimeout(()=>location="{in}",200)</script>`, in: `<script>setTimeout(()=>location="{top}",150)</script>`, late: true, during: true, run: func(g *gate) {
		for range 6 {
			for _, a := range []string{`{"type":"extract"}`, `{"type":"screenshot"}`, `{"type":"find","query":"vault"}`, `{"type":"frames"}`, `{"type":"wait_for","selector":"#vault","timeoutMs":100}`, `{"type":"console"}`, `{"type":"click","selector":"button"}`, `{"type":"press_key","key":"a"}`, `{"type":"type","selector":"input","text":"x"}`} {
				g.act(g.tab, a)
			}
		}
	}},
	{name: "flow: back to it from an allowed page", top: `<script>if(!sessionStorage.went){sessionStorage.went=1;setTimeout(()=>location="{in}",100)}</script>`, in: `<script>addEventListener("load",()=>setTimeout(()=>location="{own}",200))</script>`, late: true,
		run: func(g *gate) {
			time.Sleep(900 * time.Millisecond)
			for _, a := range []string{`{"type":"extract"}`, `{"type":"back"}`, `{"type":"extract"}`, `{"type":"screenshot"}`, `{"type":"forward"}`, `{"type":"evaluate","expression":"history.back();await new Promise(r=>setTimeout(r,500));return document.title"}`, `{"type":"extract"}`} {
				g.act(g.tab, a)
			}
		}},
	{name: "flow: a link by a redirect through it", top: `<a id=go href="{hop}?to={far}hop?to={own}">Go</a>`, late: true, visits: true, still: true, do: []string{`{"type":"click","selector":"#go"}`}},
	{name: "flow: navigate by a redirect through it", late: true, visits: true, still: true, do: []string{`{"type":"navigate","url":"{hop}?to={far}hop?to={own}"}`}},
	{name: "flow: navigate by a redirect to it", late: true, visits: true, still: true, do: []string{`{"type":"navigate","url":"{hop}?to={in}"}`}},
	{name: "flow: open by a redirect through it", late: true, visits: true, still: true, do: []string{}, run: func(g *gate) {
		g.look(map[string]any{"type": "open_tab", "url": g.word("{hop}?to={far}hop?to={own}")})
		g.look(map[string]any{"type": "open_tab", "url": g.word("{hop}?to={in}")})
	}},
	{name: "flow: a link in a new tab by a redirect through it", top: `<a id=go target=_blank href="{hop}?to={far}hop?to={own}">Go</a>`, late: true, visits: true, still: true, do: []string{`{"type":"click","selector":"#go"}`}},
	{name: "flow: a click there", top: `<a id=go href="{in}">Go</a><button id=b onclick="location='{in}'">B</button>`, late: true, during: true, visits: true, still: true, do: []string{`{"type":"click","selector":"#go"}`, `{"type":"click","selector":"#b"}`}},
	flow("a wait for what is there", `<script>setTimeout(()=>location="{in}",400)</script>`, `{"type":"wait_for","selector":"#vaultfield","timeoutMs":1500}`),
	{name: "flow: a list that is edited while a snapshot is held", top: `<iframe src="{in}"></iframe><iframe src="{near}"></iframe>`, in: grows, during: true, still: true, run: func(g *gate) {
		held := g.unblocked()
		for _, h := range held {
			g.look(h.since())
		}
	}},
}

// race evaluates one script after another, several at once, while the page goes
// elsewhere.
func race(g *gate) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for range 2 {
		all.Go(func() {
			for range 25 {
				got := g.do(map[string]any{"type": "evaluate", "tabId": g.tab, "expression": `return [document.title,location.href,document.documentElement.outerHTML.slice(-900)]`})
				if at := leaked(string(marshal(got.Result)) + got.Text + got.Message); at >= 0 {
					mu.Lock()
					g.leak("evaluate: " + around(string(marshal(got.Result))+got.Text+got.Message, at))
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
}

// effect is an attack by what an action's answer tells of its consequences.
func effect(name, top, in string) attack {
	return attack{name: "effects: " + name, top: `<input id=f aria-label=Field><button id=go onclick="for(const f of frames)f.postMessage('go','*')">Go</button>` + top, in: in, run: func(g *gate) {
		for _, a := range []string{`{"type":"click","selector":"#go"}`, `{"type":"click","selector":"#go"}`, `{"type":"type","selector":"#f","text":"x"}`, `{"type":"press_key","key":"Enter"}`, `{"type":"hover","selector":"#go"}`, `{"type":"scroll","direction":"down"}`, `{"type":"wait_for","selector":"#go"}`, `{"type":"extract"}`} {
			g.act(g.tab, a)
		}
	}}
}

// effectAttacks have a blocked frame do something while the agent acts beside it.
var effectAttacks = func() (all []attack) {
	acts := [][2]string{
		{"a frame that announces", `<div id=live role=alert></div><script>onmessage=()=>{let n=0;const l=()=>{live.textContent="{mark} "+n;if(n++<20)setTimeout(l,40)};l()}</script>`},
		{"a frame that opens another program", `<script>onmessage=()=>{location="mailto:{mark}@example.com"}</script>`},
		{"a frame with an invalid form", `<form><input id=r required aria-label="{mark}"><button id=s>{mark}</button></form><script>onmessage=()=>{r.setCustomValidity("{mark}");r.reportValidity()}</script>`},
		{"a frame that goes elsewhere", `<script>onmessage=()=>{location="about:blank#{mark}"}</script>`},
		{},
		{"a blank child that announces", `<iframe class=fill></iframe>` + kid + `<script>onmessage=()=>{document.querySelector("iframe").contentDocument.body.innerHTML="<div role=alert>{mark}</div>"}</script>`},
		{"a blank child that opens another program", `<iframe id=k></iframe><script>onmessage=()=>{k.contentWindow.location="mailto:{mark}@example.com"}</script>`},
		{"a frame that takes the focus", `<script>onmessage=()=>{document.querySelector("input").focus();document.querySelector("button").focus()}</script>`},
		{"a frame that opens a tab", `<script>onmessage=()=>{const w=open("about:blank#{mark}");w.document.title="{mark}"}</script>`},
		{"a frame that opens its own page", `<script>onmessage=()=>{open("{far}bare")}</script><title>{mark}</title>`},
		{"a frame that saves a file", `<script>onmessage=()=>{` + asData + `}</script>`},
		{"a frame that raises a dialog", `<script>onmessage=()=>{alert("{mark}")}</script>`},
		{"a blank child that raises a dialog", `<iframe id=k></iframe><script>onmessage=()=>{k.contentWindow.prompt("{mark}","{mark}")}</script>`},
		{"a frame that logs", `<script>onmessage=()=>{` + logs + `}</script>`},
	}
	for _, in := range []string{"{in}", "{near}"} {
		for _, a := range acts {
			if a[0] == "" {
				all = append(all, rest)
				continue
			}
			all = append(all, effect(a[0]+map[string]string{"{near}": ", near"}[in], `<iframe src="`+in+`"></iframe>`, a[1]))
		}
	}
	return all
}()
