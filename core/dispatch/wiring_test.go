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

// What is made on the CDP that New hands out is behind the valve: its commands
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
	b.Hear(d)
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
