package dispatch_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

func holding(t *testing.T, before ...func(*coretest.World)) *coretest.World {
	return start(t, append(before, func(w *coretest.World) { w.Hold = true })...)
}

// kept checks that an action answers that the person has stopped the agent.
func kept(t *testing.T, w *coretest.World, a protocol.Action) {
	t.Helper()
	is := is.New(t)
	_, err := w.Act(ctx, a)
	is.Equal(protocol.CodeOf(err), protocol.CodeSessionNotFound)
	is.True(strings.Contains(protocol.AsError(err).Message, "ask them"))
}

func TestLockout_Stop(t *testing.T) {
	is := is.New(t)
	w := holding(t)
	theirs, other := w.Browser.Add("https://a.example/", false), w.Browser.Add("https://b.example/", false)
	act := func(a protocol.Action) error { _, err := w.Act(ctx, a); return err }
	is.NoErr(act(click(theirs)))
	is.True(w.Dispatcher.Stop(theirs))
	sent := len(w.CDP.Commands())
	for _, a := range []protocol.Action{click(theirs), extract(theirs), navigate(theirs, "https://c.example/"),
		protocol.ClaimTab{TabID: theirs}, protocol.CloseTab{TabID: theirs}} {
		kept(t, w, a)
	}
	is.Equal(len(w.CDP.Commands()), sent) // nothing left
	is.Equal(len(w.Dispatcher.Sessions()), 0)
	w.Browser.Commit(theirs, "https://d.example/")
	kept(t, w, click(theirs)) // the tab, not the page
	is.NoErr(act(click(other)))
	open(t, w, "https://a.example/")
	is.NoErr(w.Start(ctx)) // another worker
	kept(t, w, click(theirs))
	is.True(!w.Dispatcher.Resume(other))
	is.True(w.Dispatcher.Resume(theirs))
	is.True(slices.Contains(w.Events(), protocol.Event(protocol.PersonAnswered{Question: "stop", Answer: "resumed", Domain: "a.example", TabID: theirs})))
	is.True(strings.Contains(w.Store.Value(session.Local, session.KeyHistory), `"event":"consent","action":"resumed","domain":"a.example"`))
	is.NoErr(act(click(theirs)))

	is.True(w.Dispatcher.Stop(theirs))
	w.Clock.Advance(9*time.Minute + 59*time.Second)
	kept(t, w, click(theirs))
	w.Clock.Advance(time.Second)
	is.NoErr(act(click(theirs)))

	w.Dispatcher.Detached(theirs, "canceled_by_user") // Cancel in the debugger bar
	w.Dispatcher.Settle(ctx)
	kept(t, w, click(theirs))
	is.NoErr(w.Browser.Close(ctx, theirs))
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Store.Value(session.Local, session.KeyHolds), "[]") // forgotten with the tab
}

func TestLockout_StopAll(t *testing.T) {
	is := is.New(t)
	w := holding(t)
	theirs, other := w.Browser.Add("https://a.example/", false), w.Browser.Add("https://b.example/", false)
	_, err := w.Act(ctx, click(theirs))
	is.NoErr(err)
	own := open(t, w, "https://c.example/")
	is.Equal(w.Dispatcher.StopAll(), 2)
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Browser.URL(own), "")
	for range 2 {
		kept(t, w, click(theirs))
		is.NoErr(w.Start(ctx))
	}
	_, err = w.Act(ctx, click(other)) // nobody stopped it there
	is.NoErr(err)
	is.True(w.Dispatcher.Resume(theirs))
	_, err = w.Act(ctx, click(theirs))
	is.NoErr(err)
	open(t, w, "https://c.example/")
}

// What ends for another reason keeps nobody out, nor does the end of the
// agent's own tab, which is closed.
func TestLockout_OtherEnds(t *testing.T) {
	is := is.New(t)
	w := holding(t)
	own := open(t, w, "https://a.example/")
	is.True(w.Dispatcher.Stop(own))
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Store.Value(session.Local, session.KeyHolds), "")
	theirs := w.Browser.Add("https://b.example/", false)
	_, err := w.Act(ctx, click(theirs))
	is.NoErr(err)
	w.Dispatcher.Presence("idle")
	w.Dispatcher.Presence("active")
	_, err = w.Act(ctx, click(theirs))
	is.NoErr(err)
	_, err = w.Act(ctx, protocol.ReleaseTab{TabID: theirs})
	is.NoErr(err)
	_, err = w.Act(ctx, click(theirs))
	is.NoErr(err)
}

