package dispatch_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

func TestOpenTab(t *testing.T) {
	is := is.New(t)
	w := start(t)
	w.Browser.Redirect("https://a.example/", "https://www.a.example/home")
	res, err := w.Act(ctx, protocol.OpenTab{URL: "https://a.example/"})
	is.NoErr(err)
	r := res.(protocol.OpenTabResult)
	is.Equal(r.Domain, "www.a.example")
	is.Equal(w.Browser.URL(r.TabID), "https://www.a.example/home")
	is.Equal(w.Browser.Hidden(), []int{r.WindowID})
	is.Equal(w.Browser.Focuses(), 0)
	is.Equal(story(w), "started a.example, navigated a.example www.a.example")
	is.Equal(w.Store.Value(session.Run, "buaWindowId"), strconv.Itoa(r.WindowID))
	is.Equal(w.Store.Value(session.Run, "buaTabs"), "["+strconv.Itoa(r.TabID)+"]")
	second := open(t, w, "https://b.example/")
	is.Equal(w.Browser.In(r.WindowID), []int{r.TabID, second}) // the same window
	for _, tab := range []int{r.TabID, second} {
		_, err := w.Act(ctx, protocol.CloseTab{TabID: tab})
		is.NoErr(err)
	}
	w.Clock.Advance(45 * time.Second)
	w.Dispatcher.Settle(ctx)
	is.Equal(len(w.Browser.Hidden()), 0) // gone a while after its last tab
	is.Equal(w.Dispatcher.Window(), 0)
	is.Equal(w.Store.Value(session.Run, "buaWindowId"), "")
}

func TestOpenTab_Focus(t *testing.T) {
	is := is.New(t)
	w := start(t)
	res, err := w.Act(ctx, protocol.OpenTab{URL: "https://a.example/", Focus: true})
	is.NoErr(err)
	is.Equal(w.Browser.Focuses(), 1)
	is.Equal(len(w.Browser.Hidden()), 0)
	tab := res.(protocol.OpenTabResult).TabID
	is.True(!w.Dispatcher.Owns(tab))
	w.Dispatcher.Stop(tab)
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Browser.URL(tab), "https://a.example/") // they asked to see it
}

func TestOpenTab_Blank(t *testing.T) {
	is := is.New(t)
	w := start(t)
	res, err := w.Act(ctx, protocol.OpenTab{URL: "about:blank"})
	is.NoErr(err)
	is.Equal(res.(protocol.OpenTabResult).Domain, "about:blank")
	_, err = w.Act(ctx, navigate(0, "https://a.example/"))
	is.NoErr(err)
	is.Equal(w.Dispatcher.Sessions()[0].Domain, "a.example")
}

