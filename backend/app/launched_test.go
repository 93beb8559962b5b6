package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/httpapi"
)

// alone starts a backend as a command does that launches a browser for itself.
func alone(t *testing.T, home Home) *Main {
	t.Helper()
	return startWith(t, Options{Home: home, Private: true, Bridge: &fakeBridge{devices: []httpapi.Device{here}}})
}

// nobody makes sure that nothing listens where a backend does by itself: the machine
// may have one.
func nobody(t *testing.T, home Home) {
	t.Helper()
	if err := os.WriteFile(home.ListenFile(), []byte("127.0.0.1:1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A command finds the backend that another command keeps for itself where there is no
// other, and what is left of one that was killed is in nobody's way.
func TestFind_launched(t *testing.T) {
	is := is.New(t)
	home := Home(t.TempDir())
	nobody(t, home)
	find := func() (*httpapi.Client, error) { return Find(t.Context(), home, httpapi.ScopeOperator) }
	none := func() {
		t.Helper()
		_, err := find()
		is.True(errors.Is(err, httpapi.ErrNoBackend))
	}
	none()
	m := alone(t, home)
	c, err := find()
	is.NoErr(err)
	is.Equal(c.Base, m.URL())
	_, err = c.Runs(t.Context()) // with the operator's token
	is.True(err == nil || !strings.Contains(err.Error(), "scope"))

	stale := filepath.Join(home.launchedDir(), "stale.json")
	stranger := alone(t, Home(t.TempDir()))
	for _, text := range []string{`{"address":"127.0.0.1:1","pid":1}`, `{"address":"` + stranger.Address() + `","pid":1}`, `{"address":"192.0.2.1:80","pid":1}`, "{"} {
		is.NoErr(os.WriteFile(stale, []byte(text), 0o600))
		c, err = find()
		is.NoErr(err)
		is.Equal(c.Base, m.URL())
		_, err = os.Stat(stale)
		is.True(errors.Is(err, os.ErrNotExist)) // nobody asks it again
	}

	second := alone(t, home)
	_, err = find()
	is.True(err != nil && strings.Contains(err.Error(), m.URL()) && strings.Contains(err.Error(), second.URL()) && strings.Contains(err.Error(), "--server"))
	second.Close()

	served := startWith(t, Options{Home: home, Bridge: &fakeBridge{}})
	c, err = find()
	is.NoErr(err)
	is.Equal(c.Base, served.URL()) // the one that stays goes first
	served.Close()
	m.Close()
	none()
	left, err := os.ReadDir(home.launchedDir())
	is.NoErr(err)
	is.Equal(len(left), 0)
}
