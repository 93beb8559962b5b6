package safety_test

import (
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
)

// randomSite is a hostile site that a seed makes: each page is another mix of what
// browsers let pages do, and the pages lead to one another over all the hosts.
type randomSite struct{ g *gate }

// pageHosts are where its pages are. All from the fifth on are blocked.
var pageHosts = []string{allowedHost, allowedHost, otherHost, "sub." + allowedHost, blockedHost, blockedHost, nearHost, nearHost}

func newRandomSite(g *gate) *randomSite {
	w := &randomSite{g}
	g.site.Mux.HandleFunc("/walk/{seed}/{node}", w.serve)
	g.site.Mux.HandleFunc("/walk/{seed}/asking/{part}", func(out http.ResponseWriter, r *http.Request) { // that part alone
		c := w.dice(r.PathValue("seed"), "asking", r.PathValue("part"))
		part, _ := strconv.Atoi(r.PathValue("part"))
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(out, `<!doctype html><button id=b>Press</button>`+strings.ReplaceAll(asking[part](c), "{frame}", c.at(nearHost, 0, byPage)+"&depth=3"))
	})
	g.site.Mux.HandleFunc("/walk/{seed}/picture", func(out http.ResponseWriter, r *http.Request) {
		w.count(r)
		out.Header().Set("Cache-Control", "no-store")
		out.Header().Set("Content-Type", "image/gif")
		_, _ = out.Write(dot)
	})
	g.site.Mux.HandleFunc("/walk/{seed}/hop/{node}", func(out http.ResponseWriter, r *http.Request) {
		w.count(r)
		hops, _ := strconv.Atoi(r.FormValue("hops"))
		c := w.dice(r.PathValue("seed"), r.PathValue("node"), fmt.Sprint("hop", hops))
		to := c.at(pageHosts[c.IntN(len(pageHosts))], c.IntN(nodes), r.FormValue("by"))
		if hops > 0 {
			to = c.hop(c.IntN(nodes), hops-1, r.FormValue("by"))
		}
		if depth := r.FormValue("depth"); depth != "" {
			to += "&depth=" + depth
		}
		http.Redirect(out, r, to, http.StatusFound)
	})
	return w
}

// dot is a picture of one grey point.
var dot = []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x80\x80\x80\x00\x00\x00!\xf9\x04\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")

// asking are parts that ask for something of each kind, by themselves or when #b or #l is pressed.
var asking = []func(c *chance) string{
	func(c *chance) string {
		return fmt.Sprintf(`<a id=l href="%s">Link</a>`, c.anywhere(byAction)) + c.form("")
	},
	(*chance).prerender, (*chance).shows, (*chance).into,
}

// nodes is how many different pages a walk has on each host.
const nodes = 12

// chance makes one page.
type chance struct {
	*rand.Rand
	w      *randomSite
	seed   string
	secret bool // its page is on a blocked host
}

func (w *randomSite) dice(parts ...string) *chance {
	h := fnv.New64a()
	_, _ = io.WriteString(h, strings.Join(parts, "/"))
	return &chance{Rand: rand.New(rand.NewPCG(h.Sum64(), 7)), w: w, seed: parts[0]}
}

// at is the address of a page. by says what brings somebody there: one of the causes
// of a request.
func (c *chance) at(host string, node int, by string) string {
	return c.w.g.site.On(host, fmt.Sprintf("/walk/%s/%d?by=%s", c.seed, node, by))
}

func (c *chance) hop(node, hops int, by string) string {
	return c.w.g.site.On(pageHosts[c.IntN(len(pageHosts))], fmt.Sprintf("/walk/%s/hop/%d?by=%s&hops=%d", c.seed, node, by, hops))
}

// anywhere is where something leads.
func (c *chance) anywhere(by string) string {
	if c.IntN(4) == 0 {
		return c.hop(c.IntN(nodes), c.IntN(3), by)
	}
	return c.at(pageHosts[c.IntN(len(pageHosts))], c.IntN(nodes), by)
}

// picture is the address of a picture on a blocked host.
func (c *chance) picture(by string) string {
	return c.w.g.site.On(pageHosts[4+c.IntN(4)], fmt.Sprintf("/walk/%s/picture?by=%s", c.seed, by))
}

