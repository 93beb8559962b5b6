package main

import (
	"context"
	"encoding/json"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
)

// direct drives a Chromium by CDP with as few commands as each effect needs.
type direct struct {
	browser *chromium.Browser
	conn    *cdp.Conn
	session string
	target  string
}

func newDirect(ctx context.Context) (*direct, error) {
	c, b, err := cdp.Start(ctx, chromium.Options{Windowless: true})
	return &direct{browser: b, conn: c}, err
}

func (d *direct) close() {
	d.conn.Close()
	d.browser.Close()
}

// open makes a tab, loads url and waits for the load event.
func (d *direct) open(ctx context.Context, url string) error {
	s, target, err := d.conn.NewPage(ctx, "about:blank")
	if err != nil {
		return err
	}
	d.target = target
	if err := d.send(ctx, s, "Page.enable", nil); err != nil {
		return err
	}
	loaded := make(chan struct{}, 1)
	off := d.conn.On(func(e cdp.Event) {
		if e.Session == s && e.Method == "Page.loadEventFired" {
			select {
			case loaded <- struct{}{}:
			default:
			}
		}
	})
	defer off()
	if err := d.send(ctx, s, "Page.navigate", map[string]any{"url": url}); err != nil {
		return err
	}
	select {
	case <-loaded:
	case <-ctx.Done():
		return ctx.Err()
	}
	d.session = s
	return nil
}

// leave closes the page that was opened last, if any.
func (d *direct) leave(ctx context.Context) error {
	target := d.target
	if d.target = ""; target == "" {
		return nil
	}
	return d.conn.CloseTarget(ctx, target)
}

func (d *direct) send(ctx context.Context, session, method string, params any) error {
	var out json.RawMessage
	return d.conn.Send(ctx, session, method, params, &out)
}

func (d *direct) tree(ctx context.Context) error {
	return d.send(ctx, d.session, "Accessibility.getFullAXTree", nil)
}

// click finds the centre of an element and presses there.
func (d *direct) click(ctx context.Context, selector string) error {
	var at struct{ X, Y float64 }
	err := d.conn.Eval(ctx, d.session, `(()=>{const r=document.querySelector(`+quote(selector)+
		`).getBoundingClientRect();return{X:r.x+r.width/2,Y:r.y+r.height/2}})()`, &at)
	if err != nil {
		return err
	}
	for _, t := range []string{"mousePressed", "mouseReleased"} {
		err := d.send(ctx, d.session, "Input.dispatchMouseEvent", map[string]any{
			"type": t, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *direct) typeText(ctx context.Context, selector, text string) error {
	if err := d.conn.Eval(ctx, d.session, `document.querySelector(`+quote(selector)+`).focus()`, nil); err != nil {
		return err
	}
	return d.send(ctx, d.session, "Input.insertText", map[string]any{"text": text})
}

func (d *direct) press(ctx context.Context) error {
	for _, t := range []string{"keyDown", "keyUp"} {
		err := d.send(ctx, d.session, "Input.dispatchKeyEvent", map[string]any{
			"type": t, "key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *direct) evaluate(ctx context.Context) error {
	return d.conn.Eval(ctx, d.session, "1+1", nil)
}

func (d *direct) screenshot(ctx context.Context) error {
	return d.send(ctx, d.session, "Page.captureScreenshot", map[string]any{"format": "jpeg", "quality": 80})
}

// fifty is a text of fifty characters.
const fifty = "The gauge at mile nine was built of oak, long ago."

func (d *direct) deeds(context.Context) (map[string]act, error) {
	return map[string]act{
		"click":      func(ctx context.Context) error { return d.click(ctx, "#send") },
		"type":       func(ctx context.Context) error { return d.typeText(ctx, "#name", "x") },
		"type 50":    func(ctx context.Context) error { return d.typeText(ctx, "#name", fifty) },
		"press_key":  d.press,
		"evaluate":   d.evaluate,
		"screenshot": d.screenshot,
	}, nil
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}
