package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
)

func open(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func rows(t testing.TB, a *Audit, q Query) []Row {
	t.Helper()
	var list []Row
	if err := a.Rows(t.Context(), q, func(r Row) error { list = append(list, r); return nil }); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestAudit_chains_what_is_appended(t *testing.T) {
	for _, dir := range []string{"", filepath.Join(t.TempDir(), "store")} {
		t.Run(dir, func(t *testing.T) {
			is := is.New(t)
			a := open(t, dir).Audit
			var all sync.WaitGroup
			for w := range 20 { // at once, so that rows share messages
				all.Go(func() {
					for i := range 50 {
						r := Row{What: WhatAsked, ID: fmt.Sprintf("%d-%d", w, i), User: "ann", Device: "d", Action: "click"}
						if i%2 == 1 {
							r.What = WhatDone
							a.Note(r)
						} else if err := a.Append(t.Context(), r); err != nil {
							t.Error(err)
						}
					}
				})
			}
			all.Wait()
			is.NoErr(a.Append(t.Context(), Row{What: WhatStopped})) // behind every Note
			report, err := a.Verify(t.Context())
			is.NoErr(err)
			is.Equal(report.Faults, nil)
			is.Equal([]uint64{report.Rows, report.Chains[0].First, report.Chains[0].Last}, []uint64{1001, 1, 1001})
			is.Equal(len(rows(t, a, Query{What: WhatDone})), 500)
			order := map[string]int{} // each writer's rows keep their order
			for _, r := range rows(t, a, Query{User: "ann"}) {
				var w, i int
				_, _ = fmt.Sscanf(r.ID, "%d-%d", &w, &i)
				is.Equal(order[fmt.Sprint(w)], i)
				order[fmt.Sprint(w)]++
			}
		})
	}
}

// Each message is a sync of the disk.
func TestAudit_writes_what_nobody_waits_for_with_others(t *testing.T) {
	is := is.New(t)
	a := open(t, filepath.Join(t.TempDir(), "store")).Audit
	for range 200 {
		a.Note(Row{What: WhatDone})
	}
	is.NoErr(a.Append(t.Context(), Row{What: WhatAsked}))
	info, err := a.stream.Info(t.Context())
	is.NoErr(err)
	is.True(info.State.Msgs < 50)
	a.Note(Row{What: WhatDone}) // and without others, in a moment
	for end := time.Now().Add(10 * time.Second); len(rows(t, a, Query{})) < 202; time.Sleep(time.Millisecond) {
		is.True(time.Now().Before(end))
	}
}

func TestAudit_goes_on_where_it_ended(t *testing.T) {
	is := is.New(t)
	dir := filepath.Join(t.TempDir(), "store")
	for i := range 3 {
		s := open(t, dir)
		is.NoErr(s.Audit.Append(t.Context(), Row{What: WhatStarted, ID: fmt.Sprint(i)}))
		s.Audit.Note(Row{What: WhatDone, ID: "late"}) // Close writes it
		s.Close()
		is.True(errors.Is(s.Audit.Append(t.Context(), Row{}), ErrClosed))
	}
	report, err := open(t, dir).Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Rows, uint64(6))
	is.Equal(report.Broken, 0)
	is.Equal(len(report.Chains[0].Hash), 64)
}

func TestVerifier_sees_what_was_done_to_a_chain(t *testing.T) {
	a := open(t, "").Audit
	for i := range 10 {
		if err := a.Append(t.Context(), Row{What: WhatDone, ID: fmt.Sprint(i), User: "ann", Outcome: "ok"}); err != nil {
			t.Fatal(err)
		}
	}
	good := rows(t, a, Query{})
	for _, row := range []struct {
		name   string
		change func([]Row) []Row
		says   string // "" when nothing is wrong
	}{
		{"nothing", func(r []Row) []Row { return r }, ""},
		{"the oldest rows went, and nothing says so", func(r []Row) []Row { return r[3:] }, "row 4 is the first: rows before it are missing"},
		{"a row was changed", func(r []Row) []Row { r[4].Outcome = "domain_blocked"; return r }, "row 5 was changed"},
		{"a row was changed and its hash made anew", func(r []Row) []Row { r[4].User = "bob"; r[4].Hash = r[4].sum(); return r }, "row 6 does not follow"},
		{"a row was taken out", func(r []Row) []Row { return append(r[:4], r[5:]...) }, "row 6 follows row 4"},
		{"two rows were swapped", func(r []Row) []Row { r[4], r[5] = r[5], r[4]; return r }, "row 6 follows row 4"},
		{"a row stands twice", func(r []Row) []Row { return append(r, r[9]) }, "row 10 follows row 10"},
		{"a time was changed", func(r []Row) []Row { r[0].At = r[0].At.Add(time.Second); return r }, "row 1 was changed"},
		{"the beginning was made anew with another past", func(r []Row) []Row { r[0].Prev = strings.Repeat("1", 64); r[0].Hash = r[0].sum(); return r }, "row 1 is the first and yet follows another"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var v Verifier
			for _, r := range row.change(append([]Row(nil), good...)) {
				v.Add(r)
			}
			report := v.Report()
			is.Equal(report.Broken > 0, row.says != "")
			if row.says != "" {
				is.True(strings.HasPrefix(report.Faults[0], row.says))
			}
		})
	}
}

