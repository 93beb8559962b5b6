package dispatch_test

import (
	"context"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// Every reason, in the middle of an action and with two more waiting: all are
// answered, nothing more leaves, the tab is let go, an own one is closed.
func TestEnd_InFlight(t *testing.T) {
	for _, row := range []struct {
		sentence string
		end      func(w *coretest.World, tab int)
		code     protocol.Code
		story    string
	}{
		{"stopped in the popup", func(w *coretest.World, tab int) { w.Dispatcher.Stop(tab) }, protocol.CodeSessionNotFound, "ended a.example user_stopped"},
		{"cancelled in the debugger bar", func(w *coretest.World, tab int) { w.Dispatcher.Detached(tab, "canceled_by_user") }, protocol.CodeSessionNotFound, "ended a.example user_stopped"},
		{"all stopped", func(w *coretest.World, tab int) { w.Dispatcher.StopAll() }, protocol.CodeSessionNotFound, "stop, ended a.example global_stop"},
		{"the screen locked", func(w *coretest.World, tab int) { w.Presence.Set("locked"); w.Dispatcher.Presence("locked") }, protocol.CodeSessionNotFound, "ended a.example screen_locked"},
		{"the machine idle", func(w *coretest.World, tab int) { w.Presence.Set("idle"); w.Dispatcher.Presence("idle") }, protocol.CodeSessionNotFound, "ended a.example system_idle"},
		{"the domain blocked", func(w *coretest.World, tab int) { w.Block("a.example") }, protocol.CodeSessionNotFound, "ended a.example domain_blocked"},
		{"the tab closed", func(w *coretest.World, tab int) { _ = w.Browser.Close(ctx, tab) }, protocol.CodeSessionNotFound, "ended a.example tab_closed"},
		{"the tab discarded", func(w *coretest.World, tab int) { w.Browser.Discard(tab) }, protocol.CodeSessionNotFound, "ended a.example tab_closed"},
		{"the page went to a blocked domain", func(w *coretest.World, tab int) { w.Browser.Commit(tab, "https://bank.example/") }, protocol.CodeDomainBlocked, "ended a.example domain_blocked, blocked bank.example click"},
	} {
		for _, own := range []bool{true, false} {
			t.Run(row.sentence+", own "+strconv.FormatBool(own), func(t *testing.T) {
				is := is.New(t)
				w := start(t)
				w.Block("bank.example")
				var tab int
				if own {
					tab = open(t, w, "https://a.example/")
				} else {
					tab = w.Browser.Add("https://a.example/", false)
					_, err := w.Act(ctx, extract(tab))
					is.NoErr(err)
				}
				there, _ := during(w, protocol.KindClick)
				first := begin(w, click(tab))
				<-there
				second, third := begin(w, click(tab)), begin(w, extract(tab))
				for w.Dispatcher.Waiting(tab) < 3 {
					runtime.Gosched()
				}
				row.end(w, tab)
				sent := -1
				for _, ch := range []chan answer{first, second, third} {
					a := <-ch
					refused(t, a.err, row.code)
					is.True(a.res == nil)
					if sent < 0 {
						sent = len(w.CDP.Commands())
					}
				}
				w.Dispatcher.Settle(ctx)
				is.Equal(len(w.CDP.Commands()), sent) // nothing left after the end
				is.Equal(len(w.Dispatcher.Sessions()), 0)
				is.True(!w.Debugger.Held(tab))
				if s := strings.TrimSuffix(story(w), ", closed"); !strings.HasSuffix(s, row.story) {
					t.Errorf("%s does not end with %s", s, row.story)
				}
				if own {
					is.Equal(w.Browser.URL(tab), "")
					is.Equal(len(w.Browser.Hidden()), 0)
				}
			})
		}
	}
}

// Where the news that the page went to a blocked domain is late, the action finds out:
// what waits in the tab is answered alike.
func TestEnd_InFlightFoundOut(t *testing.T) {
	is := is.New(t)
	w := start(t)
	w.Block("bank.example")
	tab := open(t, w, "https://a.example/")
	there, goOn := during(w, protocol.KindClick)
	first := begin(w, click(tab))
	<-there
	second, third := begin(w, click(tab)), begin(w, extract(tab))
	for w.Dispatcher.Waiting(tab) < 3 {
		runtime.Gosched()
	}
	w.Browser.Observe(nil)
	w.Browser.Commit(tab, "https://bank.example/")
	w.Browser.Observe(w.Dispatcher)
	close(goOn)
	for _, ch := range []chan answer{first, second, third} {
		refused(t, (<-ch).err, protocol.CodeDomainBlocked)
	}
	w.Dispatcher.Settle(ctx)
	is.Equal(story(w), "started a.example, ended a.example domain_blocked, blocked bank.example click, closed")
}

func TestStopAll_CountsAndLetsTheNextBegin(t *testing.T) {
	is := is.New(t)
	w := start(t)
	is.Equal(w.Dispatcher.StopAll(), 0)
	a := w.Browser.Add("https://a.example/", false)
	b := w.Browser.Add("https://b.example/", false)
	for _, tab := range []int{a, b} {
		_, err := w.Act(ctx, click(tab))
		is.NoErr(err)
	}
	is.Equal(w.Dispatcher.StopAll(), 2)
	is.Equal(story(w), "stop, started a.example, started b.example, stop, ended b.example global_stop, ended a.example global_stop")
	_, err := w.Act(ctx, click(a)) // sessions are bookkeeping: a new one
	is.NoErr(err)
}

func TestStopAll_ReachesWhatHasNoSessionYet(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	there, _ := during(w, protocol.KindClick)
	first := begin(w, click(tab))
	<-there
	others := []chan answer{}
	for range 5 {
		others = append(others, begin(w, click(tab)))
	}
	for w.Dispatcher.Waiting(tab) < 6 {
		runtime.Gosched()
	}
	is.Equal(w.Dispatcher.StopAll(), 1)
	for _, ch := range append(others, first) {
		refused(t, (<-ch).err, protocol.CodeSessionNotFound, "stopped")
	}
	is.Equal(len(w.Dispatcher.Sessions()), 0)
}

func TestPresence(t *testing.T) {
	t.Run("a lock that nobody reported refuses and ends", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		tab := w.Browser.Add("https://a.example/", false)
		_, err := w.Act(ctx, click(tab))
		is.NoErr(err)
		w.Presence.Set("locked")
		_, err = w.Act(ctx, click(tab))
		is.NoErr(err) // the last answer is not a second old
		w.Clock.Advance(time.Second)
		for _, a := range []protocol.Action{click(tab), protocol.GetTabs{}, protocol.OpenTab{URL: "https://b.example/"}, protocol.CloseTab{TabID: tab}} {
			_, err = w.Act(ctx, a)
			refused(t, err, protocol.CodeSessionNotFound, "locked")
		}
		is.Equal(story(w), "started a.example, ended a.example screen_locked")
		w.Presence.Set("active")
		_, err = w.Act(ctx, click(tab))
		is.NoErr(err)
	})
	t.Run("idleness ends once and lets unattended work begin again", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		tab := w.Browser.Add("https://a.example/", false)
		_, err := w.Act(ctx, click(tab))
		is.NoErr(err)
		w.Presence.Set("idle")
		w.Clock.Advance(time.Second)
		_, err = w.Act(ctx, click(tab))
		refused(t, err, protocol.CodeSessionNotFound, "again")
		_, err = w.Act(ctx, click(tab))
		is.NoErr(err)
		_, err = w.Act(ctx, click(tab))
		is.NoErr(err)
		is.Equal(story(w), "started a.example, ended a.example system_idle, started a.example")
	})
	for _, row := range []struct {
		name    string
		answers int // how often it fails before
	}{{"a detector that does not answer refuses", 5}, {"one that answers a moment later does not", 4}} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			tab := w.Browser.Add("https://a.example/", false)
			w.Presence.Fail(true)
			asked, done := make(chan int, 5), make(chan error)
			w.Presence.Asked(func() { asked <- w.Clock.Timers() })
			go func() {
				_, err := w.Act(ctx, click(tab))
				done <- err
			}()
			for n := 1; n < 5; n++ {
				for timers := <-asked; w.Clock.Timers() == timers; {
					runtime.Gosched()
				}
				is.Equal(len(w.CDP.Commands()), 0)
				w.Presence.Fail(n < row.answers)
				w.Clock.Advance(200 * time.Millisecond)
			}
			if err := <-done; row.answers < 5 {
				is.NoErr(err)
				return
			} else {
				refused(t, err, protocol.CodeInternal, "locked")
			}
			is.Equal(len(w.CDP.Commands()), 0)
		})
	}
}

