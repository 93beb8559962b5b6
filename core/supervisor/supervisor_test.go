package supervisor_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

func TestDialogs_Opened(t *testing.T) {
	const ask, accept, dismiss = protocol.PolicyRespond, protocol.PolicyAccept, protocol.PolicyDismiss
	rows := []struct {
		name   string
		kind   string
		policy protocol.DialogPolicy
		during supervisor.During
		want   string // "wait", "accept" with the text, "dismiss"
	}{
		{"an alert waits for the agent", "alert", ask, supervisor.DuringNothing, "wait"},
		{"a prompt waits for the agent", "prompt", ask, supervisor.DuringNothing, "wait"},
		{"a script's alert is accepted", "alert", ask, supervisor.DuringScript, "accept:"},
		{"a script's confirm is dismissed", "confirm", ask, supervisor.DuringScript, "dismiss"},
		{"a script's prompt is accepted when the agent wants that", "prompt", accept, supervisor.DuringScript, "accept:Ann"},
		{"a confirm is accepted by policy", "confirm", accept, supervisor.DuringNothing, "accept:Ann"},
		{"a prompt gets its default", "prompt", accept, supervisor.DuringNothing, "accept:Ann"},
		{"a confirm is dismissed by policy", "confirm", dismiss, supervisor.DuringNothing, "dismiss"},
		{"beforeunload waits", "beforeunload", ask, supervisor.DuringNothing, "wait"},
		{"beforeunload waits during a script", "beforeunload", ask, supervisor.DuringScript, "wait"},
		{"beforeunload waits during the agent's own navigation", "beforeunload", ask, supervisor.DuringNavigation, "wait"},
		{"beforeunload is accepted by policy", "beforeunload", accept, supervisor.DuringNothing, "accept:Ann"},
		{"beforeunload is accepted by policy for the agent's own navigation", "beforeunload", accept, supervisor.DuringNavigation, "accept:Ann"},
		{"beforeunload is dismissed by policy", "beforeunload", dismiss, supervisor.DuringNavigation, "dismiss"},
		{"an alert during a navigation waits", "alert", ask, supervisor.DuringNavigation, "wait"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var d supervisor.Dialogs
			d.SetPolicy(row.policy)
			open, reply := d.Opened(protocol.OpenDialog{Type: row.kind, DefaultPrompt: "Ann"}, nil, row.during, 7)
			got := "wait"
			if reply != nil {
				is.Equal(reply.ID, open.ID)
				if got = "dismiss"; reply.Accept {
					got = "accept:" + reply.Text
				}
			}
			is.Equal(got, row.want)
			is.Equal(d.Waiting() != nil, row.want == "wait")
			is.Equal(open.OpenedAt, int64(7))
			d.Closed(9)
			by := protocol.ClosedByRemote
			if reply != nil {
				by = protocol.ClosedByPolicy
			}
			is.Equal(d.Recent()[0].ClosedBy, by)
			is.Equal(d.Recent()[0].ClosedAt, int64(9))
			is.Equal(len(d.Pending()), 0)
		})
	}
}

func TestDialogs_Print(t *testing.T) {
	for _, policy := range []protocol.DialogPolicy{protocol.PolicyRespond, protocol.PolicyAccept, protocol.PolicyDismiss} {
		for _, during := range []supervisor.During{supervisor.DuringNothing, supervisor.DuringScript, supervisor.DuringNavigation} {
			is := is.New(t)
			var d supervisor.Dialogs
			d.SetPolicy(policy)
			_, question, _ := strings.Cut(supervisor.PrintShim, `(ask("`)
			question, _, _ = strings.Cut(question, `"`)
			open, reply := d.Opened(protocol.OpenDialog{Type: "confirm", Message: question}, nil, during, 1)
			is.Equal(open.Type, "print")
			is.Equal(open.Message, "")
			is.True(reply != nil && !reply.Accept) // nothing is printed
		}
	}
}

func TestDialogs(t *testing.T) {
	is := is.New(t)
	var d supervisor.Dialogs
	open := func() string {
		o, _ := d.Opened(protocol.OpenDialog{Type: "alert"}, nil, supervisor.DuringNothing, 1)
		return o.ID
	}
	is.Equal(open(), "d-1")
	is.True(!d.Answering("d-2", protocol.ClosedByAgent)) // another one
	is.True(d.Answering("d-1", protocol.ClosedByAgent))
	is.True(!d.Answering("", protocol.ClosedByWatchdog)) // too late
	d.Closed(2)
	is.Equal(len(d.Unreported()), 0) // the agent knows what it has closed
	open()
	is.Equal(open(), "d-3") // the end of d-2 was never told
	is.Equal(d.Pending()[0].ID, "d-3")
	news := d.Unreported()
	is.Equal(len(news), 1)
	is.Equal(news[0].ID, "d-2")
	is.Equal(len(d.Unreported()), 0) // told once
	d.Answering("", protocol.ClosedByAgent)
	d.Unanswered()
	is.True(d.Waiting() != nil) // waits again
	for range 50 {
		open()
	}
	is.Equal(len(d.Recent()), 20)
	is.Equal(d.Recent()[19].ID, "d-52")
	is.Equal(len(d.Unreported()), 20)
}

