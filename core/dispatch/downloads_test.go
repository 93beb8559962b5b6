package dispatch_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/downloads"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

func take(w *coretest.World, a protocol.Downloads) (protocol.DownloadsResult, error) {
	res, err := w.Act(ctx, a)
	r, _ := res.(protocol.DownloadsResult)
	return r, err
}

func TestDownloads_Policy(t *testing.T) {
	for _, row := range []struct {
		name string
		b    debugger.DownloadStart
		// off switches downloads off; own is whether the tab is the agent's own.
		off, own bool
		state    protocol.DownloadState
	}{
		{"an allowed address", debugger.DownloadStart{URL: "https://a.example/f", Page: "https://a.example/"}, false, true, protocol.DownloadRunning},
		{"a blocked address", debugger.DownloadStart{URL: "https://x.bad.example/f", Page: "https://a.example/"}, false, true, protocol.DownloadBlocked},
		{"what a blocked page made", debugger.DownloadStart{URL: "blob:https://bad.example/1-2", Page: "https://a.example/"}, false, true, protocol.DownloadBlocked},
		{"what a page made", debugger.DownloadStart{URL: "blob:https://a.example/1-2", Page: "https://a.example/"}, false, true, protocol.DownloadRunning},
		{"data in a page", debugger.DownloadStart{URL: "data:text/plain,x", Page: "https://a.example/"}, false, true, protocol.DownloadRunning},
		{"a blocked frame", debugger.DownloadStart{URL: "https://a.example/f", Page: "https://a.example/", Frame: "https://bad.example/"}, false, true, protocol.DownloadBlocked},
		{"a blocked page", debugger.DownloadStart{URL: "data:,x", Page: "https://bad.example/"}, false, true, protocol.DownloadBlocked},
		{"an own tab, with downloads off", debugger.DownloadStart{URL: "https://a.example/f", Page: "https://a.example/"}, true, true, protocol.DownloadBlocked},
		{"the person's tab, with downloads off", debugger.DownloadStart{URL: "https://a.example/f", Page: "https://a.example/"}, true, false, protocol.DownloadRunning},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			w := start(t, func(w *coretest.World) { w.Block("bad.example") })
			tab := w.Browser.Add("https://a.example/", false)
			if row.own {
				tab = open(t, w, "https://a.example/")
			} else if _, err := w.Act(ctx, click(tab)); err != nil {
				t.Fatal(err)
			}
			if row.off {
				w.Store.Put(session.Local, session.KeyDenied, `["download"]`)
				w.Dispatcher.StorageChanged("local", session.KeyDenied)
				w.Dispatcher.Settle(ctx)
			}
			row.b.GUID, row.b.Name = "g", "a.bin"
			w.Files.Say("g", downloads.Item{Key: "1", State: protocol.DownloadRunning})
			id, name := w.Debugger.Listener.DownloadBegan(tab, &row.b)
			w.Dispatcher.Settle(ctx)
			is.Equal(id, "f-1")
			if row.off {
				_, err := take(w, protocol.Downloads{})
				refused(t, err, protocol.CodeInvalidAction, "switched off")
				w.Store.Put(session.Local, session.KeyDenied, `[]`)
				w.Dispatcher.StorageChanged("local", session.KeyDenied)
				w.Dispatcher.Settle(ctx)
			}
			r, err := take(w, protocol.Downloads{})
			is.NoErr(err)
			is.Equal(r.Downloads[0].State, row.state)
			if row.state == protocol.DownloadBlocked {
				is.Equal(name, "")
				is.Equal(w.Files.Canceled(), []string{"g"})
				is.Equal(r.Downloads[0], protocol.DownloadInfo{DownloadID: "f-1", TabID: tab, State: row.state})
			} else {
				is.Equal(name, "a.bin")
				is.Equal(len(w.Files.Canceled()), 0)
			}
		})
	}
}

func TestDownloads_Read(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := open(t, w, "https://a.example/")
	w.Debugger.Listener.DownloadBegan(tab, &debugger.DownloadStart{GUID: "g", URL: "https://a.example/f", Page: "https://a.example/"})
	read := protocol.Downloads{Do: protocol.TakeRead, DownloadID: "f-1"}
	_, err := take(w, read)
	refused(t, err, protocol.CodeInvalidAction, "cannot be read") // it runs

	w.Files.Say("g", downloads.Item{Key: "1", State: protocol.DownloadDone, Path: "/d/f", Bytes: 5})
	r, err := take(w, protocol.Downloads{Do: protocol.TakeWait})
	is.NoErr(err)
	is.Equal(r.Downloads[0].State, protocol.DownloadDone)
	r, err = take(w, read)
	is.NoErr(err)
	is.True(r.Data == "/d/f" && r.Downloads[0].DownloadID == "f-1") // the tab got the path that the browser named
	_, err = take(w, protocol.Downloads{Do: protocol.TakeRead, DownloadID: "f-1", Offset: 6})
	refused(t, err, protocol.CodeInvalidAction)
	_, err = take(w, protocol.Downloads{Do: protocol.TakeRead, DownloadID: "f-2"})
	refused(t, err, protocol.CodeInvalidAction)

	w.Dispatcher.Settle(ctx)
	w.Kill() // and what the next worker knows is from storage
	is.NoErr(w.Start(ctx))
	r, err = take(w, read)
	is.NoErr(err)
	is.Equal(r.Data, "/d/f")

	other := open(t, w, "https://b.example/")
	w.Block("a.example")
	w.Dispatcher.Settle(ctx)
	_, err = take(w, protocol.Downloads{Do: protocol.TakeRead, DownloadID: "f-1", TabID: other})
	refused(t, err, protocol.CodeDomainBlocked)
}

