package runs

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestLater: a run that waits for a time says why, and waits as long over a pause, a
// restart, and the loss of its tab.
func TestLater(t *testing.T) {
	is := is.New(t)
	l := alive(2)
	told := make(chan string, 1)
	p := func(r chat.Request) fakemodel.Say {
		switch last := r.Messages[len(r.Messages)-1].Text; {
		case len(r.Messages) == 1:
			return act("schedule_resume", `{"after_seconds":150,"reason":"the shop is closed","instruction":"take all"}`)
		case strings.Contains(last, "has come"):
			told <- last
		}
		return taker(r)
	}
	rs, v := begin(t, l, p, takeAll)
	u := until(t, rs, v.ID, status(core.Scheduled))
	is.True(strings.Contains(u.Summary, "the shop is closed"))
	at := l.Now()
	is.NoErr(rs.Pause("ann", v.ID, ""))
	is.NoErr(rs.Resume("ann", v.ID, runs.Bounds{}))
	l.shop.close()
	rs = again(t, l, rs, p)
	view := viewed(t, rs, v.ID)
	is.True(strings.Contains(view.Summary, "the shop is closed") || view.Status == core.WaitingTab)
	is.Equal(end(t, rs, v.ID).Status, core.Done)
	is.True(strings.Contains(soon(t, told), "take all"))
	is.True(l.Now().Sub(at).Seconds() > 100)
	is.Equal(l.shop.opens, 2)
	once(t, l.shop, 2)
}

// TestLater_Off: a run whose time has come waits on while planned tasks are off, says so,
// and goes on when they are on.
func TestLater_Off(t *testing.T) {
	is := is.New(t)
	l, off := alive(2), atomic.Bool{}
	off.Store(true)
	m, _ := served(t, func(r chat.Request) fakemodel.Say {
		if len(r.Messages) == 1 {
			return act("schedule_resume", `{"after_seconds":30,"reason":"the shop is closed"}`)
		}
		return taker(r)
	})
	rs := process(t, l, m, func(o *runs.Options) { o.Rests = func(user string) bool { return user == "ann" && off.Load() } })
	v := started(t, rs, takeAll)
	until(t, rs, v.ID, func(u runs.Update) bool {
		return troubled(u) && strings.Contains(u.Text, "planned tasks are off: switch them on")
	})
	is.Equal(viewed(t, rs, v.ID).Status, core.Scheduled)
	off.Store(false)
	view := end(t, rs, v.ID)
	is.Equal(view.Status, core.Done)
	is.Equal(view.Trouble, "")
	once(t, l.shop, 2)
}
