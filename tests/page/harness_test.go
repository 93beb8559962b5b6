package page_test

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/build/bundle"
	"github.com/zapvol/bua/tests/cdp"
)

//go:embed pages
var pages embed.FS

// engine bundles the engine as the build does.
var engine = sync.OnceValues(func() (string, error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return "", err
	}
	return bundle.Engine(root, os.Getenv("BUA_PLAIN") != "")
})

// shared is one browser for all tests of the package.
var shared struct {
	conn *cdp.Conn
	site *httptest.Server
	left []*tab // of tests that have ended
}

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if _, err := chromium.Find(""); err != nil {
		fmt.Println("SKIP tests/page: " + err.Error())
		return 0
	}
	c, b, err := cdp.Start(context.Background(), chromium.Options{Args: []string{"--window-size=1280,800"}})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer b.Close()
	defer c.Close()
	sub, _ := fs.Sub(pages, "pages")
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServerFS(sub))
	mux.HandleFunc("/naming/{list}", serveNaming)
	mux.HandleFunc("/generated", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(generated(r.URL.Query().Get("kind"))))
	})
	mux.HandleFunc("/sent/{status}", func(w http.ResponseWriter, r *http.Request) {
		status, _ := strconv.Atoi(r.PathValue("status"))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `<!doctype html><title>Sent</title><p>Sent with %d.</p><iframe id=in srcdoc="<p>Inside"></iframe>`, status)
	})
	shared.conn, shared.site = c, httptest.NewServer(mux)
	defer shared.site.Close()
	return m.Run()
}

// tab is one page with the engine in its isolated world.
type tab struct {
	testing.TB
	ctx     context.Context
	session string
	target  string
	world   int
	worlds  int // how many documents were rewritten
	// clean says that nothing of the documents before is left in the window.
	clean bool
}

// open loads a page of tests/page/pages and injects the engine.
func open(t testing.TB, path string) *tab {
	t.Helper()
	p := blank(t)
	p.navigate(path)
	return p
}

// blank takes a tab that an earlier test has left, or makes one: a new one is a new
// process.
func blank(t testing.TB) *tab {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	t.Cleanup(cancel)
	p := &tab{TB: t, ctx: ctx}
	if n := len(shared.left) - 1; n >= 0 {
		*p = *shared.left[n]
		p.TB, p.ctx = t, ctx
		shared.left = shared.left[:n]
		p.send("Page.bringToFront", nil, nil) // a tab behind another draws nothing
	} else {
		var err error
		if p.session, p.target, err = shared.conn.NewPage(ctx, "about:blank"); err != nil {
			t.Fatal(err)
		}
		p.send("Page.enable", nil, nil)
		p.send("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil)
	}
	t.Cleanup(func() {
		if t.Failed() {
			_ = shared.conn.CloseTarget(context.Background(), p.target)
			return
		}
		shared.left = append(shared.left, p)
	})
	p.send("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": false}, nil)
	return p
}

// html shows a document made of body and injects the engine. A window in which scripts ran or
// somebody pressed is left for another one.
func html(t testing.TB, body string) *tab {
	t.Helper()
	return blank(t).show(body)
}

