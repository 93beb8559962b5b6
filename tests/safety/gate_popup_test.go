package safety_test

import "time"

// written is a script of a blocked page that makes a popup without an address
// of its own, and fills it.
const written = `<script>addEventListener("load",()=>{const w=open("about:blank#{mark}","");if(w){w.document.write("<title>{mark}</title>"+paint+words+"<button id=b>{mark}</button>");w.document.close();watch(w);w.console.log("{mark}")}say("opened")})</script>`

// blanksOpener is a script of a popup that makes its opener a page of its own.
const blanksOpener = `<script>addEventListener("load",()=>{opener.location="about:blank#{mark}";let n=0;const t=setInterval(()=>{try{const d=opener.document;d.open();d.write("<title>{mark}</title>"+paint+words);d.close();watch(opener);n=99}catch(e){}if(n++>20){clearInterval(t);say("opened")}},50)})</script>`

func popup(name, top, in string) attack {
	return attack{name: "popup: " + name, top: top, in: in, run: opened}
}

// opened waits until the blocked page has opened what it opens.
func opened(g *gate) {
	if !g.heard("opened", 1, 3*time.Second) {
		g.Log("the blocked page opened nothing")
	}
	for _, tab := range g.others() { // input to it too
		for _, p := range []string{`{"type":"click","selector":"#b,#vaultbutton,button,body"}`, `{"type":"press_key","key":"a"}`, `{"type":"type","selector":"input","text":"x"}`, `{"type":"hover","selector":"button"}`, `{"type":"wait_for","selector":"#vault","timeoutMs":200}`} {
			g.act(tab, p)
		}
	}
	fence(g)
}

