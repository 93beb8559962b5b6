package actions_test

import (
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/bed"
)

// What the browser does by itself after the page's handlers of an input have
// run is as much an effect as what they do.
func TestFollows(t *testing.T) { onEach(t, specFollows) }

func specFollows(t *testing.T, b *bed.Bed, site *bed.Site) {
	tab := b.Open(t, site.URL("/follows.html"))
	act := func(t *testing.T, action map[string]any) map[string]any {
		t.Helper()
		action["tabId"] = tab
		return b.Get(t, action)
	}
	again := func(t *testing.T, query string) {
		t.Helper()
		act(t, map[string]any{"type": "navigate", "url": site.URL("/follows.html" + query)})
		act(t, map[string]any{"type": "extract"}) // the engine is there, and knows closed roots
	}

	for _, c := range []struct {
		name, focus, effect string
		action              map[string]any
	}{
		{"the change of a checkbox", "", "dom", map[string]any{"type": "click", "selector": "#check"}},
		{"the change that a label's click makes", "", "dom", map[string]any{"type": "click", "selector": "#lab"}},
		{"a link", "", "navigated", map[string]any{"type": "click", "selector": "#link"}},
		{"a link inside a closed shadow root", "", "navigated", map[string]any{"type": "click", "selector": "#host"}},
		{"a form that a button sends", "", "navigated", map[string]any{"type": "click", "selector": "#send"}},
		{"a form that Enter sends", "#field", "navigated", map[string]any{"type": "press_key", "key": "Enter"}},
		{"a button that Space presses", "#send", "navigated", map[string]any{"type": "press_key", "key": "Space"}},
		{"a box that Space ticks", "#check", "dom", map[string]any{"type": "press_key", "key": "Space"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			again(t, "")
			if c.focus != "" {
				act(t, map[string]any{"type": "evaluate", "expression": "document.querySelector('" + c.focus + "').focus()"})
			}
			effects, _ := act(t, c.action)["effects"].(map[string]any)
			is.True(effects[c.effect] != nil)
		})
	}

	t.Run("a page that keeps every event to itself", func(t *testing.T) {
		for _, c := range []struct {
			event  string
			action map[string]any
		}{
			{"click", map[string]any{"type": "click", "selector": "#deaf"}},
			{"keyup", map[string]any{"type": "press_key", "key": "a"}},
			{"input", map[string]any{"type": "type", "selector": "#field", "text": "x"}},
		} {
			is := is.New(t)
			again(t, "?deaf")
			act(t, c.action)
			is.Equal(act(t, map[string]any{"type": "evaluate", "expression": "return document.title"})["value"], "heard "+c.event)
		}
	})
}
