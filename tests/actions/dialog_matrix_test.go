package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// asker is a frame of matrix.html: a part of its URL, how it names itself, and
// what it has open when the worker dies.
type asker struct{ name, part, who, asks string }

var askers = []asker{
	{"the main frame", "/matrix.html", "a.test", "accept"},
	{"a srcdoc frame", "about:srcdoc", "srcdoc", "alert"},
	{"a frame of another origin", "b.test", "b.test", "prompt"},
}

// kinds are what each opens, how the agent answers, and what the page then gets from the agent
// and by each policy.
var kinds = []struct{ id, typ, answer, said, accepted, dismissed string }{
	{"alert", "alert", `"do":"accept"`, "undefined", "undefined", "undefined"},
	{"accept", "confirm", `"do":"accept"`, "true", "true", "false"},
	{"dismiss", "confirm", `"do":"dismiss"`, "false", "true", "false"},
	{"prompt", "prompt", `"do":"accept","text":"Zoë 🦊"`, "Zoë 🦊", "Ann", "null"},
	{"print", "print", "", "undefined", "undefined", "undefined"},
}

// specDialogMatrix opens each kind of dialog from each kind of frame under
// each policy, and holds what the agent is told against what the page got.
func specDialogMatrix(t *testing.T, b *e2e.Product, site *e2e.Site) {
	host := 0
	if b.Host == e2e.Direct {
		host = 1
	}
	policies := []string{"must_respond", "auto_dismiss", "auto_accept"}
	asked, died := size.Pairs(2, len(askers), len(policies), len(kinds)+1), size.Pairs(2, len(askers))
	show := func(t *testing.T, from asker) (s *stage, frame string) {
		s = (&stage{b, site, 0}).show(t, site.On("a.test", "/matrix.html"))
		return s, framesOf(t, b, s.tab, "about:srcdoc", "b.test")(from.part)
	}
	for i, from := range askers {
		for j, policy := range policies {
			t.Run(from.name+", "+policy, func(t *testing.T) {
				var s *stage
				frame, by := "", "auto_policy"
				if policy == "must_respond" {
					by = "agent"
				}
				// begin opens the page for the first kind that this run tries.
				begin := func(t *testing.T, kind int) *is.I {
					t.Helper()
					if !asked(host, i, j, kind) {
						size.LeaveToAll(t, size.Pair)
					}
					if s == nil {
						s, frame = show(t, from)
						s.dialog(t, `{"policy":"`+policy+`"}`)
					}
					return is.New(t)
				}
				last := func(t *testing.T) map[string]any {
					_, recent := s.dialog(t, "{}")
					return recent[len(recent)-1]
				}
				defer func() {
					if s != nil {
						s.do(t, "close_tab")
					}
				}()
				for n, k := range kinds {
					t.Run(k.id, func(t *testing.T) {
						is := begin(t, n)
						site.Forget()
						dialog := s.opens(t, `click #`+k.id+` {"frameId":"`+frame+`"}`)
						said, by := map[string]string{"must_respond": k.said, "auto_dismiss": k.dismissed, "auto_accept": k.accepted}[policy], by
						if k.typ == "print" {
							by = "auto_policy"
						}
						is.Equal(dialog != nil, by == "agent") // or nobody is waited for
						if dialog != nil {
							is.Equal([]any{dialog["type"], dialog["message"], dialog["frame"]}, []any{k.typ, "Ask", frame})
							s.dialog(t, `{`+k.answer+`,"dialogId":"`+dialog["id"].(string)+`"}`)
						}
						is.Equal(site.Await(t, 1, e2e.Type("said", ""))[0].Detail, from.who+" "+k.id+" "+said)
						row := last(t)
						is.Equal([]any{row["type"], row["closedBy"], row["frame"]}, []any{k.typ, by, frame})
					})
				}
				t.Run("beforeunload", func(t *testing.T) {
					is := begin(t, len(kinds))
					s.do(t, `click #guard {"frameId":"`+frame+`"}`)
					dialog, stays := s.opens(t, "click #away"), "matrix"
					if policy == "must_respond" {
						is.Equal(dialog["type"], "beforeunload")
						s.do(t, "dialog: dismiss")
					}
					row := last(t)
					is.Equal([]any{row["type"], row["closedBy"]}, []any{"beforeunload", by})
					if policy == "auto_accept" {
						stays = "blank"
					}
					is.Equal(s.js(t, "document.title"), stays)
					s.dialog(t, `{"policy":"auto_accept"}`)
					s.show(t, "/blank.html")
				})
			})
		}
		t.Run(from.name+", when the worker dies", func(t *testing.T) {
			if !died(host, i) {
				size.LeaveToAll(t, size.Pair)
			}
			s, frame := show(t, from)
			s.opens(t, `click #`+from.asks+` {"frameId":"`+frame+`"}`)
			b.Kill(t)
			back(t, b)
			if b.Host == e2e.Worker {
				e2e.Await(t, "the page goes on", func() bool {
					return b.Try(t, s.act(t, `wait_for #`+from.asks+` {"frameId":"`+frame+`"}`)).Code == ""
				})
				return
			}
			// Chrome hands the dialog over to the person, and no other connection
			// can close it; that is what the agent hears. The tab stays: Chromium
			// 156 crashes when one with such a dialog of a frame is closed.
			if from.who == "b.test" {
				is.New(t).True(strings.Contains(b.Get(t, s.act(t, "extract"))["truncated"].(string), "a dialog of theirs is open"))
				return
			}
			is.New(t).True(strings.Contains(s.no(t, "debugger_attach_failed", "extract"), "a dialog may be open"))
		})
	}
}
