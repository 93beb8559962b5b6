package safety_test

import "time"

// kid makes a child of a blocked page that has no address of its own and holds
// what the page holds.
const kid = `<script>
const fill=f=>{const d=f.contentDocument;d.open();d.write("<title>{mark}</title>"+paint+words);d.close();watch(f.contentWindow);f.contentWindow.console.log("{mark}")};
addEventListener("load",()=>document.querySelectorAll("iframe.fill").forEach(fill));
</script>`

// kids are children of a blocked page, with an address of their own or none.
const kids = `<iframe src="data:text/html,<h1 id=vault>{mark}</h1>#{mark}"></iframe><iframe srcdoc="<h1 id=vault>{mark}</h1>"></iframe><iframe name="{mark}" src="{mid}#{mark}"></iframe>`

// frameAttacks read frames of a blocked site inside an allowed page.
var frameAttacks = []attack{
	{name: "a javascript child of a blocked frame", top: `<iframe src="{in}"></iframe>`, in: `<iframe src="javascript:'<h1 id=vault>vault {mark}</h1>'"></iframe>`},
	{name: "a sandboxed srcdoc child of a blocked frame", top: `<iframe src="{in}"></iframe>`, in: `<iframe sandbox=allow-scripts srcdoc="<title>{mark}</title><h1 id=vault>vault {mark}</h1>"></iframe>`},
	{name: "a sandboxed blocked frame", top: `<iframe sandbox="allow-scripts" src="{far}bare"></iframe>`, in: `<h1 id=vault>vault {mark}</h1><style>html{background:#f0f}</style><script>console.log("{mark}");onload=()=>navigator.sendBeacon("{tell}","ready")</script><iframe srcdoc="<h1 id=vault>{mark}</h1>"></iframe>`},
	{name: "an allowed frame inside a blocked one", top: `<iframe src="{in}"></iframe>`, in: `<iframe name="{mark}" src="{mid}#{mark}"></iframe>`, mid: `<h1 id=vault>Mid</h1><script>document.write(location.hash+name)</script>`},
	{name: "a blocked frame inside an allowed one of the same site", top: `<iframe style="width:400px;height:200px" src="{sub}"></iframe>`, mid: `<p>Mid</p><iframe src="{near}"></iframe>`},
	{name: "a near blocked frame inside another site's", top: `<iframe style="width:400px;height:200px" src="{mid}"></iframe>`, mid: `<p>Mid</p><iframe src="{near}"></iframe>`, in: `<iframe srcdoc="<h1 id=vault>{mark}</h1>"></iframe>`},
	{name: "a blocked frame in a srcdoc frame", top: `<iframe style="width:400px;height:200px" srcdoc="<iframe src='{in}'></iframe>"></iframe>`, in: `<iframe srcdoc="<h1 id=vault>{mark}</h1>"></iframe>`},
	{name: "in nested shadow roots", top: `<div id=h></div><script>const s=h.attachShadow({mode:"open"});s.innerHTML="<p></p>";const i=document.createElement("div");s.append(i);i.attachShadow({mode:"closed"}).innerHTML='<iframe src="{in}"></iframe>'</script>`},
	{name: "an object", top: `<object data="{in}" type="text/html"></object>`, in: `<iframe class=fill></iframe>` + kid},
	{name: "a frameset", top: `<frameset cols="50%,50%"><frame src="{in}"><frame src="{own}"></frameset>`, in: `<iframe class=fill></iframe>` + kid},
	{name: "a blocked frame that goes to about:blank", top: `<iframe src="{in}"></iframe>`, in: `<script>addEventListener("load",()=>setTimeout(()=>location="about:blank#{mark}",300))</script>`},
	{name: "a frame of the page's own that the blocked one sends to its blob", top: `<iframe name=victim src="{own}"></iframe><iframe src="{near}"></iframe>`, in: `<script>addEventListener("load",()=>setTimeout(()=>open(URL.createObjectURL(new Blob([paint+words],{type:"text/html"}))+"#{mark}","victim"),200))</script>`, run: settled},
	{name: "frames of a page that the browser kept", cached: true, top: `<iframe src="{in}"></iframe>`, in: `<iframe class=fill></iframe><iframe src="data:text/html,<h1 id=vault>{mark}</h1>#{mark}"></iframe>` + kid, do: goesBack, run: restored},
	rest,
	{name: "a frame of another process", top: `<p>Top</p><iframe src="{in}"></iframe>`},
	{name: "a blank child that a blocked frame of the same site wrote", top: `<iframe src="{near}"></iframe>`, in: `<iframe class=fill></iframe>` + kid},
	{name: "a near blocked frame that goes to its blob", top: `<iframe src="{near}"></iframe>`, in: `<script>addEventListener("load",()=>setTimeout(()=>location=URL.createObjectURL(new Blob([paint+"<h1 id=vault>{mark}</h1>"],{type:"text/html"})),300))</script>`, run: settled},
	{name: "a blocked frame that writes its sibling", top: `<iframe src="{in}"></iframe>`, in: `<iframe name=one></iframe><iframe name=two></iframe><script>addEventListener("load",()=>{for(const f of [one,two]){f.document.write(paint+words);f.document.close()}one.eval("parent.two.document.title='{mark}'")})</script>`},
	{name: "a frame of the page's own that the blocked one sends to blank", top: `<iframe name=victim src="{own}"></iframe><iframe src="{near}"></iframe>`, in: `<script>addEventListener("load",()=>setTimeout(()=>{const w=open("about:blank#{mark}","victim");try{w.document.write(paint+words);w.document.title="{mark}"}catch(e){}},200))</script>`, run: settled},
	{name: "a frame of the page's own that the blocked one sends to data", top: `<iframe name=victim src="{own}"></iframe><iframe src="{in}"></iframe>`, in: `<script>addEventListener("load",()=>setTimeout(()=>parent.frames[0].location="data:text/html,<title>{mark}</title><style>html{background:%23f0f}</style><h1 id=vault>{mark}</h1>#{mark}",200))</script>`, run: settled, blind: true},
	{name: "what a blocked frame held whose frame goes to the top's own site", top: `<iframe id=f src="{in}"></iframe><script>f.addEventListener("load",()=>setTimeout(()=>f.src="{own}",400),{once:true})</script>`, in: kids, mid: `<h1>Mid</h1>`, run: settled, blind: true},
	{name: "what a blocked frame held whose frame goes to another site", top: `<iframe id=f src="{in}"></iframe><script>f.addEventListener("load",()=>setTimeout(()=>f.src="{mid}",400),{once:true})</script>`, in: kids, mid: `<h1>Mid</h1>`, run: settled, blind: true},
	{name: "frames in another site's of a page that the browser kept", cached: true, top: `<iframe style="width:400px;height:200px" src="{mid}"></iframe>`, mid: `<p>Mid</p><iframe src="{in}"></iframe>`, in: `<iframe class=fill></iframe>` + kid, do: goesBack, run: restored},
	{name: "a near frame that went to data in a page that the browser kept", cached: true, top: `<script>addEventListener("pageshow",e=>e.persisted&&navigator.sendBeacon("/case/{n}/told","back"))</script><iframe src="{near}"></iframe>`, in: `<script>addEventListener("pageshow",e=>e.persisted||setTimeout(()=>location="data:text/html,<title>{mark}</title><style>html{background:%23f0f}</style><h1 id=vault>{mark}</h1>",300))</script>`, run: func(g *gate) {
		settled(g)
		for _, a := range goesBack {
			g.act(g.tab, g.word(a))
		}
		restored(g)
	}},
	{name: "a frame by a redirect", top: `<iframe src="{hop}?to={in}"></iframe>`, in: `<iframe class=fill></iframe>` + kid},
	{name: "an upper-case host with a dot", top: `<iframe id=f></iframe><script>f.src="{in}".replace("blocked.test","BLOCKED.test.")</script>`, late: true},
}

// goesBack leaves a page and comes back to it.
var goesBack = []string{`{"type":"navigate","url":"{own}"}`, `{"type":"back"}`}

// restored waits until the browser has brought back the page as it was.
func restored(g *gate) {
	if !g.heard("back", 1, 5*time.Second) {
		g.Error("the page came anew: the attack shows nothing")
	}
}

// settled waits until the tab's frames stand still.
func settled(g *gate) {
	g.act(g.tab, `{"type":"evaluate","expression":"await new Promise(r=>setTimeout(r,900))"}`)
}
