package safety_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// countedAction is an action whose effects the page, or its server, counts.
type countedAction struct {
	name string
	// action is what is sent for the trial of that number.
	action func(trial int) map[string]any
	// effects are what it has once it was done, none for one that only reads.
	effects []string
	// begin is done first, undisturbed.
	begin map[string]any
}

// countedActions is one of every kind of action that works in a tab.
func countedActions(visit func(trial int) string) []countedAction {
	on := func(kind string, more map[string]any) func(int) map[string]any {
		return func(int) map[string]any {
			out := map[string]any{"type": kind}
			for k, v := range more {
				out[k] = v
			}
			return out
		}
	}
	return []countedAction{
		{"click", on("click", map[string]any{"selector": "#press"}), []string{"click"}, nil},
		{"type", on("type", map[string]any{"selector": "#text", "text": "words"}), []string{"text"}, nil},
		{"press_key", on("press_key", map[string]any{"key": "F2"}), []string{"key"}, nil},
		{"check", on("check", map[string]any{"selector": "#box", "checked": true}), []string{"box"}, map[string]any{"type": "evaluate", "expression": "box.checked = false"}},
		{"select_option", on("select_option", map[string]any{"selector": "#list", "options": []string{"two"}}), []string{"list"}, map[string]any{"type": "evaluate", "expression": "list.value = 'one'"}},
		{"fill_form", on("fill_form", map[string]any{"fields": []any{map[string]any{"selector": "#a", "value": "x"}, map[string]any{"selector": "#b", "value": "y"}}}), []string{"a", "b"}, map[string]any{"type": "evaluate", "expression": "a.value = b.value = ''"}},
		{"drag", on("drag", map[string]any{"selector": "#source", "to": map[string]any{"selector": "#goal"}}), []string{"drop"}, nil},
		{"upload_file", on("upload_file", map[string]any{"selector": "#file", "name": "a.txt", "text": "words"}), []string{"file"}, nil},
		{"evaluate", func(int) map[string]any { return map[string]any{"type": "evaluate", "expression": "effect('script')"} }, []string{"script"}, nil},
		{"open_tab", func(trial int) map[string]any { return map[string]any{"type": "open_tab", "url": visit(trial)} }, []string{"visit"}, nil},
		{"navigate", func(trial int) map[string]any { return map[string]any{"type": "navigate", "url": visit(trial)} }, []string{"visit"}, nil},
		{"extract", on("extract", nil), nil, nil},
		{"screenshot", on("screenshot", nil), nil, nil},
		{"scroll", on("scroll", map[string]any{"direction": "down"}), nil, nil},
		{"hover", on("hover", map[string]any{"selector": "#press"}), nil, nil},
		{"wait_for", on("wait_for", map[string]any{"selector": "#press"}), nil, nil},
		{"find", on("find", map[string]any{"query": "press"}), nil, nil},
		{"frames", on("frames", nil), nil, nil},
		{"console", on("console", nil), nil, nil},
		{"get_tabs", on("get_tabs", nil), nil, nil},
		{"reload", on("reload", nil), nil, nil},
	}
}

// TestKills ends the worker, or the connection to the browser, at a random
// moment of an action, again and again, over every kind of action. An action that succeeds was done once; one that is
// refused, at most once; each is answered; and the tab goes on.
func TestKills(t *testing.T) { onBoth(t, kills) }

