package app

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/backend/store"
)

// guard says where the end of the audit is kept outside of the store, and with
// which key what it lets go is signed. Of a store on this disk both are beside
// it; of one in an outside NATS the key is in there, because the backends share
// it, and only the end is at home.
func (s *storage) guard(o *Options) (g store.Guard, err error) {
	dir := o.storeDir()
	switch {
	case o.NATS != nil:
		g.Key, err = s.secret("audit-key")
		if o.Home != "" {
			g.Head = o.Home.Path("store-head")
		}
	case dir == "":
		g.Key = []byte(rand.Text()) // it ends with the process, as the store does
	default:
		g.Head = dir + "-head"
		g.Key, err = readOrMakeKey(dir + "-key")
	}
	return g, err
}

// GuardOf returns what the backend of a store's folder has kept beside it; false
// when none has yet.
func GuardOf(dir string) (store.Guard, bool) {
	key, err := readKey(dir + "-key")
	return store.Guard{Key: key, Head: dir + "-head"}, err == nil
}

// readOrMakeKey returns the key in a file, which it makes at first.
func readOrMakeKey(file string) ([]byte, error) {
	key, err := readKey(file)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	made := make([]byte, 32)
	_, _ = rand.Read(made) // never fails: the process would end
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = f.WriteString(hex.EncodeToString(made) + "\n")
	return made, errors.Join(err, f.Sync(), f.Close())
}

func readKey(file string) ([]byte, error) {
	data, err := private.Read(file, 4<<10)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(data)))
	if err != nil || len(key) < 16 {
		return nil, fmt.Errorf("%s holds no key: with another one, what it has signed counts as forged; restore it, or delete it and keep the audit's export", file)
	}
	return key, nil
}
