package dispatch_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// strict makes a world in the strict profile, with what is granted there.
func strict(grants string) func(*coretest.World) {
	return func(w *coretest.World) {
		w.Store.Put(session.Local, session.KeyProfile, `"strict"`)
		w.Store.Put(session.Local, session.KeyGrants, `["`+grants+`"]`)
	}
}

// await waits until storage says that the person is asked something.
func await(t *testing.T, w *coretest.World, text string) {
	t.Helper()
	for !strings.Contains(w.Store.Value(session.Run, session.KeyConsentAsked), text) {
		if t.Context().Err() != nil {
			t.Fatal("nobody is asked " + text)
		}
		runtime.Gosched()
	}
}

// presses counts the presses that reached a page.
func presses(w *coretest.World) (n int) {
	for _, c := range w.CDP.Commands() {
		if c.Method == "Input.dispatchMouseEvent" {
			n++
		}
	}
	return n
}

func TestStrict_ListsItsOwnTabsOnly(t *testing.T) {
	is := is.New(t)
	w := start(t, strict("https://a.example act"))
	theirs := w.Browser.Add("https://a.example/mail", false)
	own := open(t, w, "https://a.example/")
	list, err := w.Act(ctx, protocol.GetTabs{})
	is.NoErr(err)
	is.Equal(len(list.(protocol.TabsResult)), 1)
	is.Equal(list.(protocol.TabsResult)[0].TabID, own)
	for _, a := range []protocol.Action{extract(theirs), click(theirs), navigate(theirs, "https://a.example/"), protocol.CloseTab{TabID: theirs}, extract(4242)} {
		_, err := w.Act(ctx, a)
		refused(t, err, protocol.CodeSessionNotFound, "claim_tab") // whether there is one or not
	}
	is.Equal(w.Browser.URL(theirs), "https://a.example/mail")
}

func TestStrict_ClaimAsks(t *testing.T) {
	is := is.New(t)
	w := start(t, strict("https://a.example read sinks"))
	theirs := w.Browser.Add("https://a.example/mail", false)
	claim := protocol.ClaimTab{TabID: theirs}
	running := begin(w, claim)
	await(t, w, `"can":"take_over","what":"`)
	is.True(strings.Contains(w.Store.Value(session.Run, session.KeyConsentAsked), "Title of https://a.example/mail"))
	what := session.Subject("take_over https://a.example " + digits(theirs) + " Title of https://a.example/mail")
	is.True(!w.Dispatcher.Consent(what, session.Site)) // never for good
	is.True(w.Dispatcher.Consent(what, session.Once))
	is.NoErr((<-running).err)
	_, err := w.Act(ctx, extract(theirs))
	is.NoErr(err)
	_, err = w.Act(ctx, protocol.ReleaseTab{TabID: theirs}) // of which nobody is asked
	is.NoErr(err)
	running = begin(w, claim) // and asked each time
	await(t, w, "take_over")
	w.Dispatcher.Consent(what, session.Deny)
	refused(t, (<-running).err, protocol.CodeDomainBlocked, "take over")
}

func TestStrict_GrantsAreOfOriginAndCapability(t *testing.T) {
	is := is.New(t)
	w := start(t, strict(""))
	running := begin(w, protocol.OpenTab{URL: "https://a.example:8443/"})
	await(t, w, `"domain":"https://a.example:8443","can":"act"`)
	is.True(!w.Dispatcher.Consent("a.example", session.Site))
	is.True(w.Dispatcher.Consent("act https://a.example:8443", session.Site))
	opened := <-running
	is.NoErr(opened.err)
	tab := opened.res.(protocol.OpenTabResult).TabID
	_, err := w.Act(ctx, extract(tab)) // who acts there is told of it
	is.NoErr(err)
	running = begin(w, navigate(tab, "https://a.example/"))
	await(t, w, `"domain":"https://a.example","can":"act"`) // another port is another origin
	w.Dispatcher.Consent("act https://a.example", session.Deny)
	refused(t, (<-running).err, protocol.CodeDomainBlocked, "https://a.example")
	w.Dispatcher.Settle(ctx)
	is.Equal(w.Store.Value(session.Local, session.KeyGrants), `["https://a.example:8443 act"]`)
	is.True(w.Dispatcher.Consent("act https://a.example:8443", session.Forget))
	running = begin(w, click(tab))
	await(t, w, `"domain":"https://a.example:8443"`)
	w.Dispatcher.StopAll()
	refused(t, (<-running).err, protocol.CodeSessionNotFound)
}

