package runs

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// alive is a life in a shop of so many things.
func alive(things int) *life {
	return &life{shop: newShop(things), journal: &journal{record: newRecord(), killed: make(chan struct{})}}
}

var takeAll = runs.Wanted{Task: "Take everything at shop.test.", URL: "https://shop.test/", Steps: 100}

// begin starts a run in a life of its own.
func begin(t testing.TB, l *life, p fakemodel.Policy, w runs.Wanted) (*runs.Runs, runs.View) {
	t.Helper()
	m, _ := served(t, p)
	rs := process(l, m)
	t.Cleanup(rs.Close)
	v, err := rs.Start(t.Context(), "ann", w)
	if err != nil {
		t.Fatal(err)
	}
	return rs, v
}

// until watches a run until an update is what is waited for.
func until(t testing.TB, rs *runs.Runs, id string, enough func(runs.Update) bool) runs.Update {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var found *runs.Update
	_ = rs.Watch(ctx, "ann", id, 0, func(u runs.Update) error {
		if found == nil && enough(u) {
			found = &u
			cancel()
		}
		return nil
	})
	if found == nil {
		v, err := rs.Get("ann", id)
		t.Fatalf("it never comes: %+v %v", v, err)
	}
	return *found
}

func asked(u runs.Update) bool { return u.Type == runs.Asks }

func TestQuestion(t *testing.T) {
	for _, row := range []struct {
		name      string
		yes, once bool
		asks      int
	}{
		{"yes until it ends", true, false, 1},
		{"once each", true, true, 3},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			l := alive(3)
			l.asks = true
			rs, v := begin(t, l, taker, takeAll)
			seen, last := 0, 0
			for seen < row.asks {
				q := until(t, rs, v.ID, func(u runs.Update) bool { return asked(u) && u.Question.ID > last }).Question
				last = q.ID
				is.Equal(q.Sink, risk.Send)
				is.Equal(q.Site, "https://shop.test")
				is.Equal(len(l.shop.order), seen) // nothing before the answer
				is.NoErr(rs.Decide("ann", v.ID, q.ID, row.yes, row.once))
				seen++
			}
			is.Equal(end(t, rs, v.ID).Status, core.Done)
			is.Equal(len(l.shop.order), 3)
		})
	}
	t.Run("an answer to what is not asked is refused", func(t *testing.T) {
		is := is.New(t)
		l := alive(1)
		l.asks = true
		rs, v := begin(t, l, taker, takeAll)
		q := until(t, rs, v.ID, asked).Question
		is.Equal(protocol.CodeOf(rs.Decide("ann", v.ID, q.ID+1, true, false)), protocol.CodeInvalidAction)
		is.Equal(protocol.CodeOf(rs.Say("ann", v.ID, q.ID, "yes")), protocol.CodeInvalidAction) // a word is no consent
		is.Equal(protocol.CodeOf(rs.Decide("bob", v.ID, q.ID, true, false)), protocol.CodeInvalidAction)
		is.Equal(len(l.shop.order), 0)
	})
	t.Run("it outlives the process", func(t *testing.T) {
		is := is.New(t)
		l := alive(2)
		l.asks = true
		rs, v := begin(t, l, taker, takeAll)
		q := until(t, rs, v.ID, asked).Question
		rs.Close()
		m, _ := served(t, taker)
		rs = process(l, m)
		t.Cleanup(rs.Close)
		is.NoErr(rs.Restore())
		for !isOpen(rs, v.ID, q.ID) { // it is asked again
			time.Sleep(time.Millisecond)
		}
		is.NoErr(rs.Decide("ann", v.ID, q.ID, true, false))
		is.Equal(end(t, rs, v.ID).Status, core.Done)
		is.Equal(len(l.shop.order), 2)
	})
	t.Run("what was allowed beforehand is not asked", func(t *testing.T) {
		is := is.New(t)
		l := alive(2)
		l.asks = true
		w := takeAll
		w.Grants = []runs.Grant{{Site: "shop.test", Sinks: []risk.Sink{risk.Send}}}
		rs, v := begin(t, l, taker, w)
		is.Equal(end(t, rs, v.ID).Status, core.Done)
	})
}

