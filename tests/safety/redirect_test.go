package safety_test

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// through is a way that leads from an allowed site through a blocked one to an
// allowed one again, and counts who comes by.
type through struct {
	site *e2e.Site
	came atomic.Int32
	// hops counts the redirects that were answered.
	hops atomic.Int32
	// ends counts those who came to the end.
	ends atomic.Int32
}

func newThrough(site *e2e.Site) *through {
	w := &through{site: site}
	site.Mux.HandleFunc("/hop", func(rw http.ResponseWriter, r *http.Request) {
		code, _ := strconv.Atoi(r.FormValue("code"))
		defer w.hops.Add(1)
		http.Redirect(rw, r, r.FormValue("to"), code)
	})
	site.Mux.HandleFunc("/through", func(rw http.ResponseWriter, r *http.Request) {
		w.came.Add(1)
		http.Redirect(rw, r, site.On("end.test", "/end"), http.StatusFound)
	})
	site.Mux.HandleFunc("/end", func(rw http.ResponseWriter, _ *http.Request) {
		w.ends.Add(1)
		e2e.HTML(rw, `<title>End</title><h1>End</h1>`)
	})
	site.Mux.HandleFunc("/show", func(rw http.ResponseWriter, r *http.Request) { e2e.HTML(rw, r.FormValue("html")) })
	return w
}

// way is an address on an allowed site that redirects with the status code.
func (w *through) way(code int) string {
	return w.site.On("allowed.test", "/hop?code="+strconv.Itoa(code)+"&to="+url.QueryEscape(w.site.On("blocked.test", "/through")))
}

// page is an allowed page of that HTML, with the way in place of WAY.
func (w *through) page(html string, code int) string {
	html = strings.ReplaceAll(html, "WAY", w.way(code))
	return w.site.On("allowed.test", "/show?html="+url.QueryEscape(html))
}

// TestRedirectThrough leads the agent's actions through a blocked site. It must
// not get one request, for with it go the person's cookies.
func TestRedirectThrough(t *testing.T) {
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			b, site := e2e.New(t, e2e.Options{Host: host}), e2e.NewSite(t, pages, "pages")
			b.Block(t, "blocked.test")
			w := newThrough(site)
			for _, c := range ways {
				t.Run(c.name, func(t *testing.T) {
					if host == e2e.Direct && !c.both {
						size.LeaveToAll(t, size.OtherHost)
					}
					w.try(t, b, c)
				})
			}
		})
	}
}

// way is one kind of action that is led through.
type way struct {
	name string
	// html is the page that the action is done on; "" for an action that brings
	// its own address.
	html string
	act  map[string]any
	// frame says that only a frame of the page was to go there: then the session
	// lives on.
	frame bool
	// late says that the page may go on after the action: then it just stays.
	late bool
	// code is the status of the redirect, 302 if zero: what is asked for hop by hop is
	// judged whatever it is.
	code int
	// both says that the default suite has it on both hosts.
	both bool
}

var ways = func() []way {
	click := map[string]any{"type": "click", "selector": "#b"}
	evaluate := func(script string) map[string]any { return map[string]any{"type": "evaluate", "expression": script} }
	return []way{
		{name: "navigate", act: map[string]any{"type": "navigate"}, both: true},
		{name: "open_tab", act: map[string]any{"type": "open_tab"}, both: true},
		{name: "a form that is posted", html: `<form method=post action="WAY"><button id=b>Send</button></form>`, act: click, code: http.StatusTemporaryRedirect, both: true},
		{name: "a script of the agent's that sends a form", html: `<form action="//blocked.test:PORT/through"><input name=q></form>`, act: evaluate(`document.forms[0].submit()`)},
		{name: "a link", html: `<a id=b href="WAY">Go on</a>`, act: click},
		{name: "a link to the blocked site itself", html: `<a id=b href="//blocked.test:PORT/through">Go on</a>`, act: click},
		{name: "a form that is asked for", html: `<form action="//blocked.test:PORT/through"><input name=q><button id=b>Send</button></form>`, act: click},
		{name: "Enter in a form", html: `<form action="//blocked.test:PORT/through"><input id=b name=q autofocus></form>`, act: map[string]any{"type": "press_key", "key": "Enter", "first": "#b"}},
		{name: "Enter in a form that is posted", html: `<form method=post action="WAY"><input id=b name=q autofocus></form>`, act: map[string]any{"type": "press_key", "key": "Enter", "first": "#b"}},
		{name: "a script of the agent's", html: `<p>x`, act: evaluate(`location="WAY"`)},
		{name: "a script of the agent's that presses", html: `<a id=b href="WAY">Go on</a>`, act: evaluate(`document.querySelector("#b").click()`)},
		{name: "a script of the page's, after a click", html: `<button id=b onclick='location="WAY"'>Go on</button>`, act: click},
		{name: "a script of the page's, when something is typed", html: `<input id=b oninput='location="WAY"'>`, act: map[string]any{"type": "type", "selector": "#b", "text": "x"}},
		{name: "a script of the page's, when it is pointed at", html: `<button id=b onmouseover='location="WAY"'>Go on</button>`, act: map[string]any{"type": "hover", "selector": "#b"}},
		{name: "an option that sends a form", html: `<form action="//blocked.test:PORT/through"><select id=b name=q onchange="form.submit()"><option>a<option>b</select></form>`, act: map[string]any{"type": "select_option", "selector": "#b", "options": []string{"b"}}},
		{name: "a page that refreshes itself", act: map[string]any{"type": "navigate", "url": `<meta http-equiv=refresh content="0;url=WAY">`}, late: true},
		{name: "a page that goes on at once", act: map[string]any{"type": "navigate", "url": `<script>location="WAY"</script>`}},
		{name: "a link into a frame", html: `<iframe name=f src="/end"></iframe><a id=b target=f href="WAY">Go on</a>`, act: click, frame: true},
		{name: "a link into a frame of another site", html: `<iframe name=f src="//end.test:PORT/end"></iframe><a id=b target=f href="WAY">Go on</a>`, act: click, frame: true},
		{name: "a form into a frame", html: `<iframe name=f src="/end"></iframe><form method=post target=f action="WAY"><button id=b>Send</button></form>`, act: click, frame: true},
	}
}()

