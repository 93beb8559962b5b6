package store

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

func journals(t testing.TB, s *Store) *Journals {
	t.Helper()
	j, err := s.Journals()
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func entries(t testing.TB, j *Journals, run string) (all []string) {
	t.Helper()
	if _, err := j.Entries(run, func(_ uint64, e []byte) error { all = append(all, string(e)); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestJournals(t *testing.T) {
	is := is.New(t)
	dir := filepath.Join(t.TempDir(), "store")
	s := open(t, dir)
	j := journals(t, s)
	var a, b uint64
	var err error
	for _, text := range []string{"1", "2", "3"} { // two runs at once
		a, err = j.Append("a", a, []byte("a"+text))
		is.NoErr(err)
		b, err = j.Append("b", b, []byte("b"+text))
		is.NoErr(err)
	}
	is.NoErr(j.PutPicture("a", "1", []byte("picture")))
	is.NoErr(j.Note("a", []byte("note")))
	s.Close()

	s = open(t, dir)
	j = journals(t, s)
	is.Equal(entries(t, j, "a"), []string{"a1", "a2", "a3"})
	is.Equal(entries(t, j, "none"), nil)
	at, err := j.Append("a", a, []byte("a4")) // goes on behind the last
	is.NoErr(err)
	picture, err := j.Picture("a", "1")
	is.NoErr(err)
	is.Equal(string(picture), "picture")
	notes, err := j.Notes()
	is.NoErr(err)
	is.Equal(string(notes["a"]), "note")

	t.Run("a second try of an entry finds the first", func(t *testing.T) {
		is := is.New(t)
		again, err := j.Append("a", a, []byte("a4"))
		is.NoErr(err)
		is.Equal(again, at)
	})
	t.Run("whoever does not know the end cannot write", func(t *testing.T) {
		is := is.New(t)
		_, err := j.Append("a", a, []byte("other"))
		is.True(errors.Is(err, ErrBehind))
		_, err = j.Append("a", 0, []byte("a1"))
		is.True(errors.Is(err, ErrBehind))
		is.Equal(len(entries(t, j, "a")), 4)
	})
	t.Run("what is too large is refused", func(t *testing.T) {
		is := is.New(t)
		_, err := j.Append("a", at, []byte(strings.Repeat("x", MaxEntry+1)))
		is.True(err != nil)
		_, err = j.Append("a", at, []byte(strings.Repeat("x", MaxEntry)))
		is.NoErr(err)
	})
	t.Run("what is removed is gone, and nothing else", func(t *testing.T) {
		is := is.New(t)
		is.NoErr(j.Remove("a"))
		is.Equal(entries(t, j, "a"), nil)
		picture, err := j.Picture("a", "1")
		is.NoErr(err)
		is.Equal(picture, nil)
		notes, err := j.Notes()
		is.NoErr(err)
		is.Equal(len(notes), 0)
		is.Equal(len(entries(t, j, "b")), 3)
	})
}

// TestJournals_full: a full record refuses entries and keeps the old ones.
func TestJournals_full(t *testing.T) {
	is := is.New(t)
	j := journals(t, open(t, "")) // in memory it is small
	var at uint64
	var err error
	n := 0
	for ; n < 100; n++ {
		var next uint64
		if next, err = j.Append("a", at, []byte(strings.Repeat("x", MaxEntry))); err != nil {
			break
		}
		at = next
	}
	is.True(err != nil && n > 1 && n < 100)
	is.Equal(len(entries(t, j, "a")), n)
}
