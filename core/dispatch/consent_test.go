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

// asking makes a world whose person wants to be asked.
func asking(mode string) func(*coretest.World) {
	return func(w *coretest.World) { w.Store.Put(session.Local, session.KeyConsentMode, `"`+mode+`"`) }
}

// asked waits until the person is asked about a domain.
func asked(t *testing.T, w *coretest.World, domain string) {
	t.Helper()
	for {
		if t.Context().Err() != nil {
			t.Fatal("nobody is asked about " + domain)
		}
		data, err := w.Store.Get(ctx, session.Run, session.KeyConsentAsked)
		if err == nil && strings.Contains(string(data), `"`+domain+`"`) {
			return
		}
		runtime.Gosched()
	}
}

func TestConsent_AllowedOnce(t *testing.T) {
	is := is.New(t)
	w := start(t, asking("ask"))
	tab := w.Browser.Add("https://a.example/", false)
	is.True(!w.Dispatcher.Asking())
	running := begin(w, click(tab))
	asked(t, w, "a.example")
	is.True(w.Dispatcher.Asking())
	is.Equal(len(w.CDP.Commands()), 0) // nothing reaches the tab before the answer
	is.True(w.Dispatcher.Consent("a.example", session.Once))
	is.True(!w.Dispatcher.Asking())
	is.NoErr((<-running).err)
	_, err := w.Act(ctx, click(tab)) // and nobody is asked again
	is.NoErr(err)
	w.Dispatcher.Stop(tab)
	running = begin(w, click(tab)) // the next session asks again
	asked(t, w, "a.example")
	w.Dispatcher.Consent("a.example", session.Deny)
	refused(t, (<-running).err, protocol.CodeDomainBlocked, "does not allow", "ask them")
	_, err = w.Act(ctx, click(tab))
	refused(t, err, protocol.CodeDomainBlocked) // without being asked again
	w.Dispatcher.Settle(ctx)
	history, err := w.Store.Get(ctx, session.Local, session.KeyHistory)
	is.NoErr(err)
	is.True(strings.Contains(string(history), `"event":"consent","action":"once","domain":"a.example"`))
	is.True(strings.Contains(string(history), `"event":"consent","action":"deny","domain":"a.example"`))
}

// A page that goes elsewhere during an action is not read, and gets no input,
// before the person has answered for where it is now.
func TestConsent_PageGoesElsewhere(t *testing.T) {
	for _, action := range []func(int) protocol.Action{extract, click} {
		is := is.New(t)
		w := start(t, asking("per-origin"))
		tab := w.Browser.Add("https://a.example/", false)
		w.Dispatcher.Consent("a.example", session.Site)
		w.Debugger.During = func(context.Context, int, protocol.Action) error {
			w.Browser.Commit(tab, "https://b.example/")
			return nil
		}
		res, err := w.Act(ctx, action(tab))
		refused(t, err, protocol.CodeTimeout, "b.example", "nothing was done")
		is.True(res == nil)
		for _, c := range w.CDP.Commands() {
			is.True(c.Method != "Input.dispatchMouseEvent")
		}
		asked(t, w, "b.example")
		w.Debugger.During = nil
		w.Dispatcher.Consent("b.example", session.Site)
		_, err = w.Act(ctx, action(tab))
		is.NoErr(err)
	}
}

func TestConsent_DenialEndsByItself(t *testing.T) {
	w := start(t, asking("per-origin"))
	tab := w.Browser.Add("https://a.example/", false)
	w.Dispatcher.Consent("a.example", session.Deny)
	_, err := w.Act(ctx, click(tab))
	refused(t, err, protocol.CodeDomainBlocked)
	w.Clock.Advance(10 * time.Minute)
	running := begin(w, click(tab))
	asked(t, w, "a.example")
	w.Dispatcher.Consent("a.example", session.Site)
	is.New(t).NoErr((<-running).err)
}

func TestConsent_UnansweredSaysWhatToDo(t *testing.T) {
	is := is.New(t)
	w := start(t, asking("ask"))
	for _, row := range []struct {
		sentence string
		action   protocol.Action
		domain   string
	}{
		{"a tab of the person's", click(w.Browser.Add("https://a.example/", false)), "a.example"},
		{"a tab that is to be opened", protocol.OpenTab{URL: "https://b.example/"}, "b.example"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			timers := w.Clock.Timers()
			running := begin(w, row.action)
			asked(t, w, row.domain)
			for w.Clock.Timers() == timers {
				runtime.Gosched()
			}
			w.Clock.Advance(8 * time.Second)
			refused(t, (<-running).err, protocol.CodeTimeout, "popup", "repeat")
			asked(t, w, row.domain) // the question stays
		})
	}
	is.Equal(len(w.CDP.Commands()), 0)
	w.Dispatcher.StopAll() // and goes with a stop of everything
	w.Dispatcher.Settle(ctx)
	data, err := w.Store.Get(ctx, session.Run, session.KeyConsentAsked)
	is.NoErr(err)
	is.Equal(string(data), "[]")
}

