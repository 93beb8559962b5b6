package e2e

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/tests/cdpcheck"
)

// newDirect makes a product whose core drives the browser by its DevTools. All that
// it says and hears is compared with cdproto's reading.
func newDirect(tb testing.TB, o Options) *Product {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 2*time.Minute)
	defer cancel()
	b := &Product{Host: Direct, home: tb.TempDir(), blocklist: filepath.Join(tb.TempDir(), "blocklist")}
	b.Block(tb)
	profile := ""
	if o.Strict {
		profile, b.grants = "strict", filepath.Join(tb.TempDir(), "grants")
		b.Grant(tb)
	}
	judge := cdpcheck.New(tb)
	tb.Cleanup(func() { b.Traffic = judge.Close(tb) }) // last of all, so that it has heard all
	browser, err := chromium.Launch(ctx, chromium.Options{Headless: !o.Window, Debug: true, Args: append([]string{resolver}, o.Args...)})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(browser.Close)
	b.Relay = NewRelay(tb, browser.DevTools, judge.Hear)
	endpoint, err := direct.ParseEndpoint(b.Relay.Address)
	if err != nil {
		tb.Fatal(err)
	}
	b.Main = run(ctx, tb, app.Options{
		Home: b.Home(), Log: o.Log, PrivateNetwork: o.network(),
		Direct: &app.Direct{Endpoint: &endpoint, Blocklist: b.blocklist, Bridge: o.Bridge, Profile: profile, Grants: b.grants},
	})
	b.Agent = connect(ctx, tb, b.Main)
	b.Get(tb, `{"type":"get_tabs"}`) // waits until the browser is connected
	b.record(ctx, tb, browser.DevTools)
	return b
}
