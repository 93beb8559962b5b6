package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/zapvol/bua/tests/cdp"
)

// idleAgent is an extension whose document does what bua's does, with nothing in it.
var idleAgent = map[string]string{
	"manifest.json": `{"manifest_version":3,"name":"idle","version":"1","permissions":["offscreen"],"background":{"service_worker":"sw.js"}}`,
	"sw.js": `let panel, home, early = [];
chrome.runtime.onConnect.addListener(p => {
  if (p.name === "agent") { home = p; p.onMessage.addListener(m => panel.postMessage(m)); p.onDisconnect.addListener(() => home = undefined); for (const m of early.splice(0)) p.postMessage(m); return }
  panel = p; p.onMessage.addListener(m => { if (home) return home.postMessage(m); early.push(m); chrome.offscreen.createDocument({url:"offscreen/index.html",reasons:["WORKERS"],justification:"x"}) })
})`,
	"offscreen/index.html": `<!doctype html><script src="main.js" defer></script>`,
	"offscreen/main.js":    `const w = new Worker("worker.js"), p = chrome.runtime.connect({name:"agent"}); p.onMessage.addListener(m => w.postMessage(m)); w.onmessage = e => p.postMessage(e.data)`,
	"offscreen/worker.js":  `onmessage = e => postMessage(e.data)`,
	"sidepanel/index.html": `<!doctype html><title>panel</title>`,
}

// ready compares how long the agent in the browser takes to answer a panel when its document
// is not there, and tells how much memory it holds then.
func ready(ctx context.Context, base, extension string, runs int) error {
	idle, err := os.MkdirTemp("", "bua-idle-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(idle)
	for name, text := range idleAgent {
		path := filepath.Join(idle, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	var sides [2]*sleeper
	for i, folder := range []string{extension, idle} {
		s, err := newSleeper(ctx, folder, "")
		if err != nil {
			return err
		}
		defer s.close()
		if err := s.silent(ctx); err != nil {
			return err
		}
		sides[i] = s
	}
	var times [2][]time.Duration
	for i := range runs + 1 {
		for k, s := range sides {
			took, err := s.ready(ctx)
			if err != nil {
				return err
			}
			if i > 0 {
				times[k] = append(times[k], took)
			}
		}
	}
	figureOf("agent ready", 0, times[0], times[1]).print()
	return sides[0].memory(ctx, base)
}

// silent opens the panel's page without its script: who asks is the measurement.
func (s *sleeper) silent(ctx context.Context) (err error) {
	if s.page, _, err = s.conn.NewPage(ctx, "about:blank"); err != nil {
		return err
	}
	for _, c := range []struct {
		method string
		params any
	}{{"Network.enable", nil}, {"Network.setBlockedURLs", map[string]any{"urls": []string{"*main.js"}}}, {"Page.navigate", map[string]any{"url": "chrome-extension://" + s.id + "/sidepanel/index.html"}}} {
		if err := s.conn.Send(ctx, s.page, c.method, c.params, nil); err != nil {
			return err
		}
	}
	for there := false; !there; {
		if err := s.conn.Eval(ctx, s.page, "document.readyState === 'complete' && !!globalThis.chrome?.runtime?.connect", &there); err != nil && !cdp.Leaving(err) {
			return err
		}
	}
	return nil
}

// ready ends the agent's document, and times the answer to a panel's first question.
func (s *sleeper) ready(ctx context.Context) (time.Duration, error) {
	list, err := s.conn.Targets(ctx)
	if err != nil {
		return 0, err
	}
	for _, t := range list {
		if t.Type == "background_page" {
			if err := s.conn.CloseTarget(ctx, t.TargetID); err != nil {
				return 0, err
			}
		}
	}
	var ms float64
	err = s.conn.Eval(ctx, s.page, `new Promise((done, fail) => { const t = performance.now(), port = chrome.runtime.connect({name: "panel"});
		port.onMessage.addListener(() => { done(performance.now() - t); port.disconnect() });
		port.onDisconnect.addListener(() => fail(new Error("the port ended")));
		port.postMessage({id: 1, call: "about", args: {}}) })`, &ms)
	return time.Duration(ms * float64(time.Millisecond)), err
}
