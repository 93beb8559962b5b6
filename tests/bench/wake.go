package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
)

// sleeper is an extension whose worker can be put to sleep and woken.
type sleeper struct {
	browser *chromium.Browser
	conn    *cdp.Conn
	id      string
	page    string // the session of a page of the extension
	message string
}

// wake compares how long a sleeping worker takes until it has made its first
// call of the browser's API and answered, asked by a page of its extension, with an empty
// one or an earlier one.
func wake(ctx context.Context, o options) error {
	const state = `{kind:"bridge_request",method:"getState",args:{}}`
	other, message, goal := o.formerExtension, state, 1.1
	if other == "" {
		dir, err := empty()
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		other, message, goal = dir, "1", 1.5
	}
	ours, err := newSleeper(ctx, o.extension, state)
	if err != nil {
		return err
	}
	defer ours.close()
	theirs, err := newSleeper(ctx, other, message)
	if err != nil {
		return err
	}
	defer theirs.close()
	var ps, ds []time.Duration
	for i := range o.runs + 1 {
		p, err := ours.wake(ctx)
		if err != nil {
			return err
		}
		d, err := theirs.wake(ctx)
		if err != nil {
			return err
		}
		if i > 0 {
			ps, ds = append(ps, p), append(ds, d)
		}
	}
	figureOf("wake-up", goal, ps, ds).print()
	return nil
}

// empty writes an extension whose worker does nothing.
func empty() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "bua-empty-"); err != nil {
		return "", err
	}
	for name, text := range map[string]string{
		"manifest.json": `{"manifest_version":3,"name":"empty","version":"1","permissions":["storage"],"background":{"service_worker":"worker.js"}}`,
		"worker.js":     `chrome.runtime.onMessage.addListener((m,s,r)=>{chrome.storage.session.get("x").then(r);return true})`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	return dir, nil
}

func newSleeper(ctx context.Context, extension, message string) (*sleeper, error) {
	c, b, err := cdp.Start(ctx, chromium.Options{Extension: extension})
	if err != nil {
		return nil, err
	}
	s := &sleeper{browser: b, conn: c, message: message}
	w, err := s.conn.AwaitTarget(ctx, "service_worker", "chrome-extension://")
	if err != nil {
		s.close()
		return nil, err
	}
	s.id = strings.Split(w.URL, "/")[2]
	if s.page, _, err = s.conn.NewPage(ctx, "chrome-extension://"+s.id+"/manifest.json"); err != nil {
		s.close()
		return nil, err
	}
	for there := false; !there; {
		if err := s.conn.Eval(ctx, s.page, "!!globalThis.chrome?.runtime?.sendMessage", &there); err != nil {
			s.close()
			return nil, err
		}
	}
	return s, nil
}

func (s *sleeper) close() {
	if s.conn != nil {
		s.conn.Close()
	}
	s.browser.Close()
}

// wake ends the worker and times the answer to a message that starts it again.
func (s *sleeper) wake(ctx context.Context) (time.Duration, error) {
	gone := make(chan struct{}, 1)
	w, err := s.conn.AwaitTarget(ctx, "service_worker", s.id)
	if err != nil {
		return 0, err
	}
	off := s.conn.On(func(e cdp.Event) {
		var p struct{ TargetID string }
		if e.Method == "Target.targetDestroyed" && json.Unmarshal(e.Params, &p) == nil && p.TargetID == w.TargetID {
			select {
			case gone <- struct{}{}:
			default:
			}
		}
	})
	defer off()
	if err := s.conn.Send(ctx, "", "Target.setDiscoverTargets", map[string]any{"discover": true}, nil); err != nil {
		return 0, err
	}
	if err := s.conn.CloseTarget(ctx, w.TargetID); err != nil {
		return 0, err
	}
	select {
	case <-gone:
	case <-time.After(10 * time.Second):
		return 0, fmt.Errorf("the worker of %s did not end", s.id)
	}
	var ms float64
	err = s.conn.Eval(ctx, s.page, `(async()=>{const t=performance.now();await chrome.runtime.sendMessage(`+s.message+`);return performance.now()-t})()`, &ms)
	return time.Duration(ms * float64(time.Millisecond)), err
}