// What an older version wrote still proves itself: a field that came later is
// not there when it is empty.
func TestVerifier_rows_of_an_older_version(t *testing.T) {
	is := is.New(t)
	data, err := os.ReadFile("testdata/rows_without_source.jsonl")
	is.NoErr(err)
	var v Verifier
	last := Row{}
	for line := range strings.Lines(string(data)) {
		var r Row
		is.NoErr(json.Unmarshal([]byte(line), &r))
		v.Add(r)
		last = r
	}
	next := Row{What: WhatAsked, Action: "click", Source: "https://evil.example", SourcePath: "0011223344556677"}
	next.seal(last.Seq+1, last.Hash, last.At) // the chain goes on behind them
	v.Add(next)
	is.Equal(v.Report().Rows, uint64(5))
	is.Equal(v.Report().Broken, 0)
	next.Source = "https://good.example"
	is.True(next.sum() != next.Hash) // and holds what came later, too
}

func TestQuery(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	r := Row{Seq: 7, At: at, What: WhatDone, User: "ann", Device: "d1", Agent: "Claude Code 1.0", Action: "click", Origin: "https://mail.example.com:8443", Outcome: "ok"}
	for _, row := range []struct {
		name string
		q    Query
		want bool
	}{
		{"everything", Query{}, true},
		{"a part of the agent's name", Query{Agent: "claude"}, true},
		{"the whole origin", Query{Origin: "https://mail.example.com:8443"}, true},
		{"its host", Query{Origin: "mail.example.com"}, true},
		{"the domain above it", Query{Origin: "Example.com"}, true},
		{"a domain that only ends alike", Query{Origin: "ample.com"}, false},
		{"another origin", Query{Origin: "https://mail.example.com"}, false},
		{"since then", Query{Since: at}, true},
		{"until then", Query{Until: at}, false},
		{"another user", Query{User: "bob"}, false},
	} {
		t.Run(row.name, func(t *testing.T) { is.New(t).Equal(row.q.Match(r), row.want) })
	}
}

func TestBucket(t *testing.T) {
	is := is.New(t)
	dir := filepath.Join(t.TempDir(), "store")
	s := open(t, dir)
	b, err := s.Bucket("devices", 0)
	is.NoErr(err)
	is.NoErr(b.Put("one", []byte("1")))
	is.NoErr(b.Put("two", []byte("2")))
	is.NoErr(b.Put("two", []byte("22")))
	is.NoErr(b.Delete("one"))
	s.Close()
	s = open(t, dir)
	b, err = s.Bucket("devices", 0)
	is.NoErr(err)
	all, err := b.All()
	is.NoErr(err)
	is.Equal(all, map[string][]byte{"two": []byte("22")})
	v, err := b.Get("one")
	is.NoErr(err)
	is.Equal(v, nil)
	brief, err := s.Bucket("codes", 100*time.Millisecond)
	is.NoErr(err)
	is.NoErr(brief.Put("a", []byte("x")))
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if all, err := brief.All(); err == nil && len(all) == 0 {
			break
		}
		is.True(time.Now().Before(end)) // what is over its life is gone
	}
}

func TestOpen_refuses(t *testing.T) {
	t.Run("a store that is open", func(t *testing.T) {
		is := is.New(t)
		dir := filepath.Join(t.TempDir(), "store")
		s := open(t, dir)
		_, err := Open(Options{Dir: dir})
		is.True(errors.Is(err, ErrLocked))
		s.Close()
		open(t, dir)
	})
	t.Run("a folder that others can enter", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		is.NoErr(os.Chmod(dir, 0o755))
		_, err := Open(Options{Dir: dir})
		is.True(err != nil && strings.Contains(err.Error(), "chmod 700"))
	})
	t.Run("a symbolic link", func(t *testing.T) {
		is := is.New(t)
		link := filepath.Join(t.TempDir(), "link")
		is.NoErr(os.Symlink(t.TempDir(), link))
		_, err := Open(Options{Dir: link})
		is.True(err != nil && strings.Contains(err.Error(), "symbolic link"))
	})
}

// A write that cannot be made is an error to whoever waits for it, and the
// chain goes on behind what is there when writing works again.
func TestAudit_a_failed_write_is_told_and_forks_nothing(t *testing.T) {
	is := is.New(t)
	s := open(t, filepath.Join(t.TempDir(), "store"))
	is.NoErr(s.Audit.Append(t.Context(), Row{What: WhatAsked, ID: "1"}))
	// As if the answer to a write had been lost: the writer does not know of it.
	stray := Row{What: WhatAsked, ID: "2"}
	stray.seal(s.Audit.seq+1, s.Audit.hash, time.Now())
	publish(t, s, stray)
	is.True(s.Audit.Append(t.Context(), Row{What: WhatAsked, ID: "3"}) != nil)
	is.NoErr(s.Audit.Append(t.Context(), Row{What: WhatAsked, ID: "4"}))
	report, err := s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Broken, 0)
	is.Equal(report.Rows, uint64(3))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	is.True(s.Audit.Append(ctx, Row{}) != nil)
}

func TestVerifier_checks_each_backends_chain(t *testing.T) {
	is := is.New(t)
	var v Verifier
	prev := map[string]string{"a": first, "b": first}
	seq := map[string]uint64{}
	for i := range 20 {
		node := string(rune('a' + i%3%2))
		r := Row{What: WhatAsked, Node: node}
		seq[node]++
		r.seal(seq[node], prev[node], time.Now())
		prev[node] = r.Hash
		if i == 12 {
			r.Node = "b" // a row of another's chain put into this one
		}
		v.Add(r)
	}
	report := v.Report()
	is.Equal(len(report.Chains), 2)
	is.Equal(report.Rows, uint64(20))
	is.True(report.Broken > 0)
	is.True(strings.Contains(report.Faults[0], " of b "))
}