func (p *tab) show(body string) *tab {
	p.Helper()
	if !p.clean {
		p.load("/blank.html")
	}
	p.rewrite("<!doctype html><meta charset=utf-8><title>test</title><body>" + body)
	p.clean = !strings.Contains(body, "<script")
	return p
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func (p *tab) send(method string, params, out any) {
	p.Helper()
	if err := shared.conn.Send(p.ctx, p.session, method, params, out); err != nil {
		p.Fatal(err)
	}
}

// navigate loads a page and injects the engine.
func (p *tab) navigate(path string) {
	p.Helper()
	p.load(path)
	p.inject()
}

func (p *tab) load(path string) {
	p.Helper()
	loaded := make(chan struct{}, 4)
	off := shared.conn.On(func(e cdp.Event) {
		if e.Session == p.session && e.Method == "Page.loadEventFired" {
			loaded <- struct{}{}
		}
	})
	defer off()
	url := path
	if strings.HasPrefix(path, "/") {
		url = shared.site.URL + path
	}
	p.clean = false
	p.send("Page.navigate", map[string]any{"url": url}, nil)
	select {
	case <-loaded:
	case <-p.ctx.Done():
		p.Fatal("the page did not load: " + path)
	}
}

// rewrite replaces the document in its window, with an engine of its own: a navigation
// costs three times what all the rest of a reading does.
func (p *tab) rewrite(html string) {
	p.Helper()
	p.evaluate("document.open();document.write("+quote(html)+");document.close()", nil)
	p.worlds++
	p.injectInto("bua " + strconv.Itoa(p.worlds))
}

// inject puts the engine into an isolated world named bua, as the core does.
func (p *tab) inject() {
	p.Helper()
	p.injectInto("bua")
}

func (p *tab) injectInto(name string) {
	p.Helper()
	p.world = p.isolate(name)
	src, err := engine()
	if err != nil {
		p.Fatal(err)
	}
	p.isolated(src, nil)
}

// isolate makes an isolated world in the page.
func (p *tab) isolate(name string) int {
	p.Helper()
	var tree struct {
		FrameTree struct {
			Frame struct{ ID string }
		}
	}
	p.send("Page.getFrameTree", nil, &tree)
	var world struct{ ExecutionContextID int }
	p.send("Page.createIsolatedWorld", map[string]any{"frameId": tree.FrameTree.Frame.ID, "worldName": name}, &world)
	return world.ExecutionContextID
}

type evaluated struct {
	Result struct {
		Value    json.RawMessage
		ObjectID string
	}
	ExceptionDetails *struct {
		Text      string
		Exception struct{ Description string }
	}
}

// isolated evaluates in the engine's world.
func (p *tab) isolated(expression string, out any) {
	p.Helper()
	var r evaluated
	p.send("Runtime.evaluate", map[string]any{"expression": expression, "contextId": p.world, "returnByValue": true, "awaitPromise": true}, &r)
	p.decode(r, out)
}

// page evaluates in the page's own world. What it may leave in the window makes that unclean.
func (p *tab) page(expression string, out any) {
	p.Helper()
	p.clean = p.clean && !strings.Contains(expression, "=") && !strings.Contains(expression, "history")
	p.evaluate(expression, out)
}

func (p *tab) evaluate(expression string, out any) {
	p.Helper()
	var r evaluated
	p.send("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	p.decode(r, out)
}

func (p *tab) decode(r evaluated, out any) {
	p.Helper()
	if e := r.ExceptionDetails; e != nil {
		p.Fatal(e.Text + " " + e.Exception.Description)
	}
	if out == nil || len(r.Result.Value) == 0 {
		return
	}
	if err := json.Unmarshal(r.Result.Value, out); err != nil {
		p.Fatal(err)
	}
}

type args = map[string]any

type element struct {
	UID, Role, Name, Value, Frame, Href string
	Visible                             bool
	State, Options                      []string
	Level, Length                       int
}

// answer is the union of what the operations return.
type answer struct {
	URL, Title, Text, Markdown, Snapshot, Truncated string
	Elements                                        []element
	Omitted, Next                                   int
	CaptchaFrame, Password, OTP, Challenge          bool
	Status, Size                                    int
	Peripheral, Passwords, Dialog                   []string
	Changes                                         *struct {
		Added, Changed, Removed []string
		Content                 string
	}
	X, Y             float64
	Role, Name, Kind string
	Value, Filled    string
	Differs          bool
	Type             string
	Scrolled, Saw    string
	More, Tells      bool
	DOM              int
	Focus, Unsettled string
	Missed, Lost     bool
	Heard            bool
	Link             string
	Hosts            int
	Small, Yes       bool
	Width, Height    int
}

type failure struct{ Code, Message string }

// try calls one operation and returns its answer or its error.
func (p *tab) try(op string, a args) (answer, *failure) {
	p.Helper()
	var raw string
	in, _ := json.Marshal(a)
	if a == nil {
		in = []byte("null")
	}
	p.isolated("__bua("+quote(op)+","+string(in)+")", &raw)
	var out struct {
		OK    *answer
		Error *failure
	}
	if err := json.Unmarshal([]byte(raw), &out); err != nil {
		p.Fatal(op, raw, err)
	}
	if out.Error != nil {
		return answer{}, out.Error
	}
	return *out.OK, nil
}

// do calls one operation that must succeed.
func (p *tab) do(op string, a args) answer {
	p.Helper()
	out, err := p.try(op, a)
	if err != nil {
		p.Fatalf("%s: %s: %s", op, err.Code, err.Message)
	}
	return out
}

// fails calls one operation that must fail with the code and returns the message.
func (p *tab) fails(op string, a args, code string) string {
	p.Helper()
	out, err := p.try(op, a)
	if err == nil {
		p.Fatalf("%s succeeded, want %s: %+v", op, code, out)
	}
	if err.Code != code {
		p.Fatalf("%s: %s: %s, want %s", op, err.Code, err.Message, code)
	}
	return err.Message
}

func (p *tab) extract(more args) answer {
	p.Helper()
	a := args{"base": 0, "cap": 200}
	for k, v := range more {
		a[k] = v
	}
	return p.do("extract", a)
}

// named returns the first element with the name.
func (a answer) named(t testing.TB, name string) element {
	t.Helper()
	for _, e := range a.Elements {
		if e.Name == name {
			return e
		}
	}
	t.Fatalf("no element named %q in %+v", name, a.Elements)
	return element{}
}

// press clicks at a point with trusted input.
func (p *tab) press(x, y float64) {
	p.Helper()
	p.clean = false
	for _, typ := range []string{"mousePressed", "mouseReleased"} {
		p.send("Input.dispatchMouseEvent", map[string]any{"type": typ, "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
	}
}

// The engine travels into every document that an agent works in.
func TestSize(t *testing.T) {
	src, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	// With the library that hashes files (4.4 KB) and the generated door.
	const most = 192 << 10
	t.Logf("the engine is %d bytes", len(src))
	if len(src) > most {
		t.Errorf("the engine is %d bytes, at most %d are allowed", len(src), most)
	}
}