// isOpen reports whether a run asks that now.
func isOpen(rs *runs.Runs, id string, question int) bool {
	v, err := rs.Get("ann", id)
	return err == nil && v.Question != nil && v.Question.ID == question
}

// TestAskMode: the driver asks the browser for reading alone, whatever the model says, and the browser refuses the rest.
func TestAskMode(t *testing.T) {
	is := is.New(t)
	l := alive(2)
	w := takeAll
	w.Mode, w.Steps = core.ModeAsk, 6
	rs, v := begin(t, l, taker, w)
	is.Equal(end(t, rs, v.ID).Status, core.Failed)
	is.Equal(len(l.shop.order), 0)
}

// held is a model that answers when it is let, and at the latest when the test ends: a server
// waits for what it still answers.
func held(t testing.TB, p fakemodel.Policy) (fakemodel.Policy, chan struct{}) {
	let := make(chan struct{})
	return func(r chat.Request) fakemodel.Say {
		select {
		case <-let:
		case <-t.Context().Done():
		}
		return p(r)
	}, let
}

func TestPauseResumeStop(t *testing.T) {
	is := is.New(t)
	l := alive(5)
	p, let := held(t, taker)
	rs, v := begin(t, l, p, takeAll)
	let <- struct{}{}
	is.NoErr(rs.Pause("ann", v.ID, "Ctrl-C"))
	until(t, rs, v.ID, func(u runs.Update) bool { return u.Status == core.WaitingPerson })
	close(let)
	is.NoErr(rs.Resume("ann", v.ID, runs.Bounds{}))
	is.Equal(end(t, rs, v.ID).Status, core.Done)
	is.Equal(len(l.shop.order), 5)

	for _, where := range []int{0, 7} { // everywhere, and in its tab
		l = alive(5)
		p, let = held(t, taker)
		rs, v = begin(t, l, p, takeAll)
		let <- struct{}{}
		rs.Interrupted("ann", "d", 8) // in another's tab
		rs.Interrupted("bob", "d", 0) // by another person
		rs.Interrupted("ann", "d", where)
		until(t, rs, v.ID, func(u runs.Update) bool { return u.Status == core.WaitingPerson })
		close(let)
		is.NoErr(rs.Resume("ann", v.ID, runs.Bounds{}))
		is.Equal(end(t, rs, v.ID).Status, core.Done)
	}

	l = alive(5)
	p, let = held(t, taker)
	rs, v = begin(t, l, p, takeAll)
	is.NoErr(rs.Stop("ann", v.ID))
	is.Equal(end(t, rs, v.ID).Status, core.Ended)
	close(let)
	is.Equal(protocol.CodeOf(rs.Remove("bob", v.ID)), protocol.CodeInvalidAction)
	is.NoErr(rs.Remove("ann", v.ID))
	_, err := rs.Get("ann", v.ID)
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
}

// TestBudget: a run whose bound is reached ends with its code, and goes on when the
// person gives it more.
func TestBudget(t *testing.T) {
	is := is.New(t)
	l := alive(8)
	w := takeAll
	w.Steps = 5
	rs, v := begin(t, l, taker, w)
	v = end(t, rs, v.ID)
	is.Equal(v.Status, core.Failed)
	is.Equal(v.Code, "budget_steps")
	taken := len(l.shop.order)
	is.True(taken > 0 && taken < 8)
	is.NoErr(rs.Resume("ann", v.ID, runs.Bounds{Steps: 100}))
	until(t, rs, v.ID, func(u runs.Update) bool { return u.Status == core.Done })
	is.Equal(len(l.shop.order), 8) // none of them twice
	is.Equal(protocol.CodeOf(rs.Resume("ann", v.ID, runs.Bounds{Money: -1})), protocol.CodeInvalidAction)
}

// TestLease: two runs do not work in one tab.
func TestLease(t *testing.T) {
	is := is.New(t)
	l := alive(1)
	p, let := held(t, taker)
	rs, v := begin(t, l, p, takeAll)
	w := takeAll
	w.URL, w.Tab = "", 7
	_, err := rs.Start(t.Context(), "ann", w)
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
	is.True(strings.Contains(err.Error(), v.ID)) // says whose it is
	close(let)
	is.Equal(end(t, rs, v.ID).Status, core.Done)
	_, err = rs.Start(t.Context(), "ann", w) // it was given back
	is.NoErr(err)
}

