package debugger_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

func TestNavigate(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{
		"/":      html("one"),
		"/two":   html("two"),
		"/jump":  html(`<script>location.replace("/two")</script>`),
		"/moved": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/two", http.StatusFound) },
		"/private": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", "Basic")
			w.WriteHeader(http.StatusUnauthorized)
		},
		"/nothing": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"/file": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", "attachment; filename=a.txt")
			_, _ = w.Write([]byte("hi"))
		},
		"/unload": html(`<button id=b>go</button><script>addEventListener("beforeunload",e=>{e.preventDefault();e.returnValue="x"})</script>`),
	})
	fx := b.goTo("/")
	b.Equal(*fx.Navigated, protocol.Navigated{URL: b.url + "/"})
	b.Equal(fx.Unsettled, "")
	b.Equal(b.goTo("/#there").Navigated.URL, b.url+"/#there")
	b.Equal(b.goTo("/moved").Navigated.URL, b.url+"/two")
	b.Equal(b.goTo("/jump").Navigated.URL, b.url+"/two") // the page's own redirect is followed
	b.Equal(b.d.URL(tab), b.url+"/two")
	b.Equal(b.goTo("/file").Downloads, []string{"a.txt"})
	b.refused(protocol.Navigate{URL: b.url + "/nothing"}, protocol.CodeInternal)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	b.NoErr(err)
	b.NoErr(l.Close())
	msg := b.refused(protocol.Navigate{URL: "http://" + l.Addr().String() + "/"}, protocol.CodeInternal)
	b.True(strings.Contains(msg, "net::ERR_"))
	msg = b.refused(protocol.Navigate{URL: b.url + "/private"}, protocol.CodeInternal)
	b.True(strings.Contains(msg, "ask the person to log in there"))
	msg = b.refused(protocol.Navigate{URL: "http://no.such.invalid/"}, protocol.CodeInvalidAction)
	b.True(strings.Contains(msg, "NAME_NOT_RESOLVED"))
	b.goTo("/unload")
	b.ok(protocol.Click{Target: sel("#b")}) // the page may now object
	msg = b.refused(protocol.Navigate{URL: b.url + "/two"}, protocol.CodeDialogOpen)
	b.True(strings.Contains(msg, "beforeunload"))
	left, err := b.run(protocol.Dialog{Do: protocol.AnswerAccept})
	b.NoErr(err)
	b.Equal(left.(protocol.DialogResult).Effects.Navigated.URL, b.url+"/two")
	b.refused(protocol.Navigate{URL: "http://x:y:z/"}, protocol.CodeInvalidAction)
}

func TestGuard(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{
		"/":       html(`<a id=l href=/secret>go</a><button id=b onclick="location='/secret'">b</button>`),
		"/hop":    func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/secret", http.StatusFound) },
		"/secret": html(`<button id=b>hidden marker</button>`),
	})
	b.guard.refuse = []string{"/secret"}
	for name, a := range map[string]protocol.Action{
		"a link":           protocol.Click{Target: sel("#l")},
		"a script's doing": protocol.Click{Target: sel("#b")},
		"an evaluate":      protocol.Evaluate{Expression: "location='/secret'"},
		"a redirect":       protocol.Navigate{URL: b.url + "/hop"},
		"a navigate":       protocol.Navigate{URL: b.url + "/secret"},
	} {
		t.Run(name, func(t *testing.T) {
			b.goTo("/")
			b.refused(a, protocol.CodeDomainBlocked)
		})
	}
	// However it came there: nothing is done or read in a blocked page.
	b.guard.refuse = nil
	b.goTo("/secret")
	b.guard.refuse = []string{"/secret"}
	for _, a := range []protocol.Action{protocol.Extract{}, protocol.Click{Target: sel("#b")}, protocol.Screenshot{}, protocol.PressKey{Key: "a"}, protocol.Evaluate{Expression: "return 1"}} {
		b.refused(a, protocol.CodeDomainBlocked)
	}
	b.Equal(len(b.seen("mousedown", "keydown")), 0)
}

func TestDialog(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html(`<button id=a onclick="alert('hi')">a</button><button id=c onclick="r.textContent=confirm('sure?')">c</button><p id=r></p>`)})
	b.goTo("/")
	start := time.Now()
	fx := b.ok(protocol.Click{Target: sel("#c")})
	b.True(time.Since(start) < 5*time.Second)
	b.Equal(fx.Dialog.ID+" "+fx.Dialog.Type+" "+fx.Dialog.Message, "d-1 confirm sure?")
	for _, a := range []protocol.Action{protocol.Click{Target: sel("#a")}, protocol.Screenshot{}} {
		start := time.Now()
		msg := b.refused(a, protocol.CodeDialogOpen)
		b.True(strings.Contains(msg, `confirm`) && strings.Contains(msg, `"sure?"`))
		b.True(time.Since(start) < 5*time.Second) // not at its limit
	}
	b.Equal(string(b.evaluate("return 5").Value), "5") // closes it by policy
	b.Equal(b.eval("r.textContent"), `"false"`)
	b.ok(protocol.Click{Target: sel("#a")})
	b.goTo("/") // so does navigate
}

func TestCrash(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html(`<p id=p>x</p>`)})
	b.goTo("/")
	go func() {
		time.Sleep(300 * time.Millisecond)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = b.conn.Send(ctx, b.witness, "Page.crash", nil, nil)
	}()
	start := time.Now()
	msg := b.refused(protocol.WaitFor{Target: sel("#never"), TimeoutMS: 20000}, protocol.CodeInternal)
	b.True(strings.Contains(msg, "crashed"))
	b.True(time.Since(start) < 5*time.Second)
	b.refused(protocol.Extract{}, protocol.CodeInternal)
	b.goTo("/")
	_, err := b.run(protocol.Extract{})
	b.NoErr(err)
}

func TestPageMadeDetach(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html(`<button id=b>go</button>`)})
	b.goTo("/")
	b.ok(protocol.Click{Target: sel("#b")})
	b.NoErr(b.cdp.Detach(b.ctx, tab))
	b.d.Detached(tab, "target_closed")
	b.ok(protocol.Click{Target: sel("#b")}) // attaches again
	for range 4 {
		b.NoErr(b.cdp.Detach(b.ctx, tab))
		b.d.Detached(tab, "target_closed")
		_, _ = b.run(protocol.Click{Target: sel("#b")})
	}
	b.refused(protocol.Click{Target: sel("#b")}, protocol.CodeDebuggerAttachFailed)
}

func TestClosedTab(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html("")})
	b.goTo("/")
	go func() {
		time.Sleep(300 * time.Millisecond)
		_ = b.conn.CloseTarget(context.Background(), b.target)
		time.Sleep(50 * time.Millisecond)
		b.d.Forget(tab)
	}()
	b.refused(protocol.WaitFor{Target: sel("#never"), TimeoutMS: 20000}, protocol.CodeTabNotFound)
}
