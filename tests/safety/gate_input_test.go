package safety_test

import (
	"strings"
	"time"

	"github.com/zapvol/bua/build/size"
)

// thief is a page whose field hands the focus to a blocked frame, by one way
// and at one time.
func thief(when, how, to string) string {
	return `<input id=f aria-label=Field><input id=g aria-label=Second><input type=checkbox id=c aria-label=Box><select id=s aria-label=Choice><option>one<option>two</select>
<iframe id=x src="` + to + `"></iframe><script>const steal=()=>{` + how + `};
for(const e of document.querySelectorAll("#f,#g,#c,#s")){const at=(t,f)=>e.addEventListener(t,f);` + when + `}</script>`
}

// The ways and the times.
var (
	steals = map[string]string{
		"the frame's window": `x.contentWindow.focus()`,
		"the frame element":  `x.focus()`,
	}
	moments = map[string]string{
		"focus":         `at("focus",steal)`,
		"focus, later":  `at("focus",()=>setTimeout(steal))`,
		"focus, by rAF": `at("focus",()=>requestAnimationFrame(steal))`,
		"focus, always": `at("focus",()=>{const l=()=>{steal();requestAnimationFrame(l)};l()})`,
		"focus, soon":   `at("focus",()=>Promise.resolve().then(steal))`,
		"selection":     `document.addEventListener("selectionchange",steal);at("select",steal)`,
		"beforeinput":   `at("beforeinput",steal)`,
		"keydown":       `at("keydown",steal)`,
		"keydown, kept": `at("keydown",e=>{e.preventDefault();steal()})`,
		"keypress":      `at("keypress",steal)`,
		"input":         `at("input",steal)`,
	}
	// writes are the actions that need the focus.
	writes = map[string][]string{
		"type":          {`{"type":"type","selector":"#f","text":"typed"}`},
		"fill_form":     {`{"type":"fill_form","fields":[{"selector":"#f","value":"one"},{"selector":"#g","value":"two"},{"selector":"#c","value":"true"},{"selector":"#s","value":"two"}]}`},
		"press_key":     {`{"type":"click","selector":"#f"}`, `{"type":"press_key","key":"a"}`, `{"type":"press_key","key":"Enter"}`},
		"check":         {`{"type":"check","selector":"#c","checked":true}`},
		"select_option": {`{"type":"select_option","selector":"#s","options":["two"]}`},
	}
)

// stolen is an attack that takes the focus away under an action.
func stolen(near, when, how, act string) attack {
	to := map[string]string{"": "{in}", "near, ": "{near}"}[near]
	return attack{name: near + "stolen at " + when + " to " + how + ": " + act, top: thief(moments[when], steals[how], to), blind: true, still: true, do: writes[act], run: fence}
}

// holds is an attack on a frame that has the focus already.
func holds(name, top string) attack {
	return attack{name: "keys: " + name, top: top, blind: true, still: true, run: pressKeys}
}

func pressKeys(g *gate) {
	g.heard("focus", 1, time.Second)
	for _, key := range []string{"a", "Enter", "Tab", "Control+A", "ArrowDown", " "} {
		g.act(g.tab, `{"type":"press_key","key":"`+key+`"}`)
	}
	fence(g)
}

