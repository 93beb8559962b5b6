package pool_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

func TestRequest_returns_what_the_browser_answers(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	s := newSocket()
	c := p.Attach("ann", hello("d1"), s)
	for _, row := range []struct {
		answer string
		result protocol.Result
		err    string
	}{
		{`"result":{"ok":true}`, protocol.OK{OK: true}, ""},
		{`"error":{"code":"element_stale","message":"extract again"}`, nil, "element_stale: extract again"},
		{`"error":{"code":"from_the_future","message":"m"}`, nil, "internal_error: m"},
		{`"result":{"ok":7}`, nil, "internal_error: outcome unknown: the browser's answer to click is not valid (result.ok must be true or false, got a number); extract to see what happened"},
		{`"result":{"ok":true},"error":{"code":"timeout","message":"m"}`, nil, "internal_error: outcome unknown: the browser's answer to click is not valid"},
	} {
		got := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
		id := s.request(t).ID
		is.NoErr(c.Handle([]byte(`{"type":"response","id":"` + id + `",` + row.answer + `}`)))
		r := <-got
		is.Equal(r.result, row.result)
		if row.err == "" {
			is.NoErr(r.err)
		} else {
			is.True(strings.HasPrefix(r.err.Error(), row.err)) // the browser's answer
		}
	}
	is.Equal(p.Stats().Invalid, uint64(2))
	is.Equal(p.Stats().InFlight, 0)
}

func TestRequest_makes_a_new_UUIDv4_each_time(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	s := newSocket()
	c := p.Attach("ann", hello("d1"), s)
	seen := map[string]bool{}
	v4 := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	for range 100 {
		got := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
		id := s.request(t).ID
		is.True(v4.MatchString(id))
		is.True(!seen[id])
		seen[id] = true
		is.NoErr(c.Handle(ok(id)))
		<-got
	}
}

func TestRequest_times_out_5s_after_the_actions_own_limit(t *testing.T) {
	for _, row := range []struct {
		action protocol.Action
		want   time.Duration
	}{
		{protocol.WaitFor{Target: protocol.Target{UID: "e1"}, TimeoutMS: 60_000}, 65 * time.Second},
		{protocol.WaitFor{Target: protocol.Target{UID: "e1"}}, 15 * time.Second},
		{protocol.Evaluate{Expression: "return 1"}, 15 * time.Second},
		{protocol.GetTabs{}, 15 * time.Second},
		{click, 35 * time.Second},
	} {
		t.Run(string(row.action.Kind()), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				is := is.New(t)
				p := pool.New(pool.Options{Log: quiet})
				s := newSocket()
				p.Attach("ann", hello("d1", protocol.FeatureCancel), s)
				start := time.Now()
				_, err := p.Request(context.Background(), pool.To{Caller: protocol.Caller{User: "ann"}}, row.action)
				is.Equal(protocol.CodeOf(err), protocol.CodeTimeout)
				is.Equal(time.Since(start), row.want)
				id := s.request(t).ID
				is.Equal(s.message(t), protocol.Cancel{ID: id})
				is.Equal(p.Stats().Timeouts, uint64(1))
				p.Close()
			})
		})
	}
}

func TestRequest_returns_at_once_when_the_caller_gives_up(t *testing.T) {
	for _, row := range []struct {
		name     string
		features []protocol.Feature
		cancels  bool
	}{
		{"a browser that knows cancel is told", []protocol.Feature{protocol.FeatureCancel}, true},
		{"one that does not is not", nil, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				is := is.New(t)
				p := pool.New(pool.Options{Log: quiet})
				s := newSocket()
				c := p.Attach("ann", hello("d1", row.features...), s)
				ctx, cancel := context.WithCancel(context.Background())
				got := ask(ctx, p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
				id := s.request(t).ID
				start := time.Now()
				cancel()
				err := (<-got).err
				is.Equal(time.Since(start), time.Duration(0))
				is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
				is.True(strings.Contains(protocol.AsError(err).Message, "aborted by caller"))
				is.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown) // it had been sent
				synctest.Wait()
				if row.cancels {
					is.Equal(s.message(t), protocol.Cancel{ID: id})
				}
				is.Equal(len(s.out), 0)
				is.NoErr(c.Handle(ok(id))) // the late answer
				is.NoErr(c.Handle(ok(id)))
				is.Equal(p.Stats().Late, uint64(2))
				is.Equal(p.Stats().Aborted, uint64(1))
				p.Close()
			})
		})
	}
}

func TestRequest_never_sends_what_was_given_up_in_the_queue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		p := pool.New(pool.Options{Log: quiet})
		s := newSocket()
		s.block = make(chan struct{})
		p.Attach("ann", hello("d1", protocol.FeatureCancel), s)
		first := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
		synctest.Wait()
		ctx, cancel := context.WithCancel(context.Background())
		second := ask(ctx, p, pool.To{Caller: protocol.Caller{User: "ann"}}, protocol.GetTabs{})
		synctest.Wait()
		cancel()
		is.Equal((<-second).err.Error(), "internal_error: aborted by caller")
		close(s.block)
		synctest.Wait()
		is.Equal(s.request(t).Action, click)
		is.Equal(len(s.out), 0)
		p.Close()
		is.True((<-first).err != nil)
	})
}