func TestDownloads_Wait(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := open(t, w, "https://a.example/")
	waiting := begin(w, protocol.Downloads{Do: protocol.TakeWait, TabID: tab})
	for w.Clock.Timers() == 0 {
		runtime.Gosched()
	}
	w.Files.Say("g", downloads.Item{Key: "1", State: protocol.DownloadInterrupted})
	w.Debugger.Listener.DownloadBegan(tab, &debugger.DownloadStart{GUID: "g", URL: "https://a.example/f", Page: "https://a.example/"})
	got := <-waiting
	is.NoErr(got.err)
	is.Equal(got.res.(protocol.DownloadsResult).Downloads[0].State, protocol.DownloadInterrupted)

	waiting = begin(w, protocol.Downloads{Do: protocol.TakeWait, TabID: tab, TimeoutMS: 3000})
	for w.Clock.Timers() == 0 {
		runtime.Gosched()
	}
	w.Clock.Advance(3 * time.Second)
	refused(t, (<-waiting).err, protocol.CodeTimeout) // of that one it was told
}

func TestDownloads_OfNoSession(t *testing.T) {
	is := is.New(t)
	w := start(t)
	id, _ := w.Debugger.Listener.DownloadBegan(w.Browser.Add("https://a.example/", false), &debugger.DownloadStart{GUID: "g", URL: "https://a.example/f"})
	is.Equal(id, "") // the person's own business
	r, err := take(w, protocol.Downloads{})
	is.NoErr(err)
	is.Equal(len(r.Downloads), 0)
}

func TestDownloads_Consent(t *testing.T) {
	is := is.New(t)
	w := start(t, asking("ask"))
	tab := w.Browser.Add("https://a.example/", false)
	running := begin(w, click(tab))
	asked(t, w, "a.example")
	w.Dispatcher.Consent("a.example", session.Once)
	is.NoErr((<-running).err)
	w.Files.Say("g", downloads.Item{Key: "1", State: protocol.DownloadDone, Path: "/d/f", Bytes: 5})
	w.Debugger.Listener.DownloadBegan(tab, &debugger.DownloadStart{GUID: "g", URL: "https://a.example/f", Page: "https://a.example/", Name: "f"})
	read := protocol.Downloads{Do: protocol.TakeRead, DownloadID: "f-1"}
	_, err := take(w, read)
	is.NoErr(err)

	w.Dispatcher.Stop(tab) // what was allowed once is over
	other := w.Browser.Add("https://b.example/", false)
	read.TabID = other
	running = begin(w, read)
	asked(t, w, "b.example") // the tab that it is read in
	w.Dispatcher.Consent("b.example", session.Once)
	asked(t, w, "a.example") // and the site that it came from
	w.Dispatcher.Consent("a.example", session.Deny)
	refused(t, (<-running).err, protocol.CodeDomainBlocked, "does not allow")
	r, err := take(w, protocol.Downloads{})
	is.NoErr(err)
	is.Equal(r.Downloads[0], protocol.DownloadInfo{DownloadID: "f-1", TabID: tab, State: protocol.DownloadBlocked})
}

// Of a file that comes from a site which the person was not asked about the
// agent learns that there is one; to read it asks for that site.
func TestDownloads_UnaskedSite(t *testing.T) {
	for _, row := range []struct {
		name string
		b    debugger.DownloadStart
	}{
		{"its own address", debugger.DownloadStart{URL: "https://other.example/f", Page: "https://a.example/"}},
		{"what a frame made", debugger.DownloadStart{URL: "blob:https://other.example/1-2", Page: "https://a.example/"}},
		{"data in a frame", debugger.DownloadStart{URL: "data:,x", Page: "https://a.example/", Frame: "https://other.example/"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			w := start(t, asking("per-origin"))
			w.Dispatcher.Consent("a.example", session.Site)
			tab := open(t, w, "https://a.example/")
			row.b.GUID, row.b.Name = "g", "a.bin"
			w.Files.Say("g", downloads.Item{Key: "1", State: protocol.DownloadDone, Path: "/tmp/a.bin", Bytes: 3})
			id, name := w.Debugger.Listener.DownloadBegan(tab, &row.b)
			w.Dispatcher.Settle(ctx)
			is.Equal(id, "f-1")
			is.Equal(name, "") // what an action tells of it
			r, err := take(w, protocol.Downloads{})
			is.NoErr(err)
			is.Equal(r.Downloads[0], protocol.DownloadInfo{DownloadID: "f-1", TabID: tab, State: protocol.DownloadDone})
			running := begin(w, protocol.Downloads{Do: protocol.TakeRead, DownloadID: "f-1"})
			asked(t, w, "other.example")
			w.Dispatcher.Consent("other.example", session.Deny)
			refused(t, (<-running).err, protocol.CodeDomainBlocked, "does not allow")
			r, err = take(w, protocol.Downloads{})
			is.NoErr(err)
			is.Equal(r.Downloads[0].State, protocol.DownloadBlocked)
			w.Dispatcher.Consent("other.example", session.Site)
			r, err = take(w, protocol.Downloads{})
			is.NoErr(err)
			is.Equal(r.Downloads[0].Name, "a.bin")
		})
	}
}
