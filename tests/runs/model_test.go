package runs

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// breaking is a model that fails once it has been asked so many times, until it is
// mended.
type breaking struct {
	runs.Model
	after  *atomic.Int32
	fault  chat.Code
	wait   time.Duration // how long it wants to be left alone
	mended *atomic.Bool
}

// Chat implements [runs.Model].
func (b *breaking) Chat(ctx context.Context, r chat.Request, tell func(chat.Delta)) (chat.Answer, error) {
	if !b.mended.Load() && b.after.Add(-1) < 0 {
		return chat.Answer{}, &chat.Fault{Code: b.fault, Text: "it is " + string(b.fault) + ": do this", After: int(b.wait.Milliseconds())}
	}
	return b.Model.Chat(ctx, r, tell)
}

// failed is a run in a shop of so many things whose model fails once it has answered so often,
// and a way to mend it.
func failed(t testing.TB, l *life, code chat.Code, answers int32, wait time.Duration) (rs *runs.Runs, id string, mend func()) {
	t.Helper()
	good, _ := served(t, taker)
	var mended atomic.Bool
	var after atomic.Int32
	after.Store(answers)
	rs = process(t, l, func(ctx context.Context, name string) (runs.Opened, error) { // anew after each failure
		o, err := good(ctx, name)
		o.Model = &breaking{Model: o.Model, after: &after, fault: code, wait: wait, mended: &mended}
		return o, err
	})
	return rs, started(t, rs, takeAll).ID, func() { mended.Store(true) }
}

// TestEnds_Model: a run whose model fails in the middle ends with that failure's code
// and what to do. With the model mended it goes on, and nothing is done twice.
func TestEnds_Model(t *testing.T) {
	for _, code := range []chat.Code{chat.CodeKey, chat.CodeModel, chat.CodeMoney, chat.CodeSmall, chat.CodeTools, chat.CodeRequest, chat.CodeRefused, chat.CodeOverflow,
		chat.CodeRate, chat.CodeBusy, chat.CodeUnreachable, chat.CodeCut, chat.CodeNonsense} {
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			is := is.New(t)
			l := alive(4)
			rs, id, mend := failed(t, l, code, 4, 0)
			v := end(t, rs, id)
			is.Equal(v.Status, core.Failed)
			is.Equal(v.Code, string(code))
			is.Equal(v.Summary, "it is "+string(code)+": do this")
			mend()
			is.NoErr(rs.Resume("ann", id, runs.Bounds{}))
			until(t, rs, id, status(core.Done))
			once(t, l.shop, 4)
		})
	}
}

// TestEnds_Browser: what a browser's end refuses, or does not answer, is told to the
// model by its code. An act whose outcome is not known is not done again.
func TestEnds_Browser(t *testing.T) {
	click, extract := protocol.KindClick, protocol.KindExtract
	for _, row := range []struct {
		name string
		failing
		want core.Status
		code string
	}{
		{"the element is gone", failing{click, protocol.NewError(protocol.CodeElementStale, "stale").NotDone(), false}, core.Done, ""},
		{"nobody knows whether it was pressed", failing{click, protocol.NewError(protocol.CodeTimeout, "no answer").Unknown(), false}, core.Done, ""},
		{"the person has stopped it for a moment", failing{click, protocol.NewError(protocol.CodeSessionNotFound, "stopped").NotDone(), false}, core.Done, ""},
		{"one reading fails", failing{extract, protocol.NewError(protocol.CodeInternal, "again").NotDone(), false}, core.Done, ""},
		{"the person keeps it out of its tab", failing{extract, protocol.NewError(protocol.CodeSessionNotFound, "stopped").NotDone(), true}, core.WaitingPerson, core.CodeTabGone},
		{"the site is blocked", failing{extract, protocol.NewError(protocol.CodeDomainBlocked, "blocked").NotDone(), true}, core.Failed, "loop"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			is := is.New(t)
			l := alive(3)
			l.fails.Store(&row.failing)
			rs, v := begin(t, l, taker, takeAll)
			until(t, rs, v.ID, status(row.want))
			is.Equal(viewed(t, rs, v.ID).Code, row.code)
			if row.want != core.Done {
				once(t, l.shop, 0)
				l.fails.Store(nil) // it is mended
				is.NoErr(rs.Resume("ann", v.ID, runs.Bounds{}))
				until(t, rs, v.ID, status(core.Done))
			}
			once(t, l.shop, 3)
		})
	}
}

// TestEnds_AClockThatJumps: a clock that is set by a day, either way, costs a run none of
// its time, and it comes to its end, also while it waits for something.
func TestEnds_AClockThatJumps(t *testing.T) {
	for _, by := range []time.Duration{24 * time.Hour, -24 * time.Hour} {
		is := is.New(t)
		l := alive(4)
		policy, let := held(t, taker)
		w := takeAll
		w.Seconds = 3600
		rs, v := begin(t, l, policy, w)
		lets(t, let, 4)
		l.jump.Store(by.Milliseconds())
		close(let)
		v = end(t, rs, v.ID)
		is.Equal(v.Status, core.Done)
		is.True(v.Used.MS < time.Hour.Milliseconds())
		once(t, l.shop, 4)
	}
	l := alive(1)
	rs, id, mend := failed(t, l, chat.CodeBusy, 0, 100*time.Second)
	until(t, rs, id, func(u runs.Update) bool { return u.Type == runs.Retrying })
	mend()
	l.jump.Store(-(24 * time.Hour).Milliseconds())
	is.New(t).Equal(end(t, rs, id).Status, core.Done)
}
