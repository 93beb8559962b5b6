package runs

import (
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestTabGone: a run whose tab is gone while the browser is there goes on in another one
// at the same address, and nothing is done twice.
func TestTabGone(t *testing.T) {
	for _, row := range []struct {
		name string
		at   int // the model's answer before which it happens
		how  func(s *shop)
	}{
		{"before a reading", 1, (*shop).close},
		{"before an act", 2, (*shop).close},
		{"before done", 4, (*shop).close},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			l := alive(2)
			n := 0
			rs, v := begin(t, l, func(r chat.Request) fakemodel.Say {
				if n++; n == row.at {
					row.how(l.shop)
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
	t.Run("closed by the model itself", func(t *testing.T) {
		is := is.New(t)
		l := alive(2)
		n := 0
		rs, v := begin(t, l, func(r chat.Request) fakemodel.Say {
			if n++; n == 3 {
				return act("close_tab", `{"tabId":7}`)
			}
			return taker(r)
		}, takeAll)
		is.Equal(end(t, rs, v.ID).Status, core.Done)
		is.Equal(l.shop.opens, 2)
		once(t, l.shop, 2)
	})
	t.Run("closed again and again, the person is asked", func(t *testing.T) {
		is := is.New(t)
		l := alive(2)
		rs, v := begin(t, l, func(r chat.Request) fakemodel.Say {
			l.shop.close()
			return taker(r)
		}, takeAll)
		u := until(t, rs, v.ID, func(u runs.Update) bool { return u.Status == core.WaitingPerson })
		is.Equal(u.Code, core.CodeTabGone)
		is.Equal(l.shop.opens, 2)
	})
}

// TestLocked: a run waits while the screen is locked, and says so; also over a restart.
func TestLocked(t *testing.T) {
	for _, restart := range []bool{false, true} {
		is := is.New(t)
		l := alive(3)
		p, let := held(taker)
		rs, v := begin(t, l, p, takeAll)
		let <- struct{}{}
		l.shop.lock(true)
		close(let)
		u := until(t, rs, v.ID, func(u runs.Update) bool { return u.Status == core.WaitingTab })
		is.Equal(u.Code, "")
		if restart {
			rs.Close()
			m, _ := served(t, taker)
			rs = process(l, m)
			t.Cleanup(rs.Close)
			is.NoErr(rs.Restore())
		}
		for now := (runs.View{}); now.Trouble != "the screen is locked"; {
			var err error
			now, err = rs.Get("ann", v.ID)
			is.NoErr(err)
		}
		l.shop.lock(false)
		is.Equal(end(t, rs, v.ID).Status, core.Done)
		is.Equal(l.shop.opens, 1)
		once(t, l.shop, 3)
	}
}

// TestTab_Free: the tab of a task that is stopped as soon as it begins is free for the next one.
func TestTab_Free(t *testing.T) {
	is := is.New(t)
	p, _ := held(taker)
	m, _ := served(t, p)
	rs := process(alive(3), m)
	t.Cleanup(rs.Close)
	for range 20 {
		v, err := rs.Start(t.Context(), "ann", takeAll)
		is.NoErr(err)
		is.NoErr(rs.Stop("ann", v.ID))
		is.Equal(end(t, rs, v.ID).Status, core.Ended)
	}
}
