package dispatch_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// In a blank tab a session starts only once it is known who made its page.
func TestBlankPage_OwnerBeforeSession(t *testing.T) {
	claim := func(tab int) protocol.Action { return protocol.ClaimTab{TabID: tab} }
	closing := func(tab int) protocol.Action { return protocol.CloseTab{TabID: tab} }
	leave := func(tab int) protocol.Action { return navigate(tab, "https://a.example/") }
	rows := []struct {
		name, maker string
		act         func(tab int) protocol.Action
		code        protocol.Code
		story       string
	}{
		{"nobody's is claimed", "", claim, "", "started about:blank"},
		{"an allowed site's is claimed as that site's", "https://a.example/", claim, "", "started a.example"},
		{"a blocked site's is not claimed", "https://bank.example/", claim, protocol.CodeDomainBlocked, "blocked bank.example claim_tab"},
		{"one of which nobody can tell is not claimed", coretest.Untold, claim, protocol.CodeDomainBlocked, "blocked about:blank claim_tab"},
		{"a blocked site's is not read", "https://bank.example/", extract, protocol.CodeDomainBlocked, "blocked bank.example extract"},
		{"a blocked site's is not pressed in", "https://bank.example/", click, protocol.CodeDomainBlocked, "blocked bank.example click"},
		{"a blocked site's is not sent elsewhere", "https://bank.example/", leave, protocol.CodeDomainBlocked, "blocked bank.example navigate"},
		{"a blocked site's is not closed", "https://bank.example/", closing, protocol.CodeDomainBlocked, "blocked bank.example close_tab"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			w.Block("bank.example")
			tab := w.Browser.Add(session.Blank, false)
			w.Debugger.Makers = map[int]string{tab: row.maker}
			_, err := w.Act(ctx, row.act(tab))
			is.Equal(protocol.CodeOf(err), row.code)
			w.Dispatcher.Settle(ctx)
			is.Equal(story(w), row.story)
			is.Equal(len(w.Dispatcher.Sessions()), map[bool]int{true: 1}[row.code == ""])
			is.Equal(w.Debugger.Held(tab), row.code == "") // a refused one is let go
		})
	}
}

// The person is asked about the site that made it.
func TestBlankPage_AsksAboutItsMaker(t *testing.T) {
	is := is.New(t)
	w := start(t, asking("ask"))
	tab := w.Browser.Add(session.Blank, false)
	w.Debugger.Makers = map[int]string{tab: "https://a.example/"}
	got := begin(w, protocol.ClaimTab{TabID: tab})
	asked(t, w, "a.example")
	is.True(w.Dispatcher.Consent("a.example", session.Deny))
	refused(t, (<-got).err, protocol.CodeDomainBlocked, "a.example")
	w.Dispatcher.Settle(ctx)
	is.Equal(len(w.Dispatcher.Sessions()), 0)
	is.True(!w.Debugger.Held(tab))
}

// What is stopped while a page is asked sends nothing more and starts nothing.
func TestBlankPage_StoppedMeanwhile(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add(session.Blank, false)
	there, _ := during(w, protocol.KindClaimTab)
	got := begin(w, protocol.ClaimTab{TabID: tab})
	<-there
	w.Dispatcher.StopAll()
	refused(t, (<-got).err, protocol.CodeSessionNotFound)
	w.Dispatcher.Settle(ctx)
	is.Equal(len(w.Dispatcher.Sessions()), 0)
	is.True(!w.Debugger.Held(tab))
}

// The agent's own blank tab is closed whosever page it shows: it is the agent's to
// tidy up.
func TestBlankPage_OwnIsClosed(t *testing.T) {
	is := is.New(t)
	w := start(t)
	w.Block("bank.example")
	own := w.Browser.Popup(open(t, w, "https://a.example/"), session.Blank)
	w.Debugger.Makers = map[int]string{own: "https://bank.example/"}
	is.True(w.Dispatcher.Owns(own))
	_, err := w.Act(ctx, protocol.CloseTab{TabID: own})
	is.NoErr(err)
}
