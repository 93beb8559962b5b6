package cdp

import (
	"context"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/chromium"
)

// Start launches a browser without a window, and connects to it.
func Start(ctx context.Context, o chromium.Options) (*Conn, *chromium.Browser, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	o.Headless, o.Debug = true, true
	b, err := chromium.Launch(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	c, err := Dial(ctx, b.DevTools)
	if err != nil {
		b.Close()
		return nil, nil, err
	}
	return c, b, nil
}

// Launch is Start for one test, which ends the browser.
func Launch(tb testing.TB, o chromium.Options) (*Conn, *chromium.Browser) {
	tb.Helper()
	c, b, err := Start(tb.Context(), o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(b.Close)
	tb.Cleanup(c.Close)
	return c, b
}
