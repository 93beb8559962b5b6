package session_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// desk is a book with its surroundings and what it told.
type desk struct {
	store  *coretest.Store
	clock  *coretest.Clock
	writer *session.Writer
	book   *session.Registry
	heard  []string
	logged []string
}

func newDesk(store *coretest.Store) *desk {
	d := &desk{store: store, clock: coretest.NewClock()}
	d.writer = session.NewWriter(store)
	d.book = session.NewRegistry(d.writer, d.clock, func(line string) { d.logged = append(d.logged, line) })
	d.book.Listen(func(c session.Change) {
		names := []string{"", "started", "ended", "moved", "blocked", "ending", "replaced"}
		line := names[c.Kind] + " " + strconv.Itoa(c.Session.TabID)
		if c.Kind == session.Ending {
			line = "ending " + strconv.Itoa(c.Count)
		}
		d.heard = append(d.heard, strings.TrimSpace(line+" "+string(c.Reason)))
	})
	d.book.Load(context.Background())
	return d
}

func (d *desk) flush() { d.writer.Flush(context.Background()) }

func (d *desk) history() []coretest.Row {
	d.flush()
	return (&coretest.World{Store: d.store}).History()
}

var ctx = context.Background()

func TestRegistry_Life(t *testing.T) {
	is := is.New(t)
	d := newDesk(coretest.NewStore())
	d.book.Ensure(ctx, 7, "a.example", "")
	d.book.Ensure(ctx, 7, "a.example", "") // the same session
	d.clock.Advance(time.Second)
	d.book.Record(7, "click")
	d.book.Move(7, "b.example")
	d.book.Move(7, "b.example") // no news
	s, ok := d.book.Get(7)
	is.True(ok)
	is.Equal(s.Domain, "b.example")
	is.Equal(s.ActionCount, 1)
	is.Equal(s.LastActionAt-s.StartedAt, int64(1000))
	d.flush()
	is.Equal(d.store.Value(session.Run, session.KeySessions),
		`[{"tabId":7,"domain":"b.example","startedAt":1780000000000,"lastActionAt":1780000001000,"actionCount":1,"lastAction":"click"}]`)
	is.True(d.book.End(7, protocol.EndUserStopped))
	is.True(!d.book.End(7, protocol.EndTabClosed)) // one end per session
	is.Equal(strings.Join(d.heard, ","), "started 7,moved 7,ended 7 user_stopped")
	d.flush()
	is.Equal(d.store.Value(session.Run, session.KeySessions), `[]`)
	h := d.history()
	is.Equal(len(h), 2)
	is.Equal(h[0].Event+h[1].Event, "startend")
	is.Equal(h[1].Reason, "user_stopped")
	is.Equal(h[1].ActionCount, 1)
	is.Equal(h[1].DurationMS, int64(1000))
}

func TestRegistry_EveryReasonIsOneEnd(t *testing.T) {
	for _, reason := range protocol.EndReasons() {
		t.Run(string(reason), func(t *testing.T) {
			is := is.New(t)
			d := newDesk(coretest.NewStore())
			d.book.Ensure(ctx, 1, "a.example", "")
			d.book.Ensure(ctx, 2, "b.example", "")
			is.Equal(d.book.EndAll(reason), 2)
			is.Equal(strings.Join(d.heard[2:], ","), "ending 2 "+string(reason)+",ended 2 "+string(reason)+",ended 1 "+string(reason))
			h := d.history()
			is.Equal(h[3].Reason, string(reason))
			// The next worker reads it back and finds nothing open.
			next := newDesk(d.store)
			is.Equal(len(next.heard), 0)
			is.Equal(len(next.book.List()), 0)
			next.book.Ensure(ctx, 3, "c.example", "") // it writes the rows again
			h = next.history()
			is.Equal(len(h), 5)
			is.Equal(h[3].Reason, string(reason))
		})
	}
}

func TestRegistry_EnsureNotAfterCancel(t *testing.T) {
	is := is.New(t)
	d := newDesk(coretest.NewStore())
	gone, cancel := context.WithCancel(ctx)
	cancel()
	d.book.Ensure(gone, 1, "a.example", "")
	is.Equal(len(d.book.List()), 0)
}

