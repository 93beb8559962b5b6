package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"
)

// rows is a table of a store.
type rows map[string][]byte

func (r rows) Put(date string, row []byte) error { r[date] = row; return nil }
func (r rows) All() (map[string][]byte, error)   { return r, nil }

// What backends of one home pay for models is seen by all of them, also where each is gone
// with its run, and nothing is counted twice.
func TestLedger(t *testing.T) {
	is := is.New(t)
	home := Home(t.TempDir())
	today := time.Now().Local().Format(time.DateOnly)
	open := func(o Options, own rows) *ledger {
		t.Helper()
		o.Home = home
		l, err := openLedger(&o, own)
		is.NoErr(err)
		return l
	}
	elsewhere := func(l *ledger) int64 {
		t.Helper()
		days, err := l.Elsewhere()
		is.NoErr(err)
		return days[today]["a/m"]
	}
	kept := open(Options{}, rows{today: []byte(`{"a/m":5}`), "2020-01-01": []byte(`{"a/m":900}`)}) // by an older bua
	one, two := open(Options{Private: true}, rows{}), open(Options{Private: true}, rows{})
	is.Equal(elsewhere(one), int64(5))
	is.NoErr(one.Put(today, []byte(`{"a/m":7}`)))
	is.NoErr(two.Put(today, []byte(`{"a/m":11}`)))
	is.Equal(elsewhere(kept), int64(18))
	is.Equal(elsewhere(one), int64(16))
	is.NoErr(kept.Put(today, []byte(`{"a/m":6}`)))
	is.Equal(elsewhere(two), int64(13))

	// One with a profile finds its own again and does not count it as another's.
	profile := Options{Private: true, Launch: &Launch{UserDataDir: t.TempDir()}}
	own := rows{}
	is.NoErr(open(profile, own).Put(today, []byte(`{"a/m":20}`)))
	is.Equal(elsewhere(open(profile, own)), int64(24))
	is.Equal(elsewhere(one), int64(37))

	// What is no longer of this month goes, and what cannot be read is told.
	files, err := filepath.Glob(home.Path("spending/*.json"))
	is.NoErr(err)
	is.Equal(len(files), 4)
	old := time.Now().Add(-40 * 24 * time.Hour)
	is.NoErr(os.Chtimes(one.file, old, old))
	is.Equal(elsewhere(open(Options{Private: true}, rows{})), int64(37))
	is.NoErr(os.WriteFile(two.file, []byte("{"), 0o600))
	_, err = kept.Elsewhere()
	is.True(err != nil)
}