// TestSideBySide: twenty runs in one process come to their ends.
func TestSideBySide(t *testing.T) {
	is := is.New(t)
	m, _ := served(t, taker)
	record := newRecord()
	var all sync.WaitGroup
	for range 20 {
		l := &life{shop: newShop(3), journal: &journal{record: record, killed: make(chan struct{})}}
		rs := process(l, m)
		t.Cleanup(rs.Close)
		v, err := rs.Start(t.Context(), "ann", takeAll)
		is.NoErr(err)
		all.Go(func() {
			if end(t, rs, v.ID).Status != core.Done || len(l.shop.order) != 3 {
				t.Error("a run ended otherwise")
			}
		})
	}
	all.Wait()
}

// TestFullDisk: what cannot be recorded is not done, and the run goes on when it can.
func TestFullDisk(t *testing.T) {
	is := is.New(t)
	l := alive(3)
	p, let := held(t, taker)
	rs, v := begin(t, l, p, takeAll)
	l.mu.Lock()
	l.full = 3
	l.mu.Unlock()
	close(let)
	until(t, rs, v.ID, func(u runs.Update) bool { return u.Type == runs.Troubled && u.Text != "" || len(l.shop.order) > 0 })
	is.Equal(end(t, rs, v.ID).Status, core.Done)
	for _, n := range l.shop.taken {
		is.Equal(n, 1)
	}
}

// TestAway: the browser goes and comes back; the act that was refused meanwhile is
// done once.
func TestAway(t *testing.T) {
	is := is.New(t)
	l := alive(3)
	p, let := held(t, taker)
	rs, v := begin(t, l, p, takeAll)
	back := make(chan struct{})
	l.away.Store(&back)
	close(let)
	until(t, rs, v.ID, func(u runs.Update) bool { return u.Status == core.WaitingTab })
	l.away.Store(nil)
	close(back)
	is.Equal(end(t, rs, v.ID).Status, core.Done)
	is.Equal(len(l.shop.order), 3)
	is.Equal(l.shop.opens, 1) // its tab was still there

	t.Run("over a restart", func(t *testing.T) {
		is := is.New(t)
		l := alive(3)
		p, let := held(t, taker)
		rs, v := begin(t, l, p, takeAll)
		back := make(chan struct{})
		l.away.Store(&back)
		close(let)
		until(t, rs, v.ID, func(u runs.Update) bool { return u.Status == core.WaitingTab })
		rs.Close()
		m, _ := served(t, taker)
		rs = process(l, m)
		t.Cleanup(rs.Close)
		is.NoErr(rs.Restore())
		l.away.Store(nil)
		close(back)
		is.Equal(end(t, rs, v.ID).Status, core.Done)
		is.Equal(len(l.shop.order), 3)
	})
}

// TestTwoProcesses: of two that go on with one run only one does, and nothing is done
// twice.
func TestTwoProcesses(t *testing.T) {
	is := is.New(t)
	l := alive(4)
	p, let := held(t, taker)
	begun := make(chan struct{}, 100)
	rs, v := begin(t, l, func(r chat.Request) fakemodel.Say {
		begun <- struct{}{}
		return p(r)
	}, takeAll)
	<-begun // it has read the page, and waits for its model
	other := &life{shop: l.shop, journal: &journal{record: l.record, killed: make(chan struct{})}}
	m, _ := served(t, taker)
	second := process(other, m)
	t.Cleanup(second.Close)
	is.NoErr(second.Restore())
	is.Equal(end(t, second, v.ID).Status, core.Done)
	close(let) // the first one's model answers at last
	for {
		if _, err := rs.Get("ann", v.ID); err == nil {
			if v, _ := rs.Get("ann", v.ID); v.Status == core.Done {
				break
			}
		}
		time.Sleep(time.Millisecond)
	}
	is.Equal(len(l.shop.order), 4)
}