// within are the attacks on a focused frame that another frame holds, or a shadow root.
func within(near, to string) (all []attack) {
	const grab = `<script>addEventListener("load",()=>setTimeout(()=>{const find=r=>r.querySelector("iframe,object,embed,frame")??[...r.querySelectorAll("*")].map(e=>e.shadow??e.shadowRoot).filter(Boolean).map(find).find(Boolean);find(document).focus()},200))</script>`
	const grabWindow = `<script>addEventListener("load",()=>setTimeout(()=>frames[0].focus(),200))</script>`
	frame := `<iframe src="` + to + `"></iframe>`
	other := holds(near+"in a frame of another site", `<iframe src="{mid}"></iframe>`)
	other.mid = frame + grab
	child := holds(near+"a blank child of a blocked frame", frame+grab)
	child.in = `<iframe class=fill></iframe>` + kid + `<script>addEventListener("focus",()=>document.querySelector("iframe").contentDocument.querySelector("input").focus())</script>`
	return []attack{
		holds(near+"in nested shadow roots", `<div id=h></div><script>const s=h.attachShadow({mode:"open"});s.innerHTML="<div></div>";const i=s.firstChild;(h.shadow=i.shadow=i.attachShadow({mode:"closed"})).innerHTML='`+frame+`'</script>`+grab),
		holds(near+"behind a clobbered activeElement", frame+`<img name=activeElement>`+grab),
		holds(near+"an object", `<object data="`+to+`" type="text/html"></object>`+grabWindow),
		holds(near+"a frameset", `<frameset cols="50%,50%"><frame src="`+to+`"><frame src="about:blank"></frameset>`+grab),
		holds(near+"in a srcdoc frame", `<iframe id=o srcdoc='`+frame+`'></iframe><script>addEventListener("load",()=>setTimeout(()=>o.contentDocument.querySelector("iframe").focus(),300))</script>`),
		other, child,
		rest,
		holds(near+"a focused frame", frame+grab),
		holds(near+"in an open shadow root", `<div id=h></div><script>h.attachShadow({mode:"open"}).innerHTML='`+frame+`'</script>`+grab),
		holds(near+"in a closed shadow root", `<div id=h></div><script>(h.shadow=h.attachShadow({mode:"closed"})).innerHTML='`+frame+`'</script>`+grab),
		holds(near+"behind a form for activeElement", frame+`<form name=activeElement><input name=localName></form>`+grab),
		holds(near+"behind an embed for activeElement", frame+`<embed name=activeElement>`+grab),
		holds(near+"behind clobbered everything", frame+`<form name=activeElement></form><img name=body><img name=hasFocus><img name=documentElement><img name=createTreeWalker><img name=defaultView><img name=getElementById>`+grab),
		holds(near+"an embed", `<embed src="`+to+`" type="text/html">`+grabWindow),
	}
}

// focusAttacks move the focus into a blocked frame, before an action or under it. Each way
// and each time is in one that the default suite runs.
var focusAttacks = func() []attack {
	itself := holds("a blocked frame that takes the focus itself", `<input id=f aria-label=Field autofocus><iframe src="{in}"></iframe>`)
	itself.in = `<script>setInterval(()=>document.querySelector("input").focus(),5)</script>`
	field := `<input id=f aria-label=Field>`
	tab := func(name, top string, keys ...string) attack {
		a := holds(name, top)
		a.do, a.run = []string{`{"type":"click","selector":"#f"}`}, fence
		for _, key := range keys {
			a.do = append(a.do, `{"type":"press_key","key":"`+key+`"}`)
		}
		return a
	}
	all := []attack{
		itself,
		tab("Tab into a blocked frame", field+`<iframe src="{in}"></iframe>`, "Tab", "a", "Tab", "b"),
		tab("Shift+Tab into a blocked frame", `<iframe src="{in}"></iframe>`+field, "Shift+Tab", "a"),
		stolen("", "focus, always", "the frame element", "press_key"), stolen("", "keydown, kept", "the frame element", "press_key"), stolen("", "keypress", "the frame element", "press_key"),
		stolen("", "selection", "the frame element", "type"), stolen("", "input", "the frame element", "fill_form"), stolen("near, ", "beforeinput", "the frame's window", "type"),
		stolen("", "focus", "the frame's window", "check"), stolen("", "focus", "the frame's window", "select_option"),
	}
	all = append(all, within("", "{in}")...)
	all = append(all, within("near, ", "{near}")...)
	for _, when := range sorted(moments) {
		for _, act := range []string{"type", "fill_form", "press_key"} {
			if act == "press_key" || !strings.HasPrefix(when, "key") { // the others send no keys
				all = append(all, stolen("", when, "the frame's window", act), stolen("", when, "the frame element", act))
			}
		}
		if !strings.HasPrefix(when, "key") {
			all = append(all, stolen("near, ", when, "the frame's window", "type"))
		}
	}
	for _, when := range []string{"focus", "focus, always", "input"} {
		all = append(all, stolen("", when, "the frame's window", "check"), stolen("", when, "the frame's window", "select_option"))
	}
	return all
}()

