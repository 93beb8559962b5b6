package runs

import (
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestInterrupted: what comes between has a run wait and say why, also in another process, and
// when it is over the run goes on in its tab and does nothing twice.
func TestInterrupted(t *testing.T) {
	for _, row := range []struct {
		name          string
		how           func(*testing.T, *life, *runs.Runs, string)
		status        core.Status
		code, trouble string
	}{
		{"paused", func(t *testing.T, _ *life, rs *runs.Runs, id string) {
			is.New(t).NoErr(rs.Pause("ann", id, "Ctrl-C"))
		}, core.WaitingPerson, "", ""},
		{"stopped everywhere", func(_ *testing.T, _ *life, rs *runs.Runs, _ string) {
			rs.Interrupted("ann", "d", 8) // in another's tab
			rs.Interrupted("bob", "d", 0) // by another person
			rs.Interrupted("ann", "d", 0)
		}, core.WaitingPerson, "?", ""},
		{"stopped in its tab", func(_ *testing.T, _ *life, rs *runs.Runs, _ string) { rs.Interrupted("ann", "d", 7) }, core.WaitingPerson, "?", ""},
		{"taken over", func(t *testing.T, _ *life, rs *runs.Runs, id string) {
			rs.TakenOver("ann", "d", 8) // another's tab
			rs.TakenOver("bob", "d", 7) // another's browser
			is := is.New(t)
			is.NoErr(rs.Say("ann", id, 0, "All of it."))
			is.Equal(viewed(t, rs, id).Status, core.Running) // a word that came behind is heeded, and it goes on
			rs.TakenOver("ann", "d", 7)
		}, core.WaitingPerson, "person_acted", ""},
		{"the browser is away", func(_ *testing.T, l *life, _ *runs.Runs, _ string) { l.leave() }, core.WaitingTab, "?", ""},
		{"the screen is locked", func(_ *testing.T, l *life, _ *runs.Runs, _ string) { l.shop.lock(true) }, core.WaitingTab, "", "the screen is locked"},
	} {
		for _, restarts := range []bool{false, true} {
			name := row.name
			if restarts {
				name += ", over a restart"
			}
			t.Run(name, func(t *testing.T) {
				is := is.New(t)
				l := alive(3)
				p, let := held(t, taker)
				rs, v := begin(t, l, p, takeAll)
				lets(t, let, 1)
				row.how(t, l, rs, v.ID)
				if row.status == core.WaitingTab { // what finds out is the next act
					close(let)
				}
				u := until(t, rs, v.ID, status(row.status))
				if row.code != "?" {
					is.Equal(u.Code, row.code)
				}
				if restarts {
					rs = again(t, l, rs, taker)
				}
				if row.trouble != "" {
					e2e.Await(t, row.trouble, func() bool { return viewed(t, rs, v.ID).Trouble == row.trouble })
				}
				if row.status == core.WaitingTab {
					l.shop.lock(false)
					l.comeBack()
				} else {
					is.NoErr(rs.Resume("ann", v.ID, runs.Bounds{}))
					is.Equal(viewed(t, rs, v.ID).Code, "")
					close(let)
				}
				is.Equal(end(t, rs, v.ID).Status, core.Done)
				is.Equal(l.shop.opens, 1)
				once(t, l.shop, 3)
			})
		}
	}
}

// TestTakenOver_GoesOn: a press in a run's tab does not pause it while it asks the person
// something, or only reads.
func TestTakenOver_GoesOn(t *testing.T) {
	is := is.New(t)
	rs, v := begin(t, alive(5), func(r chat.Request) fakemodel.Say {
		if len(r.Messages) == 1 {
			return act("clarify", `{"question":"Which?"}`)
		}
		return taker(r)
	}, takeAll)
	q := until(t, rs, v.ID, asked).Question
	rs.TakenOver("ann", "d", 7)
	is.NoErr(rs.Say("ann", v.ID, q.ID, "All."))
	is.Equal(end(t, rs, v.ID).Status, core.Done) // without a resume

	p, let := held(t, func(chat.Request) fakemodel.Say { return act("done", `{"outcome":"failed","summary":"Nothing."}`) })
	rs, v = begin(t, alive(5), p, runs.Wanted{Task: "What is here?", Tab: 7, Mode: core.ModeAsk})
	rs.TakenOver("ann", "d", 7)
	close(let)
	is.Equal(end(t, rs, v.ID).Status, core.Failed)
}

// TestStop: a run that is stopped is over, and its owner alone removes it. Its tab is free for
// the next one at once.
func TestStop(t *testing.T) {
	is := is.New(t)
	p, _ := held(t, taker)
	m, _ := served(t, p)
	rs := process(t, alive(3), m)
	for range 20 {
		v := started(t, rs, takeAll)
		is.NoErr(rs.Stop("ann", v.ID))
		is.Equal(end(t, rs, v.ID).Status, core.Ended)
		refused(t, rs.Remove("bob", v.ID))
		is.NoErr(rs.Remove("ann", v.ID))
		_, err := rs.Get("ann", v.ID)
		refused(t, err)
	}
}

// TestTabGone: a run whose tab is gone while the browser is there goes on in another one
// at the same address, and nothing is done twice.
func TestTabGone(t *testing.T) {
	for name, at := range map[string]int{"before a reading": 1, "before an act": 2, "before done": 4, "by the model itself": 3} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			l := alive(2)
			n := 0
			rs, v := begin(t, l, func(r chat.Request) fakemodel.Say {
				switch n++; {
				case n == at && at == 3:
					return act("close_tab", `{"tabId":7}`)
				case n == at:
					l.shop.close()
				}
				return taker(r)
			}, takeAll)
			v = end(t, rs, v.ID)
			is.Equal(v.Status, core.Done)
			is.Equal(v.Tab, 8)
			is.Equal(l.shop.opens, 2)
			once(t, l.shop, 2)
		})
	}
	t.Run("again and again, the person is asked", func(t *testing.T) {
		is := is.New(t)
		l := alive(2)
		rs, v := begin(t, l, func(r chat.Request) fakemodel.Say {
			l.shop.close()
			return taker(r)
		}, takeAll)
		is.Equal(until(t, rs, v.ID, status(core.WaitingPerson)).Code, core.CodeTabGone)
		is.Equal(l.shop.opens, 2)
	})
}
