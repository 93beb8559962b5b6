package store

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

var testKey = []byte("a key of a home")

// openGuarded opens a store whose audit is bounded and guarded.
func openGuarded(t testing.TB, dir, head string, bound int64) *Store {
	t.Helper()
	s, err := Open(Options{Dir: dir, AuditBytes: bound, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if err := s.Audit.Guard(Guard{Key: testKey, Head: head}); err != nil {
		t.Fatal(err)
	}
	return s
}

// busy writes rows of an agent's until the stream has been full several times.
func busy(t testing.TB, a *Audit, user string, n int) {
	t.Helper()
	for i := range n {
		a.Note(Row{What: WhatDone, User: user, Action: "click", ID: fmt.Sprint(user, "-", i), Origin: strings.Repeat("o", 200)})
	}
	if err := a.Append(t.Context(), Row{What: WhatDone, User: user}); err != nil {
		t.Fatal(err)
	}
}

// settledRoll waits until the roller has nothing to do.
func settledRoll(t testing.TB, a *Audit) {
	t.Helper()
	w := a.guard.Load()
	for range 3 { // the third is taken when the second has been done
		w.grown <- struct{}{}
	}
}

func TestAudit_a_busy_agent_takes_nobodys_room(t *testing.T) {
	t.Parallel() // beside the full disk
	is := is.New(t)
	a := openGuarded(t, "", "", 2<<20).Audit
	a.Note(Row{What: WhatPaired, User: "ann", Device: "d"})
	a.Note(Row{What: WhatPolicy, User: "ann", Action: "audit", Outcome: "required"})
	a.Note(Row{What: WhatStopped, User: "bob", Outcome: "2"})
	for i := range 10 {
		a.Note(Row{What: WhatDone, User: "ann", Action: "click", ID: fmt.Sprint("quiet-", i)})
	}
	const rounds, each = 40, 250
	for range rounds { // some 6 MB through a stream of 2
		busy(t, a, "bob", each)
		settledRoll(t, a)
	}
	report, err := a.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Faults, nil)
	all := rows(t, a, Query{})
	count := map[string]int{}
	for _, r := range all {
		count[r.What+" "+r.User]++
	}
	is.Equal(count["paired ann"], 1)
	is.Equal(count["policy ann"], 1)
	is.Equal(count["stopped bob"], 1)
	is.Equal(count["done ann"], 10)
	is.True(count["done bob"] < rounds*each/2) // it pushed out its own
	is.Equal(len(report.Notes), 1)
	is.True(strings.Contains(report.Notes[0], "older rows were let go at "))
	is.Equal(report.Chains[0].LetGo+report.Rows, report.Chains[0].Last) // each is there or counted
	info, err := a.stream.Info(t.Context())
	is.NoErr(err)
	is.True(info.State.FirstSeq > 1) // the stream itself let its oldest go
	t.Logf("%d rows, %d there, %d let go", report.Chains[0].Last, report.Rows, report.Chains[0].LetGo)

	// What was done to them shows.
	good := append([]Row(nil), all...)
	for _, row := range []struct {
		name   string
		change func([]Row) []Row
		says   string
	}{
		{"nothing", func(r []Row) []Row { return r }, ""},
		{"what stands for the beginning is gone", func(r []Row) []Row { return r[1:] }, "row"},
		{"more was let go than was signed", func(r []Row) []Row { l := *r[0].LetGo; l.Rows++; r[0].LetGo = &l; return r }, "not signed"},
		{"a kept row is gone", func(r []Row) []Row { return append(r[:1], r[2:]...) }, "kept"},
		{"a kept row is another", func(r []Row) []Row { r[1].User = "eve"; r[1].Hash = r[1].sum(); return r }, "signed with other rows"},
		{"a row after the beginning is gone", func(r []Row) []Row {
			i := 1 + int(r[0].LetGo.Kept)
			return append(r[:i], r[i+1:]...)
		}, "rows are missing"},
		{"the last rows are gone", func(r []Row) []Row { return r[:len(r)-5] }, "at its end are missing"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			v := Verifier{key: testKey}
			_, s := v.chain("")
			s.ends = &head{Seq: good[len(good)-1].Seq, Hash: good[len(good)-1].Hash}
			for _, r := range row.change(append([]Row(nil), good...)) {
				v.Add(r)
			}
			report := v.Report()
			is.Equal(report.Broken > 0, row.says != "")
			if row.says != "" {
				is.True(strings.Contains(strings.Join(report.Faults, "\n"), row.says))
			}
		})
	}
}

