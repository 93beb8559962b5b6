package safety_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestFocusStays_Dialogs lets pages ask and print in a visible browser, where
// Chrome shows dialogs and a print preview that a headless one does not have:
// no page is stopped, and nothing comes up over what the person does.
func TestFocusStays_Dialogs(t *testing.T) {
	e2e.Display(t)
	b := e2e.New(t, e2e.Options{Window: true})
	site := e2e.NewSite(t, pages, "pages")
	changes := watch(t)
	tab := b.Open(t, site.URL("/asks.html"))
	for _, id := range []string{"alert", "confirm", "prompt"} {
		b.Get(t, map[string]any{"type": "click", "selector": "#" + id, "tabId": tab})
		b.Get(t, map[string]any{"type": "dialog", "do": "accept", "tabId": tab})
		site.Await(t, 1, e2e.Type("said", ""))
		site.Forget()
	}
	for _, id := range []string{"print", "later", "inner"} {
		b.Get(t, map[string]any{"type": "click", "selector": "#" + id, "tabId": tab})
		site.Await(t, 1, e2e.Type("said", ""))
		site.Forget()
		recent := b.Get(t, map[string]any{"type": "dialog", "tabId": tab})["recent"].([]any)
		is.New(t).Equal(recent[len(recent)-1].(map[string]any)["type"], "print") // and the agent hears of it
	}
	if got := changes(); len(got) > 0 {
		t.Errorf("the active window changed %d times: %v", len(got), got)
	}
}
