package safety_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// attack is one way in which a page, or an agent with it, tries to get at a
// site that is on the blocklist.
type attack struct {
	class string // what it is after: the list that it is in
	name  string
	// top is the page that the agent opens, on an allowed host; mid one on
	// another allowed host, in the one of the blocked site. See [gate.page] for
	// the words that they may hold.
	top, mid, in string
	// blockedTop opens the blocked page in the person's tab instead.
	blockedTop bool
	// do are actions, as JSON without tabId; run is what a list cannot say. After
	// both everything is read that can be.
	do  []string
	run func(g *gate)
	// late says that the blocked page needs none of its frames to come: it may be
	// kept from coming. during says that it comes by the actions or under them, so
	// that nothing is awaited before.
	late, during bool
	// hover counts the pointer's moves too; visits counts requests for documents.
	hover, visits bool
	host          e2e.Host // on which the default suite runs it, "" for one that is left to -all
	// blind says that nothing is there to be seen when nothing is blocked: an
	// attack by input only.
	blind bool
	// still leaves out what reads.
	still bool
	// cached lets the browser keep the pages for going back.
	cached bool
}

// The hosts of the attacks. near shares its process with the allowed one.
const (
	allowedHost = "allowed.test"
	otherHost   = "other.test"
	blockedHost = "blocked.test"
	nearHost    = "secret.allowed.test"
	tellHost    = "tell.test" // which pages tell what they see
)

// gate runs attacks against one product.
type gate struct {
	*testing.T
	b          *e2e.Product
	site       *e2e.Site
	open       bool        // nothing is blocked: each attack must find something
	lost       func(error) // the browser does not answer; nil fails the test
	stuck      bool        // an action of the case took too long: a dialog may hold all of its process
	unattached int         // how many actions of the case could not attach to their tab

	list  []attack
	n     int // the case that runs
	tab   int // its tab
	keep  map[string]bool
	high  int          // the highest tab number before the case
	seen  int          // and so far
	known map[int]bool // the tabs of before

	mu    sync.Mutex
	told  map[int][]string // what blocked pages said, by case
	came  map[int][]string // requests at the blocked hosts, by case
	leaks []string
	news  chan struct{}
}

// newGate makes the pages of the attacks and puts their hosts on the blocklist.
func newGate(t *testing.T, b *e2e.Product, site *e2e.Site, list []attack) *gate {
	g := &gate{T: t, b: b, site: site, list: list, keep: map[string]bool{}, told: map[int][]string{}, came: map[int][]string{}, news: make(chan struct{})}
	site.Mux.HandleFunc("/case/{n}/{what}", g.serve)
	site.Mux.HandleFunc("/case/{n}/{what}/{rest...}", g.serve)
	g.stays()
	return g
}

// stays has every tab that is there now stay for good.
func (g *gate) stays() {
	for _, p := range g.targets() {
		g.keep[p.id] = true
	}
}

// words are what the pages of a case may hold in braces.
func (g *gate) words(n int, host string) *strings.Replacer {
	at := func(host, what string) string { return g.site.On(host, "/case/"+strconv.Itoa(n)+"/"+what) }
	list := []string{
		"{n}", strconv.Itoa(n), "{top}", at(allowedHost, "top"), "{mid}", at(otherHost, "mid"), "{sub}", at("sub."+allowedHost, "mid"),
		"{in}", at(blockedHost, "in"), "{near}", at(nearHost, "in"), "{own}", at(allowedHost, "own"), "{hop}", at(allowedHost, "hop"),
		"{far}", at(blockedHost, ""), "{tell}", at(tellHost, "told"),
	}
	if host == blockedHost || host == nearHost {
		list = append(list, "{mark}", marker)
	}
	return strings.NewReplacer(list...)
}

