package agent

import (
	"bufio"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/protocol"
)

// process starts bua serve on a free port and returns its end.
func process(t *testing.T, home app.Home) (stop func() error) {
	t.Helper()
	c := exec.Command(binary, "serve", "--listen", "127.0.0.1:0", "--config-dir", string(home))
	errs, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		lines := bufio.NewScanner(errs)
		for lines.Scan() {
			if strings.Contains(lines.Text(), "try it") {
				close(ready)
			}
		}
		ended <- c.Wait()
	}()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal("bua serve ended at once: ", err)
	case <-time.After(bound):
		t.Fatal("bua serve does not say that it is ready")
	}
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		_ = c.Process.Signal(syscall.SIGTERM)
		select {
		case err := <-ended:
			return err
		case <-time.After(bound):
			_ = c.Process.Kill()
			return <-ended
		}
	}
	t.Cleanup(func() { _ = stop() })
	return stop
}

func answerOK(r protocol.Request) protocol.Response {
	if r.Action.Kind() == protocol.KindGetTabs {
		return protocol.Response{ID: r.ID, Result: protocol.AppendResult(nil, protocol.TabsResult{{TabID: 7, URL: "http://a.b/", Title: "A", Domain: "a.b"}})}
	}
	return protocol.Response{ID: r.ID, Result: protocol.AppendResult(nil, protocol.OK{OK: true})}
}

// TestServe is a person's day: start the backend, pair a browser, let an agent
// act, lose and regain the browser, revoke it, end the backend.
func TestServe(t *testing.T) {
	is := is.New(t)
	home := app.Home(t.TempDir())
	stop := process(t, home)

	// No browser yet: an answer, not a hang.
	out, _, code := command(t, home, "", "act", "--raw", `{"type":"get_tabs"}`)
	is.Equal(code, 1)
	is.True(strings.Contains(out, "bua pair"))

	out, _, code = command(t, home, "", "pair", "--no-wait")
	is.Equal(code, 0)
	field := strings.Fields(out)
	server, oneTime := field[1], field[3]
	e := pair(t, oneTime, server)
	e.do = answerOK
	drop := e.connect(t)

	out, _, code = command(t, home, "", "act", "--raw", `{"type":"get_tabs"}`)
	is.Equal(code, 0)
	is.Equal(out, `[{"tabId":7,"url":"http://a.b/","title":"A","domain":"a.b"}]`+"\n")

	// An agent that comes now uses the same backend.
	s := doors[0].open(t, nil, home)
	is.True(!call(t, s, `{"action":{"type":"click","uid":"e1","tabId":7}}`).IsError)

	// The worker dies; the next call waits until it is back.
	drop()
	for out := ""; !strings.Contains(out, "not connected"); { // a call before the backend notices would be sent into nothing
		out, _, _ = command(t, home, "", "devices")
	}
	done := make(chan bool)
	go func() { done <- call(t, s, `{"action":{"type":"click","uid":"e1","tabId":7}}`).IsError }()
	select {
	case <-done:
		t.Fatal("the call did not wait for the browser")
	case <-time.After(300 * time.Millisecond):
	}
	e.connect(t)
	is.True(!<-done)

	out, _, code = command(t, home, "", "devices")
	is.Equal(code, 0)
	is.True(strings.Contains(out, e.id) && strings.Contains(out, "fake"))
	_, _, code = command(t, home, "", "devices", "revoke", e.id)
	is.Equal(code, 0)
	r := call(t, s, `{"action":{"type":"get_tabs"}}`)
	is.True(r.IsError)
	is.True(strings.Contains(text(r), "bua pair"))

	is.NoErr(stop()) // SIGTERM is a good end: exit code 0
	_, _, code = command(t, home, "", "status")
	is.Equal(code, 3)
}

// TestServe_Remembers: a pairing outlives the backend.
func TestServe_Remembers(t *testing.T) {
	is := is.New(t)
	home := app.Home(t.TempDir())
	stop := process(t, home)
	out, _, _ := command(t, home, "", "pair", "--no-wait")
	field := strings.Fields(out)
	e := pair(t, field[3], field[1])
	is.NoErr(stop())
	process(t, home)
	out, _, code := command(t, home, "", "devices")
	is.Equal(code, 0)
	is.True(strings.Contains(out, e.id))
}

// TestPair_Waits: bua pair ends when the browser is there.
func TestPair_Waits(t *testing.T) {
	is := is.New(t)
	home := app.Home(t.TempDir())
	process(t, home)
	c := exec.Command(binary, "pair", "--config-dir", string(home))
	out, err := c.StdoutPipe()
	is.NoErr(err)
	is.NoErr(c.Start())
	lines := bufio.NewScanner(out)
	var server, oneTime string
	for last := ""; last != "link" && lines.Scan(); {
		if f := strings.Fields(lines.Text()); f[0] == "server" {
			server = f[1]
		} else if f[0] == "code" {
			oneTime = f[1]
		}
		last, _, _ = strings.Cut(lines.Text(), " ")
	}
	e := pair(t, oneTime, server)
	e.do = answerOK
	e.connect(t)
	is.True(lines.Scan())
	is.True(strings.Contains(lines.Text(), e.id))
	is.NoErr(c.Wait())
}
