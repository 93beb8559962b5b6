package safety_test

import (
	"slices"
	"time"
)

// sent is an attack by a request of a kind that a script of the agent's sends. Its words
// are those of a page of the case.
func sent(of kind, name, top, script string) attack {
	return attack{name: "flow: an evaluate that sends " + name, top: top, late: true, during: true, visits: true, still: true, kind: of, run: func(g *gate) {
		g.look(map[string]any{"type": "evaluate", "tabId": g.tab, "expression": g.word(script)})
		g.sent()
	}}
}

// sents are the requests by scripts that last until they are sent and by scripts that are
// over before, as far as these are refused.
func sents() (list []attack) {
	const lasts = ";await new Promise(r=>setTimeout(r,300))"
	for _, s := range scripts {
		if slices.Contains(refusedRequests[s.of], byAction) {
			list = append(list, sent(s.of, s.name, s.top, s.script+lasts))
		}
		if slices.Contains(refusedRequests[s.of], byLater) {
			list = append(list, sent(s.of, s.name+", and is over", s.top, s.script))
		}
	}
	return list
}

// sent waits until what a case has sent has come: what its page asks for afterwards.
// Where nothing is blocked it waits for the request itself.
func (g *gate) sent() {
	if g.open {
		g.asked(3 * time.Second)
		return
	}
	// The script may still be on its way to a request, which the page sends by a timer.
	g.do(map[string]any{"type": "evaluate", "tabId": g.tab, "expression": `await new Promise(r=>setTimeout(r,300));return (await fetch("/case/` + g.word("{n}") + `/own",{cache:"no-store"})).status`})
}

// asked waits until the blocked hosts have been asked for something.
func (g *gate) asked(limit time.Duration) bool {
	late := time.After(limit)
	for {
		g.mu.Lock()
		n, news := len(g.came[g.n]), g.news
		g.mu.Unlock()
		if n > 0 {
			return true
		}
		select {
		case <-news:
		case <-late:
			return false
		}
	}
}

const (
	element   = `const e=document.createElement`
	twoFrames = `<iframe name=f src="{own}"></iframe><iframe name=o src="{mid}"></iframe>`
)

// scripts send requests, of each kind.
var scripts = []struct {
	of                kind
	name, top, script string
}{
	{aDocument, "the tab there", ``, `location="{in}"`},
	{aDocument, "the tab there, near", ``, `location="{near}"`},
	{aDocument, "the tab through it", ``, `location="{hop}?to={far}hop?to={own}"`},
	{aDocument, "the tab there a moment later", ``, `setTimeout(()=>location="{in}",100)`},
	{aDocument, "the tab there by a refresh", ``, element + `("meta");e.httpEquiv="refresh";e.content="0;url={in}";document.head.append(e)`},
	{aDocument, "a link", ``, element + `("a");e.href="{in}";document.body.append(e);e.click()`},
	{aDocument, "a link in a new tab", ``, element + `("a");e.href="{in}";e.target="_blank";document.body.append(e);e.click()`},
	{aDocument, "a new tab", ``, `open("{in}")`},
	{aDocument, "a new tab through it", ``, `open("{hop}?to={far}hop?to={own}")`},
	{aDocument, "a form that is posted", ``, element + `("form");e.method="post";e.action="{in}";document.body.append(e);e.submit()`},
	{aForm, "a form by GET", ``, element + `("form");e.action="{in}";e.innerHTML="<input name=q value=x>";document.body.append(e);e.submit()`},
	{aForm, "a form by GET into a frame", twoFrames, element + `("form");e.action="{in}";e.target="f";document.body.append(e);e.submit()`},
	{aFrame, "a new frame there", ``, element + `("iframe");e.src="{in}";document.body.append(e)`},
	{aFrame, "a new frame there, near", ``, element + `("iframe");e.src="{near}";document.body.append(e)`},
	{aFrame, "a new frame through it", ``, element + `("iframe");e.src="{hop}?to={far}hop?to={own}";document.body.append(e)`},
	{aFrame, "a frame in a new srcdoc frame", ``, element + `("iframe");e.srcdoc="<iframe src='{in}'></iframe>";document.body.append(e)`},
	{aFrame, "a new object", ``, element + `("object");e.type="text/html";e.data="{in}";document.body.append(e)`},
	{aFrame, "a frame there", twoFrames, `f.location="{in}"`},
	{aFrame, "another site's frame there", twoFrames, `frames.o.location="{in}"`},
	{aFrame, "a link into a frame", twoFrames, element + `("a");e.href="{in}";e.target="f";document.body.append(e);e.click()`},
	{aPrefetch, "a link to prefetch", ``, element + `("link");e.rel="prefetch";e.href="{in}";document.head.append(e)`},
	{aPicture, "a picture", ``, `new Image().src="{in}"`},
	{aPicture, "a picture through it", ``, `new Image().src="{hop}?to={far}hop?to={own}"`},
	{aPicture, "a style's picture", ``, `document.body.style.background="url({in})"`},
	{aFetch, "a fetch", ``, `fetch("{in}",{mode:"no-cors",credentials:"include"}).catch(()=>{})`},
	{aFetch, "a fetch that outlives the page", ``, `fetch("{in}",{mode:"no-cors",keepalive:true}).catch(()=>{});location="{own}"`},
	{aFetch, "a request of old", ``, `const x=new XMLHttpRequest();x.open("GET","{in}");x.send()`},
	{aFetch, "a beacon", ``, `navigator.sendBeacon("{in}","x")`},
	{aFetch, "a ping", ``, element + `("a");e.href="#x";e.ping="{in}";document.body.append(e);e.click()`},
	{aFetch, "a stream of events", ``, `new EventSource("{in}")`},
	{"websocket", "a socket", ``, `new WebSocket("{in}".replace("http","ws"))`},
	{"script", "a script", ``, element + `("script");e.src="{in}";document.head.append(e)`},
	{"script", "a worker's script", ``, `new Worker(URL.createObjectURL(new Blob(["importScripts('{in}')"])))`},
	{"style", "a style sheet", ``, element + `("link");e.rel="stylesheet";e.href="{in}";document.head.append(e)`},
	{"font", "a font", ``, `new FontFace("x","url({in})").load().catch(()=>{})`},
	{"video", "a film", ``, element + `("video");e.src="{in}";document.body.append(e)`},
}
