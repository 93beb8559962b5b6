package dispatch_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

func TestRestart_GoesOn(t *testing.T) {
	is := is.New(t)
	w := start(t)
	own := open(t, w, "https://a.example/")
	theirs := w.Browser.Add("https://b.example/", false)
	_, err := w.Act(ctx, click(theirs))
	is.NoErr(err)
	id := w.Dispatcher.Window()
	is.NoErr(w.Start(ctx))
	is.Equal(w.Dispatcher.Window(), id)
	is.True(w.Dispatcher.Owns(own))
	is.Equal(len(w.Dispatcher.Sessions()), 2)
	_, err = w.Act(ctx, click(0)) // the agent's own
	is.NoErr(err)
	_, err = w.Act(ctx, click(theirs))
	is.NoErr(err)
	is.Equal(story(w), "started a.example, started b.example")
	open(t, w, "https://c.example/")
	is.Equal(len(w.Browser.Hidden()), 1)
}

// What happened while no worker lived.
func TestRestart_Reconciles(t *testing.T) {
	for _, row := range []struct {
		sentence  string
		meanwhile func(w *coretest.World, own, theirs int)
		story     string // after the two starts
	}{
		{"the agent's tab was closed", func(w *coretest.World, own, theirs int) { _ = w.Browser.Close(ctx, own) }, "ended a.example tab_closed"},
		{"the person's tab was closed", func(w *coretest.World, own, theirs int) { _ = w.Browser.Close(ctx, theirs) }, "ended b.example tab_closed, closed"},
		{"the agent's window was closed", func(w *coretest.World, own, theirs int) {
			_ = w.Browser.Remove(ctx, w.Browser.Hidden()[0])
		}, "ended a.example tab_closed"},
		{"the tab went to another domain", func(w *coretest.World, own, theirs int) { w.Browser.Commit(theirs, "https://c.example/") }, "navigated b.example c.example"},
		{"the tab went to a blocked domain", func(w *coretest.World, own, theirs int) { w.Browser.Commit(theirs, "https://bank.example/") }, "ended b.example domain_blocked, blocked bank.example navigate"},
		{"the domain was blocked", func(w *coretest.World, own, theirs int) {
			w.Store.Put(session.Local, session.KeyBlocklist, `["b.example"]`)
		}, "ended b.example domain_blocked, blocked b.example navigate"},
		{"the screen locked", func(w *coretest.World, own, theirs int) { w.Presence.Set("locked") }, "ended b.example screen_locked, ended a.example screen_locked"},
		{"the person went away for long", func(w *coretest.World, own, theirs int) { w.Presence.Set("idle") }, "ended b.example system_idle, ended a.example system_idle"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			w.Block("bank.example")
			own := open(t, w, "https://a.example/")
			w.Clock.Advance(1e9)
			theirs := w.Browser.Add("https://b.example/", false)
			_, err := w.Act(ctx, click(theirs))
			is.NoErr(err)
			w.Dispatcher.Settle(ctx)
			w.Kill()
			row.meanwhile(w, own, theirs)
			is.NoErr(w.Start(ctx))
			w.Dispatcher.Settle(ctx)
			w.Presence.Set("active")
			got := strings.TrimPrefix(story(w), "started a.example, started b.example, ")
			is.Equal(strings.TrimSuffix(got, ", closed"), strings.TrimSuffix(row.story, ", closed"))
			check(t, w)
		})
	}
}

