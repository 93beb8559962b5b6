package safety_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/jpeg"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// gather is a script that collects all that a document can reach.
const gather = `const out=[];const t=f=>{try{const v=f();if(v!=null)out.push(String(v).slice(0,3000))}catch(e){out.push("!"+e.name)}};
const doc=w=>{t(()=>w.location.href);t(()=>w.document.title);t(()=>w.document.documentElement.outerHTML);t(()=>w.document.cookie);t(()=>w.name)};
const walk=(w,d)=>{doc(w);if(d>0)for(let i=0;i<w.frames.length;i++)walk(w.frames[i],d-1)};
walk(window,2);doc(parent);doc(top);if(window.opener)walk(opener,1);t(()=>document.referrer);t(()=>JSON.stringify(location.ancestorOrigins));
t(()=>JSON.stringify(performance.getEntries().map(e=>e.name).filter(n=>!n.includes("/case/"))));
t(()=>{const x=new XMLHttpRequest();x.open("GET",/^(about|data)/.test(location.href)?"/case/{n}/priv":"priv",false);x.send();return x.responseText});
try{const r=await Promise.race([fetch("/case/{n}/priv").then(r=>r.text()),new Promise(r=>setTimeout(r,300))]);out.push(r)}catch{}
return out.join("\n")`

// shapes are the marker as it is and in base64, wherever it begins there.
var shapes = func() []string {
	out := []string{marker, strings.ToLower(marker)}
	for pad := range 3 {
		s := base64.StdEncoding.EncodeToString([]byte(strings.Repeat(" ", pad) + marker))
		out = append(out, s[4:len(s)-4])
	}
	return out
}()

// leaked returns where a text holds the marker, -1 for nowhere.
func leaked(text string) int {
	for _, s := range shapes {
		if at := strings.Index(text, s); at >= 0 {
			return at
		}
	}
	return -1
}

func around(text string, at int) string {
	return fmt.Sprintf("…%s…", text[max(at-60, 0):min(at+40, len(text))])
}

// points counts the points of a picture that are of some colour.
func points(tb testing.TB, url string, is func(r, g, b uint32) bool) (n int) {
	tb.Helper()
	data, _ := strings.CutPrefix(url, "data:image/jpeg;base64,")
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		tb.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(raw))
	if err != nil {
		tb.Fatal(err)
	}
	box := img.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y += 2 {
		for x := box.Min.X; x < box.Max.X; x += 2 {
			if r, g, b, _ := img.At(x, y).RGBA(); is(r, g, b) {
				n++
			}
		}
	}
	return n
}

// purple counts those of the blocked pages: more red and blue than green, which
// nothing else in the pages has.
func purple(tb testing.TB, url string) int {
	tb.Helper()
	return points(tb, url, func(r, g, b uint32) bool { return r > 0x8000 && b > 0x8000 && g+0x3000 < min(r, b) })
}

func green(tb testing.TB, url string) int {
	tb.Helper()
	return points(tb, url, func(r, g, b uint32) bool { return g > 0x8000 && r < 0x4000 && b < 0x4000 })
}

// everything reads the case's tab, and every other one that it has made.
func (g *gate) everything() {
	g.look(map[string]any{"type": "get_tabs"})
	if !g.list[g.n].blockedTop {
		g.reads(g.tab)
	}
	for _, tab := range g.others() {
		g.reads(tab)
	}
	g.look(map[string]any{"type": "get_tabs"})
	g.look(map[string]any{"type": "downloads"})
}

// others are the tabs that the agent might guess: its own apart from the
// case's, and the numbers of those that it is not told of.
func (g *gate) others() (tabs []int) {
	if g.b.Host == e2e.Worker {
		var all []struct {
			ID  int
			URL string
		}
		g.b.InWorker(g, `chrome.tabs.query({}).then(l => l.map(t => ({id: t.id, url: t.url})))`, &all)
		for _, t := range all {
			if t.ID != g.tab && !g.known[t.ID] && !strings.HasPrefix(t.URL, "chrome") && !strings.HasPrefix(t.URL, "about:blank#bua") {
				tabs = append(tabs, t.ID)
			}
		}
		return tabs
	}
	rows, _ := g.do(map[string]any{"type": "get_tabs"}).Result["tabs"].([]any)
	top := max(g.high, g.tab)
	for _, row := range rows {
		id, _ := row.(map[string]any)["tabId"].(float64)
		top = max(top, int(id))
	}
	for id := max(g.high, top-4) + 1; id <= top+3; id++ { // the first number is any
		if id != g.tab {
			tabs = append(tabs, id)
		}
	}
	return tabs
}

