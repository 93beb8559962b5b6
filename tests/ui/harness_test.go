package ui

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/build/bundle"
	"github.com/zapvol/bua/tests/cdp"
)

const root = "../.."

// shared is one browser for all stories, and one tab.
var shared struct {
	cdp     *cdp.Conn
	session string
	// dir is where the stories are bundled to.
	dir string
}

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	if _, err := chromium.Find(""); err != nil {
		fmt.Println("SKIP tests/ui: " + err.Error())
		return 0
	}
	if _, err := os.Stat(filepath.Join(root, "node_modules")); err != nil {
		fmt.Println("SKIP tests/ui: no node_modules: run `go run ./build ui` first")
		return 0
	}
	dir, err := os.MkdirTemp("", "bua-stories-")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	abs, err := filepath.Abs(root)
	if err == nil {
		err = bundle.Stories(abs, dir)
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	c, b, err := cdp.Start(context.Background(), chromium.Options{})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer b.Close()
	defer c.Close()
	shared.cdp, shared.dir = c, dir
	return m.Run()
}

// page is a tab that shows stories, one after another.
type page struct {
	tb      testing.TB
	conn    *cdp.Conn
	session string
}

// newPage has it show nothing yet.
func newPage(tb testing.TB) *page {
	tb.Helper()
	p := &page{tb, shared.cdp, shared.session}
	if p.session != "" {
		p.send("Page.navigate", map[string]any{"url": "about:blank"}, nil)
		p.send("Emulation.clearDeviceMetricsOverride", nil, nil)
		p.await(`location.href === "about:blank" && document.readyState === "complete"`)
		return p
	}
	var err error
	if p.session, _, err = shared.cdp.NewPage(tb.Context(), "about:blank"); err != nil {
		tb.Fatal(err)
	}
	shared.session = p.session
	p.send("Page.enable", nil, nil)
	// A change of the theme would otherwise be measured half-way.
	p.send("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-reduced-motion", "value": "reduce"}}}, nil)
	return p
}

// in is the same tab for a subtest.
func (p *page) in(tb testing.TB) *page { return &page{tb, p.conn, p.session} }

// run runs a script whose value does not matter.
func (p *page) run(script string) { p.tb.Helper(); p.eval(script+"\n;0", nil) }

func (p *page) send(method string, params, out any) {
	p.tb.Helper()
	ctx, cancel := context.WithTimeout(p.tb.Context(), 30*time.Second)
	defer cancel()
	if err := p.conn.Send(ctx, p.session, method, params, out); err != nil {
		p.tb.Fatalf("%s: %v", method, err)
	}
}

func (p *page) eval(expression string, out any) {
	p.tb.Helper()
	ctx, cancel := context.WithTimeout(p.tb.Context(), 30*time.Second)
	defer cancel()
	if err := p.conn.Eval(ctx, p.session, expression, out); err != nil {
		p.tb.Fatalf("%s: %v", expression, err)
	}
}

// pause sleeps before one more look at what is waited for: the longer that takes, the
// longer.
func pause(looks int) { time.Sleep(min(20+10*time.Duration(looks), 100) * time.Millisecond) }

// shows reports whether an expression is true now. It is not while the document is about
// to be replaced by another one, which the browser then says instead of an answer.
func (p *page) shows(expression string) (is bool) {
	p.tb.Helper()
	ctx, cancel := context.WithTimeout(p.tb.Context(), 30*time.Second)
	defer cancel()
	if err := p.conn.Eval(ctx, p.session, "Promise.resolve("+expression+").then(v => !!v)", &is); err != nil && !cdp.Leaving(err) {
		p.tb.Fatalf("%s: %v", expression, err)
	}
	return is
}

// patience is how long something is awaited that a green test sees in a moment. 20 s were
// too short for a run of the agent on a machine whose processors others kept busy.
const patience = time.Minute

// await waits until an expression is true.
func (p *page) await(expression string) {
	p.tb.Helper()
	end := time.Now().Add(patience)
	for n := 0; ; n++ {
		if p.shows(expression) {
			return
		}
		if time.Now().After(end) {
			var text string
			p.eval("document.body.innerText", &text)
			p.tb.Fatalf("%s did not become true; the page says:\n%s", expression, text)
		}
		pause(n)
	}
}

// story is one fixture of one page.
type story struct{ page, name string }

func (s story) String() string { return s.page + "/" + s.name }

// stories lists all there are.
func (p *page) stories() (all []story) {
	p.tb.Helper()
	p.open(url.Values{})
	var list map[string][]string
	p.eval("window.stories", &list)
	for _, of := range []string{"popup", "options", "sidepanel"} {
		for _, name := range list[of] {
			all = append(all, story{of, name})
		}
	}
	if len(all) < 30 {
		p.tb.Fatalf("only %d stories: %v", len(all), all)
	}
	return all
}

// open shows what the query says, and waits until it is drawn.
func (p *page) open(q url.Values) {
	p.tb.Helper()
	p.send("Page.navigate", map[string]any{"url": "file://" + shared.dir + "/index.html?" + q.Encode()}, nil)
	p.drawn(q)
}

// show is open without a navigation, which costs more than the drawing: the document that
// is there runs its script again.
func (p *page) show(q url.Values) {
	p.tb.Helper()
	p.run(fmt.Sprintf(`leave(); history.replaceState(null, "", %q); delete document.documentElement.dataset.ready;
		document.body.append(Object.assign(document.createElement("script"), {src: "stories.js"}))`, search(q)))
	p.drawn(q)
}

// drawn waits until what the query says is drawn.
func (p *page) drawn(q url.Values) {
	p.tb.Helper()
	p.await(fmt.Sprintf(`location.search === %q && document.readyState === "complete" && "ready" in document.documentElement.dataset`, search(q)))
	p.eval("new Promise(f => requestAnimationFrame(() => setTimeout(f)))", nil)
}

// hostOf is the host of an address, as the pages show it.
func hostOf(address string) string {
	u, _ := url.Parse(address)
	return u.Host
}

// beside has a page in front of the person, about which the panel is then.
func (p *page) beside(url string) {
	p.tb.Helper()
	p.eval(`chrome.tabs.create({url: "`+url+`", active: true}).then(t => { window.beside = t.id })`, nil)
	p.says("On " + hostOf(url))
}

// task gives a task in the panel.
func (p *page) task(text string) {
	p.tb.Helper()
	p.write(".composer textarea", text)
	p.press("[data-start]")
}

// asks gives the task of the till, and waits until the run asks.
func (p *page) asks(url string) {
	p.tb.Helper()
	p.beside(url)
	p.task("Show me my order.")
	p.says("Pay or order: press “Place order”")
}

func search(q url.Values) string {
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

func (s story) query(more ...string) url.Values {
	q := url.Values{"page": {s.page}, "story": {s.name}}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return q
}

// size makes the viewport that large, at a zoom.
func (p *page) size(width, height int, zoom float64) {
	p.tb.Helper()
	p.send("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": zoom, "mobile": false}, nil)
}
