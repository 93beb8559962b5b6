package safety_test

import (
	"strconv"
	"time"
)

// raise is a dialog that a blocked document raises once it is loaded.
func raise(what string) string {
	return `<script>addEventListener("load",()=>setTimeout(()=>{say("raised");` + what + `},300))</script>`
}

// dialogs reads what is told of a dialog, answers it in each way, and reads again.
func dialogs(g *gate) {
	g.heard("raised", 1, 3*time.Second)
	tabs := []int{g.tab}
	if g.tab == 0 {
		tabs = g.others()
	}
	for _, tab := range tabs {
		for _, action := range []string{
			`{"type":"click","selector":"#go"}`, `{"type":"dialog"}`, `{"type":"extract"}`, `{"type":"extract","frames":true}`, `{"type":"press_key","key":"a"}`,
			`{"type":"frames"}`, `{"type":"screenshot"}`, `{"type":"console"}`, `{"type":"find","query":"vault"}`, `{"type":"wait_for","selector":"#vault","timeoutMs":200}`,
			`{"type":"dialog","do":"accept","text":"agreed"}`, `{"type":"dialog","do":"dismiss"}`, `{"type":"dialog"}`, `{"type":"evaluate","expression":"return 1"}`,
			`{"type":"dialog","policy":"auto_accept"}`, `{"type":"click","selector":"#go"}`, `{"type":"extract"}`, `{"type":"dialog","policy":"must_respond"}`, `{"type":"dialog"}`,
		} {
			if g.act(tab, action).Took > slow || g.stuck {
				return
			}
		}
	}
}

func dialog(name, top, in string) attack {
	return attack{name: "dialog: " + name, top: `<button id=go>Go</button>` + top, in: in, run: dialogs}
}

const (
	blankAlert = `<iframe id=k></iframe>`
	inBlank    = `document.querySelector("#k").contentWindow.`
)

var dialogAttacks = []attack{
	dialog("an alert of a data child", `<iframe src="{in}"></iframe>`, `<iframe src="data:text/html,<script>onload=()=>setTimeout(()=>alert('{mark}'),300)</script>"></iframe>`+raise(``)),
	{name: "dialog: closed before it is asked for", top: `<iframe src="{in}"></iframe>`, in: blankAlert + raise(inBlank+`alert("{mark}")`), do: []string{`{"type":"dialog","policy":"auto_dismiss"}`}, run: dialogs},
	{name: "dialog: accepted by an evaluate", blind: true, top: `<iframe src="{in}"></iframe>`, in: blankAlert + raise(inBlank+`confirm("{mark}")&&say("input dialog");confirm("{mark}")&&say("input dialog")`), do: []string{`{"type":"evaluate","expression":"await new Promise(r=>setTimeout(r,1200))"}`}, run: dialogs},
	rest,
	dialog("of a frame that has left", `<iframe id=x src="{in}"></iframe><script>setTimeout(()=>x.src="{own}",2500)</script>`, raise(`alert("{mark}")`)),
	{name: "dialog: of a blank popup of a blocked page", blockedTop: true, in: `<script>addEventListener("load",()=>{const w=open("about:blank#{mark}");setTimeout(()=>{say("raised");w.setTimeout(()=>{const a=w.prompt("{mark}","{mark}");if(a!==null)say("input dialog",a)},300)},400)})</script>`, run: dialogs},
	dialog("a prompt of a blocked frame", `<iframe src="{in}"></iframe>`, raise(`const a=prompt("{mark}","{mark}");if(a!==null)say("input dialog",a)`)),
	dialog("a prompt of a near blocked frame", `<iframe src="{near}"></iframe>`, raise(`const a=prompt("{mark}","{mark}");if(a!==null)say("input dialog",a)`)),
	dialog("a prompt of a blank child", `<iframe src="{in}"></iframe>`, blankAlert+raise(`const a=`+inBlank+`prompt("{mark}","{mark}");if(a!==null)say("input dialog",a)`)),
	dialog("a prompt of a near blank child", `<iframe src="{near}"></iframe>`, blankAlert+raise(`const a=`+inBlank+`prompt("{mark}","{mark}");if(a!==null)say("input dialog",a)`)),
	dialog("an alert inside another site's frame", `<iframe src="{mid}"></iframe>`, raise(`alert("{mark}")`)),
	dialog("an allowed frame inside a blocked one", `<iframe src="{in}"></iframe>`, `<iframe src="{sub}#{mark}"></iframe>`+raise(``)),
	{name: "dialog: of a near blank popup of a blocked frame", top: `<iframe src="{near}"></iframe>`, in: `<script>addEventListener("load",()=>{const w=open("about:blank#{mark}");setTimeout(()=>{say("raised");w.setTimeout(()=>w.alert("{mark}"),300)},400)})</script>`, run: dialogs},
	{name: "dialog: accepted by the policy", blind: true, top: `<iframe src="{in}"></iframe>`, in: blankAlert + raise(`for(const w of [window,`+inBlank+`window])if(w.confirm("{mark}"))say("input dialog")`), do: []string{`{"type":"dialog","policy":"auto_accept"}`}, run: dialogs},
}