func TestConsent_Navigate(t *testing.T) {
	is := is.New(t)
	w := start(t, asking("per-origin"))
	w.Dispatcher.Consent("a.example", session.Site)
	tab := open(t, w, "https://a.example/")
	running := begin(w, navigate(tab, "https://b.example/"))
	asked(t, w, "b.example")
	w.Dispatcher.Consent("b.example", session.Deny)
	refused(t, (<-running).err, protocol.CodeDomainBlocked, "b.example")
	is.Equal(w.Debugger.URL(tab), "https://a.example/") // it stayed where it was
	_, err := w.Act(ctx, click(tab))
	is.NoErr(err)
}

func TestConsent_OutlivesTheWorker(t *testing.T) {
	is := is.New(t)
	w := start(t, asking("per-origin"))
	tab := w.Browser.Add("https://a.example/", false)
	begin(w, click(tab))
	asked(t, w, "a.example")
	w.Kill()
	is.NoErr(w.Start(ctx))
	asked(t, w, "a.example") // the question is still there
	w.Dispatcher.Consent("a.example", session.Site)
	w.Kill()
	is.NoErr(w.Start(ctx))
	_, err := w.Act(ctx, click(tab))
	is.NoErr(err)
	is.True(w.Dispatcher.Consent("a.example", session.Forget))
	running := begin(w, click(tab))
	asked(t, w, "a.example")
	w.Dispatcher.StopAll()
	refused(t, (<-running).err, protocol.CodeSessionNotFound, "stopped")
}

func TestConsent_Mode(t *testing.T) {
	for _, row := range []struct {
		sentence       string
		local, managed string
		asks           bool
	}{
		{"nobody asks where nothing was chosen", "", "", false},
		{"null is nothing", "null", "", false},
		{"the person wants it", `"ask"`, "", true},
		{"the person does not", `"off"`, "", false},
		{"what is not understood asks", `"of"`, "", true},
		{"what is no text asks", `7`, "", true},
		{"the organisation wants it", `"off"`, `"per-origin"`, true},
		{"the organisation does not", `"ask"`, `"off"`, false},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			w := start(t, func(w *coretest.World) {
				if row.local != "" {
					w.Store.Put(session.Local, session.KeyConsentMode, row.local)
				}
				if row.managed != "" {
					w.Store.Put(session.Managed, session.KeyConsentMode, row.managed)
				}
			})
			tab := w.Browser.Add("https://a.example/", false)
			running := begin(w, click(tab))
			if row.asks {
				asked(t, w, "a.example")
				w.Dispatcher.Consent("a.example", session.Once)
			}
			is.New(t).NoErr((<-running).err)
		})
	}
}

// A mistake in the organisation's policy lifts nothing: its last good word holds.
func TestConsent_ModeMistyped(t *testing.T) {
	for _, row := range []struct {
		sentence                  string
		managed, schema, old, own string
		asks, fixed               bool
		faults                    string
	}{
		{"a wrong word keeps the last good one", `"aks"`, "1", `"ask"`, `"off"`, true, true, `["consentMode"]`},
		{"without schemaVersion too", `"aks"`, "", `"ask"`, `"off"`, true, true, `["consentMode"]`},
		{"a wrong word keeps one that asks nobody", `"aks"`, "1", `"off"`, `"ask"`, false, true, `["consentMode"]`},
		{"what Chrome dropped for its type keeps the last good one", "", "1", `"per-origin"`, `"off"`, true, true, `["consentMode"]`},
		{"a wrong word that never was a good one asks", `"aks"`, "1", "", `"off"`, true, true, `["consentMode"]`},
		{"a copy that is damaged is none", `"aks"`, "1", `"of"`, `"off"`, true, true, `["consentMode"]`},
		{"a policy that never had one leaves it to the person", "", "1", "", `"off"`, false, false, `[]`},
		{"a policy that was withdrawn does too", "", "", `"ask"`, `"off"`, false, false, `[]`},
		{"a good word is no mistake", `"ask"`, "1", `"off"`, `"off"`, true, true, `[]`},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			w := start(t, func(w *coretest.World) {
				for _, v := range []struct {
					area     session.Area
					key, val string
				}{
					{session.Managed, session.KeyConsentMode, row.managed}, {session.Managed, session.KeyManagedSchema, row.schema},
					{session.Local, session.CopyOf(session.KeyConsentMode), row.old}, {session.Local, session.KeyConsentMode, row.own},
				} {
					if v.val != "" {
						w.Store.Put(v.area, v.key, v.val)
					}
				}
			})
			running := begin(w, click(w.Browser.Add("https://a.example/", false)))
			if row.asks {
				asked(t, w, "a.example")
				w.Dispatcher.Consent("a.example", session.Once)
			}
			is.NoErr((<-running).err)
			w.Dispatcher.Settle(ctx)
			is.Equal(w.Store.Value(session.Local, session.KeyManagedFaults), row.faults)
			is.Equal(w.Dispatcher.ConsentMode(session.ConsentOff), !row.fixed)
		})
	}
}