func TestBlocklist_EditDuringAnAction(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	other := w.Browser.Add("https://b.example/", false)
	_, err := w.Act(ctx, click(other))
	is.NoErr(err)
	w.Debugger.During = func(context.Context, int, protocol.Action) error {
		w.Block("a.example") // right before the input
		return nil
	}
	_, err = w.Act(ctx, click(tab))
	is.True(err != nil)
	w.Dispatcher.Settle(ctx)
	for _, c := range w.CDP.Commands() {
		is.True(c.Tab != tab || c.Method != "Input.dispatchMouseEvent")
	}
	is.Equal(len(w.Dispatcher.Sessions()), 1) // only the other one
	w.Debugger.During = nil
	_, err = w.Act(ctx, click(tab))
	refused(t, err, protocol.CodeDomainBlocked)
	w.Block() // lifted
	w.Dispatcher.Settle(ctx)
	_, err = w.Act(ctx, click(tab))
	is.NoErr(err)
}

func TestBlocklist_NothingLeavesWhileItIsRead(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	there, goOn := during(w, protocol.KindClick)
	first := begin(w, click(tab))
	<-there
	sent := len(w.CDP.Commands())
	release := w.Store.BlockGet()
	w.Block("a.example")
	close(goOn)
	second := begin(w, protocol.GetTabs{})
	is.Equal(len(w.CDP.Commands()), sent)
	release()
	refused(t, (<-first).err, protocol.CodeSessionNotFound)
	is.Equal(len(w.CDP.Commands()), sent) // the input never left
	a := <-second
	is.NoErr(a.err)
	is.Equal(len(a.res.(protocol.TabsResult)), 1)
}