func TestRegistry_Load(t *testing.T) {
	for _, row := range []struct {
		sentence, sessions, history string
		tabs                        string // rehydrated
		heard                       string
		logs                        bool
	}{
		{sentence: "nothing stored", tabs: ""},
		{sentence: "a session of this run goes on", sessions: `[{"tabId":1,"domain":"a.example","startedAt":5,"lastActionAt":6,"actionCount":2,"lastAction":"type"}]`,
			history: `[{"at":5,"event":"start","tabId":1,"domain":"a.example","startedAt":5}]`, tabs: "1"},
		{sentence: "a session of an old run ends as extension_reload",
			history: `[{"at":5,"event":"start","tabId":1,"domain":"a.example","startedAt":5}]`, heard: "ended 1 extension_reload"},
		{sentence: "one that has ended does not end again",
			history: `[{"event":"start","tabId":1,"startedAt":5},{"event":"end","tabId":1,"startedAt":5}]`},
		{sentence: "a tab id of an old run says nothing about this one", sessions: `[{"tabId":1,"domain":"b.example","startedAt":9}]`,
			history: `[{"event":"start","tabId":1,"domain":"a.example","startedAt":5}]`, tabs: "1", heard: "ended 1 extension_reload"},
		{sentence: "sessions that are no JSON are dropped", sessions: `[{"tabId":1`, logs: true},
		{sentence: "sessions that are no array are dropped", sessions: `{"1":{}}`, logs: true},
		{sentence: "a broken record does not take the others along", sessions: `[5,null,{"tabId":"x","domain":"a"},{"tabId":2},{"tabId":-1,"domain":"a"},{"tabId":1e99,"domain":"a"},{"tabId":3,"domain":"a.example","actionCount":-4,"startedAt":{"a":[1]}}]`, tabs: "3", logs: true},
		{sentence: "two records of a tab are one", sessions: `[{"tabId":1,"domain":"a.example"},{"tabId":1,"domain":"b.example"}]`, tabs: "1", logs: true},
		{sentence: "an endless domain is dropped", sessions: `[{"tabId":1,"domain":"` + strings.Repeat("a", 300) + `"}]`, logs: true},
		{sentence: "deep nesting is survived", sessions: `[{"tabId":1,"domain":"a","x":` + strings.Repeat("[", 20000) + `}]`, logs: true},
		{sentence: "a broken log is survived", history: `[{"event":`, logs: true},
		{sentence: "foreign rows are dropped", history: `[1,{"event":"evil"},{"event":"start"}]`},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			store := coretest.NewStore()
			store.Put(session.Run, session.KeySessions, row.sessions)
			store.Put(session.Local, session.KeyHistory, row.history)
			d := newDesk(store)
			var tabs []string
			for _, s := range d.book.List() {
				tabs = append(tabs, strconv.Itoa(s.TabID))
				is.True(s.ActionCount >= 0)
			}
			is.Equal(strings.Join(tabs, ","), row.tabs)
			is.Equal(strings.Join(d.heard, ","), row.heard)
			is.Equal(len(d.logged) > 0, row.logs)
			// Whatever was there, a second worker finds it in order.
			d.book.Ensure(ctx, 99, "z.example", "")
			d.flush()
			again := newDesk(store)
			is.Equal(len(again.logged), 0)
			is.Equal(len(again.heard), 0)
		})
	}
}

func TestRegistry_StorageFails(t *testing.T) {
	is := is.New(t)
	store := coretest.NewStore()
	store.FailGet(session.KeySessions, true)
	store.FailGet(session.KeyHistory, true)
	d := newDesk(store)
	store.FailSet(session.KeySessions, true)
	store.FailSet(session.KeyHistory, true)
	d.book.Ensure(ctx, 1, "a.example", "")
	d.book.Record(1, "click")
	d.flush()
	is.True(d.book.End(1, protocol.EndTabClosed)) // the session is the same without storage
	d.flush()
	store.FailSet(session.KeySessions, false)
	store.FailSet(session.KeyHistory, false)
	d.book.Ensure(ctx, 2, "b.example", "")
	d.flush()
	is.True(strings.Contains(store.Value(session.Run, session.KeySessions), "b.example"))
	is.True(strings.Contains(store.Value(session.Local, session.KeyHistory), "b.example"))
}

func TestAudit_Ring(t *testing.T) {
	is := is.New(t)
	d := newDesk(coretest.NewStore())
	for i := 1; i <= 800; i++ {
		d.book.Ensure(ctx, i, "a.example", "")
		d.book.End(i, protocol.EndTabClosed)
	}
	h := d.history()
	is.Equal(len(h), session.MaxHistory)
	is.Equal(h[len(h)-1].TabID, 800)
	is.Equal(h[0].TabID, 301)
}

func TestAudit_Quota(t *testing.T) {
	is := is.New(t)
	store := coretest.NewStore()
	store.Put(session.Local, "other", strings.Repeat("x", 10_000))
	store.Quota(30_000)
	d := newDesk(store)
	for i := 1; i <= 1000; i++ {
		d.book.Ensure(ctx, i, "a.example", "")
		d.book.End(i, protocol.EndTabClosed)
		d.flush()
	}
	h := d.history()
	is.True(len(h) > 20)
	is.Equal(h[len(h)-1].TabID, 1000) // the newest rows survive
	degraded := 0
	for _, line := range d.logged {
		if strings.HasPrefix(line, "audit_degraded") {
			degraded++
		}
	}
	is.Equal(degraded, 1) // said, and said once
}

func TestAudit_Clear(t *testing.T) {
	is := is.New(t)
	d := newDesk(coretest.NewStore())
	d.book.Ensure(ctx, 1, "a.example", "")
	d.book.Block("bank.example", protocol.KindClick, 1)
	d.book.ClearHistory()
	h := d.history()
	is.Equal(len(h), 1)
	is.Equal(h[0].Event, "clear")
	// The session that is still on gets its start again.
	next := newDesk(d.store)
	is.Equal(len(next.book.List()), 1)
	h = next.history()
	is.Equal(len(h), 2)
	is.Equal(h[1].Event, "start")
	is.Equal(h[1].TabID, 1)
}

func TestRegistry_Concurrent(t *testing.T) {
	is := is.New(t)
	d := newDesk(coretest.NewStore())
	var wg sync.WaitGroup
	for i := 1; i <= 20; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 25 {
				d.book.Ensure(ctx, i, "a.example", "")
				d.book.Record(i, "click")
				d.book.Move(i, "b.example")
				if i%2 == 0 {
					d.book.End(i, protocol.EndUserStopped)
				}
				d.book.List()
			}
		}()
	}
	wg.Wait()
	d.book.EndAll(protocol.EndGlobalStop)
	live := map[string]bool{}
	for _, line := range d.heard {
		f := strings.Fields(line)
		switch f[0] {
		case "started":
			is.True(!live[f[1]])
			live[f[1]] = true
		case "ended":
			is.True(live[f[1]])
			delete(live, f[1])
		}
	}
	is.Equal(len(live), 0)
	is.True(!d.store.Overlapped())
}