func kills(t *testing.T, b *e2e.Product, site *e2e.Site, some int) {
	seen := make(chan string, 64)
	site.Mux.HandleFunc("/visit/", func(w http.ResponseWriter, r *http.Request) {
		seen <- strings.TrimPrefix(r.URL.Path, "/visit/")
		e2e.HTML(w, "<title>visited</title>")
	})
	kinds := countedActions(func(trial int) string { return site.URL(fmt.Sprint("/visit/", trial)) })
	if !size.All() { // one that only reads stands for all of these
		reads := 0
		kinds = slices.DeleteFunc(kinds, func(k countedAction) bool {
			if len(k.effects) == 0 {
				reads++
			}
			return len(k.effects) == 0 && reads > 1
		})
	}
	n := len(kinds) / some // one of each
	if long() {
		n = 650
	}
	random := rand.New(rand.NewPCG(7, 7))
	home := site.URL("/kills.html")
	tab := b.Open(t, home)
	counts, slowest, late := map[string]int{}, time.Duration(0), time.Duration(0)
	for trial := range n {
		d := kinds[trial*some%len(kinds)]
		prepare := func(a map[string]any) { a["tabId"] = tab; b.Get(t, a) }
		prepare(map[string]any{"type": "evaluate", "expression": fmt.Sprint("trial = ", trial)})
		if d.begin != nil {
			begin := map[string]any{}
			for k, v := range d.begin {
				begin[k] = v
			}
			prepare(begin)
		}
		action := d.action(trial)
		if d.name != "open_tab" && d.name != "get_tabs" {
			action["tabId"] = tab
		}
		answered := make(chan e2e.Answer, 1)
		go func() { answered <- b.Try(t, action) }()
		time.Sleep(time.Duration(random.IntN(30_000)) * time.Microsecond) // the moment is what is tried
		killed := time.Now()
		b.Kill(t)
		got := <-answered
		if got.Took > slowest {
			slowest = got.Took
		}
		// The tab goes on; a first try may still meet the death.
		var again e2e.Answer
		for range 40 {
			if again = b.Try(t, map[string]any{"type": "evaluate", "expression": "return document.title", "tabId": tab}); again.Code == "" {
				break
			}
		}
		if again.Code != "" {
			t.Fatalf("trial %d, %s: the tab is wedged: %s: %s", trial, d.name, again.Code, again.Message)
		}
		if took := time.Since(killed); took > late {
			late = took
		}
		if again.Result["value"] == "visited" || d.name == "reload" {
			prepare(map[string]any{"type": "navigate", "url": home})
		}
		if d.name == "open_tab" {
			for _, row := range b.Get(t, map[string]any{"type": "get_tabs"})["tabs"].([]any) {
				if other := int(row.(map[string]any)["tabId"].(float64)); other != tab {
					b.Try(t, map[string]any{"type": "close_tab", "tabId": other})
				}
			}
		}
		for _, effect := range d.effects {
			times := 0
			if effect == "visit" {
				for len(seen) > 0 {
					if <-seen == fmt.Sprint(trial) {
						times++
					}
				}
			} else {
				prepare(map[string]any{"type": "evaluate", "expression": fmt.Sprint("tell('mark', ", trial, ")")})
				site.Await(t, 1, func(h e2e.PageEvent) bool { return h.Type == "mark" && h.Detail == fmt.Sprint(trial) })
				times = len(site.Seen(func(h e2e.PageEvent) bool { return h.Type == "effect" && h.Detail == fmt.Sprint(trial, " ", effect) }))
			}
			switch {
			case times > 1:
				t.Errorf("trial %d, %s: done %d times", trial, d.name, times)
			case got.Code == "" && times == 0:
				t.Errorf("trial %d, %s: answered as done, and nothing of it was seen", trial, d.name)
			case got.Code != "" && times == 1 && got.Outcome != "unknown":
				t.Errorf("trial %d, %s: done, and answered %s: %s", trial, d.name, got.Code, got.Message)
			}
		}
		switch {
		case got.Code == "":
			counts["done"]++
		case got.Outcome == "unknown":
			counts["outcome unknown"]++
		default:
			counts[got.Code]++
			t.Logf("trial %d, %s: %s: %s", trial, d.name, got.Code, got.Message)
		}
		site.Forget()
	}
	t.Logf("%d kills: %v; the slowest answer took %v, the tab went on %v after a kill at most", n, counts, slowest.Round(time.Millisecond), late.Round(time.Millisecond))
}