func TestDetach_answers_everything_in_flight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		p := pool.New(pool.Options{Log: quiet})
		s := newSocket()
		s.block = make(chan struct{})
		c := p.Attach("ann", hello("d1"), s)
		sent := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
		synctest.Wait()
		queued := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
		synctest.Wait()
		c.Detach("gone")
		err := (<-sent).err
		is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
		is.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
		err = (<-queued).err
		is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
		_, unsent := protocol.As[*pool.Unsent](err)
		is.True(unsent) // it never left
		is.Equal(p.Stats().Unknown, uint64(1))
		is.Equal(p.Stats().Connections, 0)
		is.True(!p.Connected("ann"))
		_, err = p.Request(context.Background(), pool.To{Caller: protocol.Caller{User: "ann"}}, click)
		is.True(strings.Contains(err.Error(), "no browser is connected"))
	})
}

func TestRequest_finds_the_device(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	for _, d := range []string{"d1", "d2"} {
		s := newSocket()
		c := p.Attach("ann", hello(d), s)
		defer close(s.out)
		go func() {
			for raw := range s.out {
				m, _ := protocol.Decode(raw)
				_ = c.Handle(protocol.Append(nil, protocol.Response{ID: m.(protocol.Request).ID, Result: []byte(`[{"tabId":1,"url":"","title":"` + d + `","domain":""}]`)}))
			}
		}()
	}
	for _, row := range []struct{ device, want, err string }{
		{"d1", "d1", ""},
		{"name of d2", "d2", ""},
		{"", "", "invalid_action: device: several browsers are connected, name one of: d1 (name of d1), d2 (name of d2)"},
		{"d3", "", "invalid_action: device: the one named is not connected, connected are: d1 (name of d1), d2 (name of d2)"},
	} {
		r, err := p.Request(context.Background(), pool.To{Caller: protocol.Caller{User: "ann"}, Device: row.device}, protocol.GetTabs{})
		if row.err != "" {
			is.Equal(err.Error(), row.err)
			continue
		}
		is.NoErr(err)
		is.Equal(r.(protocol.TabsResult)[0].Title, row.want)
	}
	_, err := p.Request(context.Background(), pool.To{Caller: protocol.Caller{User: "bob"}, Device: "d1"}, protocol.GetTabs{})
	is.True(strings.Contains(err.Error(), "no browser is connected")) // ann's is not bob's
	is.Equal(len(p.Devices("ann")), 2)
	is.Equal(len(p.Devices("bob")), 0)
}

func TestRequest_refuses_what_breaks_a_rule_before_it_is_sent(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	s := newSocket()
	p.Attach("ann", hello("d1"), s)
	for _, a := range []protocol.Action{nil, protocol.Click{}, protocol.WaitFor{Target: protocol.Target{UID: "e1"}, TimeoutMS: 60_001}} {
		_, err := p.Request(context.Background(), pool.To{Caller: protocol.Caller{User: "ann"}}, a)
		is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
	}
	is.Equal(len(s.out), 0)
}

func TestAttach_replaces_the_same_device(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		p := pool.New(pool.Options{Log: quiet})
		old := newSocket()
		oldConn := p.Attach("ann", hello("d1"), old)
		got := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
		id := old.request(t).ID
		s := newSocket()
		c := p.Attach("ann", hello("d1"), s)
		is.Equal(old.closed(), pool.CloseReplaced)
		is.Equal(protocol.OutcomeOf((<-got).err), protocol.ErrorUnknown)
		// The old connection's end must not take the new one's place away.
		oldConn.Detach("closed")
		is.True(p.Connected("ann"))
		// An answer to a request of the old connection is a stray on the new one.
		is.NoErr(c.Handle(ok(id)))
		is.Equal(p.Stats().Stray, uint64(1))
		next := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
		is.NoErr(c.Handle(ok(s.request(t).ID)))
		is.NoErr((<-next).err)
		is.Equal(p.Stats().Replaced, uint64(1))
		p.Close()
		is.Equal(s.closed(), 1001)
	})
}

// A worker that comes back says all its answers of the last while again: no
// stranger's, and nothing to warn of.
func TestAttach_hears_old_answers_again(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		p := pool.New(pool.Options{Log: quiet})
		s := newSocket()
		c := p.Attach("ann", hello("d1", protocol.FeatureResume), s)
		got := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
		id := s.request(t).ID
		is.NoErr(c.Handle(ok(id)))
		is.NoErr((<-got).err)
		c.Lost("connection lost")
		c = p.Attach("ann", hello("d1", protocol.FeatureResume, protocol.FeatureResumed), newSocket())
		is.NoErr(c.Handle(ok(id)))
		is.Equal(p.Stats().Duplicate, uint64(1))
		is.Equal(p.Stats().Stray, uint64(0))
		p.Close()
	})
}