func init() {
	for i := range dialogAttacks {
		switch dialogAttacks[i].name {
		case "dialog: an alert inside another site's frame":
			dialogAttacks[i].mid = `<iframe src="{in}"></iframe>`
		case "dialog: an allowed frame inside a blocked one":
			dialogAttacks[i].mid = `<script>onload=()=>setTimeout(()=>alert(location.hash),500)</script>`
		}
	}
}

// logs is what a document can write to the console.
const logs = `console.log("{mark}");console.error({m:"{mark}"},["{mark}"]);setTimeout(()=>{throw new Error("{mark}")});Promise.reject(new Error("{mark}"));`

var consoleAttacks = []attack{
	{name: "console: a srcdoc child of a near blocked frame", top: `<iframe src="{near}"></iframe>`, in: `<iframe srcdoc='<script>` + logs + `</script>'></iframe>`, run: settled},
	{name: "console: a near blocked page that the tab went through", top: `<script>if(location.hash!="#done")setTimeout(()=>location="{near}",100)</script>`, in: `<script>` + logs + `addEventListener("load",()=>setTimeout(()=>location="{top}#done",300))</script>`, run: settled, late: true},
	{name: "console: a worker of a near blocked frame", top: `<iframe src="{near}"></iframe>`, in: `<script>new Worker(URL.createObjectURL(new Blob(['` + logs + `'])))</script>`, run: settled},
	{name: "console: an error at a blocked address", top: `<iframe src="{near}"></iframe>`, in: `<script>fetch("http://127.0.0.1:1/{mark}");new Image().src="{mark}-image";</script>`, run: settled},
	rest,
	{name: "console: a blocked frame", top: `<iframe src="{in}"></iframe>`, in: `<script>` + logs + `</script>`},
	{name: "console: a data child of a near blocked frame", top: `<iframe src="{near}"></iframe>`, in: `<iframe src='data:text/html,<script>` + logs + `</script>'></iframe>`, run: settled},
	{name: "console: a sandboxed child of a near blocked frame", top: `<iframe src="{near}"></iframe>`, in: `<iframe sandbox=allow-scripts srcdoc='<script>` + logs + `</script>'></iframe>`, run: settled},
	{name: "console: a near blocked frame that was removed", top: `<iframe id=x src="{near}"></iframe><script>onload=()=>setTimeout(()=>x.remove(),300)</script>`, in: `<script>` + logs + `</script>`, run: settled},
	{name: "console: a near blocked frame that went elsewhere", top: `<iframe id=x src="{near}"></iframe><script>onload=()=>setTimeout(()=>x.src="{own}",300)</script>`, in: `<script>` + logs + `</script>`, run: settled},
	{name: "console: a near blocked frame that went to blank", top: `<iframe id=x src="{near}"></iframe><script>onload=()=>setTimeout(()=>x.src="about:blank",300)</script>`, in: `<script>` + logs + `</script>`, run: settled},
	{name: "console: a near blocked page in the history", top: `<script>if(location.hash!="#done")setTimeout(()=>location="{near}",100)</script>`, in: `<script>` + logs + `addEventListener("load",()=>setTimeout(()=>history.back(),300))</script>`, run: settled, late: true},
	{name: "console: a shared worker of a near blocked frame", top: `<iframe src="{near}"></iframe>`, in: `<script>new SharedWorker(URL.createObjectURL(new Blob(['` + logs + `'])))</script>`, run: settled},
	{name: "console: a blocked frame inside another site's", top: `<iframe src="{mid}"></iframe>`, mid: `<iframe src="{in}"></iframe><iframe src="{near}"></iframe>`, in: `<script>` + logs + `</script>`, run: settled},
	{name: "console: a near popup of a near frame", top: `<iframe src="{near}"></iframe>`, in: `<script>const w=open();w.eval('` + logs + `');say("opened")</script>`, run: opened},
}

