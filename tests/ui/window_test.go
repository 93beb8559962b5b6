package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/zapvol/bua/tests/e2e"
)

// window is a browser with a window on a display of its own, and bua's button on its
// toolbar. What is pressed there is pressed by the pointer of that display.
type window struct {
	*e2e.Product
	screen *e2e.Screen
}

func newWindow(t *testing.T) *window { t.Helper(); return windowWith(t, "") }

// windowWith is one with the extension of a folder, "" for the built one.
func windowWith(t *testing.T, extension string) *window {
	t.Helper()
	s := e2e.Display(t, "xdotool")
	profile := filepath.Join(t.TempDir(), "profile")
	pref, err := json.Marshal(map[string]any{"extensions": map[string]any{"pinned_extensions": []string{"ipbjjblpngibdjpdbmhncgfolgnjeonk"}}})
	if err == nil {
		err = os.MkdirAll(filepath.Join(profile, "Default"), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(profile, "Default", "Preferences"), pref, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &window{e2e.New(t, e2e.Options{Window: true, Profile: profile, Extension: extension}), s}
}

// shows has the person's tab show a page.
func (w *window) shows(t *testing.T, url string) *page {
	t.Helper()
	target, err := w.CDP.AwaitTarget(t.Context(), "page", "about:blank")
	if err != nil {
		t.Fatal(err)
	}
	session, err := w.CDP.Attach(t.Context(), target.TargetID)
	if err != nil {
		t.Fatal(err)
	}
	p := &page{t, w.CDP, session}
	p.send("Page.navigate", map[string]any{"url": url}, nil)
	p.await(fmt.Sprintf(`location.href === %q && document.readyState === "complete"`, url))
	return p
}

// button is where bua's button stands on the toolbar: the lowest of what is of its
// colour at the window's head.
func (w *window) button(t *testing.T) image.Point {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		look, box := w.screen.Look(t), image.Rectangle{}
		for y := 150; y > 0; y-- {
			for x := look.Bounds().Min.X; x < look.Bounds().Max.X; x++ {
				r, g, b, _ := look.At(x, y).RGBA()
				if near(r, 0x43) && near(g, 0x38) && near(b, 0xca) && (box.Empty() || box.Max.Y-y < 20) {
					box = box.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		if box.Dx() >= 10 && box.Dx() <= 40 && box.Dy() >= 10 {
			return box.Min.Add(box.Size().Div(2))
		}
	}
	t.Fatal("bua's button is not on the toolbar")
	return image.Point{}
}

func near(got uint32, want int) bool { d := int(got>>8) - want; return d > -12 && d < 12 }

// own awaits one of the extension's own pages, where the browser shows it.
func (w *window) own(t *testing.T, path string) (p *page, target string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for {
		list, err := w.CDP.Targets(ctx)
		if err != nil {
			t.Fatalf("the browser shows no %s: %v", path, err)
		}
		for _, one := range list {
			if one.URL != origin+path {
				continue
			}
			session, err := w.CDP.Attach(ctx, one.TargetID)
			if err != nil {
				continue // it has just gone
			}
			p := &page{t, w.CDP, session}
			p.await(`document.querySelector("main:not([aria-busy])")`)
			return p, one.TargetID
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// gone waits until a target has ended.
func (w *window) gone(t *testing.T, target string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		list, err := w.CDP.Targets(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		there := false
		for _, one := range list {
			there = there || one.TargetID == target
		}
		if !there {
			return
		}
		if time.Now().After(end) {
			t.Fatal("it is still there")
		}
	}
}

// point presses what a selector finds, with the pointer. inside is a place of the screen
// where the page is: an event there says how the page lies on the screen.
func (w *window) point(t *testing.T, p *page, selector string, inside image.Point) {
	t.Helper()
	p.ready(selector)
	p.eval(`addEventListener("pointermove", e => window.offset = {X: e.screenX - e.clientX, Y: e.screenY - e.clientY}), 0`, nil)
	var offset image.Point
	for n := range 50 { // a surface that has just come may take no event yet
		w.screen.Move(t, inside.Add(image.Pt(n%3, 0)))
		var at *image.Point
		p.eval("window.offset", &at)
		if at != nil {
			offset = *at
			break
		}
		if n == 49 {
			t.Fatalf("the pointer at %v is not in the page", inside)
		}
		time.Sleep(100 * time.Millisecond)
	}
	var at struct{ X, Y float64 }
	p.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: "nearest"}); const r = e.getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2} })()`, selector), &at)
	w.screen.Move(t, offset.Add(image.Pt(int(at.X), int(at.Y))))
	p.ready(selector) // an approval is dead under a pointer that moves
	w.screen.Press(t, 1)
}