// The mistake comes while the worker runs, with the key that Chrome names or with
// another.
func TestConsent_ModeMistypedMeanwhile(t *testing.T) {
	for _, row := range []struct{ managed, key string }{{`"aks"`, session.KeyConsentMode}, {"", session.KeyManagedSchema}, {"", session.KeyConsentMode}} {
		is := is.New(t)
		w := start(t, func(w *coretest.World) {
			w.Store.Put(session.Managed, session.KeyConsentMode, `"ask"`)
			w.Store.Put(session.Managed, session.KeyManagedSchema, "1")
		})
		w.Dispatcher.Settle(ctx)
		is.Equal(w.Store.Value(session.Local, "managedConsentMode"), `"ask"`)
		w.Store.Put(session.Managed, session.KeyConsentMode, row.managed)
		w.Store.Put(session.Managed, session.KeyManagedSchema, "2")
		w.Dispatcher.StorageChanged("managed", row.key)
		running := begin(w, click(w.Browser.Add("https://a.example/", false)))
		asked(t, w, "a.example")
		w.Dispatcher.Consent("a.example", session.Once)
		is.NoErr((<-running).err)
	}
}

func TestConsent_Choose(t *testing.T) {
	is := is.New(t)
	w := start(t)
	is.True(w.Dispatcher.ConsentMode(session.ConsentAsk)) // in force when it returns
	running := begin(w, click(w.Browser.Add("https://a.example/", false)))
	asked(t, w, "a.example")
	is.True(w.Dispatcher.ConsentMode(session.ConsentOff))
	is.NoErr((<-running).err)
	data, err := w.Store.Get(ctx, session.Run, session.KeyConsentAsked)
	is.NoErr(err)
	is.Equal(string(data), "[]") // nobody is there to answer
	data, err = w.Store.Get(ctx, session.Local, session.KeyConsentMode)
	is.NoErr(err)
	is.Equal(string(data), `"off"`)

	w.Store.Put(session.Managed, session.KeyConsentMode, `"ask"`)
	w.Dispatcher.StorageChanged("managed", session.KeyConsentMode)
	w.Dispatcher.Settle(ctx)
	is.True(!w.Dispatcher.ConsentMode(session.ConsentOff)) // the organisation's
}

func TestConsent_SwitchedOffLetsGo(t *testing.T) {
	w := start(t, asking("ask"))
	running := begin(w, click(w.Browser.Add("https://a.example/", false)))
	asked(t, w, "a.example")
	w.Store.Put(session.Local, session.KeyConsentMode, `"off"`)
	w.Dispatcher.StorageChanged("local", session.KeyConsentMode)
	is.New(t).NoErr((<-running).err)
}

// Of a site that the agent may not work on, or not yet, it learns which it is.
func TestConsent_TabsThatAreNotGranted(t *testing.T) {
	is := is.New(t)
	w := start(t, asking("per-origin"))
	tab := w.Browser.Add("https://a.example/secret?token=1#x", false)
	see := func(url string) {
		t.Helper()
		list, err := w.Act(ctx, protocol.GetTabs{})
		is.NoErr(err)
		for _, row := range list.(protocol.TabsResult) {
			if row.TabID == tab {
				is.Equal(row.Domain, "a.example")
				is.Equal(row.URL, url)
				return
			}
		}
		t.Fatal("the tab is not listed")
	}
	see("https://a.example/")
	w.Dispatcher.Consent("a.example", session.Deny)
	see("https://a.example/")
	w.Dispatcher.Consent("a.example", session.Site)
	see("https://a.example/secret?token=1#x")
	is.True(w.Dispatcher.ConsentMode(session.ConsentOff))
	see("https://a.example/secret?token=1#x")
}