func (w *through) try(t *testing.T, b *e2e.Product, c way) {
	act, code := map[string]any{}, cmp.Or(c.code, http.StatusFound)
	for k, v := range c.act {
		if s, ok := v.(string); ok {
			v = strings.ReplaceAll(strings.ReplaceAll(s, "PORT", w.site.Port), "WAY", w.way(code))
		}
		act[k] = v
	}
	start := w.site.On("end.test", "/end")
	if c.html != "" {
		start = w.page(strings.ReplaceAll(c.html, "PORT", w.site.Port), code)
	} else if html, ok := act["url"].(string); ok {
		act["url"] = w.page(html, code)
	} else {
		act["url"] = w.way(code)
	}
	w.came.Store(0)
	w.hops.Store(0)
	if act["type"] != "open_tab" {
		act["tabId"] = b.Open(t, start)
		if first, ok := act["first"]; ok {
			b.Get(t, map[string]any{"type": "click", "selector": first, "tabId": act["tabId"]})
			delete(act, "first")
		}
	}
	a := b.Try(t, act)
	goesOn := c.late && a.Code == "" // on a busy machine the action may last as long
	if goesOn {
		w.caught(t, b, act["tabId"], 1)
	}
	if n := w.came.Load(); n != 0 {
		t.Errorf("the blocked site got %d requests", n)
	}
	if a.Code != "domain_blocked" && !goesOn {
		t.Errorf("the action answers %q: %s%s", a.Code, a.Message, a.Text)
	}
	if c.frame {
		b.Get(t, map[string]any{"type": "extract", "tabId": act["tabId"]})
		b.Get(t, map[string]any{"type": "close_tab", "tabId": act["tabId"]})
	}
}

// caught waits until so many redirects have been answered and the browser has
// heard of it: what its page asks the server for afterwards has come.
func (w *through) caught(t *testing.T, b *e2e.Product, tab any, hops int32) {
	t.Helper()
	e2e.Await(t, "the page goes on", func() bool { return w.hops.Load() >= hops })
	for range 3 {
		// The action that runs when the redirect comes may answer for it.
		a := b.Try(t, map[string]any{"type": "evaluate", "expression": `fetch("/end",{cache:"no-store"}).then(r=>r.status)`, "tabId": tab})
		if a.Code == "domain_blocked" {
			return
		}
		if a.Code != "" {
			t.Fatalf("%s: %s", a.Code, a.Message)
		}
	}
}

// TestRedirectOutcome says what becomes of the tab, and of requests that are not
// the agent's.
func TestRedirectOutcome(t *testing.T) { onBoth(t, redirectOutcome) }

