package store

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/nats-io/nats-server/v2/server"
)

func TestBucket_Changes(t *testing.T) {
	is := is.New(t)
	s := open(t, filepath.Join(t.TempDir(), "store"))
	b, err := s.Bucket("devices", 0)
	is.NoErr(err)
	is.NoErr(b.Put("a", []byte("1")))
	is.NoErr(b.Put("b", []byte("2")))
	all, err := b.Changes(0)
	is.NoErr(err)
	is.True(all.Whole)
	is.Equal(len(all.Put), 2)

	none, err := b.Changes(all.Until)
	is.NoErr(err)
	is.Equal(len(none.Put)+len(none.Removed), 0)
	is.True(!none.Whole)
	is.Equal(none.Until, all.Until)

	is.NoErr(b.Delete("a"))
	is.NoErr(b.Put("c", []byte("3")))
	is.NoErr(b.Put("b", []byte("4")))
	some, err := b.Changes(all.Until)
	is.NoErr(err)
	is.Equal(some.Put, map[string][]byte{"b": []byte("4"), "c": []byte("3")})
	is.Equal(some.Removed, []string{"a"})

	is.NoErr(b.Put("a", []byte("5"))) // it is there again
	again, err := b.Changes(all.Until)
	is.NoErr(err)
	is.Equal(string(again.Put["a"]), "5")
	is.True(!slices.Contains(again.Removed, "a"))

	other, err := b.Changes(again.Until + 100) // of a table that is no more
	is.NoErr(err)
	is.True(other.Whole)
	is.Equal(len(other.Put), 3)
}

// BenchmarkBucket_Changes reads tables of an outside NATS server, wholly and what
// has changed, which is nothing:
//
//	go test ./backend/store -run '^$' -bench Bucket_Changes -benchtime 3x
func BenchmarkBucket_Changes(b *testing.B) {
	nats, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: b.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		b.Fatal(err)
	}
	nats.Start()
	defer nats.Shutdown()
	if !nats.ReadyForConnections(5 * time.Second) {
		b.Fatal("no NATS server")
	}
	s, err := Open(Options{Servers: must(b, nats.ClientURL()), Node: "n", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for _, n := range []int{1000, 10_000} {
		table, err := s.Bucket("devices-"+strconv.Itoa(n), 0)
		if err != nil {
			b.Fatal(err)
		}
		for i := range n {
			if err := table.Put(fmt.Sprintf("%08x-4a1f-4c0e-9d5e-5f3a2b1c0d9e", i), make([]byte, 300)); err != nil {
				b.Fatal(err)
			}
		}
		var last uint64
		b.Run(fmt.Sprintf("all of %d", n), func(b *testing.B) {
			for b.Loop() {
				c, err := table.Changes(0)
				if err != nil || len(c.Put) != n {
					b.Fatal(len(c.Put), err)
				}
				last = c.Until
			}
		})
		b.Run(fmt.Sprintf("nothing new of %d", n), func(b *testing.B) {
			for b.Loop() {
				if c, err := table.Changes(last); err != nil || len(c.Put) != 0 {
					b.Fatal(len(c.Put), err)
				}
			}
		})
	}
}
