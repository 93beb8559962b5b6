package dispatch_test

import (
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// What is made on the CDP that New hands out is behind the command gate: its commands
// reach the browser while their tab has a session and not otherwise. And it is
// the dispatcher that it tells what happens.
func TestNew(t *testing.T) {
	is := is.New(t)
	b, store, clock, browser := coretest.NewBrowser(), coretest.NewStore(), coretest.NewClock(), coretest.NewCDP()
	store.Put(session.Local, session.KeyBlocklist, `["bad.example"]`)
	var given debugger.CDP
	d, by := dispatch.New(dispatch.Config{Tabs: b, Windows: b, Presence: coretest.NewPresence(), Store: store, Clock: clock, CDP: browser},
		func(cdp debugger.CDP) *coretest.Debugger {
			given = cdp
			return coretest.NewDebugger(cdp, b)
		})
	b.Observe(d)
	is.NoErr(d.Start(t.Context()))
	is.True(by.Listener.Refuses("https://bad.example/"))
	is.True(!by.Listener.Refuses("https://good.example/"))

	tab := b.Add("https://good.example/", false)
	is.Equal(protocol.CodeOf(given.Attach(t.Context(), tab)), protocol.CodeSessionNotFound)
	is.Equal(len(browser.Commands()), 0)
	_, err := d.Act(t.Context(), protocol.Click{OnTab: protocol.OnTab{TabID: tab}, Target: protocol.Target{Selector: "a"}})
	is.NoErr(err)
	sent := len(browser.Commands())
	is.True(sent > 0)
	d.Stop(tab)
	_, err = given.Send(t.Context(), debugger.Target{Tab: tab}, "Runtime.evaluate", nil)
	is.Equal(protocol.CodeOf(err), protocol.CodeSessionNotFound)
	is.Equal(len(browser.Commands()), sent)
	d.Settle(t.Context())
}

// brief are windows that end with what has made them.
type brief struct{ *coretest.Browser }

func (brief) Outlive() bool { return false }

// Where windows do not outlive what is stored in area Run, nothing of them is
// kept beyond it.
func TestNew_WindowsThatEnd(t *testing.T) {
	for _, row := range []struct {
		name    string
		windows func(*coretest.Browser) dispatch.Windows
		kept    bool
	}{
		{"a window that outlives its worker is told again", func(b *coretest.Browser) dispatch.Windows { return b }, true},
		{"one that ends with it is not", func(b *coretest.Browser) dispatch.Windows { return brief{b} }, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			b, store, clock := coretest.NewBrowser(), coretest.NewStore(), coretest.NewClock()
			d, _ := dispatch.New(dispatch.Config{Tabs: b, Windows: row.windows(b), Presence: coretest.NewPresence(), Store: store, Clock: clock, CDP: coretest.NewCDP()},
				func(cdp debugger.CDP) *coretest.Debugger { return coretest.NewDebugger(cdp, b) })
			b.Observe(d)
			is.NoErr(d.Start(t.Context()))
			_, err := d.Act(t.Context(), protocol.OpenTab{URL: "https://good.example/"})
			is.NoErr(err)
			d.Settle(t.Context())
			is.True(store.Value(session.Run, "buaWindowId") != "")
			is.Equal(store.Value(session.Local, "buaLeft") != "", row.kept)
		})
	}
}
