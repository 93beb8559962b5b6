package runs

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// refused says that nothing was done.
func refused(t testing.TB, err error) {
	t.Helper()
	if protocol.CodeOf(err) != protocol.CodeInvalidAction {
		t.Errorf("it was not refused: %v", err)
	}
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
	taken := l.shop.count()
	is.True(taken > 0 && taken < 8)
	is.NoErr(rs.Resume("ann", v.ID, runs.Bounds{Steps: 100}))
	until(t, rs, v.ID, status(core.Done))
	once(t, l.shop, 8)
	refused(t, rs.Resume("ann", v.ID, runs.Bounds{Money: -1}))
}

// TestLease: two runs do not work in one tab.
func TestLease(t *testing.T) {
	is := is.New(t)
	p, let := held(t, taker)
	rs, v := begin(t, alive(1), p, takeAll)
	w := takeAll
	w.URL, w.Tab = "", 7
	_, err := rs.Start(t.Context(), "ann", w)
	refused(t, err)
	is.True(strings.Contains(err.Error(), v.ID)) // says whose it is
	close(let)
	is.Equal(end(t, rs, v.ID).Status, core.Done)
	started(t, rs, w) // it was given back
}

// TestSideBySide: twenty runs in one process come to their ends.
func TestSideBySide(t *testing.T) {
	m, _ := served(t, taker)
	record := newRecord()
	var all sync.WaitGroup
	for range 20 {
		l := another(newShop(3), record)
		rs := process(t, l, m)
		v := started(t, rs, takeAll)
		all.Go(func() {
			if end(t, rs, v.ID).Status != core.Done || l.shop.count() != 3 {
				t.Error("a run ended otherwise")
			}
		})
	}
	all.Wait()
}

// TestFullDisk: what cannot be recorded is not done, and the run goes on when it can.
func TestFullDisk(t *testing.T) {
	l := alive(3)
	p, let := held(t, taker)
	rs, v := begin(t, l, p, takeAll)
	l.mu.Lock()
	l.full = 3
	l.mu.Unlock()
	close(let)
	is.New(t).Equal(end(t, rs, v.ID).Status, core.Done)
	once(t, l.shop, 3)
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
	soon(t, begun) // it has read the page, and waits for its model
	m, _ := served(t, taker)
	second := restored(t, process(t, another(l.shop, l.record), m))
	is.Equal(end(t, second, v.ID).Status, core.Done)
	close(let) // the first one's model answers at last
	e2e.Await(t, "the first one knows", func() bool {
		v, err := rs.Get("ann", v.ID)
		return err == nil && v.Status == core.Done
	})
	once(t, l.shop, 4)
}

// TestWatch: who looks later is told what those were who looked on, and who goes on
// behind an entry is told the rest.
func TestWatch(t *testing.T) {
	is := is.New(t)
	rs, v := begin(t, alive(3), taker, takeAll)
	add := func(list []string, u runs.Update) []string {
		if u.Entry == 0 {
			return list
		}
		data, err := json.Marshal(u)
		is.NoErr(err)
		return append(list, string(data))
	}
	read := func(behind int) (list []string) {
		is.NoErr(rs.Watch(t.Context(), "ann", v.ID, behind, func(u runs.Update) error {
			list = add(list, u)
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
			offline = add(offline, u)
		}
		return err
	}))
	is.Equal(offline, live) // and without a backend
	refused(t, rs.Watch(t.Context(), "bob", v.ID, 0, nil))
}

func TestStart_Refuses(t *testing.T) {
	l := alive(1)
	m, _ := served(t, taker)
	rs := process(t, l, m)
	for name, w := range map[string]runs.Wanted{
		"no task": {Task: " "}, "a mode that there is not": {Task: "x", Mode: "god"}, "a tab and an address": {Task: "x", URL: "https://a.test", Tab: 3},
		"a tab that is not there": {Task: "x", Tab: 99}, "a long task": {Task: strings.Repeat("x", 20_000)}, "less than nothing": {Task: "x", Steps: -1},
	} {
		_, err := rs.Start(t.Context(), "ann", w)
		if e := protocol.AsError(err); e == nil || e.Outcome != protocol.ErrorNotDone || len(l.record.entries) > 0 {
			t.Errorf("%s: %v, %d runs are recorded", name, err, len(l.record.entries))
		}
	}
}

// TestNames: hosts that the person writes in another script are the browser's from the
// beginning on, in the task, the address, what is allowed and what they say later.
func TestNames(t *testing.T) {
	is := is.New(t)
	rs, v := begin(t, alive(1), taker, runs.Wanted{Task: "Take everything at bücher.example.", URL: "https://Straße.example/a?b=ü", Steps: 100,
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
	for name, row := range map[string]struct {
		front []int
		want  protocol.Code
	}{
		"one window":   {[]int{42}, ""},
		"two windows":  {[]int{42, 43}, protocol.CodeInvalidAction},
		"nobody knows": {nil, protocol.CodeTabNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			l := alive(1)
			l.shop.front = row.front
			m, _ := served(t, taker)
			rs := process(t, l, m)
			v, err := rs.Start(t.Context(), "ann", runs.Wanted{Task: "Take everything.", Current: true})
			is.Equal(protocol.CodeOf(err), row.want)
			if err != nil {
				return
			}
			is.Equal(v.Tab, 42)
			is.Equal(end(t, rs, v.ID).Status, core.Done)
			is.Equal(l.shop.opens, 0)
			_, err = rs.Start(t.Context(), "ann", runs.Wanted{Task: "x", Current: true, Tab: 7})
			refused(t, err)
		})
	}
}
