package session_test

import (
	"context"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// How long, and for which form, the person's answer about one act holds.
func TestConsent_HowLongAnAnswerHolds(t *testing.T) {
	pay := session.ActAt(sink.Act{Kind: sink.Pay, What: "Buy"}, "https://a.example")
	for _, row := range []struct {
		name    string
		answer  session.Verdict
		after   time.Duration
		form    string // that is to be sent; "A" was shown
		finish  bool   // the agent is done in between
		allowed bool
		verdict session.Verdict
	}{
		{"a yes", session.Once, 0, "A", false, true, ""},
		{"a yes, another form", session.Once, 0, "B", false, false, ""},
		{"a yes, ten minutes later", session.Once, 10 * time.Minute, "A", false, false, ""},
		{"a yes, and the agent was done", session.Once, 0, "A", true, false, ""},
		{"a no", session.Deny, 0, "A", false, false, session.Deny},
		{"a no, and the agent was done", session.Deny, 0, "A", true, false, session.Deny},
		{"a no, ten minutes later", session.Deny, 10 * time.Minute, "A", false, false, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			store, clock := coretest.NewStore(), coretest.NewClock()
			store.Put(session.Local, session.KeyProfile, `"strict"`)
			c := session.NewConsent(session.NewWriter(store), clock)
			c.Load(context.Background())
			c.Ask(session.ConsentQuestion{Subject: pay, Action: protocol.KindClick, Form: "A"})
			is.True(c.Answer(pay, row.answer))
			clock.Advance(row.after)
			if row.finish {
				c.Finish(false)
			}
			verdict, ask := c.CheckAct(pay, row.form)
			is.Equal(verdict, row.verdict)
			is.Equal(verdict == "" && ask == nil, row.allowed)
		})
	}
}

// A stop holds for ten minutes where it was made, and everywhere when it was made there.
func TestLockouts(t *testing.T) {
	for _, row := range []struct {
		name             string
		stopped, asked   int
		after            time.Duration
		held, everywhere bool
	}{
		{"the tab", 7, 7, 0, true, false},
		{"another tab", 7, 8, 0, false, false},
		{"a new tab", 7, 0, 0, false, false},
		{"everything", 0, 8, 0, true, true},
		{"just before the end", 7, 7, 10*time.Minute - time.Millisecond, true, false},
		{"ten minutes later", 7, 7, 10 * time.Minute, false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			clock := coretest.NewClock()
			h := session.NewLockouts(session.NewWriter(coretest.NewStore()), clock)
			h.Load(context.Background())
			h.Put(row.stopped, "a.example")
			clock.Advance(row.after)
			held, everywhere := h.LockedOut(row.asked)
			is.Equal(held, row.held)
			is.Equal(everywhere, row.everywhere)
		})
	}
}
