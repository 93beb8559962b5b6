package dispatch_test

import (
	"context"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

func TestLane_KeepsOrderOfArrival(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	there, goOn := during(w, protocol.KindClick)
	answers := []chan answer{begin(w, click(tab))}
	<-there
	inner := w.Debugger.During
	var mu sync.Mutex
	var order []string
	w.Debugger.During = func(ctx context.Context, tab int, a protocol.Action) error {
		if k, ok := a.(protocol.PressKey); ok {
			mu.Lock()
			order = append(order, k.Key)
			mu.Unlock()
			return nil
		}
		return inner(ctx, tab, a)
	}
	for i := range 20 {
		answers = append(answers, begin(w, protocol.PressKey{Key: strconv.Itoa(i), OnTab: protocol.OnTab{TabID: tab}}))
		for w.Dispatcher.Waiting(tab) < i+2 {
			runtime.Gosched()
		}
	}
	close(goOn)
	for _, ch := range answers {
		is.NoErr((<-ch).err)
	}
	for i, key := range order {
		is.Equal(key, strconv.Itoa(i))
	}
	is.Equal(len(order), 20)
}

func TestLane_TabsRunSideBySide(t *testing.T) {
	is := is.New(t)
	w := start(t)
	there, goOn := during(w, protocol.KindClick)
	var answers []chan answer
	for range 5 {
		answers = append(answers, begin(w, click(w.Browser.Add("https://a.example/", false))))
	}
	for range 5 {
		<-there // all five are in the middle at once
	}
	close(goOn)
	for _, ch := range answers {
		is.NoErr((<-ch).err)
	}
}

func TestLane_WhoGivesUpLeaves(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	there, goOn := during(w, protocol.KindClick)
	first := begin(w, click(tab))
	<-there
	some, cancel := context.WithCancel(ctx)
	waiting := make(chan error, 1)
	go func() {
		_, err := w.Act(some, click(tab))
		waiting <- err
	}()
	for w.Dispatcher.Waiting(tab) < 2 {
		runtime.Gosched()
	}
	last := begin(w, extract(tab))
	for w.Dispatcher.Waiting(tab) < 3 {
		runtime.Gosched()
	}
	sent := len(w.CDP.Commands())
	cancel()
	refused(t, <-waiting, protocol.CodeInternal, "outcome unknown")
	is.Equal(len(w.CDP.Commands()), sent) // it never ran
	close(goOn)
	is.NoErr((<-first).err)
	is.NoErr((<-last).err)
	is.Equal(w.Dispatcher.Waiting(tab), 0)
}

func TestLane_CallerGivesUpInTheMiddle(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	there, _ := during(w, protocol.KindClick)
	some, cancel := context.WithCancel(ctx)
	got := make(chan error, 1)
	go func() {
		_, err := w.Act(some, click(tab))
		got <- err
	}()
	<-there
	cancel()
	refused(t, <-got, protocol.CodeInternal, "outcome unknown")
	_, err := w.Act(ctx, extract(tab)) // the session goes on
	is.NoErr(err)
	is.Equal(story(w), "started a.example")
}

// A new session on the tab begins only when the old one's clean-up is done: a
// late detach must not hit it.
func TestLane_CleanUpComesFirst(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	for range 50 {
		_, err := w.Act(ctx, click(tab))
		is.NoErr(err)
		w.Dispatcher.Stop(tab)
		_, err = w.Act(ctx, extract(tab))
		is.NoErr(err)
		is.True(w.Debugger.Held(tab))
	}
}

func TestCloseTab(t *testing.T) {
	is := is.New(t)
	w := start(t)
	_, err := w.Act(ctx, protocol.CloseTab{TabID: 4242})
	refused(t, err, protocol.CodeTabNotFound, "4242")
	tab := w.Browser.Add("https://a.example/", false)
	_, err = w.Act(ctx, protocol.CloseTab{TabID: tab})
	is.NoErr(err)
	is.Equal(story(w), "started a.example, ended a.example tab_closed, closed") // it is in the record
	_, err = w.Act(ctx, protocol.CloseTab{TabID: tab})
	refused(t, err, protocol.CodeTabNotFound)
	tab = w.Browser.Add("https://a.example/", false)
	w.Browser.Fail("Close", 1)
	_, err = w.Act(ctx, protocol.CloseTab{TabID: tab})
	refused(t, err, protocol.CodeInternal)
	is.Equal(len(w.Dispatcher.Sessions()), 1) // it is still there
}

// A tab that cannot be asked whether it may be left is closed where it is the
// agent's own; the person's stays.
func TestCloseTab_ThatCannotBeAsked(t *testing.T) {
	is := is.New(t)
	w := start(t)
	own, theirs := open(t, w, "https://a.example/"), w.Browser.Add("https://b.example/", false)
	is.NoErr(w.Start(ctx)) // nobody is attached any more
	w.CDP.Refuse = func(int) error {
		return protocol.NewError(protocol.CodeDebuggerAttachFailed, "the tab did not answer")
	}
	_, err := w.Act(ctx, protocol.CloseTab{TabID: own})
	is.NoErr(err)
	is.Equal(w.Browser.URL(own), "")
	_, err = w.Act(ctx, protocol.CloseTab{TabID: theirs})
	refused(t, err, protocol.CodeDebuggerAttachFailed)
	is.Equal(w.Browser.URL(theirs), "https://b.example/")
}

// One whose page does not answer is let go of before it is closed.
func TestCloseTab_ThatDoesNotAnswer(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := open(t, w, "https://a.example/")
	_, err := w.Act(ctx, extract(tab))
	is.NoErr(err)
	w.CDP.Answer = func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Page.close" {
			return nil, protocol.NewError(protocol.CodeTimeout, "the page did not answer")
		}
		return []byte("{}"), nil
	}
	_, err = w.Act(ctx, protocol.CloseTab{TabID: tab})
	is.NoErr(err)
	is.Equal(w.Browser.URL(tab), "")
}

