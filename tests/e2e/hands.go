package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// Hands are the person's on a page: their input comes by another DevTools session than
// the product's, so that the product can tell it from its own no more than a real one.
type Hands struct {
	b       *Product
	session string
}

// Hands puts the person's hands on the tab at an address.
func (b *Product) Hands(tb testing.TB, url string) Hands {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 20*time.Second)
	defer cancel()
	info, err := b.CDP.AwaitTarget(ctx, "page", url)
	if err != nil {
		tb.Fatal(err)
	}
	session, err := b.CDP.Attach(ctx, info.TargetID)
	if err != nil {
		tb.Fatal(err)
	}
	return Hands{b, session}
}

func (h Hands) send(tb testing.TB, method string, params map[string]any, out any) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 20*time.Second)
	defer cancel()
	if err := h.b.CDP.Send(ctx, h.session, method, params, out); err != nil {
		tb.Fatal(err)
	}
}

func (h Hands) mouse(tb testing.TB, kind string, x, y float64, more map[string]any) {
	tb.Helper()
	params := map[string]any{"type": kind, "x": x, "y": y}
	for k, v := range more {
		params[k] = v
	}
	h.send(tb, "Input.dispatchMouseEvent", params, nil)
}

// Moves moves the mouse to a point of the viewport.
func (h Hands) Moves(tb testing.TB, x, y float64) { tb.Helper(); h.mouse(tb, "mouseMoved", x, y, nil) }

// Wheels turns the wheel there.
func (h Hands) Wheels(tb testing.TB, x, y float64) {
	tb.Helper()
	h.mouse(tb, "mouseWheel", x, y, map[string]any{"deltaX": 0, "deltaY": 40})
}

// Presses presses the left button there.
func (h Hands) Presses(tb testing.TB, x, y float64) {
	tb.Helper()
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		h.mouse(tb, kind, x, y, map[string]any{"button": "left", "clickCount": 1})
	}
}

// PressesIn presses in the middle of the element of a selector, or of the frame's document.
func (h Hands) PressesIn(tb testing.TB, selector string) {
	tb.Helper()
	var out struct{ Result struct{ Value []float64 } }
	h.send(tb, "Runtime.evaluate", map[string]any{"returnByValue": true, "expression": fmt.Sprintf(
		`(() => { const b = document.querySelector(%q).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()`, selector)}, &out)
	if len(out.Result.Value) != 2 {
		tb.Fatal("there is no ", selector)
	}
	h.Presses(tb, out.Result.Value[0], out.Result.Value[1])
}

// Key presses a key with modifiers, as the DevTools protocol counts them.
func (h Hands) Key(tb testing.TB, key string, modifiers int) {
	tb.Helper()
	for _, kind := range []string{"rawKeyDown", "keyUp"} {
		h.send(tb, "Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "modifiers": modifiers}, nil)
	}
}