func redirectOutcome(t *testing.T, b *e2e.Product, site *e2e.Site, _ int) {
	b.Block(t, "blocked.test")
	w := newThrough(site)
	var turned atomic.Bool
	site.Mux.HandleFunc("/turn", func(rw http.ResponseWriter, r *http.Request) {
		if turned.Load() {
			http.Redirect(rw, r, site.On("blocked.test", "/through"), http.StatusFound)
			return
		}
		e2e.HTML(rw, `<title>Turn</title><script>onunload=()=>{}</script>`) // not kept as it is
	})
	gate := make(chan string)
	var waiting, given atomic.Int32 // requests at the gate, and those that were given up
	site.Mux.HandleFunc("/gate", func(rw http.ResponseWriter, r *http.Request) {
		waiting.Add(1)
		defer waiting.Add(-1)
		select {
		case to := <-gate:
			http.Redirect(rw, r, to, http.StatusFound)
			w.hops.Add(1)
		case <-r.Context().Done():
			given.Add(1)
		}
	})

	t.Run("back to a page that redirects now", func(t *testing.T) {
		tab := b.Open(t, site.On("allowed.test", "/turn"))
		b.Get(t, map[string]any{"type": "navigate", "url": site.On("end.test", "/end"), "tabId": tab})
		turned.Store(true)
		b.Refused(t, "domain_blocked", map[string]any{"type": "back", "tabId": tab})
	})
	t.Run("a reload of a page that redirects now", func(t *testing.T) {
		turned.Store(false)
		tab := b.Open(t, site.On("allowed.test", "/turn"))
		turned.Store(true)
		b.Refused(t, "domain_blocked", map[string]any{"type": "reload", "tabId": tab})
	})
	t.Run("the session ends, and the person goes back to where their tab was", func(t *testing.T) {
		start := w.page(`<title>Start</title><a id=b href="`+site.On("blocked.test", "/through")+`">Go on</a>`, http.StatusFound)
		tab := b.OpenAsPerson(t, start)
		b.Refused(t, "domain_blocked", map[string]any{"type": "click", "selector": "#b", "tabId": tab})
		if end := b.AwaitEnd(t, tab); end.Reason != "domain_blocked" {
			t.Errorf("the session ended with %q", end.Reason)
		}
		b.BackAsPerson(t, tab, site.On("blocked.test", "/through")) // from the browser's error page
		if page := b.Extract(t, tab, nil); page.URL != start {
			t.Errorf("the tab is at %s", page.URL)
		}
	})
	t.Run("a redirect that comes after the action", func(t *testing.T) {
		tab := b.Open(t, site.On("allowed.test", "/show?html="+url.QueryEscape(`<a id=b href="/gate">Go on</a>`)))
		w.hops.Store(0)
		if a := b.Try(t, map[string]any{"type": "click", "selector": "#b", "tabId": tab}); a.Code != "" {
			t.Fatalf("the click answers %s: %s", a.Code, a.Message)
		}
		gate <- site.On("blocked.test", "/through")
		w.caught(t, b, tab, 1)
	})
	t.Run("a script that waits until after the action", func(t *testing.T) {
		tab := b.Open(t, w.page(`<button id=b onclick='setTimeout(()=>location="WAY",300)'>Go on</button>`, http.StatusFound))
		w.hops.Store(0)
		b.Get(t, map[string]any{"type": "click", "selector": "#b", "tabId": tab})
		e2e.Await(t, "the page goes on", func() bool { return w.hops.Load() > 0 })
		b.AwaitBlocked(t, tab, "blocked.test")
	})
	t.Run("a tab that is let go while a request is under way stops", func(t *testing.T) {
		start := site.On("allowed.test", "/show?html="+url.QueryEscape(`<title>Let go</title><a id=b href="/gate">Go on</a>`))
		tab := b.OpenAsPerson(t, start)
		w.hops.Store(0)
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = b.Do(t.Context(), map[string]any{"type": "click", "selector": "#b", "tabId": tab})
		}()
		e2e.Await(t, "the request comes", func() bool { return waiting.Load() > 0 })
		b.Stop(t, tab)
		<-done
		e2e.Await(t, "the request is given up", func() bool { return given.Load() > 0 })
	})
	if n := w.came.Load(); n != 0 {
		t.Errorf("the blocked site got %d requests", n)
	}
	t.Run("the person goes there", func(t *testing.T) {
		tab := b.OpenAsPerson(t, site.On("allowed.test", "/show?html=person"))
		b.Get(t, map[string]any{"type": "press_key", "key": "Shift", "tabId": tab})
		target, err := b.CDP.AwaitTarget(t.Context(), "page", site.On("allowed.test", "/show?html=person"))
		if err != nil {
			t.Fatal(err)
		}
		page, err := b.CDP.Attach(t.Context(), target.TargetID)
		if err != nil {
			t.Fatal(err)
		}
		navigate := func() {
			if err := b.CDP.Send(t.Context(), page, "Page.navigate", map[string]any{"url": w.way(http.StatusFound)}, nil); err != nil {
				t.Fatal(err)
			}
		}
		navigate() // the agent has the tab
		if end := b.AwaitEnd(t, tab); end.Reason != "domain_blocked" {
			t.Errorf("the session ended with %q", end.Reason)
		}
		if n := w.came.Load(); n != 0 {
			t.Errorf("the blocked site got %d requests out of a tab of the agent's", n)
		}
		for end := time.Now().Add(20 * time.Second); w.came.Load() == 0 && time.Now().Before(end); {
			navigate() // the tab is theirs again
		}
		if w.came.Load() == 0 {
			t.Error("the blocked site got no request of the person's")
		}
	})
	t.Run("what was held when bua died", func(t *testing.T) {
		tab := b.Open(t, site.On("allowed.test", "/show?html="+url.QueryEscape(`<a id=b href="/gate">Go on</a>`)))
		w.hops.Store(0)
		w.ends.Store(0)
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = b.Do(t.Context(), map[string]any{"type": "click", "selector": "#b", "tabId": tab})
		}()
		gate <- "/gate" // it is on its way
		b.Kill(t)
		gate <- site.On("end.test", "/end")
		<-done
		e2e.Await(t, "the page loads", func() bool { return w.ends.Load() > 0 })
	})
}
