package actions_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

func TestFrames_Churn(t *testing.T) { onEach(t, specFrameChurn) }

// specFrameChurn acts in a page whose frames come and go all the time. What
// was aimed at gets the press, or nothing does and the agent is told.
func specFrameChurn(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.On("a.test", "/churn.html"))
	pressed, late := map[string]int{}, 0
	felt := func(where string) int {
		return len(site.Seen(func(h e2e.PageEvent) bool { return h.Type == "hit" && h.Detail == where }))
	}
	tried := func() (n int) {
		for _, times := range pressed {
			n += times
		}
		return n
	}
	there := func(where string) bool {
		return strings.Contains(fmt.Sprint(b.Get(t, map[string]any{"type": "frames", "tabId": tab})), "leaf.html"+where+"]")
	}
	// press clicks, and waits until that was felt or the frame is gone: so no
	// later click is taken for it.
	press := func(where string, action map[string]any) {
		t.Helper()
		action["type"], action["tabId"] = "click", tab
		before := felt(where)
		pressed[where]++
		switch got := b.Try(t, action); got.Code {
		case "":
			e2e.Await(t, "it is so", func() bool { return felt(where) > before || where != "main" && !there(where) })
		case "element_stale", "element_not_found", "invalid_action":
			if late++; where == "main" {
				t.Errorf("a click in the page itself: %s: %s", got.Code, got.Message)
			}
		default:
			t.Errorf("a click for %s: %s: %s", where, got.Code, got.Message)
		}
	}
	want := amount(70, 24)
	if os.Getenv("BUA_TRIALS") == "long" {
		want = 200
	}
	for tried() < want {
		press("main", map[string]any{"selector": "#go"})
		for _, row := range b.Get(t, map[string]any{"type": "frames", "tabId": tab})["frames"].([]any) {
			f := row.(map[string]any)
			url, _ := f["url"].(string)
			if _, n, ok := strings.Cut(url, "leaf.html?"); ok {
				press("?"+n, map[string]any{"selector": "#go", "frameId": f["frameId"]})
			}
		}
		for _, e := range b.Extract(t, tab, nil).Elements {
			if _, n, ok := strings.Cut(e.Name, "Go "); ok {
				press("?"+n, map[string]any{"uid": e.UID})
			}
		}
	}
	settle(t, b, tab)
	hits := site.Seen(e2e.Type("hit", ""))
	for _, hit := range hits {
		if felt(hit.Detail) > pressed[hit.Detail] {
			t.Errorf("%s felt %d clicks, and %d were for it", hit.Detail, felt(hit.Detail), pressed[hit.Detail])
		}
	}
	t.Logf("%d of %d clicks were felt, %d came too late", len(hits), tried(), late)
}