func TestBlocklist_CorruptCloses(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	_, err := w.Act(ctx, click(tab))
	is.NoErr(err)
	w.Store.Put(session.Local, session.KeyBlocklist, `["oops`)
	w.Dispatcher.StorageChanged("local", session.KeyBlocklist)
	w.Dispatcher.Settle(ctx)
	for _, a := range []protocol.Action{click(tab), protocol.GetTabs{}, protocol.OpenTab{URL: "https://b.example/"}} {
		_, err = w.Act(ctx, a)
		refused(t, err, protocol.CodeInternal, "options")
	}
	is.True(w.Dispatcher.Broken() != nil)
	w.Store.Put(session.Local, session.KeyBlocklist, `[]`)
	_, err = w.Act(ctx, click(tab)) // noticed without being told
	is.NoErr(err)
}

func TestBlocklist_ManagedArrivesLate(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	_, err := w.Act(ctx, click(tab))
	is.NoErr(err)
	w.Store.Put(session.Managed, session.KeyBlocklist, `["*.example"]`)
	w.Dispatcher.StorageChanged("managed", session.KeyBlocklist)
	w.Dispatcher.Settle(ctx)
	is.Equal(story(w), "started a.example, ended a.example domain_blocked")
	_, err = w.Act(ctx, click(tab))
	refused(t, err, protocol.CodeDomainBlocked)
}

func TestNavigate(t *testing.T) {
	t.Run("to a blocked domain sends nothing", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		w.Block("bank.example")
		tab := w.Browser.Add("https://a.example/", false)
		_, err := w.Act(ctx, navigate(tab, "https://user@www.bank.example:8443/x"))
		refused(t, err, protocol.CodeDomainBlocked)
		is.Equal(len(w.CDP.Commands()), 0)
		is.Equal(story(w), "blocked www.bank.example navigate")
	})
	t.Run("redirected to a blocked domain ends the session", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		w.Block("bank.example")
		w.Browser.Redirect("https://b.example/", "https://bank.example/")
		tab := w.Browser.Add("https://a.example/", false)
		_, err := w.Act(ctx, navigate(tab, "https://b.example/"))
		refused(t, err, protocol.CodeDomainBlocked)
		w.Dispatcher.Settle(ctx)
		is.Equal(story(w), "started a.example, ended a.example domain_blocked, blocked bank.example navigate")
		is.True(!w.Debugger.Held(tab))
	})
	t.Run("between domains is told and is the same session", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		tab := w.Browser.Add("https://a.example/", false)
		_, err := w.Act(ctx, navigate(tab, "https://b.example/"))
		is.NoErr(err)
		w.Browser.Commit(tab, "https://c.example/") // the page's own doing
		w.Browser.Commit(tab, "https://c.example/2")
		is.Equal(story(w), "started a.example, navigated a.example b.example, navigated b.example c.example")
		is.Equal(w.Dispatcher.Sessions()[0].Domain, "c.example")
	})
	t.Run("of the page to a blocked domain between actions detaches at once", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		w.Block("bank.example")
		tab := w.Browser.Add("https://a.example/", false)
		_, err := w.Act(ctx, click(tab))
		is.NoErr(err)
		w.Browser.Commit(tab, "https://bank.example/")
		w.Dispatcher.Settle(ctx)
		is.True(!w.Debugger.Held(tab))
		_, err = w.Act(ctx, extract(tab))
		refused(t, err, protocol.CodeDomainBlocked)
	})
}

func TestResult_OfABlockedDocumentIsDropped(t *testing.T) {
	is := is.New(t)
	w := start(t)
	w.Block("bank.example")
	tab := w.Browser.Add("https://a.example/", false)
	w.Debugger.During = func(context.Context, int, protocol.Action) error {
		w.Browser.Observe(nil) // the news of the commit is late
		w.Browser.Commit(tab, "https://bank.example/")
		w.Browser.Observe(w.Dispatcher)
		return nil
	}
	res, err := w.Act(ctx, extract(tab))
	refused(t, err, protocol.CodeDomainBlocked)
	is.True(res == nil)
	w.Dispatcher.Settle(ctx)
	is.Equal(story(w), "started a.example, ended a.example domain_blocked, blocked bank.example extract")
}

func TestDetached_ByAPageKeepsTheSession(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	_, err := w.Act(ctx, click(tab))
	is.NoErr(err)
	is.NoErr(w.CDP.Detach(ctx, tab))
	w.Dispatcher.Detached(tab, "target_closed")
	_, err = w.Act(ctx, click(tab))
	is.NoErr(err)
	is.Equal(story(w), "started a.example")
}