// loads are the ways of a document to make a download, in one order.
func save(how string) string {
	return `<script>addEventListener("load",()=>setTimeout(()=>{` + how + `;setTimeout(()=>say("saved"),400)},200))</script>`
}

const (
	asBlob = `const a=document.createElement("a");a.download="{mark}.bin";a.href=URL.createObjectURL(new Blob(["{mark}"]));document.body.append(a);a.click()`
	asData = `const a=document.createElement("a");a.download="{mark}.bin";a.href="data:application/octet-stream,{mark}";document.body.append(a);a.click()`
)

func saving(name, top, in string) attack {
	return attack{name: "download: " + name, top: top, in: in, run: func(g *gate) {
		g.heard("saved", 1, 3*time.Second)
		g.look(map[string]any{"type": "extract", "tabId": g.tab})
		g.look(map[string]any{"type": "click", "selector": "#go", "tabId": g.tab})
		list, _ := g.look(map[string]any{"type": "downloads"}).Result["downloads"].([]any)
		for _, d := range list {
			m, _ := d.(map[string]any)
			tab, _ := m["tabId"].(float64)
			if at := leaked(toText(m)); at < 0 && (m["state"] != "done" || g.known[int(tab)]) {
				continue // another case's was tried there
			}
			g.look(map[string]any{"type": "downloads", "do": "wait", "downloadId": m["downloadId"], "timeoutMs": 500})
			g.look(map[string]any{"type": "downloads", "do": "read", "downloadId": m["downloadId"]})
		}
		g.look(map[string]any{"type": "downloads", "do": "wait", "timeoutMs": 300})
	}}
}

func toText(v any) string { return strconv.Quote(string(marshal(v))) }

var downloadAttacks = []attack{
	{name: "download: by a link of the page's own", top: `<a id=go href="{far}file" download>File</a>`, do: []string{`{"type":"click","selector":"#go"}`}, run: saving("", "", "").run, late: true},
	{name: "download: by a redirect", top: `<a id=go href="{hop}?to={far}file" download>File</a>`, do: []string{`{"type":"click","selector":"#go"}`}, run: saving("", "", "").run, late: true},
	rest,
	saving("a file of a blocked frame", `<button id=go>Go</button><iframe src="{in}"></iframe>`, save(`location="{far}file"`)),
	saving("data of a near blocked frame", `<button id=go>Go</button><iframe src="{near}"></iframe>`, save(asData)),
	saving("data of a blank child", `<button id=go>Go</button><iframe src="{in}"></iframe>`, `<iframe id=k></iframe>`+save(`k.contentWindow.eval('`+asData+`')`)),
	saving("data of a srcdoc child", `<button id=go>Go</button><iframe src="{in}"></iframe>`, `<iframe srcdoc='<body><script>onload=()=>{`+asData+`}</script>'></iframe>`+save(``)),
	saving("a blank child that goes to a file", `<button id=go>Go</button><iframe src="{in}"></iframe>`, `<iframe id=k></iframe>`+save(`k.src="{far}file"`)),
	saving("a blank child that goes to an allowed redirect to a file", `<button id=go>Go</button><iframe src="{in}"></iframe>`, `<iframe id=k></iframe>`+save(`k.src="{hop}?to={far}file"`)),
	{name: "download: of a blank popup", top: `<iframe src="{in}"></iframe>`, in: save(`const w=open();w.eval('` + asData + `')`), run: saving("", "", "").run},
	{name: "download: of an allowed frame inside a blocked one", top: `<button id=go>Go</button><iframe src="{in}"></iframe>`, in: `<iframe name="{mark}" src="{mid}"></iframe>` + save(``), mid: `<script>onload=()=>{const a=document.createElement("a");a.download=name+".bin";a.href="data:application/octet-stream,"+name;document.body.append(a);a.click()}</script>`, run: saving("", "", "").run},
}
