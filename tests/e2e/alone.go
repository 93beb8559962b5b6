package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
)

// Alone is the extension in a real Chromium, without any backend: bua's own agent lives in
// the browser.
type Alone struct {
	CDP     *cdp.Conn
	browser *chromium.Browser
	profile string
	// installed is the folder of an extension that was installed, "" for one from the
	// command line; updates is how often that was replaced.
	installed string
	updates   int
}

// NewAlone makes a product for one test.
func NewAlone(tb testing.TB) *Alone {
	tb.Helper()
	a := &Alone{profile: tb.TempDir()}
	a.start(tb)
	return a
}

func (a *Alone) start(tb testing.TB) {
	tb.Helper()
	a.CDP, a.browser = cdp.Launch(tb, chromium.Options{Extension: Extension(tb), UserDataDir: a.profile, Args: []string{resolver}})
}

// EndWorker ends the service worker, as Chrome does when it likes.
func (a *Alone) EndWorker(tb testing.TB) {
	tb.Helper()
	a.end(tb, "service_worker", "serviceworker.js")
}

// EndDocument ends the document that the agent lives in.
func (a *Alone) EndDocument(tb testing.TB) {
	tb.Helper()
	a.end(tb, "background_page", "offscreen/index.html")
}

func (a *Alone) end(tb testing.TB, kind, path string) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 30*time.Second)
	defer cancel()
	target, err := a.CDP.AwaitTarget(ctx, kind, origin+path)
	if err == nil {
		err = a.CDP.CloseTarget(ctx, target.TargetID)
	}
	for there := true; err == nil && there; {
		var list []cdp.TargetInfo
		list, err = a.CDP.Targets(ctx)
		there = false
		for _, x := range list {
			there = there || x.TargetID == target.TargetID
		}
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// Restart ends the browser, and starts it again with the same profile.
func (a *Alone) Restart(tb testing.TB) {
	tb.Helper()
	a.CDP.Close()
	a.browser.Close()
	a.start(tb)
}