func TestLockout_SwitchedOff(t *testing.T) {
	is := is.New(t)
	w := holding(t)
	theirs := w.Browser.Add("https://a.example/", false)
	_, err := w.Act(ctx, click(theirs))
	is.NoErr(err)
	is.True(w.Dispatcher.Stop(theirs))
	kept(t, w, click(theirs))
	w.Store.Put(session.Local, session.KeyHolding, "false")
	w.Dispatcher.StorageChanged("local", session.KeyHolding)
	w.Dispatcher.Settle(ctx)
	for range 2 {
		_, err = w.Act(ctx, click(theirs)) // also what was stopped before
		is.NoErr(err)
		is.True(w.Dispatcher.Stop(theirs))
		w.Dispatcher.Settle(ctx)
		is.NoErr(w.Start(ctx))
	}
}

// A reload of the extension ends sessions and lets nobody in: the tab is there with
// the same number.
func TestLockout_ReloadOfTheExtension(t *testing.T) {
	is := is.New(t)
	w := holding(t)
	theirs, closed := w.Browser.Add("https://a.example/", false), w.Browser.Add("https://b.example/", false)
	for _, tab := range []int{theirs, closed} {
		_, err := w.Act(ctx, click(tab))
		is.NoErr(err)
		is.True(w.Dispatcher.Stop(tab))
	}
	w.Dispatcher.Settle(ctx)
	w.Kill()
	w.Store.Restart()
	is.NoErr(w.Browser.Close(ctx, closed)) // while nobody listens
	w.Clock.Advance(5 * time.Minute)
	is.NoErr(w.Start(ctx))
	w.Dispatcher.Settle(ctx)
	kept(t, w, click(theirs))
	is.True(!strings.Contains(w.Store.Value(session.Local, session.KeyHolds), "b.example"))
	w.Clock.Advance(5 * time.Minute) // ten since the stop, whatever was reloaded
	_, err := w.Act(ctx, click(theirs))
	is.NoErr(err)
}

// After a restart of the browser the numbers are other tabs': nothing is held.
func TestLockout_RestartOfTheBrowser(t *testing.T) {
	is := is.New(t)
	w := holding(t)
	theirs := w.Browser.Add("https://a.example/", false)
	_, err := w.Act(ctx, click(theirs))
	is.NoErr(err)
	is.True(w.Dispatcher.Stop(theirs))
	w.Dispatcher.Settle(ctx)
	w.Kill()
	w.Store.Restart()
	w.Browser = coretest.NewBrowser()
	is.NoErr(w.Start(ctx))
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Store.Value(session.Local, session.KeyHolds), "[]")
}

// Nobody knows what the person has stopped: everything, until they say, or ten minutes
// from when that was found.
func TestLockout_Damaged(t *testing.T) {
	is := is.New(t)
	w := holding(t, func(w *coretest.World) { w.Store.Put(session.Local, session.KeyHolds, `{"x`) })
	theirs := w.Browser.Add("https://a.example/", false)
	for range 2 {
		kept(t, w, click(theirs))
		w.Clock.Advance(4 * time.Minute)
		w.Dispatcher.Settle(ctx)
		is.NoErr(w.Start(ctx))
	}
	is.True(w.Dispatcher.Resume(0))
	_, err := w.Act(ctx, click(theirs))
	is.NoErr(err)
}

// What was sent before Stop all and comes in its moment is cut off, what is read
// after it in a tab of the person's is held: in neither case does a command leave
// or a tab stay.
func TestLockout_StopAllInTheSameMoment(t *testing.T) {
	w := holding(t)
	theirs := w.Browser.Add("https://a.example/", false)
	for range 150 { // the log has room for their rows
		_, err := w.Act(ctx, click(theirs))
		if err != nil {
			t.Fatal(err)
		}
		early := []chan answer{begin(w, click(theirs)), begin(w, protocol.Extract{OnTab: protocol.OnTab{TabID: theirs}})}
		w.Dispatcher.StopAll()
		sent := len(w.CDP.Commands())
		late := []chan answer{begin(w, click(theirs)), begin(w, protocol.Extract{OnTab: protocol.OnTab{TabID: theirs}})}
		for _, got := range early {
			<-got
		}
		for _, got := range late {
			if a := <-got; protocol.CodeOf(a.err) != protocol.CodeSessionNotFound {
				t.Fatal("an action after Stop all was not held: ", a.err)
			}
		}
		w.Dispatcher.Settle(ctx)
		if now := w.CDP.Commands(); len(now) > sent {
			t.Fatal("commands left after Stop all: ", now[sent:])
		}
		if len(w.Dispatcher.Sessions()) > 0 || len(w.Browser.Hidden()) > 0 {
			t.Fatal("the agent goes on after Stop all")
		}
		w.Dispatcher.Resume(theirs)
	}
}
