package actions_test

import (
	"strings"
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// dialog does the action with its members, and returns the dialogs that wait and those that
// were closed.
func (s *stage) dialog(t *testing.T, more string) (pending, recent []map[string]any) {
	t.Helper()
	got := s.Get(t, s.act(t, "dialog "+more))
	rows := func(name string) (all []map[string]any) {
		list, _ := got[name].([]any)
		for _, row := range list {
			all = append(all, row.(map[string]any))
		}
		return all
	}
	return rows("pending"), rows("recent")
}

// opens is the dialog that an action has opened.
func (s *stage) opens(t *testing.T, line string) map[string]any {
	t.Helper()
	dialog, _ := s.do(t, line)["dialog"].(map[string]any)
	return dialog
}

// specDialog: a dialog waits for an answer and is told until it has one. The matrix has its
// kinds, frames and policies.
func specDialog(t *testing.T, b *e2e.Product, site *e2e.Site) {
	open := func(t *testing.T) *stage { return (&stage{b, site, 0}).show(t, "/dialogs.html") }
	run(t, "one is told until it is answered", func(t *testing.T, is asserts) {
		s := open(t)
		got := s.opens(t, "click #prompt")
		is.Equal([]any{got["type"], got["id"]}, []any{"prompt", "d-1"})
		is.Equal(len(b.Get(t, s.act(t, "extract"))["pendingDialogs"].([]any)), 1)
		is.True(strings.Contains(s.no(t, "dialog_open", "click #alert"), `"Name?"`))
		site.Forget()
		pending, recent := s.dialog(t, `{"do":"dismiss"}`)
		is.Equal(len(pending), 0)
		is.Equal(recent[0]["closedBy"], "agent")
		is.Equal(site.Await(t, 1, e2e.Type("said", ""))[0].Detail, "null")
	})
	t.Run("one after another", func(t *testing.T) {
		s := open(t)
		s.do(t, "click #twice", `dialog {"do":"accept","dialogId":"d-1"}`)
		e2e.Await(t, "the next has come", func() bool { // at once, unless the page takes its time
			pending, _ := s.dialog(t, "{}")
			return len(pending) == 1 && pending[0]["id"] == "d-2"
		})
		s.no(t, "invalid_action", `dialog {"do":"accept","dialogId":"d-1"}`)
		s.do(t, "dialog: accept")
		site.Await(t, 1, e2e.Type("both", ""))
	})
	run(t, "what a policy has closed is told once", func(t *testing.T, is asserts) {
		s := open(t)
		s.dialog(t, `{"policy":"auto_accept"}`)
		is.Equal(s.opens(t, "click #prompt"), nil)
		is.Equal(b.Get(t, s.act(t, "extract"))["recentDialogs"].([]any)[0].(map[string]any)["closedBy"], "auto_policy")
		is.Equal(b.Get(t, s.act(t, "extract"))["recentDialogs"], nil)
	})
	t.Run("500 alerts by policy", func(t *testing.T) {
		size.LeaveToAll(t, size.Load)
		s := open(t)
		s.dialog(t, `{"policy":"auto_accept"}`)
		s.do(t, "click #many")
		site.Await(t, 1, e2e.Type("many", ""))
	})
	guarded := func(t *testing.T) *stage { // a page with unsaved work, and one before it
		s := (&stage{b, site, 0}).show(t, "/blank.html").show(t, "/dialogs.html")
		s.do(t, "click #guard")
		return s
	}
	away := "navigate: " + site.URL("/blank.html")
	for _, leave := range []string{"click #away", away, "back", "reload"} {
		run(t, "beforeunload of "+leave+" waits for an answer", func(t *testing.T, is asserts) {
			s := guarded(t)
			asks := func() { // what was to leave the page did not
				t.Helper()
				if leave == "click #away" {
					is.Equal(s.opens(t, leave)["type"], "beforeunload")
				} else {
					is.True(strings.Contains(s.no(t, "dialog_open", leave), "beforeunload"))
				}
			}
			asks()
			looks := []string{"screenshot", leave}
			if leave == away { // nothing but an answer closes it
				looks = []string{"evaluate: return 1", "find: Guard", "wait_for #guard", "screenshot", away, "reload", "back"}
			}
			for _, look := range looks {
				said := s.no(t, "dialog_open", look)
				is.True(strings.Contains(said, "may be lost")) // says what is at stake
				is.True(!strings.Contains(said, "navigate"))   // and no wrong way out
			}
			pending, _ := s.dialog(t, `{"do":"dismiss"}`)
			is.Equal(len(pending), 0)
			is.Equal(s.js(t, "document.title"), "dialogs")
			asks()
			s.do(t, "dialog: accept")
			e2e.Await(t, "it is left", func() bool { return s.js(t, "document.title") != "dialogs" || leave == "reload" })
		})
	}
	s := guarded(t)
	_ = b.Try(t, s.act(t, "evaluate: location.href = '/blank.html'"))
	e2e.Await(t, "beforeunload waits when a script leaves", func() bool { pending, _ := s.dialog(t, "{}"); return len(pending) == 1 })
	run(t, "beforeunload follows the policy", func(t *testing.T, is asserts) {
		s := guarded(t)
		s.dialog(t, `{"policy":"auto_dismiss"}`)
		for _, leave := range []string{away, "reload"} {
			is.True(strings.Contains(s.no(t, "invalid_action", leave), "auto_dismiss"))
			is.Equal(s.js(t, "document.title"), "dialogs")
		}
		s.dialog(t, `{"policy":"auto_accept"}`)
		s.do(t, away)
		is.Equal(s.js(t, "location.pathname"), "/blank.html")
		_, recent := s.dialog(t, "{}")
		is.Equal(recent[len(recent)-1]["closedBy"], "auto_policy")
	})
}
