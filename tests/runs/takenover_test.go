package runs

import (
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestTakenOver: the person's press in a run's tab pauses it, with its reason; in
// another tab, or while it asks them something, it does not.
func TestTakenOver(t *testing.T) {
	is := is.New(t)
	l := alive(5)
	p, let := held(t, taker)
	rs, v := begin(t, l, p, takeAll)
	let <- struct{}{}
	rs.TakenOver("ann", "d", 8) // another's tab
	rs.TakenOver("bob", "d", 7) // another's browser
	is.NoErr(rs.Say("ann", v.ID, 0, "All of it."))
	now, err := rs.Get("ann", v.ID)
	is.NoErr(err)
	is.Equal(now.Status, core.Running) // a word that came behind is heeded, and it goes on
	rs.TakenOver("ann", "d", 7)
	u := until(t, rs, v.ID, func(u runs.Update) bool { return u.Status == core.WaitingPerson })
	is.Equal(u.Code, "person_acted")
	is.NoErr(rs.Resume("ann", v.ID, runs.Bounds{}))
	now, err = rs.Get("ann", v.ID)
	is.NoErr(err)
	is.Equal(now.Code, "")
	close(let)
	is.Equal(end(t, rs, v.ID).Status, core.Done)
	is.Equal(len(l.shop.order), 5)

	l = alive(5)
	rs, v = begin(t, l, func(r chat.Request) fakemodel.Say {
		if len(r.Messages) == 1 {
			return fakemodel.Say{Calls: []chat.Call{{Name: "clarify", Arguments: `{"question":"Which?"}`}}}
		}
		return taker(r)
	}, takeAll)
	q := until(t, rs, v.ID, asked).Question
	rs.TakenOver("ann", "d", 7)
	is.NoErr(rs.Say("ann", v.ID, q.ID, "All."))
	is.Equal(end(t, rs, v.ID).Status, core.Done) // without a resume

	p, let = held(t, func(chat.Request) fakemodel.Say {
		return act("done", `{"outcome":"failed","summary":"Nothing."}`)
	})
	rs, v = begin(t, alive(5), p, runs.Wanted{Task: "What is here?", Tab: 7, Mode: core.ModeAsk})
	rs.TakenOver("ann", "d", 7)
	close(let)
	is.Equal(end(t, rs, v.ID).Status, core.Failed) // it only reads, and goes on
}