func TestStrict_Scripts(t *testing.T) {
	is := is.New(t)
	w := start(t, strict(`https://a.example act","https://b.example act script`))
	a, b := open(t, w, "https://a.example/"), open(t, w, "https://b.example/")
	script := func(tab int) protocol.Action {
		return protocol.Evaluate{Expression: "return 1", OnTab: protocol.OnTab{TabID: tab}}
	}
	_, err := w.Act(ctx, script(a))
	refused(t, err, protocol.CodeInvalidAction, "strict", "evaluate")
	is.Equal(w.Store.Value(session.Run, session.KeyConsentAsked), "") // nobody is asked
	_, err = w.Act(ctx, script(b))
	is.NoErr(err)
}

func TestStrict_SinkIsAskedEachTime(t *testing.T) {
	is := is.New(t)
	w := start(t, strict("https://a.example act"))
	tab := open(t, w, "https://a.example/")
	w.Debugger.Sink = &sink.Act{Kind: sink.Pay, What: "Place order"}
	what := session.Subject("pay https://a.example Place order")
	for range 2 {
		before := presses(w)
		running := begin(w, click(tab))
		await(t, w, `"domain":"https://a.example","can":"pay","what":"Place order"`)
		is.Equal(presses(w), before) // nothing is pressed before the answer
		is.True(!w.Dispatcher.Consent(what, session.Site))
		is.True(w.Dispatcher.Consent(what, session.Once))
		is.NoErr((<-running).err)
		is.Equal(presses(w), before+1)
	}
	running := begin(w, click(tab))
	await(t, w, `"can":"pay"`)
	w.Dispatcher.Consent(what, session.Deny)
	refused(t, (<-running).err, protocol.CodeDomainBlocked, "(pay)", "ask them")
	_, err := w.Act(ctx, click(tab))
	refused(t, err, protocol.CodeDomainBlocked) // without being asked again
	is.Equal(presses(w), 2)
	w.Debugger.Sink = &sink.Act{Kind: sink.Pay, What: "Pay 10 000"} // another act is another question
	timers := w.Clock.Timers()
	running = begin(w, click(tab))
	await(t, w, "Pay 10 000")
	for w.Clock.Timers() == timers {
		runtime.Gosched()
	}
	w.Clock.Advance(8 * time.Second)
	refused(t, (<-running).err, protocol.CodeTimeout, "popup", "nothing was done")
	is.Equal(presses(w), 2)
	w.Dispatcher.Consent("pay https://a.example Pay 10 000", session.Once)
	w.Clock.Advance(10 * time.Minute)
	running = begin(w, click(tab)) // an old answer is none
	await(t, w, "Pay 10 000")
	w.Dispatcher.StopAll()
	refused(t, (<-running).err, protocol.CodeSessionNotFound)
}

// TestStrict_SinkCoversItsForm: a yes is to what the person was shown.
func TestStrict_SinkCoversItsForm(t *testing.T) {
	is := is.New(t)
	w := start(t, strict("https://a.example act"))
	tab := open(t, w, "https://a.example/")
	w.Debugger.Sink = &sink.Act{Kind: sink.Send, What: "Send", Form: "https://a.example\nTo: Ada"}
	running := begin(w, click(tab))
	await(t, w, `To: Ada`)
	w.Debugger.Sink = &sink.Act{Kind: sink.Send, What: "Send", Form: "https://a.example\nTo: Bob"}
	is.True(w.Dispatcher.Consent("send https://a.example Send", session.Once))
	await(t, w, `To: Bob`) // the page has changed its mind meanwhile
	is.Equal(presses(w), 0)
	is.True(w.Dispatcher.Consent("send https://a.example Send", session.Once))
	is.NoErr((<-running).err)
	is.Equal(presses(w), 1)
}