// TestWatch: who looks later is told what those were who looked on, and who goes on
// behind an entry is told the rest.
func TestWatch(t *testing.T) {
	is := is.New(t)
	l := alive(3)
	rs, v := begin(t, l, taker, takeAll)
	text := func(u runs.Update) string {
		data, err := json.Marshal(u)
		is.NoErr(err)
		return string(data)
	}
	read := func(behind int) (list []string) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		is.NoErr(rs.Watch(ctx, "ann", v.ID, behind, func(u runs.Update) error {
			if u.Entry > 0 {
				list = append(list, text(u))
			}
			return nil
		}))
		return list
	}
	live := read(0)
	is.Equal(read(0), live)
	var last runs.Update
	is.NoErr(json.Unmarshal([]byte(live[len(live)/2]), &last))
	rest := read(last.Entry)
	is.True(len(rest) > 0 && len(rest) < len(live))
	is.Equal(rest, live[len(live)-len(rest):])

	var fold runs.Fold
	var offline []string
	is.NoErr(rs.Export("ann", v.ID, func(entry []byte) error {
		list, err := fold.Take(entry)
		for _, u := range list {
			if u.Entry > 0 {
				offline = append(offline, text(u))
			}
		}
		return err
	}))
	is.Equal(offline, live) // and without a backend
	is.Equal(protocol.CodeOf(rs.Watch(t.Context(), "bob", v.ID, 0, nil)), protocol.CodeInvalidAction)
}

func TestStart_Refuses(t *testing.T) {
	l := alive(1)
	m, _ := served(t, taker)
	rs := process(l, m)
	t.Cleanup(rs.Close)
	for name, w := range map[string]runs.Wanted{
		"no task": {Task: " "}, "a mode that there is not": {Task: "x", Mode: "god"}, "a tab and an address": {Task: "x", URL: "https://a.test", Tab: 3},
		"a tab that is not there": {Task: "x", Tab: 99}, "a long task": {Task: strings.Repeat("x", 20_000)}, "less than nothing": {Task: "x", Steps: -1},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			_, err := rs.Start(t.Context(), "ann", w)
			e := protocol.AsError(err)
			is.True(e != nil && e.Outcome == protocol.ErrorNotDone)
			is.Equal(len(l.record.entries), 0) // nothing of it is recorded
		})
	}
}

// TestNames: hosts that the person writes in another script are the browser's from the
// beginning on, in the task, the address, what is allowed and what they say later.
func TestNames(t *testing.T) {
	is := is.New(t)
	l := alive(1)
	rs, v := begin(t, l, taker, runs.Wanted{Task: "Take everything at bücher.example.", URL: "https://Straße.example/a?b=ü", Steps: 100,
		Grants: []runs.Grant{{Site: "例え.テスト", Sinks: []risk.Sink{risk.Send}}}})
	is.Equal(v.URL, "https://xn--strae-oqa.example/a?b=ü")
	is.NoErr(rs.Say("ann", v.ID, 0, "And look at https://пример.example too."))
	end(t, rs, v.ID)
	var told []string
	is.NoErr(rs.Export("ann", v.ID, func(entry []byte) error {
		if e, ok := core.ReadEvent(entry); ok && (e.Type == core.Started || e.Type == core.Said) {
			told = append(told, e.Sites...)
			if e.Run != nil {
				told = append(told, e.Run.Grants[0].Sites...)
			}
		}
		return nil
	}))
	is.Equal(told, []string{"xn--bcher-kva.example", "xn--r8jz45g.xn--zckzah", "https://xn--e1afmkfd.example"})
}

// TestCurrent: a run begins in the tab that the person looks at, where the browser says
// which that is.
func TestCurrent(t *testing.T) {
	for _, row := range []struct {
		name  string
		front []int
		want  protocol.Code
	}{
		{"one window", []int{42}, ""},
		{"two windows", []int{42, 43}, protocol.CodeInvalidAction},
		{"nobody knows", nil, protocol.CodeTabNotFound},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			l := alive(1)
			l.shop.front = row.front
			m, _ := served(t, taker)
			rs := process(l, m)
			t.Cleanup(rs.Close)
			v, err := rs.Start(t.Context(), "ann", runs.Wanted{Task: "Take everything.", Current: true})
			is.Equal(protocol.CodeOf(err), row.want)
			if err != nil {
				return
			}
			is.Equal(v.Tab, 42)
			is.Equal(end(t, rs, v.ID).Status, core.Done)
			is.Equal(l.shop.opens, 0)
			_, err = rs.Start(t.Context(), "ann", runs.Wanted{Task: "x", Current: true, Tab: 7})
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
		})
	}
}
