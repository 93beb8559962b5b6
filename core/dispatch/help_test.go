package dispatch_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

func please(tab int, message string) protocol.Action {
	return protocol.Help{Message: message, OnTab: protocol.OnTab{TabID: tab}}
}

// helps is what storage says that the person is asked to do.
func helps(w *coretest.World) string {
	data, err := w.Store.Get(ctx, session.Run, session.KeyHelp)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// pleaded waits until the person is asked for help, and returns when that was.
func pleaded(t *testing.T, w *coretest.World, message string) int64 {
	t.Helper()
	for !strings.Contains(helps(w), message) {
		if t.Context().Err() != nil {
			t.Fatal("nobody is asked: " + helps(w))
		}
		runtime.Gosched()
	}
	return w.Clock.Now().UnixMilli()
}

func TestHelp_AnsweredInThePopup(t *testing.T) {
	for _, out := range []protocol.Outcome{protocol.OutcomeDone, protocol.OutcomeDeclined} {
		is := is.New(t)
		w := start(t)
		tab := w.Browser.Add("https://a.example/", false)
		running := make(chan answer, 1)
		go func() {
			res, err := w.Act(protocol.WithCaller(ctx, protocol.Caller{Agent: "Claude 1"}), please(tab, "solve the captcha"))
			running <- answer{res, err}
		}()
		at := pleaded(t, w, "solve the captcha")
		is.True(w.Dispatcher.Asking())
		is.True(strings.Contains(helps(w), `"agent":"Claude 1"`))
		is.True(!w.Dispatcher.Help(tab, at+1, out)) // another help request
		is.True(w.Dispatcher.Help(tab, at, out))
		is.True(!w.Dispatcher.Help(tab, at, out)) // answered once
		is.True(!w.Dispatcher.Asking())
		got := <-running
		is.NoErr(got.err)
		is.Equal(got.res.(protocol.HelpResult).Outcome, out)
		w.Dispatcher.Settle(ctx)
		is.Equal(helps(w), "[]")
		history, err := w.Store.Get(ctx, session.Local, session.KeyHistory)
		is.NoErr(err)
		is.True(strings.Contains(string(history), `"event":"help","action":"`+string(out)+`","domain":"a.example"`))
	}
}

// The card stays when the agent waits no longer, with its answer for the agent that asks
// again; it goes when the agent goes on.
func TestHelp_TimeIsOver(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	running := begin(w, please(tab, "anybody"))
	at := pleaded(t, w, "anybody")
	for w.Clock.Timers() == 0 {
		runtime.Gosched()
	}
	w.Clock.Advance(2 * time.Minute)
	got := <-running
	is.NoErr(got.err)
	is.Equal(got.res.(protocol.HelpResult).Outcome, protocol.OutcomeTimedOut)
	w.Dispatcher.Settle(ctx)
	is.True(strings.Contains(helps(w), "anybody"))
	is.True(!w.Dispatcher.Asking()) // an update waits for it no more
	is.NoErr(w.Start(ctx))          // nor does a worker that ends take it away
	is.True(strings.Contains(helps(w), "anybody"))
	is.True(w.Dispatcher.Help(tab, at, protocol.OutcomeDone))
	res, err := w.Act(ctx, please(tab, "anybody"))
	is.NoErr(err)
	is.Equal(res.(protocol.HelpResult).Outcome, protocol.OutcomeDone)

	calling, cancel := context.WithCancel(ctx)
	running = make(chan answer, 1)
	go func() {
		res, err := w.Act(calling, please(tab, "anybody"))
		running <- answer{res, err}
	}()
	pleaded(t, w, "anybody")
	cancel()
	<-running
	_, err = w.Act(ctx, protocol.Frames{OnTab: protocol.OnTab{TabID: tab}})
	is.NoErr(err)
	w.Dispatcher.Settle(ctx)
	is.Equal(helps(w), "[]")
}

// Who asks again while the first request holds the tab takes its place, and the card is
// the same: its caller may have lost the answer.
func TestHelp_AskedAgain(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	first := begin(w, please(tab, "log in"))
	at := pleaded(t, w, "log in")
	w.Clock.Advance(time.Second)
	second := begin(w, please(tab, "log in"))
	refused(t, (<-first).err, protocol.CodeInternal, "given up")
	is.True(w.Dispatcher.Help(tab, at, protocol.OutcomeDone))
	is.Equal((<-second).res.(protocol.HelpResult).Outcome, protocol.OutcomeDone)
	w.Dispatcher.Settle(ctx)
	is.Equal(helps(w), "[]")
}

func TestHelp_EndsWithItsSession(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	running := begin(w, please(tab, "hello"))
	pleaded(t, w, "hello")
	is.True(w.Dispatcher.Stop(tab))
	refused(t, (<-running).err, protocol.CodeSessionNotFound, "person stopped")
	w.Dispatcher.Settle(ctx)
	is.Equal(helps(w), "[]")
}

// The person may go where the agent may not; who answers there leaves the agent
// in front of a page that ends its session.
func TestHelp_OnABlockedDomain(t *testing.T) {
	is := is.New(t)
	w := start(t)
	w.Block("secret.example")
	tab := w.Browser.Add("https://a.example/", false)
	running := begin(w, please(tab, "log in"))
	at := pleaded(t, w, "log in")
	w.Browser.Commit(tab, "https://secret.example/")
	there := live(w, tab)
	is.True(there) // it goes on
	is.True(w.Dispatcher.Help(tab, at, protocol.OutcomeDone))
	refused(t, (<-running).err, protocol.CodeDomainBlocked)
	there = live(w, tab)
	is.True(!there)
}

// What nobody waits for any more stays before the person, and their answer is
// kept for the agent that asks again.
func TestHelp_NobodyWaits(t *testing.T) {
	gone := map[string]func(t *testing.T, w *coretest.World, cancel func()){
		"the caller gave up": func(_ *testing.T, _ *coretest.World, cancel func()) { cancel() },
		"the worker died": func(t *testing.T, w *coretest.World, cancel func()) {
			w.Dispatcher.Settle(ctx)
			if err := w.Start(ctx); err != nil {
				t.Fatal(err)
			}
			cancel()
		},
	}
	for sentence, leave := range gone {
		t.Run(sentence, func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			tab := w.Browser.Add("https://a.example/", false)
			calling, cancel := context.WithCancel(ctx)
			running := make(chan answer, 1)
			first := w.Dispatcher
			go func() {
				res, err := first.Act(calling, please(tab, "confirm"))
				running <- answer{res, err}
			}()
			at := pleaded(t, w, "confirm")
			leave(t, w, cancel)
			refused(t, (<-running).err, protocol.CodeInternal, "outcome unknown")
			is.True(w.Dispatcher.Asking()) // an update waits for it, too
			is.True(w.Dispatcher.Help(tab, at, protocol.OutcomeDone))
			res, err := w.Act(ctx, please(tab, "confirm"))
			is.NoErr(err)
			is.Equal(res.(protocol.HelpResult).Outcome, protocol.OutcomeDone)
			w.Dispatcher.Settle(ctx)
			is.Equal(helps(w), "[]")
			running2 := begin(w, please(tab, "confirm")) // told once
			at = pleaded(t, w, "confirm")
			is.True(w.Dispatcher.Help(tab, at, protocol.OutcomeDeclined))
			is.Equal((<-running2).res.(protocol.HelpResult).Outcome, protocol.OutcomeDeclined)
		})
	}
}

// An answer to other words is no answer.
func TestHelp_OtherWords(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	calling, cancel := context.WithCancel(ctx)
	running := make(chan answer, 1)
	go func() {
		res, err := w.Act(calling, please(tab, "first"))
		running <- answer{res, err}
	}()
	at := pleaded(t, w, "first")
	cancel()
	<-running
	is.True(w.Dispatcher.Help(tab, at, protocol.OutcomeDone))
	second := begin(w, please(tab, "second"))
	at = pleaded(t, w, "second")
	is.True(w.Dispatcher.Help(tab, at, protocol.OutcomeDeclined))
	is.Equal((<-second).res.(protocol.HelpResult).Outcome, protocol.OutcomeDeclined)
}

func live(w *coretest.World, tab int) bool {
	for _, s := range w.Dispatcher.Sessions() {
		if s.TabID == tab {
			return true
		}
	}
	return false
}
