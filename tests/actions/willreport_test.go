package actions_test

import (
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// TestTells: what an input caused is told without a question, except where the
// browser goes on after it or the page keeps its event to itself. On a machine that
// is busy the word may come late, and a question is asked: one try of five has to
// do without.
func TestTells(t *testing.T) {
	b := e2e.New(t, e2e.Options{})
	site := e2e.NewSite(t, pages, "pages")
	b.InWorker(t, `(() => {
		globalThis.questions = 0
		const send = chrome.debugger.sendCommand
		chrome.debugger.sendCommand = (...args) => {
			if (String(args[2]?.expression).startsWith('__bua("settled"')) globalThis.questions++
			return send.apply(chrome.debugger, args)
		}
	})()`, nil)
	for _, c := range []struct {
		name      string
		action    map[string]any
		questions float64
	}{
		{"a click on a plain element", map[string]any{"type": "click", "selector": "#out"}, 0},
		{"a hover", map[string]any{"type": "hover", "selector": "#plain"}, 0},
		{"a key", map[string]any{"type": "press_key", "key": "Escape"}, 0},
		{"typing", map[string]any{"type": "type", "selector": "#types", "text": "x"}, 0},
		{"a key that may press what has the focus", map[string]any{"type": "press_key", "key": "Space"}, 1},
		{"a click on what unfolds", map[string]any{"type": "click", "selector": "#unfolds"}, 1},
		{"a click that the page keeps to itself", map[string]any{"type": "click", "selector": "#swallows"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, tries := -1.0, 1
			if c.questions == 0 {
				tries = 5
			}
			for range tries {
				c.action["tabId"] = b.Open(t, site.URL("/pointer.html"))
				b.InWorker(t, `(globalThis.questions = 0)`, nil)
				b.Get(t, c.action)
				b.InWorker(t, `globalThis.questions`, &got)
				if got == c.questions {
					break
				}
			}
			if got != c.questions {
				t.Errorf("%v questions, want %v", got, c.questions)
			}
		})
	}
}
