package main

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/chaos"
	"github.com/zapvol/bua/tests/e2e"
)

// TestChromium_outlives_a_cut: a real worker whose connection is cut while an
// action runs carries it on, comes back, and its answer reaches the caller.
func TestChromium_outlives_a_cut(t *testing.T) {
	is := is.New(t)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<title>cut</title><script>n = 0</script>"))
	}))
	t.Cleanup(page.Close)
	// The extension dials 127.0.0.1 only, and the backend serves its own port only:
	// so the proxy is there under the same port as the backend on 127.0.0.2.
	p := chaos.New(t, "")
	_, port, err := net.SplitHostPort(p.Addr())
	is.NoErr(err)
	p.Point("127.0.0.2:" + port)
	m, err := app.New(app.Options{Home: app.Home(t.TempDir()), Address: "127.0.0.2:" + port, Log: slog.New(slog.DiscardHandler)})
	is.NoErr(err)
	if err := m.Run(t.Context()); err != nil {
		t.Skip("this system has no second loopback address: ", err)
	}
	t.Cleanup(m.Close)
	code, err := m.Bridge().Pair(app.Local)
	is.NoErr(err)
	dir := filepath.Join(t.TempDir(), "extension")
	is.NoErr(os.CopyFS(dir, os.DirFS(e2e.Extension(t))))
	is.NoErr(app.WriteBootstrap(dir, "ws://"+p.Addr(), code.Code, ""))
	b, err := chromium.Launch(t.Context(), chromium.Options{Extension: dir, Headless: true})
	is.NoErr(err)
	t.Cleanup(b.Close)
	figure := readings(t, m.Bridge())
	e2e.Await(t, "the browser is connected", func() bool { return figure("bua_browsers_connected") == 1 })

	do := func(a protocol.Action) (protocol.Result, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
		defer cancel()
		return m.Do(ctx, protocol.Caller{User: app.Local}, "", a)
	}
	r, err := do(protocol.OpenTab{URL: page.URL})
	is.NoErr(err)
	tab := protocol.OnTab{TabID: r.(protocol.OpenTabResult).TabID}
	for i := range 3 { // each waits longer to come back, and callers wait 15 s
		time.AfterFunc(time.Duration(100+i*300)*time.Millisecond, p.Cut)
		begin := time.Now()
		r, err = do(protocol.Evaluate{Expression: "n++; return new Promise(done => setTimeout(() => done('done ' + n), 900))", OnTab: tab})
		is.NoErr(err)
		is.True(strings.HasPrefix(string(r.(protocol.EvaluateResult).Value), `"done `))
		t.Logf("cut %d ms into an action of 900 ms: answered after %s", 100+i*300, time.Since(begin).Round(time.Millisecond))
		e2e.Await(t, "the browser is back", func() bool { return figure("bua_browsers_connected") == 1 })
	}
	r, err = do(protocol.Evaluate{Expression: "return n", OnTab: tab})
	is.NoErr(err)
	is.Equal(string(r.(protocol.EvaluateResult).Value), "3") // each was carried out once
	is.True(figure("bua_requests_resumed_total") >= 3)
	is.Equal(figure("bua_requests_unknown_total"), 0.0)
}

// readings reads what a bridge tells of itself, by the names of its metrics.
func readings(t *testing.T, b app.Bridge) func(name string) float64 {
	t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(b.Collectors()...)
	return func(name string) float64 {
		t.Helper()
		families, err := registry.Gather()
		is.New(t).NoErr(err)
		for _, f := range families {
			if f.GetName() == name {
				return f.GetMetric()[0].GetGauge().GetValue() + f.GetMetric()[0].GetCounter().GetValue() // a figure is one of them
			}
		}
		t.Fatal("no figure is named " + name)
		return 0
	}
}