// fence gives a blocked page the time to tell of the input that it got: that
// none came is no event to wait for.
func fence(*gate) { time.Sleep(80 * time.Millisecond) }

// boxed is a page with a blocked frame under every thing to press.
const boxed = `<div id=box style="width:200px;height:100px"><iframe style="width:200px;height:100px;border:0" src="{in}"></iframe></div>
<button id=wrap style="width:220px;height:120px" aria-label=Wrap><iframe style="width:200px;height:100px" src="{in}"></iframe></button>
<div style="position:relative;width:200px;height:60px"><button id=under aria-label=Under style="position:absolute;inset:0">Under</button><iframe style="position:absolute;inset:0;width:200px;height:60px;border:0" src="{in}"></iframe></div>
<p><a id=plain href="#x">Plain</a>`

var presses = []string{
	`{"type":"click","selector":"%"}`, `{"type":"click","selector":"%","count":2}`, `{"type":"click","selector":"%","button":"right"}`,
	`{"type":"click","selector":"%","modifier":"Shift"}`, `{"type":"hover","selector":"%"}`, `{"type":"drag","selector":"%","to":{"selector":"#plain"}}`,
	`{"type":"drag","selector":"#plain","to":{"selector":"%"}}`, `{"type":"scroll","direction":"down","selector":"%"}`, `{"type":"type","selector":"%","text":"x"}`, `{"type":"check","selector":"%","checked":true}`,
}

// pressAll presses on what the page has, in a frame if one is named. In the default
// suite each attack has a third of the presses on a thing, each another one.
func pressAll(frame string) func(g *gate) {
	return func(g *gate) {
		id := ""
		if frame != "" {
			id = g.frame(frame)
		}
		left := func(thing, press int) bool { return !size.All() && (thing+press+g.n)%3 != 0 }
		for i, target := range []string{"#box", "#wrap", "#under", "iframe"} {
			for j, p := range presses {
				if left(i, j) {
					continue
				}
				p = strings.ReplaceAll(p, "%", target)
				if id != "" && !strings.Contains(p, "drag") && !strings.Contains(p, "hover") && !strings.Contains(p, "scroll") {
					p = strings.Replace(p, "{", `{"frameId":"`+id+`",`, 1)
				}
				g.act(g.tab, p)
			}
		}
		for i, uid := range g.uids() {
			for j, p := range presses {
				if !strings.Contains(p, `"#plain"`) && !left(i, j) {
					g.act(g.tab, strings.Replace(p, `"selector":"%"`, `"uid":"`+uid+`"`, 1))
				}
			}
			g.act(g.tab, `{"type":"drag","uid":"`+uid+`","to":{"uid":"`+uid+`"}}`)
		}
		fence(g)
	}
}

