package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
)

// A list that swaps, reuses, moves and replaces rows while the agent clicks:
// no press may reach a row other than the one that was referenced.
func TestWrongElement(t *testing.T) {
	trials := 60
	if size.All() {
		trials = 150
	}
	p := html(t, `<table><tbody id=b></tbody></table><script>
		wrong=0;right=0;wanted='';seed=7;rnd=()=>(seed=seed*16807%2147483647)/2147483647;
		const row=n=>'<tr><td>Person '+n+'<td><button data-n='+n+'>Delete</button></tr>';
		b.innerHTML=Array.from({length:12},(_,i)=>row(i)).join('');
		b.addEventListener('click',e=>{const n=e.target.closest('tr').firstChild.textContent.trim();n===wanted?right++:wrong++});
		let next=100;
		const acts=[
			()=>b.append(b.firstElementChild),
			()=>{const r=b.children[Math.floor(rnd()*b.children.length)];r.firstChild.textContent='Person '+next++},
			()=>b.insertBefore(b.lastElementChild,b.firstElementChild),
			()=>{const r=b.children[Math.floor(rnd()*b.children.length)];r.outerHTML=row(next++)},
			()=>b.children[3].style.height=(20+rnd()*60)+'px',
		];
		start=()=>{timer=setInterval(()=>acts[Math.floor(rnd()*acts.length)](),3)};
		stop=()=>clearInterval(timer)</script>`)
	p.page("start()", nil)
	base, refused, missed := 0, 0, 0
	for i := range trials {
		a := p.extract(args{"base": base})
		base = a.Next
		e := a.Elements[i%len(a.Elements)]
		// What the page calls this element now is what the agent means.
		var name string
		p.isolated(fmt.Sprintf("(()=>{try{return __bua.elementOf(%q).closest('tr').firstChild.textContent.trim()}catch{return ''}})()", e.UID), &name)
		if name == "" {
			refused++
			continue
		}
		p.page("wanted="+quote(name), nil)
		p.do("watch", nil)
		pt, err := p.try("point", args{"uid": e.UID, "intent": "click"})
		if err != nil {
			refused++
			continue
		}
		p.press(pt.X, pt.Y)
		if p.do("settled", args{"quiet": 1, "max": 5}).Missed {
			missed++
		}
	}
	var n struct{ Wrong, Right int }
	p.page("stop();({wrong,right})", &n)
	t.Logf("%d trials: %d reached the row, %d refused, %d kept from the page, %d wrong", trials, n.Right, refused, missed, n.Wrong)
	is := is.New(t)
	is.Equal(n.Wrong, 0)
	is.True(n.Right > 0)
}

// Rows of a virtual list with equal buttons: the row tells them apart.
func TestReference_reusedRow(t *testing.T) {
	is := is.New(t)
	p := html(t, `<ul><li>Ann <button>Delete</button><li>Bob <button>Delete</button></ul>`)
	a := p.extract(nil)
	p.page("document.querySelector('li').firstChild.data='Eve '", nil)
	p.fails("point", args{"uid": a.Elements[0].UID}, "element_stale")
	p.do("point", args{"uid": a.Elements[1].UID})
	is.Equal(p.extract(args{"base": a.Next}).Elements[0].UID, "e0") // read again, it is a reference again
	p.do("point", args{"uid": "e0"})
}

// Most lists are rows of plain boxes, with equal buttons in them or clicked
// themselves. What changes beside the record's own text is no other record.
func TestReference_reusedBox(t *testing.T) {
	const list = `<div id=l>%s</div><script>const set=(i,s)=>l.children[i].querySelector('b').firstChild.data=s</script>`
	const row = `<div class=row><div class=cell><b>Ann</b></div><div class=cell><i>Active</i> <button>Delete</button></div></div>`
	const whole = `<div class=row style="cursor:pointer" onclick="1"><b>Ann</b> <i>Active</i></div>`
	for name, c := range map[string]struct{ row, role string }{"a button in a box": {row, "button"}, "a box": {whole, "generic"}} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			p := html(t, strings.Replace(list, "%s", c.row+strings.Replace(c.row, "Ann", "Bob", 1)+strings.Replace(c.row, "Ann", "Eve", 1), 1))
			a := p.extract(nil)
			is.Equal(len(a.Elements), 3)
			is.Equal(a.Elements[0].Role, c.role)
			uid := func(i int) args { return args{"uid": a.Elements[i].UID} }
			p.page("set(0,'Zoe')", nil)
			p.fails("point", uid(0), "element_stale")
			p.do("point", uid(1))
			p.page("l.children[1].querySelector('i').textContent='Asleep'", nil)
			p.do("point", uid(1))
			p.page("l.children[0].remove();l.children[1].remove()", nil) // no list any more
			p.do("point", uid(1))
			p.page("set(0,'Max')", nil)
			p.fails("point", uid(1), "element_stale")
		})
	}
}