// serve answers with a page of a case.
func (g *gate) serve(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.PathValue("n"))
	host, _, _ := strings.Cut(r.Host, ":")
	host = strings.TrimSuffix(host, ".")
	a, secret := attack{}, host == blockedHost || host == nearHost
	if n < len(g.list) {
		a = g.list[n]
	}
	what := r.PathValue("what")
	if what == "told" {
		data, _ := io.ReadAll(io.LimitReader(r.Body, 1<<16))
		g.note(g.told, n, string(data))
		return
	}
	if secret {
		g.note(g.came, n, r.Method+" "+what+" "+r.Header.Get("Sec-Fetch-Dest"))
	}
	if !a.cached {
		w.Header().Set("Cache-Control", "no-store")
	}
	body := ""
	switch what {
	case "top":
		body = `<!doctype html><title>allowed</title><style>html{background:#fff}iframe,object,embed{width:300px;height:120px;border:0}</style>` + a.top
	case "mid":
		body = `<!doctype html><title>other</title><style>html{background:#fff;margin:0}body{margin:0}iframe{width:300px;height:120px;border:0}</style>` + a.mid
	case "own":
		body = `<!doctype html><title>own</title><p>Own words</p><button id=b onclick="this.textContent='Pressed'">Own</button>`
	case "slow":
		time.Sleep(300 * time.Millisecond) // the server's slowness is what is tried
		fallthrough
	case "hop":
		http.Redirect(w, r, g.words(n, host).Replace(r.FormValue("to")), http.StatusFound)
		return
	case "in":
		body = spy + a.in
	case "bare":
		body = `<!doctype html>` + a.in
	case "priv":
		body = marker
	case "file":
		w.Header().Set("Content-Disposition", `attachment; filename="`+marker+`.bin"`)
		w.Header().Set("Content-Type", "application/octet-stream")
		_, _ = io.WriteString(w, marker)
		return
	}
	if (what == "in" || what == "bare" || what == "priv") && !secret {
		http.NotFound(w, r)
		return
	}
	if what == "in" {
		w.Header().Set("Supports-Loading-Mode", "credentialed-prerender")
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, g.words(n, host).Replace(body))
}

// spy is how each page of a blocked host begins. It shows the marker wherever a
// page can show something, paints a colour that no other page has, and tells an
// allowed host of all input that it gets.
const spy = `<!doctype html><style>html{background:#f0f!important;color:#f0f}</style><script>
const say=(type,detail)=>navigator.sendBeacon(location.origin==="null"?"":"{tell}",type+" "+(detail??""));
const watch=w=>{for(const t of ["mousedown","mouseup","click","dblclick","contextmenu","auxclick","wheel","keydown","keypress","keyup","beforeinput","input","change","paste","drop","dragstart","mousemove","mouseover","dragover"])
w.addEventListener(t,e=>{if(e.isTrusted)say("input "+t,e.key)},{capture:true,passive:true})};
watch(window);
document.title="{mark}";history.replaceState(0,"","/case/{n}/in/{mark}?{mark}#{mark}");console.log("{mark}");
const words='<h1 id=vault>vault {mark}</h1><button id=vaultbutton aria-label="vault {mark}">vault {mark}</button><input id=vaultfield autofocus aria-label="vault {mark}" value="{mark}">';
const paint='<style>html{background:#f0f!important}</style>';
addEventListener("load",()=>setTimeout(()=>say("ready")));
addEventListener("pageshow",e=>{if(e.persisted)say("back")});
addEventListener("focus",()=>{say("focus");document.querySelector("input")?.focus()});
document.write(words);
</script>`

func (g *gate) note(to map[int][]string, n int, what string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	to[n] = append(to[n], what)
	close(g.news)
	g.news = make(chan struct{})
}

// heard waits until a blocked page of the case has said something, and reports
// whether it has.
func (g *gate) heard(what string, times int, limit time.Duration) bool {
	late := time.After(limit)
	for {
		g.mu.Lock()
		n := 0
		for _, s := range g.told[g.n] {
			if strings.HasPrefix(s, what) {
				n++
			}
		}
		news := g.news
		g.mu.Unlock()
		if n >= times {
			return true
		}
		select {
		case <-news:
		case <-late:
			return false
		}
	}
}

type pageTarget struct{ id, url string }

// targets are the browser's tabs.
func (g *gate) targets() (out []pageTarget) {
	list, err := g.b.CDP.Targets(g.Context())
	if err != nil && g.lost != nil {
		g.lost(err)
	}
	if err != nil {
		g.Fatalf("case or walk %d: %v", g.n, err)
	}
	for _, t := range list {
		if t.Type == "page" {
			out = append(out, pageTarget{t.TargetID, t.URL})
		}
	}
	return out
}

