package direct_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/e2e"
)

// TestLaunch: bua mcp --launch --host direct brings its own browser, without
// the extension, and an agent works in it.
func TestLaunch(t *testing.T) {
	is := is.New(t)
	blocked := filepath.Join(t.TempDir(), "blocked.txt")
	is.NoErr(os.WriteFile(blocked, []byte("bank.test\n"), 0o600))
	site := e2e.NewSite(t, pages, "pages")
	a := e2e.Stdio(t, "--host", "direct", "--blocklist", blocked)
	tab := a.Open(t, site.URL("/tour.html"))
	p := a.Extract(t, tab, nil)
	is.Equal(p.Title, "Tour")
	a.Get(t, map[string]any{"type": "click", "uid": p.UID(t, "button", "Plain"), "tabId": tab})
	is.Equal(len(site.Await(t, 1, e2e.Type("click", "plain"))), 1)
	a.Refused(t, "domain_blocked", map[string]any{"type": "navigate", "url": "http://bank.test/", "tabId": tab})
}

// TestLaunch_Again: the launched browser ends; the next call starts another,
// in which nothing of the first is known.
func TestLaunch_Again(t *testing.T) {
	is := is.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	m := e2e.Backend(t, app.Options{Private: true, Direct: &app.Direct{}, Launch: &app.Launch{Headless: true}})
	open := func() int {
		r, err := m.Do(ctx, protocol.Caller{User: app.Local}, "", protocol.OpenTab{URL: "about:blank"})
		is.NoErr(err)
		return r.(protocol.OpenTabResult).TabID
	}
	first := open()
	is.NoErr(syscall.Kill(m.Browser().Pid(), syscall.SIGKILL))
	<-m.Browser().Done()
	second := open()
	is.True(second > first)
	_, err := m.Do(ctx, protocol.Caller{User: app.Local}, "", protocol.Extract{OnTab: protocol.OnTab{TabID: first}})
	is.Equal(protocol.CodeOf(err), protocol.CodeTabNotFound)
	is.Equal(len(m.Direct().Sessions()), 1)
}

// TestServe: bua serve --cdp drives a browser that runs, found by its port or by
// its socket in a file, and says nothing of the token in the address.
func TestServe(t *testing.T) {
	is := is.New(t)
	const canary = "CANARY77"
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	browser, err := chromium.Launch(ctx, chromium.Options{Headless: true, Debug: true})
	is.NoErr(err)
	defer browser.Close()
	host := strings.SplitN(strings.TrimPrefix(browser.DevTools, "ws://"), "/", 2)[0]
	file := filepath.Join(t.TempDir(), "address")
	is.NoErr(os.WriteFile(file, []byte(browser.DevTools+"?token="+canary+"\n"), 0o600))
	binary := e2e.Binary(t)
	for _, row := range []struct{ name, cdp string }{
		{"by its port", "http://" + host},
		{"by a file with its socket", "@" + file},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			dir := t.TempDir()
			said := &coretest.Output{}
			serve := exec.Command(binary, "serve", "--cdp", row.cdp, "--listen", "127.0.0.1:0", "--config-dir", dir)
			serve.Stderr = said
			is.NoErr(serve.Start())
			t.Cleanup(func() { _ = serve.Process.Kill(); _ = serve.Wait() })
			run := func(args ...string) []byte {
				t.Helper()
				out, err := exec.Command(binary, append(args, "--config-dir", dir)...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v\n%s\n%s", args, err, out, said)
				}
				return out
			}
			for !strings.Contains(said.String(), "bua listens on") {
				if time.Sleep(20 * time.Millisecond); ctx.Err() != nil {
					t.Fatal("it does not listen: ", said)
				}
			}
			var opened struct{ TabID int }
			is.NoErr(json.Unmarshal(run("act", `{"type":"open_tab","url":"about:blank"}`), &opened))
			is.True(opened.TabID > 0)
			status := string(run("status"))
			is.True(strings.Contains(status, host) && strings.Contains(status, "connected") && strings.Contains(status, "Chrome/"))
			out, err := exec.Command(binary, "pair", "--config-dir", dir).CombinedOutput()
			is.True(err != nil && strings.Contains(string(out), "pairs none"))
			is.NoErr(serve.Process.Signal(syscall.SIGTERM))
			is.NoErr(serve.Wait()) // its tabs are closed with it
			log, err := os.ReadFile(filepath.Join(dir, "direct.json"))
			is.NoErr(err)
			is.True(strings.Contains(string(log), "global_stop"))
			is.True(!strings.Contains(said.String()+status+string(log), canary))
		})
	}
	for _, row := range []struct {
		name, says string
		args       []string
	}{
		{"an address elsewhere without TLS", "wss", []string{"--cdp", "ws://192.0.2.1:9222/x?token=" + canary}},
		{"a file that is not there", "--cdp", []string{"--cdp", "@/nowhere"}},
		{"a blocklist without --cdp", "--cdp", []string{"--blocklist", "x"}},
		{"a blocklist that is not there", "--blocklist", []string{"--cdp", "http://127.0.0.1:1", "--blocklist", "/nowhere"}},
		{"the server mode", "desktop", []string{"--cdp", "http://127.0.0.1:1", "--mode", "server", "--host", "x", "--users", "/dev/null"}},
	} {
		t.Run("refuses "+row.name, func(t *testing.T) {
			is := is.New(t)
			out, err := exec.Command(binary, append([]string{"serve", "--listen", "127.0.0.1:0", "--config-dir", t.TempDir()}, row.args...)...).CombinedOutput()
			is.True(err != nil)
			is.True(strings.Contains(string(out), row.says))
			is.True(!strings.Contains(string(out), canary))
		})
	}
}