func TestUIDNumbers_NeverTwice(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := open(t, w, "https://a.example/")
	last := -1
	for life := range 4 {
		if life > 0 {
			is.NoErr(w.Start(ctx))
		}
		for range 100 {
			base := w.Dispatcher.Base(tab)
			is.True(base > last)
			last = base
			_, err := w.Act(ctx, extract(tab))
			is.NoErr(err)
		}
	}
	is.True(last < 4*100*3+4*128) // and they stay short
	other := open(t, w, "https://b.example/")
	is.True(w.Dispatcher.Base(other) > last)
	is.True(w.Dispatcher.Base(tab) < w.Dispatcher.Base(other))
	for range 1000 { // more than one range has
		_, err := w.Act(ctx, extract(tab))
		is.NoErr(err)
	}
	is.True(w.Dispatcher.Base(tab) > w.Dispatcher.Base(other))
	gone := w.Dispatcher.Base(tab)
	_, err := w.Act(ctx, protocol.CloseTab{TabID: tab})
	is.NoErr(err)
	w.Dispatcher.Settle(ctx)
	is.NoErr(w.Start(ctx))
	is.True(w.Dispatcher.Base(open(t, w, "https://a.example/")) > gone) // an old uid means no element of a new tab
}

// TestResolve_UID: a uid says which tab is meant.
func TestResolve_UID(t *testing.T) {
	is := is.New(t)
	w := start(t)
	one, two := open(t, w, "https://a.example/"), open(t, w, "https://b.example/")
	var uids []string
	for _, tab := range []int{one, two} {
		uids = append(uids, "e"+strconv.Itoa(w.Dispatcher.Base(tab)))
		_, err := w.Act(ctx, extract(tab))
		is.NoErr(err)
	}
	acts := func(tab int) int {
		for _, s := range w.Dispatcher.Sessions() {
			if s.TabID == tab {
				return s.ActionCount
			}
		}
		return 0
	}
	is.NoErr(w.Start(ctx))
	for i, tab := range []int{one, two} {
		on := protocol.Target{UID: uids[i]}
		for _, a := range []protocol.Action{
			protocol.Click{Target: on}, protocol.Extract{After: uids[i]}, protocol.WaitFor{Gone: uids[i]},
			protocol.FillForm{Fields: []protocol.Fill{{Target: protocol.Target{Selector: "#a"}}, {Target: on, Value: "x"}}},
		} {
			before := acts(tab)
			_, err := w.Act(ctx, a)
			is.NoErr(err)
			is.Equal(acts(tab), before+1)
		}
	}
	_, err := w.Act(ctx, protocol.Click{Target: protocol.Target{UID: uids[0]}, OnTab: protocol.OnTab{TabID: two}})
	refused(t, err, protocol.CodeElementStale, uids[0], strconv.Itoa(one), strconv.Itoa(two))
	_, err = w.Act(ctx, protocol.Click{Target: protocol.Target{UID: "e99999"}})
	refused(t, err, protocol.CodeSessionNotFound) // of two tabs, none is meant
}