func TestOpenTab_CleansUp(t *testing.T) {
	for _, row := range []struct {
		sentence string
		url      string
		before   func(*coretest.World)
		code     protocol.Code
		story    string
	}{
		{"blocked before anything happens", "https://bank.example/", nil, protocol.CodeDomainBlocked, "blocked bank.example open_tab"},
		{"redirected to a blocked domain", "https://a.example/", func(w *coretest.World) { w.Browser.Redirect("https://a.example/", "https://bank.example/x") },
			protocol.CodeDomainBlocked, "started a.example, ended a.example domain_blocked, blocked bank.example open_tab, closed"},
		{"a page that cannot be reached", "https://dead.example/", func(w *coretest.World) { w.Browser.Dead("https://dead.example/") },
			protocol.CodeInternal, "started dead.example, ended dead.example tab_closed, closed"},
		{"a window that cannot be made", "https://a.example/", func(w *coretest.World) { w.Browser.Fail("CreateHidden", 1) }, protocol.CodeInternal, ""},
		{"a window whose making is unknown", "https://a.example/", func(w *coretest.World) { w.Browser.Fail("CreateHidden late", 1) }, protocol.CodeInternal, ""},
		{"an attach that is refused", "https://a.example/", func(w *coretest.World) {
			w.CDP.Refuse = func(int) error { return protocol.NewError(protocol.CodeDebuggerAttachFailed, "no") }
		}, protocol.CodeDebuggerAttachFailed, "started a.example, ended a.example tab_closed, closed"},
		{"an error in the middle", "https://a.example/", func(w *coretest.World) {
			w.During = func(context.Context, int, protocol.Action) error {
				return protocol.NewError(protocol.CodeTimeout, "late")
			}
		}, protocol.CodeTimeout, "started a.example, ended a.example tab_closed, closed"},
	} {
		for _, focus := range []bool{false, true} {
			t.Run(row.sentence+", focus "+strconv.FormatBool(focus), func(t *testing.T) {
				is := is.New(t)
				w := start(t, func(w *coretest.World) {
					w.Block("bank.example")
					if row.before != nil {
						row.before(w)
					}
				})
				if focus && strings.HasPrefix(row.sentence, "a window") {
					return // no window is made then
				}
				tabs, _ := w.Browser.List(ctx)
				_, err := w.Act(ctx, protocol.OpenTab{URL: row.url, Focus: focus})
				refused(t, err, row.code)
				w.Dispatcher.Settle(ctx)
				is.Equal(len(w.Browser.Hidden()), 0)
				is.Equal(len(w.Dispatcher.Sessions()), 0)
				after, _ := w.Browser.List(ctx)
				is.Equal(len(after), len(tabs)) // no orphan
				if !focus {
					is.Equal(story(w), row.story)
				}
				is.Equal(w.Store.Value(session.Local, "buaOpening"), "")
				// And the next one works.
				w.CDP.Refuse, w.Debugger.During = nil, nil
				open(t, w, "https://z.example/")
			})
		}
	}
}

func TestOpenTab_WindowGoneBehindOurBack(t *testing.T) {
	is := is.New(t)
	w := start(t)
	first := open(t, w, "https://a.example/")
	old := w.Dispatcher.Window()
	w.Browser.Observe(nil) // the news is lost
	is.NoErr(w.Browser.Remove(ctx, old))
	w.Browser.Observe(w.Dispatcher)
	second := open(t, w, "https://b.example/")
	is.True(w.Dispatcher.Window() != old)
	_, err := w.Act(ctx, click(first))
	is.True(err != nil)
	w.Dispatcher.TabRemoved(first)
	_, err = w.Act(ctx, click(second))
	is.NoErr(err)
}

func TestOpenTab_WindowClosedByThePerson(t *testing.T) {
	is := is.New(t)
	w := start(t)
	open(t, w, "https://a.example/")
	open(t, w, "https://b.example/")
	is.NoErr(w.Browser.Remove(ctx, w.Dispatcher.Window()))
	is.Equal(w.Dispatcher.Window(), 0)
	is.Equal(len(w.Dispatcher.Sessions()), 0)
	is.Equal(strings.Count(story(w), "tab_closed"), 2)
	open(t, w, "https://c.example/")
}

func TestOpenTab_WindowBecomesThePersons(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := open(t, w, "https://a.example/")
	id := w.Dispatcher.Window()
	moved, err := w.Browser.Create(ctx, id, "https://theirs.example/", false)
	is.NoErr(err)
	_, err = w.Act(ctx, protocol.CloseTab{TabID: tab})
	is.NoErr(err)
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Browser.URL(moved.ID), "https://theirs.example/") // not closed
	is.Equal(w.Dispatcher.Window(), 0)
	is.NoErr(w.Browser.Remove(ctx, id)) // the checker knows it by its making
}

