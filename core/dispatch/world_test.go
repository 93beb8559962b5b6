package dispatch_test

import (
	"context"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

var ctx = context.Background()

// start returns a world with a living worker; at the end of the test nothing
// may be violated.
func start(t testing.TB, before ...func(*coretest.World)) *coretest.World {
	t.Helper()
	w := coretest.NewWorld()
	for _, f := range before {
		f(w)
	}
	if err := w.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		check(t, w)
		w.Kill()
	})
	return w
}

func check(t testing.TB, w *coretest.World) {
	t.Helper()
	for _, v := range w.Violations(ctx) {
		t.Errorf("violated: %s", v)
	}
}

func open(t testing.TB, w *coretest.World, url string) int {
	t.Helper()
	res, err := w.Act(ctx, protocol.OpenTab{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	return res.(protocol.OpenTabResult).TabID
}

func click(tab int) protocol.Action {
	return protocol.Click{Target: protocol.Target{UID: "e1"}, OnTab: protocol.OnTab{TabID: tab}}
}

func extract(tab int) protocol.Action {
	return protocol.Extract{OnTab: protocol.OnTab{TabID: tab}}
}

func navigate(tab int, url string) protocol.Action {
	return protocol.Navigate{URL: url, OnTab: protocol.OnTab{TabID: tab}}
}

// refused asserts the code of an error and a word of its sentence.
func refused(t testing.TB, err error, code protocol.Code, says ...string) {
	t.Helper()
	if protocol.CodeOf(err) != code {
		t.Fatalf("got %v, want %s", err, code)
	}
	for _, s := range says {
		if !strings.Contains(err.Error(), s) {
			t.Fatalf("%v does not say %q", err, s)
		}
	}
}

// story returns the events as words: started 5 a.example, and so on.
func story(w *coretest.World) string {
	var words []string
	for _, e := range w.Events() {
		switch e := e.(type) {
		case protocol.SessionStarted:
			words = append(words, "started "+e.Domain)
		case protocol.SessionEnded:
			words = append(words, "ended "+e.Domain+" "+string(e.Reason))
		case protocol.SessionNavigated:
			words = append(words, "navigated "+e.From+" "+e.Domain)
		case protocol.DomainBlocked:
			words = append(words, "blocked "+e.Domain+" "+string(e.AttemptedAction))
		case protocol.TabClosed:
			words = append(words, "closed")
		case protocol.GlobalStop:
			words = append(words, "stop")
		}
	}
	return strings.Join(words, ", ")
}

// during makes the next action of a kind wait in its middle, and returns a
// channel that tells when it is there and one that lets it go on.
func during(w *coretest.World, kind protocol.Kind) (there chan int, goOn chan struct{}) {
	there, goOn = make(chan int, 100), make(chan struct{})
	w.Debugger.During = func(ctx context.Context, tab int, a protocol.Action) error {
		if a.Kind() != kind {
			return nil
		}
		there <- tab
		select {
		case <-goOn:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return there, goOn
}

type answer struct {
	res protocol.Result
	err error
}

// begin performs an action on another goroutine.
func begin(w *coretest.World, a protocol.Action) chan answer {
	ch := make(chan answer, 1)
	go func() {
		res, err := w.Act(ctx, a)
		ch <- answer{res, err}
	}()
	return ch
}

func TestDo_AnswersWithResultOrError(t *testing.T) {
	is := is.New(t)
	w := start(t)
	resp := w.Dispatcher.Do(ctx, protocol.Request{ID: "1", Action: protocol.GetTabs{}})
	is.Equal(resp.ID, "1")
	is.True(resp.Error == nil)
	is.True(strings.HasPrefix(string(resp.Result), `[{"tabId":`))
	resp = w.Dispatcher.Do(ctx, protocol.Request{ID: "2", Action: click(4242)})
	is.Equal(resp.Error.Code, protocol.CodeTabNotFound)
	is.Equal(len(resp.Result), 0)
}

func TestStart_DoWaitsForIt(t *testing.T) {
	is := is.New(t)
	gone, cancel := context.WithCancel(ctx)
	cancel()
	w := coretest.NewWorld()
	is.NoErr(w.Start(ctx))
	_, err := w.Act(gone, protocol.GetTabs{})
	is.True(err != nil)
	w.Kill()
}

func TestInTab_AutoCreatesTheSession(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/x", false)
	res, err := w.Act(ctx, extract(tab))
	is.NoErr(err)
	is.Equal(res.(protocol.ExtractResult).URL, "https://a.example/x")
	is.Equal(story(w), "started a.example")
	s := w.Dispatcher.Sessions()[0]
	is.Equal(s.TabID, tab)
	is.Equal(s.ActionCount, 1)
	is.True(strings.Contains(w.Store.Value(session.Run, session.KeySessions), "a.example")) // stored before the answer
	_, err = w.Act(ctx, click(tab))
	is.NoErr(err)
	is.Equal(w.Dispatcher.Sessions()[0].ActionCount, 2)
}

func TestInTab_Refuses(t *testing.T) {
	for _, row := range []struct {
		sentence, url string
		incognito     bool
		code          protocol.Code
		says          string
		story         string
	}{
		{"a blocked domain", "https://bank.example/", false, protocol.CodeDomainBlocked, "blocklist", "blocked bank.example click"},
		{"a subdomain of a blocked one", "https://www.bank.example/", false, protocol.CodeDomainBlocked, "blocklist", "blocked www.bank.example click"},
		{"a page of the browser", "chrome://settings/", false, protocol.CodeDebuggerAttachFailed, "open_tab", ""},
		{"a local file", "file:///etc/passwd", false, protocol.CodeDebuggerAttachFailed, "open_tab", ""},
		{"an extension's page", "chrome-extension://abc/o.html", false, protocol.CodeDebuggerAttachFailed, "open_tab", ""},
		{"a data page", "data:text/html,x", false, protocol.CodeDebuggerAttachFailed, "open_tab", ""},
		{"a private tab, as if it were not there", "https://a.example/", true, protocol.CodeTabNotFound, "get_tabs", ""},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			w.Block("bank.example")
			tab := w.Browser.Add(row.url, row.incognito)
			_, err := w.Act(ctx, click(tab))
			refused(t, err, row.code, row.says)
			_, err = w.Act(ctx, protocol.CloseTab{TabID: tab})
			refused(t, err, row.code)
			is.True(strings.HasPrefix(story(w), row.story))
			is.Equal(len(w.CDP.Commands()), 0)
			is.Equal(len(w.Dispatcher.Sessions()), 0)
			is.Equal(w.Browser.URL(tab), row.url) // still open
		})
	}
}

func TestURL_Schemes(t *testing.T) {
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	for _, url := range []string{"file:///etc/passwd", "chrome://settings", "devtools://devtools/x", "chrome-extension://a/b", "view-source:http://a.example/",
		"javascript:alert(1)", "data:text/html,x", "blob:http://a.example/1", "filesystem:http://a.example/t/x", "ftp://a.example/", "ws://a.example/", "about:srcdoc", "a.example", "\tjava\nscript:1"} {
		_, err := w.Act(ctx, protocol.OpenTab{URL: url})
		refused(t, err, protocol.CodeInvalidAction)
		_, err = w.Act(ctx, navigate(tab, url))
		refused(t, err, protocol.CodeInvalidAction)
	}
	is.New(t).Equal(len(w.CDP.Commands()), 0)
	is.New(t).Equal(len(w.Browser.Hidden()), 0)
}

func TestResolve(t *testing.T) {
	for _, row := range []struct {
		sentence    string
		own, theirs int // sessions in the agent's tabs and in the person's
		picks       string
	}{
		{"no session", 0, 0, ""},
		{"the one session of the person's", 0, 1, "theirs"},
		{"the agent's own before the person's", 1, 1, "own"},
		{"the agent's own before several of the person's", 1, 2, "own"},
		{"several of the person's are ambiguous", 0, 2, ""},
		{"several of the agent's own are ambiguous", 2, 0, ""},
		{"many are listed up to ten", 0, 13, ""},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			var own, theirs []int
			for range row.own {
				own = append(own, open(t, w, "https://own.example/"))
			}
			for range row.theirs {
				tab := w.Browser.Add("https://theirs.example/", false)
				_, err := w.Act(ctx, extract(tab))
				is.NoErr(err)
				theirs = append(theirs, tab)
			}
			before := map[int]int{}
			for _, s := range w.Dispatcher.Sessions() {
				before[s.TabID] = s.ActionCount
			}
			_, err := w.Act(ctx, extract(0))
			picked := ""
			for _, s := range w.Dispatcher.Sessions() {
				if s.ActionCount > before[s.TabID] {
					picked = map[bool]string{true: "own", false: "theirs"}[w.Dispatcher.Owns(s.TabID)]
				}
			}
			is.Equal(picked, row.picks)
			if row.picks != "" {
				is.NoErr(err)
				return
			}
			refused(t, err, protocol.CodeSessionNotFound, "tabId")
			listed := strings.Count(err.Error(), ".example)")
			is.Equal(listed, min(len(own)+len(theirs), 10))
			if row.theirs > 10 {
				refused(t, err, protocol.CodeSessionNotFound, "3 more")
			}
		})
	}
}

func TestGetTabs(t *testing.T) {
	is := is.New(t)
	w := start(t)
	w.Block("bank.example")
	a := w.Browser.Add("https://a.example/", false)
	for _, url := range []string{"https://bank.example/", "chrome://settings", "file:///x"} {
		w.Browser.Add(url, false)
	}
	w.Browser.Add("https://secret.example/", true)
	res, err := w.Act(ctx, protocol.GetTabs{})
	is.NoErr(err)
	var got []string
	for _, row := range res.(protocol.TabsResult) {
		got = append(got, row.Domain)
		if row.Domain == "a.example" {
			is.Equal(row, protocol.Tab{TabID: a, URL: "https://a.example/", Title: "Title of https://a.example/", Domain: "a.example"})
		}
	}
	is.Equal(strings.Join(got, " "), "about:blank a.example")
	is.Equal(story(w), "") // looking is no session
}
