package debugger_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/cdp"
)

var browser struct {
	once sync.Once
	b    *chromium.Browser
	conn *cdp.Conn
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if browser.b != nil {
		browser.conn.Close()
		browser.b.Close()
	}
	os.Exit(code)
}

// open starts the shared browser.
func open(t testing.TB) *cdp.Conn {
	t.Helper()
	if _, err := chromium.Find(""); err != nil {
		t.Skip("no Chromium to drive: ", err)
	}
	browser.once.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if browser.b, browser.err = chromium.Launch(ctx, chromium.Options{Headless: true, Debug: true}); browser.err != nil {
			return
		}
		browser.conn, browser.err = cdp.Dial(ctx, browser.b.DevTools)
	})
	if browser.err != nil {
		t.Fatal(browser.err)
	}
	return browser.conn
}

// policy is a guard that refuses URLs with one of the parts.
type policy struct {
	coretest.Guard
	mu     sync.Mutex
	refuse []string
}

func (p *policy) Allow(url string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, part := range p.refuse {
		if strings.Contains(url, part) {
			return protocol.NewError(protocol.CodeDomainBlocked, "this domain is on the blocklist")
		}
	}
	return nil
}

func (p *policy) Touch(url string) error          { return p.Allow(url) }
func (p *policy) Granted(url string) bool         { return p.Allow(url) == nil }
func (p *policy) Follow(url string, _ bool) error { return p.Allow(url) }

// bench is one tab with what drives it and what serves it.
type bench struct {
	*is.I
	t     testing.TB
	ctx   context.Context
	conn  *cdp.Conn
	cdp   *adapter
	d     *debugger.Debugger
	guard *policy
	url   string
	base  int

	target  string
	witness string // a second session to the same tab, for the test's own eyes
}

const tab = 7

// newBench opens a tab on about:blank and serves pages; "/" holds html.
func newBench(t testing.TB, pages map[string]http.HandlerFunc) *bench {
	t.Helper()
	b := &bench{I: is.New(t), t: t, conn: open(t), guard: &policy{}}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	b.ctx = ctx
	mux := http.NewServeMux()
	for path, h := range pages {
		mux.HandleFunc(path, h)
	}
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	b.url = srv.URL
	var err error
	b.witness, b.target, err = b.conn.NewPage(ctx, "about:blank")
	b.NoErr(err)
	t.Cleanup(func() { _ = b.conn.CloseTarget(context.Background(), b.target) })
	b.restart()
	return b
}

// restart puts a new debugger in place, as a restarted worker does; the
// attachment lives on.
func (b *bench) restart() {
	a := newAdapter(b.conn)
	if b.cdp != nil {
		b.cdp.mu.Lock()
		for tab, s := range b.cdp.session {
			a.session[tab], a.tabs[s] = s, tab
		}
		b.cdp.session, b.cdp.tabs = map[int]string{}, map[string]int{}
		b.cdp.mu.Unlock()
	}
	a.targets[tab] = b.target
	b.cdp = a
	source, err := engine()
	b.NoErr(err)
	b.d = debugger.New(a, clock{}, func() string { return source }, nil)
	a.to = b.d
}

// html serves a page whose script has counters in window.seen.
func html(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!doctype html><title>` + strings.Trim(r.URL.Path, "/") + `</title><script>
const seen=[];
for(const k of ["mousedown","mouseup","click","mousemove","keydown","keypress","keyup","input","scroll"])
 addEventListener(k,e=>{seen.push({kind:k,trusted:e.isTrusted,on:e.target.id||"",key:e.key||"",data:e.data||"",mods:[e.ctrlKey&&"C",e.shiftKey&&"S",e.altKey&&"A",e.metaKey&&"M"].filter(Boolean).join("")})},true);
</script><body>` + body))
	}
}

// run performs an action and returns its result.
func (b *bench) run(a protocol.Action) (protocol.Result, error) {
	res, next, err := b.d.Run(b.ctx, tab, b.base, a, b.guard)
	b.base = next
	return res, err
}

// ok performs an action that must succeed and returns its effects.
func (b *bench) ok(a protocol.Action) *protocol.Effects {
	b.t.Helper()
	res, err := b.run(a)
	b.NoErr(err)
	done, is := res.(protocol.OK)
	b.True(is && done.OK)
	return done.Effects
}

// refused performs an action that must fail and returns its message.
func (b *bench) refused(a protocol.Action, code protocol.Code) string {
	b.t.Helper()
	res, err := b.run(a)
	if err == nil {
		b.t.Fatalf("%s succeeded: %+v, want %s", a.Kind(), res, code)
	}
	if protocol.CodeOf(err) != code {
		b.t.Fatalf("%s: %v, want %s", a.Kind(), err, code)
	}
	return err.Error()
}

// goTo navigates to a served path.
func (b *bench) goTo(path string) *protocol.Effects {
	b.t.Helper()
	return b.ok(protocol.Navigate{URL: b.url + path})
}

type seenEvent struct {
	Kind, On, Key, Data, Mods string
	Trusted                   bool
}

// seen returns what the page counted, through the test's own session.
func (b *bench) seen(kinds ...string) []seenEvent {
	b.t.Helper()
	var all, out []seenEvent
	b.NoErr(b.conn.Eval(b.ctx, b.witness, "seen", &all))
	for _, e := range all {
		for _, k := range kinds {
			if e.Kind == k {
				out = append(out, e)
			}
		}
	}
	return out
}

// eval evaluates in the page, through the test's own session.
func (b *bench) eval(expression string) string {
	b.t.Helper()
	var out any
	b.NoErr(b.conn.Eval(b.ctx, b.witness, expression, &out))
	data, _ := json.Marshal(out)
	return string(data)
}

// child returns the session of a frame in another process whose URL ends so.
func (b *bench) child(path string) string {
	b.cdp.mu.Lock()
	sessions := make([]string, 0, len(b.cdp.tabs))
	for s := range b.cdp.tabs {
		sessions = append(sessions, s)
	}
	b.cdp.mu.Unlock()
	for _, s := range sessions {
		var url string
		if b.conn.Eval(b.ctx, s, "location.pathname", &url) == nil && url == path {
			return s
		}
	}
	return ""
}

// evalIn evaluates in a frame in another process.
func (b *bench) evalIn(path, expression string) string {
	b.t.Helper()
	var out any
	b.NoErr(b.conn.Eval(b.ctx, b.child(path), expression, &out))
	data, _ := json.Marshal(out)
	return string(data)
}

// await blocks until cond holds.
func (b *bench) await(what string, cond func() bool) {
	b.t.Helper()
	for !cond() {
		if b.ctx.Err() != nil {
			b.t.Fatal("waited for ", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
