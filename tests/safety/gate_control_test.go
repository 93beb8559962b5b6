package safety_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// control is what must go on working beside a blocked site.
type control struct {
	name         string
	top, mid, in string
	run          func(g *gate)
}

var controls = []control{
	{name: "a key in an allowed frame beside a blocked one", top: `<iframe src="{in}"></iframe><iframe id=m src="{mid}"></iframe>`, mid: `<input id=f aria-label=Inner><button id=b onclick="this.textContent='Pressed'">Mid</button>`, run: func(g *gate) {
		frame := g.frame("other.test")
		g.must(`{"type":"click","selector":"#f","frameId":"` + frame + `"}`)
		g.must(`{"type":"press_key","key":"a"}`)
		g.shows(`{"type":"evaluate","frameId":"`+frame+`","expression":"return document.querySelector('#f').value"}`, `"a"`)
		g.must(`{"type":"type","selector":"#f","text":"bc","frameId":"` + frame + `"}`)
		g.must(`{"type":"press_key","key":"Control+A"}`)
		g.must(`{"type":"press_key","key":"Backspace"}`)
		g.shows(`{"type":"evaluate","frameId":"`+frame+`","expression":"return 'is '+document.querySelector('#f').value+'.'"}`, `"is ."`)
		g.must(`{"type":"click","selector":"#b","frameId":"` + frame + `"}`)
		g.shows(`{"type":"extract"}`, "Pressed")
	}},
	{name: "a key in a same-site frame beside a near blocked one", top: `<iframe src="{near}"></iframe><iframe id=m src="{sub}"></iframe>`, mid: `<input id=f aria-label=Inner>`, run: func(g *gate) {
		frame := g.frame("sub.allowed.test")
		g.must(`{"type":"click","selector":"#f","frameId":"` + frame + `"}`)
		g.must(`{"type":"press_key","key":"a"}`)
		g.shows(`{"type":"evaluate","frameId":"`+frame+`","expression":"return document.querySelector('#f').value"}`, `"a"`)
	}},
	{name: "the page around blocked frames", top: `<input id=f aria-label=Field><input type=checkbox id=c aria-label=Box><select id=s aria-label=Choice><option>one<option>two</select><button id=b onclick="this.textContent='Pressed'">Top</button><div style="height:3000px"></div><iframe src="{in}"></iframe><iframe src="{near}"></iframe>`, run: func(g *gate) {
		g.must(`{"type":"type","selector":"#f","text":"typed"}`)
		g.must(`{"type":"press_key","key":"x"}`)
		g.must(`{"type":"fill_form","fields":[{"selector":"#f","value":"filled"},{"selector":"#c","value":"true"},{"selector":"#s","value":"two"}]}`)
		g.must(`{"type":"click","selector":"#b"}`)
		g.must(`{"type":"hover","selector":"#b"}`)
		g.must(`{"type":"scroll","direction":"down"}`)
		g.must(`{"type":"screenshot","fullPage":true}`)
		g.must(`{"type":"console"}`)
		g.shows(`{"type":"extract","frames":true}`, "Pressed")
		g.shows(`{"type":"evaluate","expression":"return f.value+c.checked+s.value"}`, "filledtruetwo")
		g.must(`{"type":"reload"}`)
		g.shows(`{"type":"find","query":"top"}`, "Top")
	}},
	{name: "frames without an address of their own", top: `<iframe srcdoc="<p>Dear</p><input id=f aria-label=Letter><button onclick=&quot;this.textContent='Pressed'&quot;>Srcdoc</button>"></iframe><iframe id=k></iframe><iframe id=u></iframe>
<script>k.contentDocument.write("<button onclick=\"this.textContent='Written'\">Blank</button>");k.contentDocument.close();u.src=URL.createObjectURL(new Blob(["<button onclick=\"this.textContent='Blobbed'\">Blob</button>"],{type:"text/html"}))</script>`, run: func(g *gate) {
		for name, then := range map[string]string{"Srcdoc": "Pressed", "Blank": "Written", "Blob": "Blobbed"} {
			g.pressNamed(name)
			g.shows(`{"type":"extract"}`, then)
		}
		g.must(`{"type":"press_key","key":"a"}`)
		list, _ := g.look(map[string]any{"type": "frames", "tabId": g.tab}).Result["frames"].([]any)
		for _, f := range list {
			m := f.(map[string]any)
			if m["blocked"] == true {
				g.Errorf("an allowed frame is told to be blocked: %v", m)
			}
			g.must(`{"type":"evaluate","frameId":"` + m["frameId"].(string) + `","expression":"return document.title"}`)
		}
	}},
	{name: "a blank popup of an allowed page", top: `<button id=go onclick="const w=window.open('about:blank#x');w.document.write('<title>Written</title><p>Popup words<button id=b onclick=&quot;this.textContent=1+1&quot;>In it</button>');w.document.close()">Go</button>`, run: popupWorks("Popup words")},
	{name: "a blob popup of an allowed page", top: `<button id=go onclick="window.open(window.URL.createObjectURL(new Blob(['<p>Popup words<button id=b>In it</button>'],{type:'text/html'})))">Go</button>`, run: blobStays},
	{name: "the console of the page beside blocked frames", top: `<script>console.log("page's own")</script><iframe src="{near}"></iframe><iframe src="{mid}"></iframe>`, mid: `<script>console.log("mid's own")</script>`, run: func(g *gate) {
		g.shows(`{"type":"console"}`, "page's own")
		g.shows(`{"type":"console"}`, "mid's own")
	}},
	{name: "a download of an allowed blank frame", top: `<iframe src="{in}"></iframe><iframe id=k></iframe><button id=b onclick="const d=k.contentDocument,a=d.createElement('a');a.download='mine.txt';a.href='data:text/plain,mine';d.body.append(a);a.click()">Save</button>`, run: func(g *gate) {
		g.must(`{"type":"click","selector":"#b"}`)
		g.shows(`{"type":"downloads","do":"wait"}`, "mine")
	}},
	{name: "a picture beside blocked frames", top: `<div style="background:#0a0;width:300px;height:200px"></div><iframe src="{in}"></iframe>`, run: func(g *gate) {
		url, _ := g.must(`{"type":"screenshot"}`).Result["dataUrl"].(string)
		if n := green(g, url); n < 5000 {
			g.Errorf("the picture has %d points of the page's own", n)
		}
	}},
	{name: "a page whose style is important", top: `<style>*{visibility:visible!important}</style><p>Words</p><iframe src="{in}"></iframe><input id=f aria-label=Field>`, run: func(g *gate) {
		g.must(`{"type":"screenshot"}`)
		g.must(`{"type":"type","selector":"#f","text":"x"}`)
		g.shows(`{"type":"evaluate","expression":"return getComputedStyle(document.querySelector('iframe')).visibility+document.querySelector('iframe').getAttribute('style')"}`, "visiblenull")
	}},
}