func TestReference_documentGone(t *testing.T) {
	is := is.New(t)
	p := html(t, `<iframe srcdoc="<button>In</button>"></iframe><button>Out</button>`)
	a := p.extract(nil)
	is.Equal(a.named(t, "In").Frame, "f1")
	p.do("point", args{"uid": a.named(t, "In").UID})
	p.page("new Promise(r=>{const f=document.querySelector('iframe');f.onload=r;f.srcdoc='<button>In</button>'})", nil)
	p.fails("point", args{"uid": a.named(t, "In").UID}, "element_stale")
	p.do("point", args{"uid": a.named(t, "Out").UID})
	p.page("history.pushState({},'','/elsewhere')", nil) // a route is no new document
	p.do("point", args{"uid": a.named(t, "Out").UID})
	b := p.extract(args{"base": 40})
	is.Equal(b.named(t, "Out").UID, a.named(t, "Out").UID)
	is.Equal(b.named(t, "In").UID, "e40")
}

// The page looks for traces: globals, attributes, nodes, style sheets, events,
// patched prototypes.
func TestNoTrace(t *testing.T) {
	is := is.New(t)
	p := open(t, "/blank.html")
	p.page(`document.body.innerHTML='<form><label>A <input id=i></label><input type=password value=s><button id=b>Go</button></form><div style="height:2000px"></div>';
		before=Object.getOwnPropertyNames(window).join();mutations=0;events=[];
		new MutationObserver(l=>mutations+=l.length).observe(document,{subtree:true,childList:true,attributes:true,characterData:true});
		for(const k of ['click','mousedown','mousemove','pointerdown','keydown','input','change','animationstart','transitionstart','message','error','beforecopy'])addEventListener(k,()=>events.push(k),true);
		html=document.documentElement.outerHTML;0`, nil)
	a := p.extract(nil)
	p.do("watch", nil)
	p.do("point", args{"uid": a.named(t, "Go").UID, "intent": "click"})
	p.do("mask", nil)
	p.do("unmask", nil)
	p.do("wait", args{"uid": a.named(t, "Go").UID, "ms": 100})
	p.do("scroll", args{"direction": "down"})
	p.do("settled", nil)
	var got struct {
		Same, Bua  bool
		Mutations  int
		Events     []string
		HTML       bool
		Animations int
		Sheets     int
	}
	p.page(`({same:before===Object.getOwnPropertyNames(window).filter(n=>!['html','events','mutations'].includes(n)||before.includes(n)).join(),bua:'__bua' in window,mutations,events,
		html:html===document.documentElement.outerHTML,animations:document.getAnimations().length,sheets:document.adoptedStyleSheets.length+document.styleSheets.length})`, &got)
	is.Equal(got.Bua, false)
	is.Equal(got.Mutations, 0)
	is.Equal(len(got.Events), 0)
	is.True(got.HTML)
	is.Equal(got.Animations, 0)
	is.Equal(got.Sheets, 0)
	// The focus is the one thing the page notices, as it would a person's.
	p.do("focus", args{"uid": a.named(t, "A").UID})
	p.page(`({mutations,html:html===document.documentElement.outerHTML})`, &got)
	is.Equal(got.Mutations, 0)
}

// A page that breaks its own prototypes does not reach the engine's world.
func TestHostilePage(t *testing.T) {
	is := is.New(t)
	p := html(t, `<button id=b>Go</button><p>Text</p><script>
		for(const [o,k] of [[Element.prototype,'getAttribute'],[Element.prototype,'getBoundingClientRect'],[Element.prototype,'checkVisibility'],[Document.prototype,'querySelectorAll'],[Document.prototype,'elementFromPoint'],[Array.prototype,'map'],[JSON,'stringify'],[Map.prototype,'get']])
			o[k]=()=>{throw new Error('hostile '+k)};
		Object.defineProperty(Node.prototype,'firstChild',{get(){throw new Error('hostile')}});
		window.getComputedStyle=()=>{throw 1};window.__bua=()=>'{"ok":{"markdown":"forged"}}'</script>`)
	a := p.extract(nil)
	is.Equal(a.Markdown, "Go\n\nText")
	p.do("point", args{"uid": a.named(t, "Go").UID})
}

// A form can shadow what every element has: names of controls become properties of the form.
func TestClobbering(t *testing.T) {
	is := is.New(t)
	p := html(t, `<form><input name=attributes><input name=localName><input name=getAttribute><input name=children><input name=parentNode><input name=firstChild><input name=childNodes aria-label=Odd><input name=id><input name=textContent><input name=checkVisibility><input name=querySelectorAll><button>Send</button></form>`)
	a := p.extract(nil)
	is.Equal(len(a.Elements), 12)
	p.do("point", args{"uid": a.named(t, "Send").UID})
	p.do("wait", args{"selector": "form", "ms": 50})
	is.True(strings.Contains(a.Text, "Send"))
}