// form is a form sent by GET, whose address keeps nothing but its fields. The page's own button
// sends it, too.
func (c *chance) form(target string) string {
	return fmt.Sprintf(`<form action="%s" target="%s"><input name=q aria-label=Query><input type=hidden name=form value=get><input type=hidden name=by value=act><input type=hidden name=depth value=3><button>Send</button></form><script>b.addEventListener("click",()=>document.forms[0].requestSubmit())</script>`, c.anywhere(byAction), target)
}

// into has a link lead into a frame, and a form or a script.
func (c *chance) into() string {
	also := c.form("into")
	if c.IntN(2) == 0 {
		also = fmt.Sprintf(`<script>b.addEventListener("click",()=>frames.into.location=%q)</script>`, c.anywhere(byAction)+"&depth=3")
	}
	return fmt.Sprintf(`<iframe name=into src="{frame}"></iframe><a id=l href="%s&depth=3" target=into>Link into a frame</a>`, c.anywhere(byAction)) + also
}

// shows has pictures of a blocked host on an allowed page: one at once, one at a click.
func (c *chance) shows() string {
	if c.secret {
		return ""
	}
	return fmt.Sprintf(`<img alt="" src="%s"><script>b.addEventListener("click",()=>{new Image().src=%q})</script>`, c.picture(byPage), c.picture(byAction))
}

// prerender has the browser load pages ahead: one anywhere, and a blocked one, which it does
// only within a site.
func (c *chance) prerender() string {
	return fmt.Sprintf(`<script type=speculationrules>{"prerender":[{"source":"list","eagerness":"immediate","urls":[%q,%q]}]}</script>`, c.anywhere(byPage), c.at(nearHost, c.IntN(nodes), byPage))
}

// count takes note of a request at a blocked host.
func (w *randomSite) count(r *http.Request) {
	host, _, _ := strings.Cut(r.Host, ":")
	if host == blockedHost || host == nearHost {
		n, _ := strconv.Atoi(r.PathValue("seed"))
		w.g.note(w.g.came, n, walked+walkRequest{kindOf(r), r.FormValue("by"), r.URL.Path}.String())
	}
}

// serve answers with a page of a walk.
func (w *randomSite) serve(out http.ResponseWriter, r *http.Request) {
	w.count(r)
	host, _, _ := strings.Cut(r.Host, ":")
	secret := host == blockedHost || host == nearHost
	c := w.dice(r.PathValue("seed"), r.PathValue("node"), host)
	c.secret = secret
	n, _ := strconv.Atoi(r.PathValue("seed"))
	out.Header().Set("Content-Type", "text/html; charset=utf-8")
	out.Header().Set("Supports-Loading-Mode", "credentialed-prerender")
	if c.IntN(3) > 0 {
		out.Header().Set("Cache-Control", "no-store")
	}
	// Frames nest no deeper than the address says, so that pages end.
	depth, _ := strconv.Atoi(r.FormValue("depth"))
	body := `<!doctype html><title>allowed</title><style>html{background:#fff}</style><script>const say=()=>{},watch=()=>{},words="<p>words</p>",paint=""</script>`
	if secret {
		body = spy
	}
	// A link that is pressed is red, whose edges in a picture are the blocked page's colour.
	body += `<style>iframe{width:260px;height:90px;border:0}a:active{color:blue}</style><input id=f aria-label=Field><button id=b>Press</button><input type=checkbox id=c aria-label=Box><select id=s aria-label=Choice><option>one<option>two</select>`
	mark := "plain"
	if secret {
		mark = "{mark}"
	}
	if depth == 0 { // a tab's page has something in it
		body += `<iframe src="` + c.anywhere(byPage) + `&depth=1"></iframe>`
		body += strings.ReplaceAll(asking[c.IntN(len(asking))](c), "{frame}", c.anywhere(byPage)+"&depth=1")
	}
	for range 2 + c.IntN(5) {
		piece := parts[c.IntN(len(parts))](c)
		if depth >= 3 && strings.Contains(piece, "{frame}") {
			continue
		}
		for strings.Contains(piece, "{frame}") {
			piece = strings.Replace(piece, "{frame}", c.anywhere(byPage)+"&depth="+strconv.Itoa(depth+1), 1)
		}
		body += strings.ReplaceAll(piece, "{m}", mark)
	}
	if secret && r.FormValue("by") == "" {
		body += `<p>{mark}</p>`
	}
	_, _ = io.WriteString(out, w.g.words(n, host).Replace(body))
}