// pointAttacks press where a blocked frame is.
var pointAttacks = []attack{
	{name: "points: near, inside another site's frame", top: `<a id=plain href="#x">Plain</a><iframe style="width:400px;height:500px" src="{mid}"></iframe>`, mid: strings.ReplaceAll(boxed, "{in}", "{near}"), blind: true, still: true, hover: true, run: pressAll("other.test")},
	{name: "points: inside another site's frame, rotated", top: `<a id=plain href="#x">Plain</a><iframe style="width:400px;height:500px;transform:rotate(20deg) scale(.7)" src="{mid}"></iframe>`, mid: boxed, blind: true, still: true, hover: true, run: pressAll("other.test")},
	{name: "points: inside another site's frame, scrolled", top: `<div style="height:1500px"></div><a id=plain href="#x">Plain</a><iframe style="width:400px;height:300px" src="{mid}"></iframe>`, mid: `<div style="height:600px"></div>` + boxed, blind: true, still: true, hover: true, run: pressAll("other.test")},
	{name: "points: inside a srcdoc frame", top: `<a id=plain href="#x">Plain</a><iframe style="width:400px;height:500px" srcdoc='` + boxed + `'></iframe>`, blind: true, still: true, hover: true, run: pressAll("srcdoc")},
	{name: "points: in shadow roots", top: `<a id=plain href="#x">Plain</a><div id=box style="width:300px;height:120px"></div><button id=wrap></button><script>box.attachShadow({mode:"closed"}).innerHTML='<iframe src="{in}"></iframe>';for(const b of [wrap]){const d=document.createElement("div");b.append(d);d.attachShadow({mode:"open"}).innerHTML='<iframe src="{near}"></iframe>'}</script>`, blind: true, still: true, hover: true, run: pressAll("")},
	{name: "points: a button that runs over a blocked frame", blind: true, still: true, top: `<iframe style="position:fixed;left:0;top:0;width:600px;height:400px" src="{in}"></iframe><button id=b style="position:fixed;left:50px;top:50px;width:200px;height:100px">Press</button><script>let n=0;const l=()=>{b.style.left=(n++%2?50:300)+"px";requestAnimationFrame(l)};l()</script>`, run: again(8)},
	{name: "points: a drag across a blocked frame", blind: true, still: true, top: `<div style="display:flex"><button id=a draggable=true style="width:80px;height:80px">A</button><iframe style="width:200px;height:80px" src="{in}"></iframe><button id=c style="width:80px;height:80px">C</button></div>`, do: []string{`{"type":"drag","selector":"#a","to":{"selector":"#c"}}`}, run: fence},
	{name: "points: a snapshot of before the block", top: `<iframe src="{in}"></iframe><iframe src="{near}"></iframe>`, during: true, blind: true, still: true, run: func(g *gate) {
		for _, h := range g.unblocked() {
			for _, uid := range h.uids {
				for _, p := range presses {
					if !strings.Contains(p, `"#plain"`) {
						g.act(g.tab, strings.Replace(p, `"selector":"%"`, `"uid":"`+uid+`"`, 1))
					}
				}
			}
		}
		fence(g)
	}},
	under("mousemove"), darts("", "{in}", "undoes what keeps it off"), darts("", "{in}", "is moved in the document"), darts("", "{in}", "comes anew"),
	rest,
	{name: "points: over a blocked frame", top: boxed, blind: true, still: true, hover: true, run: pressAll("")},
	{name: "points: over a near blocked frame", top: strings.ReplaceAll(boxed, "{in}", "{near}"), blind: true, still: true, hover: true, run: pressAll("")},
	{name: "points: inside another site's frame", top: `<a id=plain href="#x">Plain</a><iframe style="width:400px;height:500px" src="{mid}"></iframe>`, mid: boxed, blind: true, still: true, hover: true, run: pressAll("other.test")},
	{name: "points: inside a frame of the same site", top: `<a id=plain href="#x">Plain</a><iframe style="width:400px;height:500px" src="{sub}"></iframe>`, mid: strings.ReplaceAll(boxed, "{in}", "{near}"), blind: true, still: true, hover: true, run: pressAll("sub.allowed.test")},
	under("mouseover"), under("mousedown"), under("pointerdown"), under("mouseup"), under("click"),
	undone("mousemove", "{in}"), undone("mousemove", "{near}"), undone("pointermove", "{near}"), undone("mouseover", "{near}"),
	darts("", "{in}", ""), darts("near, ", "{near}", ""),
	darts("near, ", "{near}", "undoes what keeps it off"), darts("near, ", "{near}", "is moved in the document"), darts("near, ", "{near}", "comes anew"),
	{name: "points: pointer-events pass through to a blocked frame", blind: true, still: true, top: `<div style="position:relative"><button id=b style="position:absolute;left:0;top:0;width:200px;height:100px">Press</button><iframe style="position:absolute;left:0;top:0" src="{in}"></iframe><div id=lid style="position:absolute;inset:0"></div></div><script>b.addEventListener("mousemove",()=>b.style.pointerEvents="none");b.addEventListener("mousedown",()=>b.style.pointerEvents="none")</script>`, run: again(3)},
	{name: "points: a drag onto where a blocked frame comes", blind: true, still: true, top: `<div style="position:relative"><button id=a draggable=true style="width:80px;height:80px">A</button><button id=c style="width:80px;height:80px">C</button><iframe id=x style="position:fixed;left:9999px;top:0" src="{in}"></iframe></div><script>addEventListener("mousedown",()=>{const r=c.getBoundingClientRect();x.style.left=r.left+"px";x.style.top=r.top+"px"});a.ondragstart=e=>e.dataTransfer.setData("text","dragged")</script>`, do: []string{`{"type":"drag","selector":"#a","to":{"selector":"#c"}}`}, run: fence},
	{name: "points: scroll where a blocked frame fills the page", blind: true, still: true, top: `<iframe style="position:fixed;inset:0;width:100%;height:100%" src="{in}"></iframe>`, in: `<div style="height:5000px"></div><script>addEventListener("scroll",e=>say("input scroll"))</script>`, do: []string{`{"type":"scroll","direction":"down"}`, `{"type":"scroll","direction":"down","selector":"iframe"}`}, run: fence},
	{name: "points: a label for nothing over a blocked frame", blind: true, still: true, top: `<label id=b style="display:block;width:300px;height:150px">Label <iframe src="{in}"></iframe></label>`, run: again(1)},
}