// asks finds a page that may ask the person something.
var asks = regexp.MustCompile(`(alert|prompt|confirm)\(`)

// sweepUp closes every tab that a case has left. One in which a dialog may wait is
// emptied before: Chromium 156 dies with a tab in which a dialog of a frame waits that
// bua is told of.
func (g *gate) sweepUp() {
	dialogs := g.n >= len(g.list) || asks.MatchString(g.list[g.n].top+g.list[g.n].mid+g.list[g.n].in)
	for _, p := range g.targets() {
		if g.keep[p.id] || strings.HasPrefix(p.url, "about:blank#bua") || strings.HasPrefix(p.url, "chrome-extension:") {
			continue
		}
		ctx, cancel := context.WithTimeout(g.Context(), 5*time.Second)
		if !dialogs || g.emptied(ctx, p.id) {
			_ = g.b.CDP.CloseTarget(ctx, p.id)
		}
		cancel()
	}
}

// emptied brings a tab to a page without frames, and reports whether it is there;
// it may have closed itself.
func (g *gate) emptied(ctx context.Context, tab string) bool {
	const empty = "data:text/plain,emptied"
	session, err := g.b.CDP.Attach(ctx, tab)
	if err != nil || g.b.CDP.Send(ctx, session, "Page.navigate", map[string]any{"url": empty}, nil) != nil {
		return false
	}
	for ctx.Err() == nil {
		if slices.Contains(g.targets(), pageTarget{tab, empty}) {
			return true
		}
		time.Sleep(5 * time.Millisecond) // nobody tells
	}
	return false
}

// run does one case. Subtests run one after another in the same browser.
func (g *gate) run(n int) {
	a := g.list[n]
	g.n, g.leaks, g.high, g.stuck, g.unattached = n, nil, g.seen, false, 0
	g.known = map[int]bool{}
	for _, tab := range g.others() {
		g.known[tab] = true
	}
	defer g.sweepUp()
	began := time.Now()
	ready := func() {
		if !a.during && (a.in != "" || strings.Contains(a.top+a.mid, "{in}") || strings.Contains(a.top+a.mid, "{near}")) {
			if !g.comes(a, began) && !a.late {
				g.Errorf("the blocked page has not come: the attack proves nothing")
			}
		}
	}
	if a.blockedTop {
		g.tab = 0
		ctx, cancel := context.WithTimeout(g.Context(), 20*time.Second)
		defer cancel()
		for range 3 { // right after an action it may be refused to the person too, who does it again
			err := g.b.CDP.Send(ctx, "", "Target.createTarget", map[string]any{"url": g.word("{in}")}, nil)
			if err != nil {
				g.Fatal(err)
			}
			if g.heard("ready", 1, 2*time.Second) {
				break
			}
		}
	} else {
		// In the person's tab a frame of the blocked site comes; once the agent has the tab
		// none does any more.
		g.tab = g.b.OpenAsPerson(g, g.word("{top}"))
	}
	ready()
	for _, action := range a.do {
		g.act(g.tab, action)
	}
	if a.run != nil {
		a.run(g)
	}
	if !a.still {
		g.everything()
	}
	g.judge()
}

// comes waits until the blocked page is there, and reports whether it is. One that
// may be kept from coming is not awaited once the log says that it was refused.
func (g *gate) comes(a attack, began time.Time) bool {
	const most, often = 5 * time.Second, 100 * time.Millisecond
	if !a.late {
		return g.heard("ready", 1, most)
	}
	refused := func(r e2e.Logged) bool {
		return r.Event == "block" && r.At >= began.UnixMilli() && (r.Domain == blockedHost || r.Domain == nearHost)
	}
	for end := time.Now().Add(most); time.Now().Before(end); {
		if g.heard("ready", 1, often) {
			return true
		}
		if slices.ContainsFunc(g.b.Log(g), refused) {
			return false
		}
	}
	return false
}

// word fills in the words of a case.
func (g *gate) word(s string) string { return g.words(g.n, "").Replace(s) }

