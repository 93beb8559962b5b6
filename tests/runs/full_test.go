package runs

import (
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// small is a journal with room for so many entries, as a browser gives an extension some.
type small struct {
	*life
	room    atomic.Int32
	removed []string
}

// Append implements [runs.Journal].
func (s *small) Append(run string, after uint64, entry []byte) (uint64, error) {
	if s.count() >= int(s.room.Load()) {
		return 0, runs.Full{}
	}
	return s.life.Append(run, after, entry)
}

// Remove implements [runs.Journal].
func (s *small) Remove(run string) error {
	s.removed = append(s.removed, run)
	return s.life.Remove(run)
}

func (s *small) count() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range s.entries {
		n += len(list)
	}
	return n
}

// TestFull: where there is no room the oldest task that has ended goes first. Where none is left
// to go, the task waits and says so, nothing is done that is not written down, and no other one
// is begun.
func TestFull(t *testing.T) {
	is := is.New(t)
	j := &small{life: alive(3)}
	j.room.Store(1000)
	p, let := held(t, taker)
	m, _ := served(t, p)
	rs := process(t, j.life, m, func(o *runs.Options) { o.Journal = j })
	var ended []string
	for range 2 {
		v := started(t, rs, takeAll)
		is.NoErr(rs.Stop("ann", v.ID))
		is.Equal(end(t, rs, v.ID).Status, core.Ended)
		ended = append(ended, v.ID)
	}
	j.room.Store(int32(j.count()))
	v := started(t, rs, takeAll)
	is.Equal(j.removed, ended[:1])
	close(let)
	until(t, rs, v.ID, troubled)
	is.Equal(j.removed, ended)
	is.True(j.shop.count() < 3)
	_, err := rs.Start(t.Context(), "ann", runs.Wanted{Task: "Take a rest."})
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	j.room.Store(1000)
	is.Equal(end(t, rs, v.ID).Status, core.Done)
	once(t, j.shop, 3)
}