func TestStrict_FilesAndSecrets(t *testing.T) {
	for _, row := range []struct {
		sentence string
		action   func(tab int) protocol.Action
		what     session.Subject
	}{
		{"a file", func(tab int) protocol.Action {
			return protocol.UploadFile{Target: protocol.Target{UID: "e1"}, Name: "cv.pdf", Text: "x", OnTab: protocol.OnTab{TabID: tab}}
		}, "hand_over https://a.example cv.pdf"},
		{"a secret", func(tab int) protocol.Action {
			return protocol.Type{Target: protocol.Target{UID: "e1"}, Text: "x", Secret: "mail", OnTab: protocol.OnTab{TabID: tab}}
		}, "fill_in https://a.example mail"},
		{"a secret in a form", func(tab int) protocol.Action {
			return protocol.FillForm{Fields: []protocol.Fill{{Target: protocol.Target{UID: "e1"}, Value: "x", Secret: "mail"}}, OnTab: protocol.OnTab{TabID: tab}}
		}, "fill_in https://a.example mail"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			w := start(t, strict("https://a.example act sinks"))
			tab := open(t, w, "https://a.example/")
			running := begin(w, row.action(tab))
			await(t, w, `"can":"`+row.what.Can()+`"`)
			is.Equal(presses(w), 0)
			w.Dispatcher.Consent(row.what, session.Once)
			is.NoErr((<-running).err)
			running = begin(w, row.action(tab)) // it was for once
			await(t, w, `"can":"`+row.what.Can()+`"`)
			w.Dispatcher.Consent(row.what, session.Deny)
			refused(t, (<-running).err, protocol.CodeDomainBlocked)
			is.Equal(presses(w), 1)
		})
	}
}

func TestStrict_SinkOutlivesTheWorker(t *testing.T) {
	is := is.New(t)
	w := start(t, strict("https://a.example act"))
	tab := open(t, w, "https://a.example/")
	w.Debugger.Sink = &sink.Act{Kind: sink.Delete}
	begin(w, click(tab))
	await(t, w, `"can":"delete"`)
	w.Kill()
	is.NoErr(w.Start(ctx))
	w.Debugger.Sink = &sink.Act{Kind: sink.Delete}
	await(t, w, `"can":"delete"`)
	is.True(w.Dispatcher.Asking())
	is.True(w.Dispatcher.Consent("delete https://a.example", session.Once))
	w.Kill()
	is.NoErr(w.Start(ctx))
	w.Debugger.Sink = &sink.Act{Kind: sink.Delete}
	_, err := w.Act(ctx, click(tab))
	is.NoErr(err)
}

// The person's choice holds at once, and the organisation's is theirs to keep.
func TestStrict_Choose(t *testing.T) {
	is := is.New(t)
	w := start(t)
	theirs := w.Browser.Add("https://a.example/", false)
	_, err := w.Act(ctx, extract(w.Browser.Add("https://b.example/", false)))
	is.NoErr(err)
	is.True(w.Dispatcher.Profile(session.ProfileStrict))
	_, err = w.Act(ctx, extract(theirs))
	refused(t, err, protocol.CodeSessionNotFound, "strict")
	is.True(w.Dispatcher.Profile(session.ProfileDefault))
	_, err = w.Act(ctx, extract(theirs))
	is.NoErr(err)
	w.Store.Put(session.Managed, session.KeyProfile, `"stritc"`)
	w.Dispatcher.StorageChanged("managed", session.KeyProfile)
	w.Dispatcher.Settle(ctx)
	is.True(!w.Dispatcher.Profile(session.ProfileDefault))
	running := begin(w, extract(theirs)) // its session lives, its origin is asked about
	await(t, w, `"can":"read"`)
	w.Dispatcher.Consent("read https://a.example", session.Once)
	is.NoErr((<-running).err)
}

// In the default profile nothing of it is there.
func TestDefault_AsksForNothing(t *testing.T) {
	is := is.New(t)
	w := start(t)
	w.Debugger.Sink = &sink.Act{Kind: sink.Pay, What: "Place order"}
	tab := w.Browser.Add("https://a.example/", false)
	for _, a := range []protocol.Action{click(tab), protocol.Evaluate{Expression: "return 1", OnTab: protocol.OnTab{TabID: tab}},
		protocol.UploadFile{Target: protocol.Target{UID: "e1"}, Name: "cv.pdf", OnTab: protocol.OnTab{TabID: tab}}} {
		_, err := w.Act(ctx, a)
		is.NoErr(err)
	}
	list, err := w.Act(ctx, protocol.GetTabs{})
	is.NoErr(err)
	is.Equal(len(list.(protocol.TabsResult)), 2) // and the browser's first one
	is.True(!w.Dispatcher.Asking())
}

func digits(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return digits(n/10) + digits(n%10)
}