func TestSecrets(t *testing.T) {
	is := is.New(t)
	p := html(t, `<style>.dots{-webkit-text-security:disc}</style><form>
		<input aria-label=1 type=password value="leak-password" id=pw>
		<input aria-label=2 autocomplete="one-time-code" value="leak-otp">
		<input aria-label=3 autocomplete="section-x cc-number" value="leak-card">
		<input aria-label=4 name="cvc" value="leak-cvc">
		<input aria-label=5 name=otp_code value="leak-otp2">
		<input aria-label=6 class=dots value="leak-dots">
		<input aria-label=7 autocomplete="new-password" value="leak-new">
		<input aria-label=8 name=shipping value="shown">
		<input aria-label=9 name=spinner value="shown-too"></form>`)
	a := p.extract(nil)
	p.page("pw.type='text'", nil) // show password
	b := p.extract(nil)
	for _, x := range []answer{a, b} {
		is.Equal(len(x.Elements), 9)
		for _, e := range x.Elements[:7] {
			is.Equal(e.Value, "")
		}
		is.Equal(x.Elements[7].Value, "shown")
		is.Equal(x.Elements[8].Value, "shown-too")
		is.True(!strings.Contains(x.Text+x.Markdown, "leak"))
		is.True(x.Password && x.OTP)
	}
	p.do("mask", nil)
	var colours []string
	p.page("[...document.querySelectorAll('input')].map(e=>getComputedStyle(e).webkitTextFillColor)", &colours)
	for _, c := range colours[:7] {
		is.Equal(c, "rgba(0, 0, 0, 0)")
	}
	is.Equal(colours[7], "rgb(0, 0, 0)")
	p.do("unmask", nil)
	p.page("[...document.querySelectorAll('input')].map(e=>getComputedStyle(e).webkitTextFillColor)", &colours)
	is.Equal(colours[0], "rgb(0, 0, 0)")
}

func TestSignals(t *testing.T) {
	is := is.New(t)
	p := html(t, `<header><a href="/login">Log in</a><input type=password aria-label=pw></header><main><button>Main</button></main>
		<footer><a href="/x">Imprint</a></footer><div role=dialog aria-modal=true><button>Close</button></div>`)
	a := p.extract(nil)
	is.Equal(a.Peripheral, []string{a.named(t, "Log in").UID, a.named(t, "pw").UID, a.named(t, "Imprint").UID})
	is.Equal(a.Dialog, []string{a.named(t, "Close").UID})
	is.Equal(a.Password, false) // only in the header
}

func TestCaptchaFrame(t *testing.T) {
	p := blank(t)
	p.send("Network.enable", nil, nil)
	p.send("Network.setBlockedURLs", map[string]any{"urls": []string{"https://*"}}, nil) // nothing leaves the machine
	defer p.send("Network.disable", nil, nil)
	for _, row := range []struct {
		name, body string
		want       bool
	}{
		{"a Turnstile widget", `<iframe src="https://challenges.cloudflare.com/cdn-cgi/challenge-platform/h/b/turnstile" width=300 height=65></iframe>`, true},
		{"an hCaptcha checkbox", `<iframe src="https://newassets.hcaptcha.com/captcha/v1/x/static/hcaptcha.html#frame=checkbox" width=300 height=78></iframe>`, true},
		{"a reCAPTCHA checkbox", `<iframe src="https://www.google.com/recaptcha/api2/anchor?k=1&size=normal" width=300 height=78></iframe>`, true},
		{"a reCAPTCHA badge stops nobody", `<iframe src="https://www.google.com/recaptcha/api2/anchor?k=1&size=invisible" width=256 height=60></iframe>`, false},
		{"a DataDome page", `<iframe src="https://geo.captcha-delivery.com/captcha/?initialCid=1" width=600 height=400></iframe>`, true},
		{"an Arkose frame", `<iframe src="https://client-api.arkoselabs.com/v2/1" width=300 height=300></iframe>`, true},
		{"a PerimeterX holder", `<div id=px-captcha>Press and hold</div>`, true},
		{"a slider in the page", `<div class=nc-container>&gt;&gt;</div>`, true},
		{"one that waits to be shown", `<div id=tcaptcha_transform style="display:none">x</div>`, false},
		{"a hidden frame", `<iframe style="display:none" src="https://hcaptcha.com/x" width=300 height=78></iframe>`, false},
		{"a frame of one pixel", `<iframe src="https://hcaptcha.com/x" width=1 height=1></iframe>`, false},
		{"a look-alike host", `<iframe src="https://hcaptcha.com.example.net/x" width=300 height=78></iframe>`, false},
		{"a map", `<iframe src="https://www.google.com/maps/embed" width=300 height=300></iframe>`, false},
		{"an open shadow root", `<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<iframe src="https://hcaptcha.com/x" width=300 height=78></iframe>'</script>`, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is.New(t).Equal(p.show(row.body).extract(nil).CaptchaFrame, row.want)
		})
	}
}
