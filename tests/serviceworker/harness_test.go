package serviceworker

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// harness is a Chromium whose extension, with the probe in it, is paired with a peer.
type harness struct {
	*peer
	cdp *cdp.Conn
}

// newHarness starts one and returns it with its first connection. The peer offers
// the further features given.
func newHarness(t testing.TB, offers ...protocol.Feature) (*harness, *wire) {
	t.Helper()
	return newHarnessBeside(t, nil, offers...)
}

// newHarnessBeside is newHarness with other extensions in the same browser, by their
// folders.
func newHarnessBeside(t testing.TB, others []string, offers ...protocol.Feature) (*harness, *wire) {
	t.Helper()
	p := newPeer(t)
	p.offers = offers
	dir := filepath.Join(t.TempDir(), "extension")
	if err := os.CopyFS(dir, os.DirFS(e2e.Extension(t))); err != nil {
		t.Fatal(err)
	}
	bundle := api.Build(api.BuildOptions{EntryPoints: []string{"probe.ts"}, Outfile: filepath.Join(dir, "serviceworker.js"),
		Bundle: true, Write: true, Format: api.FormatIIFE, Target: api.ES2022})
	for _, m := range bundle.Errors {
		t.Fatal(m.Text)
	}
	if err := app.WriteBootstrap(dir, p.url(), p.code, "spec"); err != nil {
		t.Fatal(err)
	}
	conn, _ := cdp.Launch(t, chromium.Options{Extension: strings.Join(append([]string{dir}, others...), ",")})
	return &harness{p, conn}, p.await(t, time.Minute)
}

// worker is an open view into the service worker.
type worker struct {
	*harness
	target, session string
}

func (r *harness) worker(t testing.TB) worker {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	info, err := r.cdp.AwaitTarget(ctx, "service_worker", "serviceworker.js")
	if err != nil {
		t.Fatal(err)
	}
	session, err := r.cdp.Attach(ctx, info.TargetID)
	if err != nil {
		t.Fatal(err)
	}
	w := worker{r, info.TargetID, session}
	off := r.cdp.On(func(e cdp.Event) {
		if e.Session == session && e.Method == "Runtime.consoleAPICalled" {
			t.Logf("console: %.2000s", e.Params) // a death says where
		}
	})
	t.Cleanup(off)
	if err := r.cdp.Send(ctx, session, "Runtime.enable", nil, nil); err != nil {
		t.Fatal(err)
	}
	return w
}

// eval runs JavaScript in the worker.
func (w worker) eval(t testing.TB, out any, format string, args ...any) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := w.cdp.Eval(ctx, w.session, fmt.Sprintf(format, args...), out); err != nil {
		t.Fatal(err)
	}
}

// state is what the probe tells.
type state struct {
	Ready                                bool
	Memory, Deaths, Outstanding, Pending int
}

func (w worker) state(t testing.TB) (s state) {
	t.Helper()
	w.eval(t, &s, "__probe.state()")
	return s
}

// heap returns the bytes of live JavaScript objects.
func (w worker) heap(t testing.TB) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var usage struct{ UsedSize float64 }
	for range 2 { // the second collects what the first finalised
		if err := w.cdp.Send(ctx, w.session, "HeapProfiler.collectGarbage", nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.cdp.Send(ctx, w.session, "Runtime.getHeapUsage", nil, &usage); err != nil {
		t.Fatal(err)
	}
	return int(usage.UsedSize)
}

// kill ends the worker, as Chrome does when it likes.
func (w worker) kill(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := w.cdp.CloseTarget(ctx, w.target); err != nil {
		t.Fatal(err)
	}
}