// act does an action on a tab and looks at what it answers.
func (g *gate) act(tab int, action string) e2e.Answer {
	var m map[string]any
	if err := json.Unmarshal([]byte(g.word(action)), &m); err != nil {
		g.Fatal(action, err)
	}
	if tab != 0 {
		m["tabId"] = tab
	}
	return g.look(m)
}

// look does an action and looks at what it answers.
func (g *gate) look(action map[string]any) e2e.Answer {
	got := g.do(action)
	if tab, ok := action["tabId"].(int); ok && got.Code != "tab_not_found" {
		g.seen = max(g.seen, tab)
	}
	if got.Took > slow {
		g.stuck = true
		g.Logf("%v took %v: %s %s", action["type"], got.Took, got.Code, got.Message)
	}
	if got.Code == "debugger_attach_failed" && !size.All() {
		g.unattached++ // each takes seconds, and what follows has the same answer
		g.stuck = g.stuck || g.unattached > 3
	}
	all, _ := json.Marshal(got.Result)
	text := string(all) + got.Text + got.Code + got.Message
	name := fmt.Sprint(action["type"], " ", what(action))
	if at := leaked(text); at >= 0 {
		g.leak(name + ": " + around(text, at))
	}
	if url, ok := got.Result["dataUrl"].(string); ok {
		if n := purple(g, url); n > 0 {
			g.leak(fmt.Sprint(name, ": ", n, " points of the blocked page's colour"))
		}
	}
	return got
}

// do does an action, and again where the backend thinks that there are too many.
func (g *gate) do(action map[string]any) (got e2e.Answer) {
	ctx, cancel := context.WithTimeout(g.Context(), 90*time.Second)
	defer cancel()
	for {
		var err error
		if got, err = g.b.Do(ctx, action); err == nil {
			return got
		}
		if !strings.Contains(err.Error(), "Too Many Requests") {
			g.Fatalf("%v: %v", action, err)
		}
		time.Sleep(50 * time.Millisecond) // the limit is one of time
	}
}

func what(action map[string]any) string {
	out := ""
	for _, k := range slices.Sorted(maps.Keys(action)) {
		if k != "type" {
			out += fmt.Sprintf("%s=%.40s ", k, fmt.Sprint(action[k]))
		}
	}
	return out
}

func (g *gate) leak(what string) {
	g.leaks = append(g.leaks, what)
	if !g.open {
		g.Errorf("%s", what)
	}
}

// judge fails the case for what the blocked pages saw, and in an open house for
// an attack that would find nothing.
func (g *gate) judge() {
	a := g.list[g.n]
	g.mu.Lock()
	told, came := slices.Clone(g.told[g.n]), slices.Clone(g.came[g.n])
	g.mu.Unlock()
	inputs := map[string]int{}
	for _, s := range told {
		if kind, ok := strings.CutPrefix(s, "input "); ok && (a.hover || !rests(kind)) {
			inputs[kind]++
		}
	}
	if len(inputs) > 0 {
		g.leak(fmt.Sprint("the blocked page saw ", inputs))
	}
	if a.visits && len(came) > 0 {
		g.leak(fmt.Sprint("the blocked site was asked for ", came))
	}
	if why := kept(a.name); g.open && len(g.leaks) == 0 && why != "" {
		g.Log("nothing is found where nothing is blocked: " + why)
	} else if g.open && len(g.leaks) == 0 && !(a.still && g.reached()) {
		g.Errorf("nothing is found where nothing is blocked: the attack proves nothing")
	}
}

// reached reports whether an attack by input gets as far as bua lets it where
// nothing is blocked: its page has the focus or lies under the pointer. The input
// itself only ever goes to the element that was named.
func (g *gate) reached() bool {
	return g.heard("focus", 1, time.Second) || g.heard("input", 1, time.Second)
}

// slow is how long an action takes only where the page does not answer.
const slow = 9 * time.Second

// rests reports whether an event may come without any input, from a page that
// moves under a pointer that rests.
func rests(kind string) bool {
	return strings.HasPrefix(kind, "mousemove") || strings.HasPrefix(kind, "mouseover") || strings.HasPrefix(kind, "dragover")
}