// popupAttacks read what a blocked site has in a tab of its own making.
var popupAttacks = []attack{
	{name: "popup: without an opener", blockedTop: true, in: `<script>addEventListener("load",()=>{open("about:blank#{mark}","","noopener");say("opened")})</script>`, run: opened},
	{name: "popup: that drops its opener", blockedTop: true, in: `<script>addEventListener("load",()=>{const w=open();w.document.write("<title>{mark}</title>"+paint+words);w.document.close();w.opener=null;say("opened")})</script>`, run: opened},
	{name: "popup: with a blank frame inside", blockedTop: true, in: `<script>addEventListener("load",()=>{const w=open();w.document.write('<iframe></iframe>');w.document.close();w.frames[0].document.write("<title>{mark}</title>"+paint+words);say("opened")})</script>`, run: opened},
	{name: "popup: of a sandboxed page", top: `<iframe sandbox="allow-scripts allow-popups" src="{far}bare"></iframe>`, in: `<title>{mark}</title><script>onload=()=>{const w=open("about:blank#{mark}");try{w.document.write("<title>{mark}</title>{mark}")}catch(e){}navigator.sendBeacon("{tell}","ready");navigator.sendBeacon("{tell}","opened")}</script>`, run: opened},
	{name: "popup: the blocked frame sends the page's own popup to its blob", top: `<script>const w=open("{own}","shared")</script><iframe src="{near}"></iframe>`, in: `<script>addEventListener("load",()=>setTimeout(()=>{open(URL.createObjectURL(new Blob(["<title>{mark}</title>"+paint+words],{type:"text/html"})),"shared");setTimeout(()=>say("opened"),300)},200))</script>`, run: opened},
	{name: "popup: it blanks the agent's own tab and writes there", top: `<script>addEventListener("load",()=>setTimeout(()=>open("{in}"),100))</script>`, in: blanksOpener, run: opened, late: true},
	{name: "popup: the tab's page goes there, and that to blank", top: `<script>setTimeout(()=>location="{in}",100)</script>`, in: `<script>addEventListener("load",()=>setTimeout(()=>{say("opened");location="about:blank#{mark}"},100))</script>`, run: opened, late: true},
	{name: "popup: the agent asks for the browser's other ways", still: true, blind: true, visits: true, do: []string{
		`{"type":"navigate","url":"view-source:{in}"}`, `{"type":"navigate","url":"blob:{in}"}`, `{"type":"navigate","url":"filesystem:{in}"}`, `{"type":"navigate","url":"javascript:location='{in}'"}`,
		`{"type":"navigate","url":"data:text/html,<iframe src='{in}'>"}`, `{"type":"navigate","url":"about:blank#{in}"}`, `{"type":"navigate","url":"{in}"}`, `{"type":"navigate","url":" {in}"}`}},
	rest,
	popup("a blank one of a near blocked frame", `<iframe src="{near}"></iframe>`, written),
	{name: "popup: a blob", blockedTop: true, in: `<script>addEventListener("load",()=>{open(URL.createObjectURL(new Blob(["<title>{mark}</title>"+paint+words],{type:"text/html"})));setTimeout(()=>say("opened"),300)})</script>`, run: opened},
	{name: "popup: whose opener closes", blockedTop: true, in: `<script>addEventListener("load",()=>{const w=open("about:blank#{mark}");w.document.write("<title>{mark}</title>"+paint+words);w.document.close();say("opened");setTimeout(()=>close(),200)})</script>`, run: opened},
	{name: "popup: whose opener leaves for an allowed page", blockedTop: true, in: `<script>addEventListener("load",()=>{const w=open("about:blank#{mark}");w.document.write("<title>{mark}</title>"+paint+words);w.document.close();say("opened");setTimeout(()=>location="{own}",200)})</script>`, run: func(g *gate) { time.Sleep(500 * time.Millisecond); opened(g) }},
	{name: "popup: of a popup", blockedTop: true, in: `<script>addEventListener("load",()=>{const w=open();const v=w.open("about:blank#{mark}");v.document.write("<title>{mark}</title>"+paint+words);v.document.close();w.document.title="{mark}";setTimeout(()=>say("opened"),300)})</script>`, run: opened},
	{name: "popup: by javascript", blockedTop: true, in: `<script>addEventListener("load",()=>{open("javascript:'<title>{mark}</title><h1 id=vault>{mark}</h1>'");setTimeout(()=>say("opened"),300)})</script>`, run: opened},
	{name: "popup: a named window of the page's own", top: `<script>const w=open("about:blank","shared")</script><iframe src="{in}"></iframe>`, in: `<script>addEventListener("load",()=>{const w=open("{in}x","shared");say("opened")})</script>`, run: opened, blind: true},
	{name: "popup: the blocked frame sends the page's own popup to blank", top: `<script>const w=open("{own}","shared")</script><iframe src="{near}"></iframe>`, in: `<script>addEventListener("load",()=>setTimeout(()=>{const w=open("about:blank#{mark}","shared");setTimeout(()=>{try{w.document.write("<title>{mark}</title>"+paint+words);w.document.close()}catch(e){}say("opened")},200)},200))</script>`, run: opened},
	{name: "popup: to a blocked page, of the page itself", top: `<button id=go onclick="window.open('{in}')">Go</button>`, do: []string{`{"type":"click","selector":"#go"}`}, late: true, during: true},
	{name: "popup: to a blocked page, which writes its opener's name", top: `<script>open("{in}","w")</script>`, in: `<script>opener.name="{mark}";addEventListener("load",()=>{open("about:blank#{mark}");say("opened")})</script>`, late: true, run: opened},
	{name: "popup: the tab itself is sent to the blocked page's blob", top: `<title>own</title><iframe src="{near}"></iframe>`, in: `<script>addEventListener("load",()=>setTimeout(()=>top.location=URL.createObjectURL(new Blob(["<title>{mark}</title>"+paint+words],{type:"text/html"})),200))</script>`, run: settled, late: true},
	{name: "popup: the tab itself is sent to blank", top: `<title>own</title><iframe src="{near}"></iframe>`, in: `<script>addEventListener("load",()=>setTimeout(()=>open("about:blank#{mark}","_top"),200))</script>`, run: settled, late: true},
	{name: "popup: it sends the agent's own tab to its blob", top: `<script>addEventListener("load",()=>setTimeout(()=>open("{near}"),100))</script>`, in: `<script>addEventListener("load",()=>{opener.location=URL.createObjectURL(new Blob(["<title>{mark}</title>"+paint+words],{type:"text/html"}));setTimeout(()=>say("opened"),400)})</script>`, run: opened, late: true},
	{name: "popup: the tab's page goes there, and that to its blob", top: `<script>setTimeout(()=>location="{in}",100)</script>`, in: `<script>addEventListener("load",()=>setTimeout(()=>{say("opened");location=URL.createObjectURL(new Blob(["<title>{mark}</title>"+paint+words],{type:"text/html"}))},100))</script>`, run: opened, late: true},
	{name: "popup: a blank one of the page's own with a blocked frame inside", top: `<script>const w=open();w.document.write('<iframe src="{in}"></iframe><iframe src="{near}"></iframe>');w.document.close()</script>`, in: `<iframe class=fill></iframe>` + kid, run: func(g *gate) { g.heard("ready", 2, 3*time.Second); opened(g) }},
	{name: "popup: a blocked page in the person's tab", blockedTop: true, run: opened},
	{name: "popup: a blocked page's error", run: func(g *gate) { g.visit("http://" + blockedHost + ":1/" + marker); opened(g) }, late: true},
	{name: "popup: a blocked page's source", run: func(g *gate) { g.visit("view-source:" + g.word("{in}")); opened(g) }, late: true, blind: true},
}

// visit opens a tab as a person does, whatever is at that address.
func (g *gate) visit(url string) {
	err := g.b.CDP.Send(g.Context(), "", "Target.createTarget", map[string]any{"url": url}, nil)
	if err != nil {
		g.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond) // an error page tells nobody that it came
}
