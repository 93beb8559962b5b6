package runs

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/direct"
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
		p, let := held(t, taker)
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

// slow is a life in which two entries wait before they are written: the person's word, and that
// the tab is back.
type slow struct {
	*life
	comes, word, back chan struct{}
}

func (s slow) Append(run string, after uint64, entry []byte) (uint64, error) {
	switch {
	case strings.Contains(string(entry), "Never mind."):
		close(s.comes)
		<-s.word
	case strings.Contains(string(entry), `"tab_back"`):
		<-s.back
	}
	return s.life.Append(run, after, entry)
}

// TestTab_OpenedOnce: whatever happens in a run between the opening of its new tab and the
// entry that says so, no second one is opened.
func TestTab_OpenedOnce(t *testing.T) {
	is := is.New(t)
	l := slow{alive(3), make(chan struct{}), make(chan struct{}), make(chan struct{})}
	p, let := held(t, taker)
	m, _ := served(t, p)
	rs := runs.New(runs.Options{Journal: l, Pictures: l, Models: m, Browser: l, Clock: l, Random: rand.Uint64, Names: direct.Names{}})
	t.Cleanup(rs.Close)
	v, err := rs.Start(t.Context(), "ann", takeAll)
	is.NoErr(err)
	let <- struct{}{}
	l.shop.close()
	l.shop.lock(true)
	close(let)
	until(t, rs, v.ID, func(u runs.Update) bool { return u.Status == core.WaitingTab })
	trouble := func(want string) {
		for now := (runs.View{Trouble: "?"}); now.Trouble != want; {
			now, err = rs.Get("ann", v.ID)
			is.NoErr(err)
		}
	}
	trouble("the screen is locked")
	go func() { _ = rs.Say("ann", v.ID, 0, "Never mind.") }() // it is late, and heard
	<-l.comes
	l.shop.lock(false)
	trouble("") // the new tab is there
	close(l.word)
	until(t, rs, v.ID, func(u runs.Update) bool { return u.Text == "Never mind." })
	time.Sleep(100 * time.Millisecond) // for an opening that must not come
	close(l.back)
	is.Equal(end(t, rs, v.ID).Status, core.Done)
	is.Equal(l.shop.opens, 2)
	once(t, l.shop, 3)
}

// TestTab_Free: the tab of a task that is stopped as soon as it begins is free for the next one.
func TestTab_Free(t *testing.T) {
	is := is.New(t)
	p, _ := held(t, taker)
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