func TestOpenTab_Fifty(t *testing.T) {
	is := is.New(t)
	w := start(t)
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			res, err := w.Act(ctx, protocol.OpenTab{URL: "https://a" + strconv.Itoa(i) + ".example/"})
			if err != nil {
				t.Error(err)
				return
			}
			if r := res.(protocol.OpenTabResult); w.Browser.URL(r.TabID) != "https://a"+strconv.Itoa(i)+".example/" {
				t.Error("wrong tab", r)
			}
		}()
	}
	wg.Wait()
	is.Equal(len(w.Browser.Hidden()), 1)
	is.Equal(len(w.Browser.In(w.Browser.Hidden()[0])), 50)
	check(t, w)
	is.Equal(w.Dispatcher.StopAll(), 50)
	w.Dispatcher.Settle(ctx)
	is.Equal(len(w.Browser.Hidden()), 0)
}

func TestOpenTab_FiftyGivenUpAndStopped(t *testing.T) {
	for _, how := range []string{"given up", "stopped", "failing"} {
		t.Run(how, func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			tabs, _ := w.Browser.List(ctx)
			some, cancel := context.WithCancel(ctx)
			if how == "failing" {
				w.Browser.Fail("Create", 20)
			}
			var wg sync.WaitGroup
			for i := range 50 {
				wg.Add(1)
				go func() {
					defer wg.Done()
					if i == 25 && how == "given up" {
						cancel()
					}
					if i == 25 && how == "stopped" {
						w.Dispatcher.StopAll()
					}
					_, _ = w.Act(some, protocol.OpenTab{URL: "https://a.example/"})
				}()
			}
			wg.Wait()
			cancel()
			check(t, w)
			w.Dispatcher.StopAll()
			w.Dispatcher.Settle(ctx)
			is.Equal(len(w.Browser.Hidden()), 0)
			after, _ := w.Browser.List(ctx)
			is.Equal(len(after), len(tabs))
		})
	}
}

func TestPopup_IsTheAgentsAndReported(t *testing.T) {
	is := is.New(t)
	w := start(t)
	w.Block("bank.example")
	tab := open(t, w, "https://a.example/")
	var good, bad int
	w.Debugger.During = func(context.Context, int, protocol.Action) error {
		good = w.Browser.Popup(tab, "https://b.example/")
		bad = w.Browser.Popup(tab, "https://bank.example/")
		return nil
	}
	res, err := w.Act(ctx, click(tab))
	is.NoErr(err)
	tabs := res.(protocol.OK).Effects.Tabs
	is.Equal(len(tabs), 1) // nothing of the blocked one
	is.Equal(tabs[0].TabID, good)
	is.True(w.Dispatcher.Owns(good) && w.Dispatcher.Owns(bad))
	_, err = w.Act(ctx, protocol.CloseTab{TabID: tab})
	is.NoErr(err)
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Browser.URL(good), "https://b.example/") // the agent may go on there
	w.Dispatcher.StopAll()                              // although no session is left
	w.Dispatcher.Settle(ctx)
	is.Equal(len(w.Browser.Hidden()), 0)
}

func TestPopup_GoesWithTheLastSession(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := open(t, w, "https://a.example/")
	w.Browser.Popup(tab, "https://b.example/")
	w.Dispatcher.Stop(tab)
	w.Dispatcher.Settle(ctx)
	is.Equal(len(w.Browser.Hidden()), 0)
}

// A host of another script is judged as the browser reads it, and the browser is
// sent what was judged.
func TestAct_SpellsHosts(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := open(t, w, "https://www.bücher.example/ü")
	is.Equal(w.Browser.URL(tab), "https://www.xn--bcher-kva.example/ü")
	w.Block("bücher.example")
	for _, url := range []string{"https://bücher.example/", "http://BÜCHER.example:8080/", "http://www.bücher。example", "http://u@b%C3%BCcher.example/", "http://xn--bcher-kva.example/"} {
		_, err := w.Act(ctx, protocol.OpenTab{URL: url})
		is.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
		_, err = w.Act(ctx, protocol.Navigate{URL: url, OnTab: protocol.OnTab{TabID: tab}})
		is.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
	}
	_, err := w.Act(ctx, protocol.OpenTab{URL: "https://\ufffd.example/"})
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
}
