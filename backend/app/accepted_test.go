package app

import (
	"os"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// TestAccepted: the extensions that are let in are ours, the store's and those of
// the file; a line that is no id lets none in, and is said.
func TestAccepted(t *testing.T) {
	is := is.New(t)
	home := Home(t.TempDir())
	ids, err := home.Accepted()
	is.NoErr(err)
	is.Equal(ids, []string{ExtensionID})

	own := strings.Repeat("a", 32)
	is.NoErr(os.WriteFile(home.AcceptedFile(), []byte("# packed by us\n"+own+" # staging\n\n"+ExtensionID+"\n"), 0o600))
	ids, err = home.Accepted()
	is.NoErr(err)
	is.Equal(ids, []string{ExtensionID, own})

	StoreID = strings.Repeat("b", 32)
	defer func() { StoreID = "" }()
	ids, err = (&Options{Home: home, ExtensionIDs: []string{strings.Repeat("c", 32), own}}).extensionIDs()
	is.NoErr(err)
	is.Equal(ids, []string{ExtensionID, StoreID, own, strings.Repeat("c", 32)})

	for _, wrong := range []string{"bua", strings.ToUpper(own), own + "a", strings.Repeat("z", 32), "chrome-extension://" + own} {
		is.NoErr(os.WriteFile(home.AcceptedFile(), []byte(wrong+"\n"), 0o600))
		_, err = home.Accepted()
		is.True(err != nil)
		is.True(strings.Contains(err.Error(), "line 1"))
	}
	is.NoErr(os.WriteFile(home.AcceptedFile(), []byte(own+"\n"), 0o666))
	is.NoErr(os.Chmod(home.AcceptedFile(), 0o666))
	_, err = home.Accepted()
	is.True(err != nil) // somebody else could have written it
}

// TestListen: a backend is found again where it was, and gives a port up that
// another program has.
func TestListen(t *testing.T) {
	is := is.New(t)
	home := Home(t.TempDir())
	address, err := home.Listen()
	is.NoErr(err)
	is.Equal(address, DefaultAddress)
	is.NoErr(os.WriteFile(home.ListenFile(), []byte("127.0.0.1:1234\n"), 0o600))
	address, err = home.Address()
	is.NoErr(err)
	is.Equal(address, "127.0.0.1:1234")
	o := Options{Home: home}
	is.NoErr(o.check())
	is.Equal(o.Address, "127.0.0.1:1234")
	is.NoErr(os.WriteFile(home.ListenFile(), []byte("0.0.0.0:1234\n"), 0o600))
	o = Options{Home: home}
	is.True(o.check() != nil) // the desktop mode is on loopback, whoever says otherwise
	is.NoErr(os.WriteFile(home.ListenFile(), []byte("nowhere\n"), 0o600))
	_, err = home.Listen()
	is.True(err != nil)
}
