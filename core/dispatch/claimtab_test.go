package dispatch_test

import (
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/protocol"
)

// A tab of the person's is borrowed and given back, through the gate.
func TestClaim(t *testing.T) {
	claim := func(tab int) protocol.Action { return protocol.ClaimTab{TabID: tab} }
	release := func(tab int) protocol.Action { return protocol.ReleaseTab{TabID: tab} }

	t.Run("a tab is borrowed without touching its page, and given back", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		tab := w.Browser.Add("https://a.example/", false)
		_, err := w.Act(ctx, claim(tab))
		is.NoErr(err)
		is.Equal(len(w.CDP.Commands()), 0)
		_, err = w.Act(ctx, extract(0)) // the one session there is
		is.NoErr(err)
		is.True(w.Debugger.Held(tab))
		_, err = w.Act(ctx, release(tab))
		is.NoErr(err)
		w.Dispatcher.Settle(ctx)
		is.True(!w.Debugger.Held(tab))
		is.Equal(w.Browser.URL(tab), "https://a.example/") // it stays open
		is.Equal(story(w), "started a.example, ended a.example released")
		_, err = w.Act(ctx, release(tab))
		refused(t, err, protocol.CodeSessionNotFound, "nothing to give back")
		is.Equal(story(w), "started a.example, ended a.example released") // and none was started for that
	})
	t.Run("what runs there comes to its end first", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		tab := w.Browser.Add("https://a.example/", false)
		there, goOn := during(w, protocol.KindClick)
		first := begin(w, click(tab))
		<-there
		given := begin(w, release(tab))
		close(goOn)
		is.NoErr((<-first).err) // what ran before is not cut off
		is.NoErr((<-given).err)
	})
	t.Run("one of the agent's own is closed instead", func(t *testing.T) {
		w := start(t)
		_, err := w.Act(ctx, release(open(t, w, "https://a.example/")))
		refused(t, err, protocol.CodeInvalidAction, "close_tab")
	})
	for _, a := range []func(int) protocol.Action{claim, release} {
		t.Run(string(a(1).Kind())+" is refused while the screen is locked", func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			tab := w.Browser.Add("https://a.example/", false)
			_, err := w.Act(ctx, claim(tab))
			is.NoErr(err)
			w.Presence.Set("locked")
			w.Clock.Advance(time.Second) // the presence is asked for again
			_, err = w.Act(ctx, a(tab))
			refused(t, err, protocol.CodeSessionNotFound, "locked")
			is.Equal(story(w), "started a.example, ended a.example screen_locked")
		})
	}
	t.Run("one on the blocklist is refused and recorded", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		w.Block("bank.example")
		_, err := w.Act(ctx, claim(w.Browser.Add("https://bank.example/", false)))
		refused(t, err, protocol.CodeDomainBlocked)
		is.Equal(story(w), "blocked bank.example claim_tab")
	})
	t.Run("one that has gone to a blocked page is not given back as if nothing were", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		tab := w.Browser.Add("https://a.example/", false)
		_, err := w.Act(ctx, claim(tab))
		is.NoErr(err)
		w.Block("a.example")
		_, err = w.Act(ctx, release(tab))
		is.True(err != nil)
		w.Dispatcher.Settle(ctx)
		is.Equal(story(w), "started a.example, ended a.example domain_blocked")
	})
	t.Run("a private one is not there", func(t *testing.T) {
		w := start(t)
		_, err := w.Act(ctx, claim(w.Browser.Add("https://a.example/", true)))
		refused(t, err, protocol.CodeTabNotFound)
	})
}
