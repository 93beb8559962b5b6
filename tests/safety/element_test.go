package safety_test

import (
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// TestWrongElement clicks references on a page that swaps, reuses, moves and
// replaces its rows all the time. A click may be refused; it may not reach an
// element whose name is not the one that the reference had when it was given.
func TestWrongElement(t *testing.T) { on(t, wrongElement, e2e.Worker) }

func wrongElement(t *testing.T, b *e2e.Product, site *e2e.Site, some int) {
	tab := b.Open(t, site.URL("/rows.html"))
	want := trials(1000) / some
	clicked, moved, refused := 0, 0, map[string]int{}
	// What a press on a row came to: a click, or none, where the page moved the row before the release.
	over := func(h e2e.PageEvent) bool { return h.Type == "hit" || h.Type == "unclicked" }
	for try := 0; clicked+moved+total(refused) < want; try++ {
		page := b.Extract(t, tab, nil)
		for i, e := range page.Elements {
			if e.Role != "button" || i%3 != try%3 {
				continue
			}
			site.Forget()
			got := b.Try(t, map[string]any{"type": "click", "uid": e.UID, "tabId": tab})
			switch got.Code {
			case "":
				for _, h := range site.Await(t, 1, over) {
					if h.Detail != e.Name {
						t.Fatalf("the reference of %q clicked %q", e.Name, h.Detail)
					}
					if h.Type == "hit" {
						clicked++
					} else {
						moved++
					}
				}
			case "element_stale", "element_not_found", "timeout", "invalid_action":
				refused[got.Code]++
				for _, h := range site.Seen(e2e.Type("hit", "")) {
					if h.Detail != e.Name {
						t.Fatalf("the refused reference of %q clicked %q", e.Name, h.Detail)
					}
				}
			default:
				t.Fatalf("click: %s: %s", got.Code, got.Message)
			}
		}
	}
	t.Logf("%d clicks reached their element, the rows of %d moved under the press, %v were refused, 0 went wrong", clicked, moved, refused)
	if clicked < want/10 {
		t.Errorf("only %d of %d clicks went through: the trial proves little", clicked, want)
	}
}

func total(m map[string]int) int {
	n := 0
	for _, v := range m {
		n += v
	}
	return n
}