func (g *gate) must(action string) e2e.Answer {
	got := g.act(g.tab, action)
	if got.Code != "" {
		g.Errorf("%s: %s: %s", action, got.Code, got.Message)
	}
	return got
}

// shows repeats an action that reads until its answer holds the words.
func (g *gate) shows(action, words string) {
	var got e2e.Answer
	for end := time.Now().Add(4 * time.Second); time.Now().Before(end); {
		got = g.act(g.tab, action)
		if strings.Contains(string(marshal(got.Result))+got.Text, words) {
			return
		}
	}
	g.Errorf("%s: does not show %q: %s %s %.300s", action, words, got.Code, got.Message, got.Text)
}

func (g *gate) pressNamed(name string) {
	for end := time.Now().Add(4 * time.Second); time.Now().Before(end); {
		list, _ := g.act(g.tab, `{"type":"extract"}`).Result["elements"].([]any)
		for _, e := range list {
			m, _ := e.(map[string]any)
			if m["name"] == name {
				g.must(`{"type":"click","uid":"` + m["uid"].(string) + `"}`)
				return
			}
		}
	}
	g.Errorf("no element is called %s", name)
}

// popupWorks opens the page's popup and works in it.
func popupWorks(words string) func(g *gate) {
	return func(g *gate) {
		fx, _ := g.must(`{"type":"click","selector":"#go"}`).Result["effects"].(map[string]any)
		tabs, _ := fx["tabs"].([]any)
		if len(tabs) != 1 {
			g.Fatalf("the click's effects tell no tab: %v", fx)
		}
		id, _ := tabs[0].(map[string]any)["tabId"].(float64)
		g.tab = int(id)
		g.shows(`{"type":"extract"}`, words)
		g.must(`{"type":"click","selector":"#b"}`)
		g.must(`{"type":"evaluate","expression":"return document.title"}`)
	}
}

// blobStays opens a tab of a blob. It comes, the agent is not told of it and cannot touch it,
// and the page that made it goes on working.
func blobStays(g *gate) {
	g.must(`{"type":"click","selector":"#go"}`)
	isBlob := func(p pageTarget) bool { return strings.HasPrefix(p.url, "blob:") }
	for end := time.Now().Add(5 * time.Second); !slices.ContainsFunc(g.targets(), isBlob); {
		if time.Now().After(end) {
			g.Fatalf("the tab of the blob has not come: there is nothing to try: %v", g.targets())
		}
	}
	if rows := string(marshal(g.do(map[string]any{"type": "get_tabs"}).Result)); strings.Contains(rows, "blob:") {
		g.Errorf("the tab of the blob is listed: %s", rows)
	}
	if g.b.Host == e2e.Worker { // elsewhere it has no number
		var id int
		g.b.InWorker(g, `chrome.tabs.query({}).then(l => l.find(t => (t.url || t.pendingUrl).startsWith("blob:")).id)`, &id)
		for _, a := range []string{`{"type":"claim_tab"}`, `{"type":"extract"}`, `{"type":"click","selector":"#b"}`} {
			if got := g.act(id, a); got.Code != "debugger_attach_failed" {
				g.Errorf("the tab of the blob answers %s with %q %s", a, got.Code, got.Message)
			}
		}
	}
	g.must(`{"type":"evaluate","expression":"document.querySelector('#go').textContent='Still here'"}`)
	g.shows(`{"type":"extract"}`, "Still here")
}

// TestGate_Works: what is allowed works beside what is not.
func TestGate_Works(t *testing.T) {
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			if host == e2e.Direct {
				size.LeaveToAll(t, size.OtherHost)
			}
			t.Parallel()
			b := e2e.New(t, e2e.Options{Host: host, Args: []string{"--disable-popup-blocking"}})
			var list []attack
			for _, c := range controls {
				list = append(list, attack{name: c.name, top: c.top, mid: c.mid, in: c.in, run: c.run, still: true})
			}
			g := newGate(t, b, e2e.NewSite(t, pages, "pages"), list)
			b.Block(t, blockedHost, nearHost)
			for n, a := range list {
				t.Run(a.name, func(t *testing.T) {
					g.T = t
					g.run(n)
				})
			}
		})
	}
}