func TestAttach_says_when_two_browsers_fight_for_one_pairing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		p := pool.New(pool.Options{Log: quiet})
		var all []*socket
		for range 6 {
			s := newSocket()
			all = append(all, s)
			p.Attach("ann", hello("d1"), s)
			time.Sleep(time.Second)
		}
		is.True(strings.Contains(all[0].reason, "replaced"))
		is.True(strings.Contains(all[4].reason, "another browser uses the same pairing"))
		is.Equal(all[5].closed(), 0) // the newest stays
		p.Close()
	})
}

func TestRequest_closes_a_browser_that_reads_too_slowly(t *testing.T) {
	for _, row := range []struct {
		name string
		text int
		most int
	}{
		{"64 messages wait at most", 10, 64},
		{"8 MiB wait at most", 250_000, 34},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				is := is.New(t)
				p := pool.New(pool.Options{Log: quiet})
				slow, good := newSocket(), newSocket()
				slow.block = make(chan struct{})
				p.Attach("ann", hello("slow"), slow)
				c := p.Attach("ann", hello("good"), good)
				a := protocol.Type{Target: protocol.Target{UID: "e1"}, Text: strings.Repeat("x", row.text)}
				var all []<-chan reply
				for range row.most + 5 {
					all = append(all, ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}, Device: "slow"}, a))
					synctest.Wait()
				}
				is.Equal(slow.closed(), pool.CloseSlow)
				unknown := 0
				for _, ch := range all {
					if err := (<-ch).err; protocol.OutcomeOf(err) == protocol.ErrorUnknown {
						unknown++
					}
				}
				is.Equal(unknown, 1) // only the one in the writer's hands
				got := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}, Device: "good"}, click)
				is.NoErr(c.Handle(ok(good.request(t).ID)))
				is.NoErr((<-got).err)
				is.Equal(p.Stats().Slow, uint64(1))
				p.Close()
			})
		})
	}
}

func TestHandle_global_stop_ends_what_is_in_flight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		var events []pool.Event
		p := pool.New(pool.Options{Log: quiet, Events: func(e pool.Event) { events = append(events, e) }})
		s, other := newSocket(), newSocket()
		c := p.Attach("ann", hello("d1", protocol.FeatureCancel), s)
		p.Attach("ann", hello("d2"), other)
		got := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}, Device: "d1"}, click)
		kept := ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}, Device: "d2"}, click)
		id := s.request(t).ID
		synctest.Wait()
		is.NoErr(c.Handle([]byte(`{"type":"event","event":{"type":"global_stop","endedCount":2}}`)))
		err := (<-got).err
		is.Equal(err, protocol.Stopped()) // what the browser itself would have said
		is.Equal(s.message(t), protocol.Cancel{ID: id})
		is.Equal(events, []pool.Event{{User: "ann", Device: "d1", Event: protocol.GlobalStop{EndedCount: 2}}})
		is.NoErr(c.Handle(ok(id)))
		is.Equal(p.Stats().Late, uint64(1))
		is.Equal(len(kept), 0) // the other browser goes on
		p.Close()
	})
}

func TestHandle_refuses_what_only_a_backend_sends(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	c := p.Attach("ann", hello("d1"), newSocket())
	for _, raw := range []string{
		`{"type":"request","id":"1","action":{"type":"get_tabs"}}`, `{"type":"cancel","id":"1"}`,
		`{"type":"hello","protocolVersion":4,"clientVersion":"","pairingToken":""}`, `{"type":"response","id":"1"}`, `{`, ``,
	} {
		is.True(c.Handle([]byte(raw)) != nil)
	}
	is.NoErr(c.Handle([]byte(`{"type":"beat"}`)))
	is.NoErr(c.Handle([]byte(`{"type":"event","event":{"type":"from_the_future"}}`)))
}

func TestDrop_lets_nothing_out_afterwards(t *testing.T) {
	is := is.New(t)
	for range 1000 {
		p := pool.New(pool.Options{Log: quiet})
		s := newSocket()
		p.Attach("ann", hello("d1"), s)
		var all []<-chan reply
		for range 5 {
			all = append(all, ask(context.Background(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click))
		}
		p.Drop("ann", "d1", 4003, "revoked")
		n := len(s.out)
		for _, ch := range all {
			is.True((<-ch).err != nil)
		}
		is.Equal(len(s.out), n)
		is.Equal(s.closed(), 4003)
	}
}

func TestSend_failure_is_a_lost_connection(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	s := newSocket()
	s.fail = errors.New("broken pipe")
	p.Attach("ann", hello("d1"), s)
	_, err := p.Request(context.Background(), pool.To{Caller: protocol.Caller{User: "ann"}}, click)
	is.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
}

func TestClose_refuses_new_connections(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	p.Close()
	s := newSocket()
	c := p.Attach("ann", hello("d1"), s)
	is.Equal(s.closed(), 1001)
	is.True(!p.Connected("ann"))
	c.Detach("again")
}