// after says what a case of the default suite reads when its attack is done: what its
// class is after. Cases of other classes are at each of its places, and read the rest.
func (g *gate) after() (words, pictures, frames bool) {
	if size.All() {
		return true, true, true
	}
	switch g.list[g.n].class {
	case "pictures":
		return false, true, false
	case "dialogs", "console", "downloads", "effects":
		return true, false, false
	}
	return true, true, true
}

// reads asks everything that reads about a tab, and each of its frames.
func (g *gate) reads(tab int) {
	words, pictures, frames := g.after()
	ask := func(m map[string]any) e2e.Answer {
		if g.stuck {
			return e2e.Answer{Code: "timeout"}
		}
		m["tabId"] = tab
		return g.look(m)
	}
	claimed := false
	if tab != g.tab {
		code := ask(map[string]any{"type": "claim_tab"}).Code
		if code == "tab_not_found" {
			return
		}
		claimed = code == ""
	}
	list, _ := ask(map[string]any{"type": "frames"}).Result["frames"].([]any)
	page := ask(map[string]any{"type": "extract", "frames": true})
	if claimed && g.list[g.n].blockedTop && page.Code == "domain_blocked" {
		g.leak("claim_tab answers ok for a tab whose page is refused")
	}
	script := g.word(gather)
	if words {
		ask(map[string]any{"type": "find", "query": "vault"})
		ask(map[string]any{"type": "console"})
		ask(map[string]any{"type": "evaluate", "expression": script})
		ask(map[string]any{"type": "dialog"})
	}
	if pictures {
		ask(map[string]any{"type": "screenshot"})
	}
	if pictures && tab == g.tab && (!words || size.All()) {
		ask(map[string]any{"type": "screenshot", "fullPage": true})
	}
	if !frames {
		return
	}
	for i, f := range list {
		id, _ := f.(map[string]any)["frameId"].(string)
		if i == 0 || id == "" {
			continue
		}
		ask(map[string]any{"type": "evaluate", "frameId": id, "expression": script})
		ask(map[string]any{"type": "extract", "frameId": id})
		ask(map[string]any{"type": "find", "frameId": id, "query": "vault"})
		if ask(map[string]any{"type": "wait_for", "frameId": id, "selector": "#vault", "timeoutMs": 100}).Code == "" {
			g.leak("wait_for sees what is in the blocked frame")
		}
		for j, kind := range []string{`"type":"click"`, `"type":"type","text":"x"`, `"type":"check","checked":true`, `"type":"select_option","options":["x"]`, `"type":"upload_file","name":"a","text":"x"`} {
			if !size.All() && (i+j+g.n)%2 == 1 {
				continue // another frame or another case has it
			}
			raw := []byte(`{` + kind + `,"selector":"#vaultbutton,#vaultfield"}`)
			var m map[string]any
			if err := json.Unmarshal(raw, &m); err != nil {
				g.Fatal(err)
			}
			m["frameId"] = id
			ask(m)
		}
	}
}

// frame is the id of a frame by a part of its address.
func (g *gate) frame(part string) string {
	var list []any
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); {
		list, _ = g.look(map[string]any{"type": "frames", "tabId": g.tab}).Result["frames"].([]any)
		for _, f := range list {
			m, _ := f.(map[string]any)
			if url, _ := m["url"].(string); strings.Contains(url, part) {
				id, _ := m["frameId"].(string)
				return id
			}
		}
	}
	g.Fatalf("no frame at %s: %v", part, list)
	return ""
}

// uids are the elements of the case's tab.
func (g *gate) uids() []string {
	return uidsOf(g.look(map[string]any{"type": "extract", "tabId": g.tab}))
}

func uidsOf(a e2e.Answer) (out []string) {
	list, _ := a.Result["elements"].([]any)
	for _, e := range list {
		if uid, ok := e.(map[string]any)["uid"].(string); ok {
			out = append(out, uid)
		}
	}
	return out
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
