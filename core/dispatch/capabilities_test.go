package dispatch_test

import (
	"runtime"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// What the person switches off holds from the next action on, also for one
// that waits for its turn.
func TestMay_SwitchedOffWhileAnActionWaits(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	script := protocol.Evaluate{Expression: "1", OnTab: protocol.OnTab{TabID: tab}}
	_, err := w.Act(ctx, script)
	is.NoErr(err)

	there, goOn := during(w, protocol.KindClick)
	running := begin(w, click(tab))
	<-there
	waiting := begin(w, script)
	for w.Dispatcher.Waiting(tab) < 2 {
		runtime.Gosched()
	}
	w.Store.Put(session.Local, session.KeyDenied, `["script"]`)
	w.Dispatcher.StorageChanged("local", session.KeyDenied)
	close(goOn)
	is.NoErr((<-running).err)
	refused(t, (<-waiting).err, protocol.CodeInvalidAction, "switched off", "evaluate")
	w.Dispatcher.Settle(ctx)
	sent := len(w.CDP.Commands())
	_, err = w.Act(ctx, script)
	refused(t, err, protocol.CodeInvalidAction, "switched off")
	is.Equal(len(w.CDP.Commands()), sent) // nothing reached the tab
	_, err = w.Act(ctx, click(tab))
	is.NoErr(err) // everything else goes on

	w.Store.Put(session.Local, session.KeyDenied, `[]`)
	w.Dispatcher.StorageChanged("local", session.KeyDenied)
	w.Dispatcher.Settle(ctx)
	_, err = w.Act(ctx, script)
	is.NoErr(err)
}

// A reading lists the page's tools only while the agent may call them.
func TestMay_Tools(t *testing.T) {
	is := is.New(t)
	w := start(t)
	w.Debugger.Tools = []protocol.OfferedTool{{Name: "add"}}
	tab := open(t, w, "https://a.example/")
	read := func() int {
		res, err := w.Act(ctx, extract(tab))
		is.NoErr(err)
		return len(res.(protocol.ExtractResult).Tools)
	}
	is.Equal(read(), 1)
	w.Store.Put(session.Local, session.KeyDenied, `["tools"]`)
	w.Dispatcher.StorageChanged("local", session.KeyDenied)
	w.Dispatcher.Settle(ctx)
	is.Equal(read(), 0)
	_, err := w.Act(ctx, protocol.PageTool{Name: "add", OnTab: protocol.OnTab{TabID: tab}})
	refused(t, err, protocol.CodeInvalidAction, "switched off", "page_tool")
}
