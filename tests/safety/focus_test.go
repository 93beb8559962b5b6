package safety_test

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/e2e"
)

// TestFocusStays opens, clicks, types and photographs in tabs of the agent's
// own window, on a display with a window manager, while a person's window has
// the focus. The window manager counts how often the active window changed.
func TestFocusStays(t *testing.T) {
	e2e.Display(t)
	b := e2e.New(t, e2e.Options{Window: true})
	site := e2e.NewSite(t, pages, "pages")
	changes := watch(t)
	work(t, b, site)
	if got := changes(); len(got) > 0 {
		t.Errorf("the active window changed %d times: %v", len(got), got)
	}
}

// TestFocusStays_Direct does the same over the browser's DevTools socket, where
// the agent's tabs stand in the browser's one window, while the window of
// another program has the focus.
func TestFocusStays_Direct(t *testing.T) {
	e2e.Display(t)
	b := e2e.New(t, e2e.Options{Host: e2e.Direct, Window: true})
	site := e2e.NewSite(t, pages, "pages")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	mine := active(t)
	other, err := chromium.Launch(ctx, chromium.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	for active(t) == mine || active(t) == "" {
		if time.Sleep(50 * time.Millisecond); ctx.Err() != nil {
			t.Fatal("the other program's window did not become active")
		}
	}
	changes := watch(t)
	work(t, b, site)
	if got := changes(); len(got) > 0 {
		t.Errorf("the active window changed %d times: %v", len(got), got)
	}
}

// work is what an agent does in tabs of its own.
func work(t *testing.T, b *e2e.Product, site *e2e.Site) {
	t.Helper()
	for range trials(200) {
		tab := b.Open(t, site.URL("/allowed.html"))
		b.Get(t, map[string]any{"type": "click", "selector": "#b", "tabId": tab})
		b.Extract(t, tab, nil)
		b.Get(t, map[string]any{"type": "press_key", "key": "Tab", "tabId": tab})
		b.Get(t, map[string]any{"type": "screenshot", "tabId": tab})
		b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
	}
}

// active returns the active window, "" while there is none.
func active(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("xprop", "-root", "_NET_ACTIVE_WINDOW").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, id, _ := strings.Cut(strings.TrimSpace(string(out)), "# ")
	if id == "0x0" {
		return ""
	}
	return id
}

// watch follows the active window; the returned function says how it changed
// after the first window had become active.
func watch(t *testing.T) func() []string {
	t.Helper()
	c := exec.Command("xprop", "-root", "-spy", "_NET_ACTIVE_WINDOW")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	e2e.Begin(t, c)
	var mu sync.Mutex
	var seen []string
	active := make(chan struct{})
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			mu.Lock()
			if !strings.Contains(s.Text(), "0x0") && strings.Contains(s.Text(), "0x") || len(seen) > 0 {
				if seen = append(seen, s.Text()); len(seen) == 1 {
					close(active)
				}
			}
			mu.Unlock()
		}
	}()
	select {
	case <-active:
	case <-time.After(20 * time.Second):
		t.Fatal("no window became active")
	}
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		for _, s := range seen {
			if s != seen[0] {
				return append([]string{fmt.Sprint("first ", seen[0])}, seen[1:]...)
			}
		}
		return nil
	}
}
