package tabstate_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
)

// names are the kinds of news as tables write them.
var names = map[tabstate.Kind]string{
	tabstate.SetsOut: "sets out", tabstate.Arrived: "arrived", tabstate.Committed: "committed", tabstate.Restored: "restored",
	tabstate.ErrorPage: "error page", tabstate.Parsed: "parsed", tabstate.Crashed: "crashed", tabstate.ChildAttached: "child", tabstate.ChildGone: "child gone",
	tabstate.WindowOpens: "window", tabstate.DialogOpened: "dialog", tabstate.DialogClosed: "closed", tabstate.NextHeld: "next", tabstate.Download: "download",
	tabstate.Resends: "resends", tabstate.RequestHeld: "held", tabstate.Stray: "stray", tabstate.Answered: "answered",
}

// said is news as tables write it: its kind and what it tells, one after the other.
func said(news []tabstate.News) string {
	var out []string
	for _, n := range news {
		s := names[n.Kind]
		for _, more := range []string{n.Frame, n.Session, n.Request, n.URL, n.Address, n.Reason, strings.Join(n.Sessions, ","), strings.Join(n.From, ",")} {
			if more != "" {
				s += " " + more
			}
		}
		switch {
		case n.Reply != nil && n.Reply.Accept:
			s += " accept"
		case n.Reply != nil:
			s += " dismiss"
		case n.Dialog != nil:
			s += " " + n.Dialog.ID
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

// start is when every table begins.
var start = time.Unix(1000, 0)

// known is an attached tab whose main frame, F, shows a page.
func known() *tabstate.Tab {
	t := &tabstate.Tab{}
	t.Adopt([]byte(`{"id":"F","url":"https://a.example/"}`), start)
	t.Attached, t.Nav = true, tabstate.Navigation{Ready: true, Loaded: true}
	return t
}

// play applies events, each written as its method, after the session and a colon where a
// child tells it, and its parameters. It returns the last one's news.
func play(t *tabstate.Tab, events ...string) (news []tabstate.News, changed bool) {
	for _, line := range events {
		e := tabstate.Event{At: start}
		method, params, _ := strings.Cut(line, " ")
		if session, of, is := strings.Cut(method, ":"); is {
			e.Session, method = session, of
		}
		e.Method, e.Params = method, []byte(params)
		news, changed = tabstate.Apply(t, &e)
	}
	return news, changed
}

// row is one table's line: what happened in a known tab, the last event's news, and the
// state that the table looks at.
type row struct {
	name   string
	kind   protocol.Kind // of the action in flight, "" for none
	events []string
	news   string
	state  string
}

// run plays each row in a known tab, as begin has made it, and compares what look makes of
// the state.
func run(t *testing.T, rows []row, look func(t *tabstate.Tab) string, begin ...func(t *tabstate.Tab)) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			is := is.New(t)
			tab := known()
			if r.kind != "" {
				tab.Action = &tabstate.Action{Kind: r.kind, Asks: true}
			}
			for _, f := range begin {
				f(tab)
			}
			news, _ := play(tab, r.events...)
			is.Equal(said(news), r.news)
			is.Equal(look(tab), r.state)
		})
	}
}

// flags names those that hold.
func flags(of ...any) string {
	var out []string
	for i := 0; i < len(of); i += 2 {
		if of[i+1].(bool) {
			out = append(out, of[i].(string))
		}
	}
	return strings.Join(out, " ")
}

// frames lists the frames of a tab with their parents and addresses.
func frames(t *tabstate.Tab) string {
	var out []string
	for _, f := range t.Frames.All() {
		s := f.ID + "<" + f.Parent + " " + f.URL
		if f.Session != "" {
			s += " by " + f.Session
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

// TestApply_Unheard: an event of which a tab knows nothing changes nothing, and so nobody
// is woken.
func TestApply_Unheard(t *testing.T) {
	for _, row := range []struct {
		name, event string
		changed     bool
	}{
		{"a method that nobody heeds", `DOM.documentUpdated {}`, false},
		{"a child's loading", `S:Page.frameStartedLoading {"frameId":"G"}`, false},
		{"a child's crash", `S:Inspector.targetCrashed {}`, false},
		{"a picture that is asked for", `Network.requestWillBeSent {"requestId":"1","type":"Image"}`, false},
		{"the tab's own loading", `Page.frameStartedLoading {"frameId":"F"}`, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			tab := known()
			_, changed := play(tab, row.event)
			is.Equal(changed, row.changed)
			is.True(!tab.Crashed)
		})
	}
}

// TestApply_Input: what the browser tells of an action's input is the action's, and
// nobody's where none runs.
func TestApply_Input(t *testing.T) {
	is := is.New(t)
	events := []string{`Page.fileChooserOpened {"backendNodeId":7}`, `Input.dragIntercepted {"data":{"items":[]}}`}
	play(known(), events...)
	tab := known()
	tab.Action = &tabstate.Action{}
	play(tab, events...)
	is.Equal(tab.Action.Chooser, 7)
	is.Equal(tab.Action.DragData, `{"items":[]}`)
}

// TestReset: a lost attachment leaves what lasts: the address, and that the page crashed.
func TestReset(t *testing.T) {
	is := is.New(t)
	tab := known()
	play(tab, attachG, `Page.frameStartedNavigating {"frameId":"F","navigationType":"differentDocument"}`, `Inspector.targetCrashed {}`)
	tab.Owners = map[int]string{1: "S"}
	tab.Reset()
	is.True(!tab.Attached)
	is.Equal(len(tab.Children)+len(tab.Owners)+len(tab.Requests.Navigating)+len(tab.Frames.All()), 0)
	is.Equal(tab.Main, tabstate.Document{})
	is.Equal(tab.Nav, tabstate.Navigation{Ready: true, Loaded: true})
	is.Equal(tab.URL, "https://a.example/")
	is.True(tab.Crashed)
}
