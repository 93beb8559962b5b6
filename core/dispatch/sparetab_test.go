package dispatch_test

import (
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// closed has the agent close its only tab, and returns the one that keeps the window.
func closed(t *testing.T, w *coretest.World) (window, spare int) {
	t.Helper()
	is := is.New(t)
	tab := open(t, w, "https://a.example/")
	window = w.Dispatcher.Window()
	_, err := w.Act(ctx, protocol.CloseTab{TabID: tab})
	is.NoErr(err)
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Browser.Hidden(), []int{window})
	in := w.Browser.In(window)
	is.Equal(len(in), 1)
	return window, in[0]
}

// TestSpareTab: the window of a closed tab is that of the next, and nobody is told of
// what keeps it.
func TestSpareTab(t *testing.T) {
	is := is.New(t)
	w := start(t)
	window, spare := closed(t, w)
	res, err := w.Act(ctx, protocol.GetTabs{})
	is.NoErr(err)
	for _, row := range res.(protocol.TabsResult) {
		is.True(row.TabID != spare)
	}
	is.Equal(open(t, w, "https://b.example/"), spare)
	is.Equal(w.Browser.Hidden(), []int{window})
	w.Clock.Advance(45 * time.Second)
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Browser.URL(spare), "https://b.example/") // it is no spare any more
}

// TestSpareTab_Ends: the window goes after a while, and with the last session.
func TestSpareTab_Ends(t *testing.T) {
	for _, row := range []struct {
		sentence string
		end      func(w *coretest.World)
	}{
		{"after a while", func(w *coretest.World) { w.Clock.Advance(45 * time.Second) }},
		{"the person stops all", func(w *coretest.World) { w.Dispatcher.StopAll() }},
		{"the person closes it", func(w *coretest.World) { _ = w.Browser.Remove(ctx, w.Dispatcher.Window()) }},
		{"the worker dies", func(w *coretest.World) {
			w.Kill()
			_ = w.Start(ctx)
		}},
		{"the browser discards it", func(w *coretest.World) { w.Browser.Discard(w.Browser.In(w.Dispatcher.Window())[0]) }},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			closed(t, w)
			row.end(w)
			w.Dispatcher.Settle(ctx)
			is.Equal(len(w.Browser.Hidden()), 0)
			is.Equal(w.Dispatcher.Window(), 0)
		})
	}
}

// TestSpareTab_OfThePersons: a tab that the person has gone on in is not taken from them.
func TestSpareTab_OfThePersons(t *testing.T) {
	is := is.New(t)
	w := start(t)
	_, spare := closed(t, w)
	w.Browser.Commit(spare, "https://theirs.example/")
	is.True(open(t, w, "https://b.example/") != spare)
	w.Clock.Advance(45 * time.Second)
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Browser.URL(spare), "https://theirs.example/")
}