// A store on the disk is put back to what it was: as a backup does it, and
// somebody who wants the newest rows gone.
func TestAudit_a_store_that_was_put_back(t *testing.T) {
	is := is.New(t)
	home := t.TempDir()
	dir, head := filepath.Join(home, "store"), filepath.Join(home, "audit-head")
	s := openGuarded(t, dir, head, 0)
	is.NoErr(s.Audit.Append(t.Context(), Row{What: WhatStarted}))
	s.Close()
	earlier := filepath.Join(home, "earlier")
	is.NoErr(os.CopyFS(earlier, os.DirFS(dir)))

	s = openGuarded(t, dir, head, 0)
	for i := range 5 {
		is.NoErr(s.Audit.Append(t.Context(), Row{What: WhatDone, ID: fmt.Sprint(i)}))
	}
	report, err := s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Faults, nil)
	s.Close()
	is.NoErr(os.RemoveAll(dir))
	is.NoErr(os.Rename(earlier, dir))
	is.NoErr(os.Chmod(dir, 0o700))

	// Who only looks sees it.
	s, err = Open(Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	is.NoErr(err)
	s.Audit.Trust(Guard{Key: testKey, Head: head})
	report, err = s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Faults, []string{"rows 2 to 6 at its end are missing"})
	s.Close()

	// The backend that goes on there says so for good.
	s = openGuarded(t, dir, head, 0)
	for range 20 {
		is.NoErr(s.Audit.Append(t.Context(), Row{What: WhatDone}))
	}
	report, err = s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Broken, 1)
	is.True(strings.Contains(report.Faults[0], "rows 2 to 6"))
}

// What was signed is there, or it shows that it is not.
func TestAudit_what_was_signed_is_gone(t *testing.T) {
	for _, row := range []struct {
		name string
		harm func(is *is.I, s *Store, head string)
		says string // "" for nothing
	}{
		{"nothing", func(*is.I, *Store, string) {}, ""},
		{"the file of the end", func(is *is.I, _ *Store, head string) { is.NoErr(os.Remove(head)) }, "the file that says where the chain ends"},
		{"the file of the end was written by another", func(is *is.I, _ *Store, head string) {
			is.NoErr(os.WriteFile(head, []byte(`{"seq":3,"hash":"x","mac":"00"}`), 0o600))
		}, "is not what this backend wrote"},
		{"half of the file", func(is *is.I, _ *Store, head string) { is.NoErr(os.Truncate(head, 50)) }, "is not what this backend wrote"},
		{"what was let go", func(is *is.I, s *Store, _ string) { is.NoErr(s.Audit.marks.Delete(markKey)) }, "what was signed of the rows that were let go"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			home := t.TempDir()
			dir, head := filepath.Join(home, "store"), filepath.Join(home, "audit-head")
			s := openGuarded(t, dir, head, 0)
			is.NoErr(s.Audit.Append(t.Context(), Row{What: WhatDone}))
			row.harm(is, s, head)
			s.Close()
			s = openGuarded(t, dir, head, 0)
			is.NoErr(s.Audit.Append(t.Context(), Row{What: WhatDone}))
			report, err := s.Audit.Verify(t.Context())
			is.NoErr(err)
			is.Equal(report.Broken > 0, row.says != "")
			is.True(strings.Contains(strings.Join(report.Faults, "\n"), row.says))
		})
	}
}

// The audit of an older bua, of which the stream has let rows go by itself, is
// taken as it is.
func TestAudit_guard_of_an_older_store(t *testing.T) {
	is := is.New(t)
	home := t.TempDir()
	dir := filepath.Join(home, "store")
	s, err := Open(Options{Dir: dir, AuditBytes: 2 << 20, Log: slog.New(slog.DiscardHandler)})
	is.NoErr(err)
	busy(t, s.Audit, "ann", 8000)
	report, err := s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.True(report.Broken > 0) // rows are missing, and nothing is signed
	s.Close()
	for range 2 {
		s = openGuarded(t, dir, filepath.Join(home, "audit-head"), 2<<20)
		is.NoErr(s.Audit.Append(t.Context(), Row{What: WhatDone}))
		report, err = s.Audit.Verify(t.Context())
		is.NoErr(err)
		is.Equal(report.Faults, nil)
		is.True(report.Chains[0].LetGo > 500)
		s.Close()
	}
}

func TestShares(t *testing.T) {
	is := is.New(t)
	row := func(what, user string) old {
		return old{class: classOf(what, user), raw: make([]byte, 100), at: time.Now()}
	}
	var list []old
	for range 100 {
		list = append(list, row(WhatPaired, "ann"), row(WhatDone, "ann"), row(WhatStopped, "ann"))
	}
	list = append([]old{row(WhatDone, "bob"), row(WhatAnswered, "bob")}, list...)
	kept, gone := shares(list, 8000)
	is.Equal(len(kept)+len(gone), len(list))
	count := map[class]int{}
	for _, r := range kept {
		count[r.class]++
	}
	is.Equal(count, map[class]int{{"", ofOperator}: 20, {"ann", ofPerson}: 7, {"ann", ofAgent}: 22, {"bob", ofPerson}: 1, {"bob", ofAgent}: 1})
}