// darts has a blocked frame run under the pointer all the time, in a page that does
// something more to it.
func darts(near, to, also string) attack {
	more := map[string]string{
		"undoes what keeps it off": `for(const a of document.getAnimations())a.cancel();x.style.removeProperty("pointer-events");x.inert=false;`,
		"is moved in the document": `document.body.moveBefore?.(x,n%4?b:null);`,
		"comes anew":               `if(n%40==0){const y=x.cloneNode();x.replaceWith(y);x=y}`,
	}[also]
	name := "points: " + near + "a blocked frame that runs under the pointer"
	if also != "" {
		name += " and " + also
	}
	return attack{name: name, blind: true, still: true, run: again(8), top: `<button id=b style="width:200px;height:100px">Press</button><iframe id=x0 style="position:fixed;left:9999px;top:0" src="` + to + `"></iframe>
<script>let n=0,x=x0;setInterval(()=>{const r=b.getBoundingClientRect();x.style.left=n++%2?r.left+"px":"9999px";x.style.top=r.top+"px";` + more + `},7)</script>`}
}

// under puts a blocked frame under the pointer at an event of the press.
func under(event string) attack {
	return attack{name: "points: a blocked frame comes at " + event, blind: true, still: true,
		top: `<button id=b style="width:200px;height:100px">Press</button><iframe id=x style="position:fixed;left:9999px;top:0" src="{in}"></iframe><script>addEventListener("` + event + `",()=>{const r=b.getBoundingClientRect();x.style.left=r.left+"px";x.style.top=r.top+"px";setTimeout(()=>x.style.left="9999px",300)},true)</script>`,
		run: again(1)}
}

// undone is under in a page that takes off what keeps the pointer away.
func undone(event, to string) attack {
	a := under(event)
	a.name += " of " + map[string]string{"{in}": "another site", "{near}": "the same site"}[to] + " and undoes what keeps it off"
	a.top = strings.Replace(strings.ReplaceAll(a.top, "{in}", to), "()=>{", `()=>{for(const a of document.getAnimations())a.cancel();x.style.removeProperty("pointer-events");`, 1)
	return a
}

// again presses the button in each way, some times over: in the default suite three
// times at most.
func again(n int) func(g *gate) {
	return func(g *gate) {
		if !size.All() {
			n = min(n, 3)
		}
		for range n {
			for _, p := range presses[:5] {
				g.act(g.tab, strings.ReplaceAll(p, "%", "#b"))
			}
		}
		fence(g)
	}
}
