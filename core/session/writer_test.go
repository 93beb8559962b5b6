package session_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/session"
)

func TestWriter_LatestWins(t *testing.T) {
	is := is.New(t)
	store := coretest.NewStore()
	w := session.NewWriter(store)
	release := store.Block()
	for i := range 50 {
		w.Put(session.Run, "a", func() []byte { return []byte(strconv.Itoa(i)) }, nil)
		w.Put(session.Run, "b", func() []byte { return []byte(strconv.Itoa(-i)) }, nil)
	}
	release()
	w.Flush(ctx)
	is.Equal(store.Value(session.Run, "a"), "49")
	is.Equal(store.Value(session.Run, "b"), "-49")
	is.True(store.Writes() <= 4) // what waits is written once
	is.True(!store.Overlapped())
}

func TestWriter_RetriesWhatWasMadeSmaller(t *testing.T) {
	is := is.New(t)
	store := coretest.NewStore()
	store.Quota(10)
	w := session.NewWriter(store)
	size := 40
	w.Put(session.Local, "a", func() []byte { return make([]byte, size) }, func(error) bool {
		size /= 2
		return size > 0
	})
	w.Flush(ctx)
	is.Equal(len(store.Value(session.Local, "a")), 10)
}

func TestWriter_FlushGivesUp(t *testing.T) {
	is := is.New(t)
	store := coretest.NewStore()
	w := session.NewWriter(store)
	release := store.Block()
	w.Put(session.Run, "a", func() []byte { return []byte("1") }, nil)
	gone, cancel := context.WithCancel(ctx)
	cancel()
	w.Flush(gone) // returns although the store does not
	is.Equal(store.Value(session.Run, "a"), "")
	release()
	w.Flush(ctx)
	is.Equal(store.Value(session.Run, "a"), "1")
	w.Put(session.Run, "a", func() []byte { return nil }, nil)
	w.Flush(ctx)
	is.Equal(store.Value(session.Run, "a"), "")
}
