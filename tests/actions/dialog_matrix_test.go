package actions_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

func TestDialog_Matrix(t *testing.T) { onBoth(t, "its dialogs", specDialogMatrix) }

// asker is a frame of matrix.html: a part of its URL, how it names itself, and
// what it has open when the worker dies.
type asker struct{ name, part, who, asks string }

var askers = []asker{
	{"the main frame", "/matrix.html", "a.test", "accept"},
	{"a srcdoc frame", "about:srcdoc", "srcdoc", "alert"},
	{"a frame of another origin", "b.test", "b.test", "prompt"},
}

// specDialogMatrix opens each kind of dialog from each kind of frame under
// each policy, and holds what the agent is told against what the page got.
func specDialogMatrix(t *testing.T, b *e2e.Product, site *e2e.Site) {
	var slowest time.Duration
	var which string
	// do sends one action; none may hang on a dialog.
	do := func(t *testing.T, action map[string]any) map[string]any {
		t.Helper()
		start := time.Now()
		got := b.Get(t, action)
		if took := time.Since(start); took > slowest {
			slowest, which = took, t.Name()+" "+action["type"].(string)
		}
		return got
	}
	kinds := []struct {
		id, typ string
		answer  map[string]any
		// said is what the page gets from the agent, and by each policy.
		said, accepted, dismissed string
	}{
		{"alert", "alert", map[string]any{"do": "accept"}, "undefined", "undefined", "undefined"},
		{"accept", "confirm", map[string]any{"do": "accept"}, "true", "true", "false"},
		{"dismiss", "confirm", map[string]any{"do": "dismiss"}, "false", "true", "false"},
		{"prompt", "prompt", map[string]any{"do": "accept", "text": "Zoë 🦊"}, "Zoë 🦊", "Ann", "null"},
		{"print", "print", nil, "undefined", "undefined", "undefined"},
	}
	host := 0
	if b.Host == e2e.Direct {
		host = 1
	}
	policies := []string{"must_respond", "auto_dismiss", "auto_accept"}
	asked, died := size.Pairs(2, len(askers), len(policies), len(kinds)+1), size.Pairs(2, len(askers))
	for i, from := range askers {
		for j, policy := range policies {
			t.Run(from.name+", "+policy, func(t *testing.T) {
				tab, frame := 0, ""
				// begin opens the page for the first kind that this run tries.
				begin := func(t *testing.T, kind int) *is.I {
					t.Helper()
					if !asked(host, i, j, kind) {
						size.LeaveToAll(t, size.Pair)
					}
					if tab == 0 {
						tab = b.Open(t, site.On("a.test", "/matrix.html"))
						frame = framesOf(t, b, tab, "about:srcdoc", "b.test")(from.part)
						do(t, map[string]any{"type": "dialog", "policy": policy, "tabId": tab})
					}
					return is.New(t)
				}
				defer func() {
					if tab != 0 {
						b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
					}
				}()
				for n, k := range kinds {
					t.Run(k.id, func(t *testing.T) {
						is := begin(t, n)
						site.Forget()
						got := do(t, map[string]any{"type": "click", "selector": "#" + k.id, "frameId": frame, "tabId": tab})
						fx, _ := got["effects"].(map[string]any)
						dialog, waits := fx["dialog"].(map[string]any)
						said, by := k.said, "agent"
						switch policy {
						case "auto_dismiss":
							said, by = k.dismissed, "auto_policy"
						case "auto_accept":
							said, by = k.accepted, "auto_policy"
						}
						if k.typ == "print" {
							by = "auto_policy"
						}
						is.Equal(waits, by == "agent") // or nobody is waited for
						if waits {
							is.Equal(dialog["type"], k.typ)
							is.Equal(dialog["message"], "Ask")
							is.Equal(dialog["frame"], frame)
							k.answer["type"], k.answer["tabId"], k.answer["dialogId"] = "dialog", tab, dialog["id"]
							do(t, k.answer)
						}
						is.Equal(site.Await(t, 1, e2e.Type("said", ""))[0].Detail, from.who+" "+k.id+" "+said)
						recent := do(t, map[string]any{"type": "dialog", "tabId": tab})["recent"].([]any)
						last := recent[len(recent)-1].(map[string]any)
						is.Equal(last["type"], k.typ)
						is.Equal(last["closedBy"], by)
						is.Equal(last["frame"], frame)
					})
				}
				t.Run("beforeunload", func(t *testing.T) {
					is := begin(t, len(kinds))
					do(t, map[string]any{"type": "click", "selector": "#guard", "frameId": frame, "tabId": tab})
					got := do(t, map[string]any{"type": "click", "selector": "#away", "tabId": tab})
					by, stays := "auto_policy", "matrix"
					if policy == "must_respond" {
						by = "agent"
						is.Equal(got["effects"].(map[string]any)["dialog"].(map[string]any)["type"], "beforeunload")
						do(t, map[string]any{"type": "dialog", "do": "dismiss", "tabId": tab})
					}
					recent := do(t, map[string]any{"type": "dialog", "tabId": tab})["recent"].([]any)
					last := recent[len(recent)-1].(map[string]any)
					is.Equal(last["type"], "beforeunload")
					is.Equal(last["closedBy"], by)
					if policy == "auto_accept" {
						stays = "blank"
					}
					is.Equal(do(t, map[string]any{"type": "evaluate", "expression": "return document.title", "tabId": tab})["value"], stays)
					do(t, map[string]any{"type": "dialog", "policy": "auto_accept", "tabId": tab})
					do(t, map[string]any{"type": "navigate", "url": site.URL("/blank.html"), "tabId": tab})
				})
			})
		}
		t.Run(from.name+", when the worker dies", func(t *testing.T) {
			if !died(host, i) {
				size.LeaveToAll(t, size.Pair)
			}
			tab := b.Open(t, site.On("a.test", "/matrix.html"))
			frame := framesOf(t, b, tab, "about:srcdoc", "b.test")(from.part)
			do(t, map[string]any{"type": "click", "selector": "#" + from.asks, "frameId": frame, "tabId": tab})
			b.Kill(t)
			back(t, b)
			if b.Host == e2e.Worker {
				e2e.Await(t, "it is so", func() bool {
					return b.Try(t, map[string]any{"type": "wait_for", "selector": "#" + from.asks, "frameId": frame, "tabId": tab}).Code == ""
				})
				return
			}
			// Chrome hands the dialog over to the person, and no other connection
			// can close it; that is what the agent hears. The tab stays: Chromium
			// 156 crashes when one with such a dialog of a frame is closed.
			if from.who == "b.test" {
				is.New(t).True(strings.Contains(do(t, map[string]any{"type": "extract", "tabId": tab})["truncated"].(string), "a dialog of theirs is open"))
				return
			}
			said := b.Refused(t, "debugger_attach_failed", map[string]any{"type": "extract", "tabId": tab})
			is.New(t).True(strings.Contains(said, "a dialog may be open"))
		})
	}
	t.Logf("the slowest action took %v: %s", slowest, which)
}