// A worker that dies at any call on the way to its first window leaves none
// behind that nobody owns.
func TestRestart_DeathWhileOpening(t *testing.T) {
	for _, at := range []string{"CreateHidden", "attach", "navigate"} {
		t.Run(at, func(t *testing.T) {
			is := is.New(t)
			w := coretest.NewWorld()
			is.NoErr(w.Start(ctx))
			tabs, _ := w.Browser.List(ctx)
			switch at {
			case "CreateHidden":
				w.DieOpening()
			case "attach":
				w.CDP.Refuse = func(int) error { w.Kill(); return nil }
			case "navigate":
				w.Debugger.During = func(context.Context, int, protocol.Action) error { w.Kill(); return nil }
			}
			_, _ = w.Act(ctx, protocol.OpenTab{URL: "https://a.example/"}) // answered to nobody
			w.CDP.Refuse = nil
			is.NoErr(w.Start(ctx))
			w.Dispatcher.Settle(ctx)
			is.True(len(w.Browser.Hidden()) <= 1)
			for _, s := range w.Dispatcher.Sessions() {
				is.True(w.Dispatcher.Owns(s.TabID))
			}
			open(t, w, "https://b.example/")
			is.Equal(len(w.Browser.Hidden()), 1)
			w.Dispatcher.StopAll()
			w.Dispatcher.Settle(ctx)
			is.Equal(len(w.Browser.Hidden()), 0)
			after, _ := w.Browser.List(ctx)
			is.Equal(len(after), len(tabs))
			w.Kill()
		})
	}
}

func TestRestart_OfTheBrowser(t *testing.T) {
	is := is.New(t)
	w := coretest.NewWorld()
	is.NoErr(w.Start(ctx))
	open(t, w, "https://a.example/")
	theirs := w.Browser.Add("https://b.example/", false)
	_, err := w.Act(ctx, click(theirs))
	is.NoErr(err)
	w.Dispatcher.Settle(ctx)
	w.Kill()
	w.Store.Restart()
	w.Browser = coretest.NewBrowser()
	is.NoErr(w.Start(ctx))
	w.Dispatcher.Settle(ctx)
	is.Equal(len(w.Dispatcher.Sessions()), 0)
	is.Equal(strings.Count(story(w), "extension_reload"), 2)
	check(t, w)
	w.Kill()
}

// A reload of the extension empties area Run while the browser goes on.
func TestRestart_OfTheExtension(t *testing.T) {
	is := is.New(t)
	w := start(t)
	before, _ := w.Browser.List(ctx)
	own := open(t, w, "https://a.example/")
	w.Browser.Popup(own, "https://b.example/")
	theirs := w.Browser.Add("https://c.example/", false)
	_, err := w.Act(ctx, click(theirs))
	is.NoErr(err)
	w.Dispatcher.Settle(ctx)
	w.Kill()
	w.Store.Restart()
	is.NoErr(w.CDP.Detach(ctx, own)) // as Chrome does
	is.NoErr(w.CDP.Detach(ctx, theirs))
	is.NoErr(w.Start(ctx))
	w.Dispatcher.Settle(ctx)
	is.Equal(len(w.Browser.Hidden()), 0)
	after, _ := w.Browser.List(ctx)
	is.Equal(len(after), len(before)+1) // theirs
	is.True(w.Browser.URL(theirs) != "")
	is.Equal(strings.Count(story(w), "extension_reload"), 2)
	is.Equal(w.Store.Value(session.Local, "buaLeft"), "")
	check(t, w)
}

// In the agent's window may stand a tab that the person has put there.
func TestRestart_OfTheExtensionWithTheirTab(t *testing.T) {
	is := is.New(t)
	w := coretest.NewWorld()
	is.NoErr(w.Start(ctx))
	own := open(t, w, "https://a.example/")
	theirs, err := w.Browser.Create(ctx, w.Dispatcher.Window(), "https://b.example/", false)
	is.NoErr(err)
	w.Dispatcher.Settle(ctx)
	w.Kill()
	w.Store.Restart()
	is.NoErr(w.Start(ctx))
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Browser.URL(own), "")
	is.Equal(w.Browser.URL(theirs.ID), "https://b.example/")
	w.Kill()
}

