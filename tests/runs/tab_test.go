package runs

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
)

// slow is a life in which two entries wait before they are written: the person's word, and that
// the tab is back.
type slow struct {
	*life
	t                 testing.TB
	comes, word, back chan struct{}
}

func (s slow) Append(run string, after uint64, entry []byte) (uint64, error) {
	switch {
	case strings.Contains(string(entry), "Never mind."):
		close(s.comes)
		wait(s.t, s.word)
	case strings.Contains(string(entry), `"tab_back"`):
		wait(s.t, s.back)
	}
	return s.life.Append(run, after, entry)
}

// TestTab_OpenedOnce: whatever happens in a run between the opening of its new tab and the
// entry that says so, no second one is opened.
func TestTab_OpenedOnce(t *testing.T) {
	is := is.New(t)
	l := slow{alive(3), t, make(chan struct{}), make(chan struct{}), make(chan struct{})}
	p, let := held(t, taker)
	m, _ := served(t, p)
	rs := process(t, l.life, m, func(o *runs.Options) { o.Journal = l })
	v := started(t, rs, takeAll)
	lets(t, let, 1)
	l.shop.close()
	l.shop.lock(true)
	close(let)
	until(t, rs, v.ID, status(core.WaitingTab))
	trouble := func(want string) {
		e2e.Await(t, want, func() bool { return viewed(t, rs, v.ID).Trouble == want })
	}
	trouble("the screen is locked")
	go func() { _ = rs.Say("ann", v.ID, 0, "Never mind.") }() // it is late, and heard
	soon(t, l.comes)
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
