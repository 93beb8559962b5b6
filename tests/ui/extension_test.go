package ui

import (
	"context"
	"embed"
	"fmt"
	"testing"
	"time"

	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

//go:embed pages
var pages embed.FS

const origin = "chrome-extension://ipbjjblpngibdjpdbmhncgfolgnjeonk/"

// extensionPage opens one of the extension's own pages in a tab, where it is
// what it is in its bubble.
func extensionPage(tb testing.TB, conn *cdp.Conn, path string) *page {
	tb.Helper()
	session, target, err := conn.NewPage(tb.Context(), origin+path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = conn.CloseTarget(context.Background(), target) })
	p := &page{tb, conn, session}
	p.await(`document.querySelector("main:not([aria-busy])")`)
	return p
}

// says waits until the page shows a text.
func (p *page) says(text string) {
	p.tb.Helper()
	p.await(fmt.Sprintf("(document.body?.innerText ?? '').replace(/\\s+/g, ' ').includes(%q)", text))
}

// press clicks what a selector finds, as a keyboard or a screen reader would.
func (p *page) press(selector string) {
	p.tb.Helper()
	// Found and pressed at once: a button that is there may be gone by the next question.
	p.await(fmt.Sprintf("(e => e && !e.disabled && !e.closest('[aria-disabled=true]') && (e.click(), true))(document.querySelector(%q))", selector))
}

// reload loads the page anew and waits for the new document. A press right afterwards would
// otherwise go to the old one.
func (p *page) reload() {
	p.tb.Helper()
	p.eval(`globalThis.former = true; setTimeout(() => location.reload()); 0`, nil)
	p.await(`!globalThis.former && document.querySelector("main:not([aria-busy])")`)
}

// pressLast presses what ends the page, which then answers nothing any more.
func (p *page) pressLast(selector string) {
	p.tb.Helper()
	p.ready(selector)
	p.eval(fmt.Sprintf("setTimeout(() => document.querySelector(%q).click(), 100) && 0", selector), nil)
}

func (p *page) ready(selector string) {
	p.tb.Helper()
	p.await(fmt.Sprintf("(e => e && !e.disabled && !e.closest('[aria-disabled=true]'))(document.querySelector(%q))", selector))
}

// write puts a text into a field, as typing does.
func (p *page) write(selector, text string) {
	p.tb.Helper()
	p.await(fmt.Sprintf("document.querySelector(%q)", selector))
	p.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.focus(); e.value = %q; e.dispatchEvent(new InputEvent("input", {bubbles: true})) })()`, selector, text), nil)
}

// worker evaluates in the service worker.
func worker(tb testing.TB, conn *cdp.Conn, expression string, out any) {
	tb.Helper()
	if err := inWorker(tb.Context(), conn, expression, out); err != nil {
		tb.Fatal(err)
	}
}

func inWorker(ctx context.Context, conn *cdp.Conn, expression string, out any) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return conn.Within(ctx, "service_worker", "chrome-extension://", func(session string) error {
		return conn.Eval(ctx, session, expression, out)
	})
}

// badge awaits a text on the toolbar button, also past a worker that is killed
// while it is asked.
func badge(tb testing.TB, conn *cdp.Conn, want string) {
	tb.Helper()
	var got string
	var err error
	for n := range 100 {
		if err = inWorker(tb.Context(), conn, "chrome.action.getBadgeText({})", &got); err == nil && got == want {
			return
		}
		pause(n)
	}
	tb.Fatalf("the badge says %q, not %q: %v", got, want, err)
}

// newProduct is a product whose person has a window: pages that no window shows do not
// paint.
func newProduct(tb testing.TB) (*e2e.Product, *e2e.Site) {
	tb.Helper()
	b := e2e.New(tb, e2e.Options{})
	err := b.CDP.Send(tb.Context(), "", "Target.createTarget", map[string]any{"url": "about:blank", "newWindow": true}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return b, e2e.NewSite(tb, pages, "pages")
}

// spec is one of several in the same browser.
type spec struct {
	name string
	try  func(*testing.T, *e2e.Product, *e2e.Site)
}

// specs tries them in a browser of their own.
func specs(t *testing.T, list []spec) {
	t.Helper()
	b, site := newProduct(t)
	each(t, b, site, list)
}

// each has each begin where the agent has nothing open.
func each(t *testing.T, b *e2e.Product, site *e2e.Site, list []spec) {
	t.Helper()
	for _, s := range list {
		t.Run(s.name, func(t *testing.T) {
			s.try(t, b, site)
			b.StopAll(t)
			b.Resume(t, 0)
		})
	}
}