// A tab's and a window's number may mean another in the next run of a browser.
func TestRestart_OfTheBrowserWithTheSameNumbers(t *testing.T) {
	is := is.New(t)
	w := coretest.NewWorld()
	is.NoErr(w.Start(ctx))
	open(t, w, "https://a.example/")
	w.Dispatcher.Settle(ctx)
	left := w.Store.Value(session.Local, "buaLeft")
	is.True(left != "")
	w.Kill()
	w.Store.Restart()
	w.Browser = coretest.NewBrowser()
	tab := w.Browser.Add("https://b.example/", false)
	info, err := w.Browser.Get(ctx, tab)
	is.NoErr(err)
	w.Store.Put(session.Local, "buaLeft", string(session.AppendInts(nil, []int{info.WindowID, tab})))
	before, _ := w.Browser.List(ctx)
	is.NoErr(w.Start(ctx))
	w.Dispatcher.Settle(ctx)
	after, _ := w.Browser.List(ctx)
	is.Equal(len(after), len(before))
	is.Equal(w.Dispatcher.Window(), 0)
	is.Equal(w.Store.Value(session.Local, "buaLeft"), "") // forgotten
	w.Kill()
}

// Storage that anybody may have written.
func TestStart_BrokenStorage(t *testing.T) {
	for _, value := range []string{`{`, `[`, `"x"`, `5`, `-1`, `1e400`, `[[[[]]]]`, `[{"tabId":1}]`, `[null,true,"a",1.5,-3,99999999999999999999]`, strings.Repeat("[", 30000), "\xff\xfe", `[1,2,3`} {
		for _, key := range []string{"activeSessions", "buaWindowId", "buaTabs", "buaOpening", "buaLeft", "uidRanges", "sessionHistory"} {
			t.Run(key+" "+strconv.QuoteToASCII(value[:min(len(value), 20)]), func(t *testing.T) {
				is := is.New(t)
				area := session.Run
				if key == "sessionHistory" || key == "buaOpening" || key == "buaLeft" {
					area = session.Local
				}
				w := start(t, func(w *coretest.World) { w.Store.Put(area, key, value) })
				tab := open(t, w, "https://a.example/")
				_, err := w.Act(ctx, click(tab))
				is.NoErr(err)
			})
		}
	}
}

func TestStart_PortsFail(t *testing.T) {
	is := is.New(t)
	w := start(t)
	own := open(t, w, "https://a.example/")
	w.Browser.Fail("List", 1)
	is.NoErr(w.Start(ctx))
	is.True(w.Dispatcher.Owns(own)) // not forgotten because the browser did not say
	_, err := w.Act(ctx, click(own))
	is.NoErr(err)
}

func TestStorage_FailingDoesNotStopActions(t *testing.T) {
	is := is.New(t)
	w := coretest.NewWorld()
	is.NoErr(w.Start(ctx))
	for _, key := range []string{"activeSessions", "buaWindowId", "buaTabs", "buaOpening", "uidRanges", "sessionHistory"} {
		w.Store.FailSet(key, true)
	}
	tab := open(t, w, "https://a.example/")
	_, err := w.Act(ctx, extract(tab))
	is.NoErr(err)
	is.Equal(w.Dispatcher.StopAll(), 1)
	w.Dispatcher.Settle(ctx)
	is.Equal(len(w.Browser.Hidden()), 0)
	w.Kill()
}

// A row says why its session ended, whatever reads it again: the next worker, and
// the one after that.
func TestRestart_KeepsWhyASessionEnded(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	_, err := w.Act(ctx, extract(tab))
	is.NoErr(err)
	_, err = w.Act(ctx, protocol.ReleaseTab{TabID: tab})
	is.NoErr(err)
	w.Dispatcher.Settle(ctx)
	for range 2 {
		w.Kill()
		is.NoErr(w.Start(ctx))
		_, err = w.Act(ctx, extract(tab)) // another session, which writes the rows again
		is.NoErr(err)
		w.Dispatcher.Settle(ctx)
		rows := w.History()
		is.Equal(rows[1].Event+" "+rows[1].Reason, "end released")
	}
}