// parts are what pages are made of. {frame} is a page in a frame, {m} what a
// page says of itself: on a blocked host that is the marker.
var parts = []func(c *chance) string{
	func(c *chance) string { return `<iframe src="{frame}"></iframe>` },
	func(c *chance) string { return `<iframe src="{frame}"></iframe>` },
	func(c *chance) string {
		return `<iframe sandbox="allow-scripts allow-popups allow-downloads" src="{frame}"></iframe>`
	},
	func(c *chance) string {
		return fmt.Sprintf(`<div id=h%d></div><script>document.currentScript.previousSibling.attachShadow({mode:%q}).innerHTML='<style>iframe{visibility:visible!important}</style><iframe src="{frame}"></iframe>'</script>`, c.IntN(99), []string{"open", "closed"}[c.IntN(2)])
	},
	func(c *chance) string { return `<object data="{frame}" type="text/html" width=200 height=80></object>` },
	func(c *chance) string {
		return `<iframe srcdoc="<title>{m}</title><h1 id=vault>{m}</h1><input><button>{m}</button><iframe src='{frame}'></iframe>"></iframe>`
	},
	func(c *chance) string {
		return `<iframe class=w></iframe><script>for(const f of document.querySelectorAll(".w")){f.contentDocument.write("<title>{m}</title>"+paint+words);f.contentDocument.close();watch(f.contentWindow);f.contentWindow.console.log("{m}")}</script>`
	},
	func(c *chance) string { return `<iframe src="data:text/html,<h1 id=vault>{m}</h1>"></iframe>` },
	func(c *chance) string { return `<iframe src="javascript:'<h1 id=vault>{m}</h1>'"></iframe>` },
	func(c *chance) string {
		return `<script>{const f=document.createElement("iframe");f.src=URL.createObjectURL(new Blob([paint+"<h1 id=vault>{m}</h1>"],{type:"text/html"}));document.body.append(f)}</script>`
	},
	func(c *chance) string {
		return fmt.Sprintf(`<a id=l href="%s" target="%s">Link</a>`, c.anywhere(byAction), []string{"", "", "_blank", "shared", "_top"}[c.IntN(5)])
	},
	func(c *chance) string {
		return fmt.Sprintf(`<a id=l2 href="%s">Another link</a>`, c.anywhere(byAction)) + c.form("")
	},
	func(c *chance) string {
		return fmt.Sprintf(`<script>b.addEventListener("click",()=>open(%q,%q))</script>`, c.anywhere(byAction), []string{"", "shared", "_self"}[c.IntN(3)])
	},
	func(c *chance) string {
		return fmt.Sprintf(`<script>b.addEventListener("mousedown",()=>setTimeout(()=>location=%q,%d))</script>`, c.anywhere(byLater), c.IntN(60))
	},
	func(c *chance) string {
		return `<script>addEventListener("load",()=>setTimeout(()=>{const w=open("about:blank#{m}","blank");try{w.document.write("<title>{m}</title>"+paint+words);w.document.close();watch(w);w.console.log("{m}")}catch(e){}},150))</script>`
	},
	func(c *chance) string {
		return `<script>addEventListener("load",()=>setTimeout(()=>open("about:blank#{m}","","noopener"),150))</script>`
	},
	func(c *chance) string {
		return fmt.Sprintf(`<script>setTimeout(()=>location=%q,%d)</script>`, c.anywhere(byPage), 200+c.IntN(1500))
	},
	func(c *chance) string {
		return fmt.Sprintf(`<script>setTimeout(()=>history.go(%d),%d)</script>`, []int{-1, -2, 1}[c.IntN(3)], 400+c.IntN(1500))
	},
	asking[0], asking[1], asking[2], asking[3],
	func(c *chance) string {
		return fmt.Sprintf(`<script type=speculationrules>{"prefetch":[{"source":"list","urls":[%q]}]}</script>`, c.anywhere(byPage))
	},
	func(c *chance) string {
		return fmt.Sprintf(`<a id=l href="%s">Link ahead</a><script type=speculationrules>{"prerender":[{"source":"document","where":{"selector_matches":"a"},"eagerness":"moderate"}]}</script>`, c.at(pageHosts[c.IntN(len(pageHosts))], c.IntN(nodes), byAction))
	},
	func(c *chance) string {
		return fmt.Sprintf(`<script>b.addEventListener("click",()=>{const f=document.querySelector("iframe");if(f)f.src=%q})</script>`, c.anywhere(byAction)+"&depth=3")
	},
	func(c *chance) string {
		return fmt.Sprintf(`<script>setTimeout(()=>{const f=document.querySelector("iframe");if(f)f.src=%q},%d)</script>`, c.anywhere(byPage)+"&depth=3", 300+c.IntN(900))
	},
	func(c *chance) string {
		when := sorted(moments)[c.IntN(len(moments))]
		return `<script>{const x=document.querySelector("iframe"),steal=()=>x?.` + []string{"focus()", "contentWindow.focus()"}[c.IntN(2)] + `;for(const e of document.querySelectorAll("#f,#c,#s")){const at=(t,f)=>e.addEventListener(t,f);` + moments[when] + `}}</script>`
	},
	func(c *chance) string {
		return `<script>{const x=document.querySelector("iframe");if(x)addEventListener("` + []string{"mousemove", "mousedown", "mouseup"}[c.IntN(3)] + `",e=>{x.style.cssText="position:fixed;left:"+(e.clientX-50)+"px;top:"+(e.clientY-30)+"px"},true)}</script>`
	},
	func(c *chance) string {
		return `<style>iframe{visibility:visible!important;opacity:1!important}</style><script>setInterval(()=>{for(const a of document.getAnimations())a.cancel()},3)</script>`
	},
	func(c *chance) string {
		return fmt.Sprintf(`<script>setTimeout(()=>%s("{m}","{m}"),%d)</script>`, []string{"alert", "prompt", "confirm"}[c.IntN(3)], 500+c.IntN(2500))
	},
	func(c *chance) string {
		return `<script>addEventListener("load",()=>setTimeout(()=>{const k=document.createElement("iframe");document.body.append(k);k.contentWindow.confirm("{m}")},900))</script>`
	},
	func(c *chance) string {
		return `<script>addEventListener("load",()=>setTimeout(()=>{const k=document.createElement("iframe");document.body.append(k);const d=k.contentDocument,a=d.createElement("a");a.download="{m}.bin";a.href="data:application/octet-stream,{m}";d.body.append(a);a.click()},400))</script>`
	},
	func(c *chance) string {
		return `<script>{const a=document.createElement("a");a.download="{m}.bin";a.href=URL.createObjectURL(new Blob(["{m}"]));document.body.append(a);setTimeout(()=>a.click(),300)}</script>`
	},
	func(c *chance) string {
		return `<script>console.log("{m}");setTimeout(()=>{throw new Error("{m}")},100)</script>`
	},
	func(c *chance) string {
		return `<img name=activeElement><form name=body></form><script>new Worker(URL.createObjectURL(new Blob(['console.log("{m}")'])))</script>`
	},
	func(c *chance) string {
		return `<script>addEventListener("load",()=>setTimeout(()=>open(URL.createObjectURL(new Blob(["<title>{m}</title>"+paint+words],{type:"text/html"})),["victim","shared","_top","blank"][` + strconv.Itoa(c.IntN(4)) + `]),300))</script><iframe name=victim src="{frame}"></iframe>`
	},
	func(c *chance) string {
		return `<script>addEventListener("load",()=>setTimeout(()=>document.startViewTransition?.(()=>document.body.append("x")),200))</script><style>::view-transition-group(*),::view-transition-old(*){animation-duration:100s!important}</style>`
	},
	func(c *chance) string { return `<div style="height:1200px"></div>` },
	func(c *chance) string {
		return `<style>iframe{transform:rotate(` + strconv.Itoa(c.IntN(40)) + `deg) scale(.8)}</style>`
	},
}