func TestFrames(t *testing.T) {
	is := is.New(t)
	var f supervisor.Frames
	f.Put("main", "", "https://a.test/")
	f.Put("near", "main", "https://a.test/near")
	f.Put("far", "main", "https://b.test/")
	f.Enter("far", "S1")
	f.Put("in far", "far", "https://b.test/in")
	f.Put("deep", "in far", "https://c.test/")
	f.Enter("deep", "S2")
	f.Put("deeper", "deep", "https://d.test/")
	f.Enter("deeper", "S3")

	session, root := f.Process("in far")
	is.Equal(session+" "+root, "S1 far") // reached through the frame around it
	session, root = f.Process("near")
	is.Equal(session+" "+root, " main")
	is.Equal(len(f.Local("main")), 1) // only near is in the main frame's process

	blocked := func(f supervisor.Frame) (string, bool) {
		if f.URL == "https://b.test/" {
			return "", true
		}
		return f.URL, false
	}
	list, more := f.Snapshot(false, blocked)
	is.Equal(len(list), 5) // three processes deep is left out
	is.True(more)
	is.Equal(list[2], protocol.FrameInfo{FrameID: "far", Parent: "main", Blocked: true})
	list, more = f.Snapshot(true, blocked)
	is.Equal(len(list), 6)
	is.True(!more)

	f.Put("in deeper", "deeper", "data:,words")
	f.Leave("S3")
	session, _ = f.Process("deeper")
	is.Equal(session, "S2") // its process is gone, it is not
	_, ok := f.Get("in deeper")
	is.True(!ok) // nobody tells of that
	f.Clear("in far")
	is.Equal(len(f.All()), 4) // what was in it is gone
	f.Remove("far")
	is.Equal(len(f.All()), 2)
	f.Put("main", "", "https://e.test/")
	got, there := f.Get("main")
	is.True(there)
	is.Equal(got.URL, "https://e.test/")

	f.Put("x", "y", "u")
	f.Put("y", "x", "u")
	f.Process("x") // a knot ends
	for range 40 {
		f.Put(string(rune('A'+len(f.All()))), "main", "u")
	}
	list, more = f.Snapshot(false, blocked)
	is.Equal(len(list), 30)
	is.True(more)
}

// Whatever was in a frame is gone when the frame has another document, wherever
// that is: else it would count as in the new one.
func TestFrames_AnotherDocument(t *testing.T) {
	for name, comes := range map[string]func(*supervisor.Frames){
		"in the same process":     func(f *supervisor.Frames) { f.Commit("at", "main", "https://a.test/") },
		"in a process of its own": func(f *supervisor.Frames) { f.Enter("at", "S2") },
		"in its parent's process": func(f *supervisor.Frames) { f.Leave("S1") },
	} {
		is := is.New(t)
		var f supervisor.Frames
		f.Root("main")
		f.Put("at", "main", "https://b.test/")
		f.Enter("at", "S1")
		f.Put("in it", "at", "data:,words")
		f.Put("deep", "in it", "https://c.test/")
		f.Enter("deep", "S3")
		comes(&f)
		if len(f.All()) != 2 {
			t.Errorf("%s: %v is left", name, f.All())
		}
		_, ok := f.Get("at")
		is.True(ok)
	}
}

func TestFrames_Apart(t *testing.T) {
	host := func(url string) string { h, _, _ := strings.Cut(strings.TrimPrefix(url, "https://"), "/"); return h }
	var f supervisor.Frames
	f.Root("main")
	f.Put("main", "", "https://a.example/")
	f.Put("same", "main", "https://a.example/inner")
	f.Put("sub", "main", "https://sub.a.example/")
	f.Put("doc", "sub", "about:srcdoc")
	f.Put("in doc", "doc", "https://sub.a.example/inner")
	f.Put("out of doc", "doc", "https://a.example/inner")
	f.Put("far", "main", "https://b.example/")
	f.Enter("far", "S")
	for id, apart := range map[string]bool{"main": false, "same": false, "sub": true, "doc": false, "in doc": false, "out of doc": true, "far": false, "nobody": false} {
		if f.Apart(id, host) != apart {
			t.Errorf("%s: apart is %v", id, !apart)
		}
	}
}
