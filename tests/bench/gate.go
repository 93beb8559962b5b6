package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zapvol/bua/tests/cdp"
)

// entries is how long the blocklist of the gate's rows is.
const entries = 10_000

// lull is longer than requests are held back after an action.
const lull = 2500 * time.Millisecond

// gate compares bua with a long blocklist to the same bua without one. Where there is a
// list, requests are held back and judged; without one nothing is.
func gate(ctx context.Context, base string, o options) error {
	dir, err := os.MkdirTemp("", "bua-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	with, err := newListed(ctx, o, filepath.Join(dir, "with"), entries)
	if err != nil {
		return err
	}
	defer with.close()
	without, err := newListed(ctx, o, filepath.Join(dir, "without"), 0)
	if err != nil {
		return err
	}
	defer without.close()
	fmt.Printf("with a blocklist of %d entries, and as the reference without one:\n", entries)
	navigate := func(path string) map[string]any { return map[string]any{"type": "navigate", "url": base + path} }
	for _, row := range []struct {
		name, at string
		action   map[string]any
		rested   bool
	}{
		{"open a form", "", map[string]any{"type": "open_tab", "url": base + "/form"}, false},
		{"navigate to a form", "/form", navigate("/form"), false},
		{"the same by 5 redirects", "/form", navigate("/hop?n=5"), false},
		{"to a page of 6 frames", "/form", navigate("/frames?n=6"), false},
		{"to a page of 40 pictures", "/form", navigate("/pictures?n=40"), false},
		{"click a link", "/link", map[string]any{"type": "click", "selector": "#go"}, false},
		{"click a button", "/form", map[string]any{"type": "click", "selector": "#send"}, false},
		{"the same after some seconds", "/form", map[string]any{"type": "click", "selector": "#send"}, true},
		{"press_key", "/form", map[string]any{"type": "press_key", "key": "Escape"}, false},
		{"evaluate", "/form", map[string]any{"type": "evaluate", "expression": "return 1+1"}, false},
		{"extract", "/form", map[string]any{"type": "extract"}, false},
	} {
		one, other, runs := side{act: with.does(maps.Clone(row.action))}, side{act: without.does(maps.Clone(row.action))}, o.runs
		if row.rested {
			one.prepare, runs = func(context.Context) error { time.Sleep(lull); return nil }, max(o.runs/4, 1)
		}
		for _, p := range []*product{with, without} {
			if row.at == "" {
				continue
			}
			if err := p.open(ctx, base+row.at); err != nil {
				return err
			}
		}
		f, err := compare(ctx, row.name, 0, runs, one, other)
		if err != nil {
			return fmt.Errorf("%s: %w", row.name, err)
		}
		f.print()
	}
	return nil
}

// newListed starts a bua with a blocklist of n entries in force and its own folder. Both sides
// of a row are started in the same way.
func newListed(ctx context.Context, o options, dir string, n int) (*product, error) {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("host-%d.example", i))
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	if o.host == "direct" {
		file := filepath.Join(dir, "blocklist")
		if err := os.WriteFile(file, []byte(strings.Join(list, "\n")+"\n"), 0o600); err != nil {
			return nil, err
		}
		p, err := newProduct(ctx, o.binary, o.host, "--blocklist", file)
		return p, blocks(ctx, p, err, n > 0)
	}
	p, err := newProduct(ctx, o.binary, o.host, "--user-data-dir", dir, "--chrome-arg=--remote-debugging-port=0")
	if err == nil {
		_, err = p.call(ctx, map[string]any{"type": "get_tabs"}) // waits until the browser is there
	}
	if err == nil {
		err = store(ctx, dir, append([]string{}, list...))
	}
	return p, blocks(ctx, p, err, n > 0)
}

// store makes a list the person's in the browser of a profile.
func store(ctx context.Context, profile string, list []string) error {
	said, err := os.ReadFile(filepath.Join(profile, "DevToolsActivePort"))
	if err != nil {
		return err
	}
	port, path, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
	c, err := cdp.Dial(ctx, "ws://127.0.0.1:"+port+path)
	if err != nil {
		return err
	}
	defer c.Close()
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return c.Within(ctx, "service_worker", "chrome-extension://", func(session string) error {
		return c.Eval(ctx, session, `chrome.storage.local.set({blocklist: `+string(text)+`})`, nil)
	})
}

// blocks waits until the last entry of a list is in force, and ends a bua that could not
// be started.
func blocks(ctx context.Context, p *product, err error, listed bool) error {
	for end := time.Now().Add(10 * time.Second); err == nil && listed; {
		_, refused := p.call(ctx, map[string]any{"type": "open_tab", "url": fmt.Sprintf("http://host-%d.example/", entries-1)})
		if refused != nil && strings.Contains(refused.Error(), "domain_blocked") {
			break
		}
		if time.Now().After(end) {
			err = fmt.Errorf("the blocklist has not come into force: %v", refused)
		}
	}
	if err != nil && p != nil {
		p.close()
	}
	return err
}
