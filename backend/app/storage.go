package app

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/store"
)

// storage is what the backend keeps, table by table.
type storage struct {
	*store.Store
	devices, codes, nonces, policy *store.Bucket
	enrolments                     *store.Bucket // the places that were taken
	claims                         *store.Bucket // of codes; nil where the store is not shared
}

// StoreDir is where a backend of this folder keeps what it must not forget.
func (h Home) StoreDir() string { return h.Path("store") }

// storeDir is where this backend keeps what it must not forget: in the home, for
// a private one beside the profile that it keeps, else nowhere.
func (o *Options) storeDir() string {
	switch {
	case !o.Private:
		return o.Home.StoreDir()
	case o.Launch != nil && o.Launch.UserDataDir != "":
		return filepath.Join(o.Launch.UserDataDir, "bua-store")
	default:
		return ""
	}
}

// openStorage opens the store. Error: [ErrInUse] when another backend has it, or
// the name under which it is in an outside one.
func openStorage(o *Options) (*storage, error) {
	dir := o.storeDir()
	open := store.Options{Dir: dir, Log: o.Log}
	if o.NATS != nil {
		open = store.Options{Servers: o.NATS, Node: reader, Log: o.Log}
		if o.Home != "" {
			node, err := o.Home.node()
			if err != nil {
				return nil, err
			}
			open.Node, open.LockFile = node, o.Home.Path("node.lock")
		}
	}
	db, err := store.Open(open)
	if errors.Is(err, store.ErrLocked) && o.NATS != nil {
		return nil, fmt.Errorf("%w: another bua backend uses %s; give each backend a --config-dir of its own", ErrInUse, o.Home)
	}
	if errors.Is(err, store.ErrLocked) {
		return nil, fmt.Errorf("%w: another bua backend keeps its data in %s; use that one (see bua status), or another --config-dir", ErrInUse, dir)
	}
	if err != nil {
		return nil, err
	}
	s := &storage{Store: db}
	for _, b := range []struct {
		name string
		life time.Duration // a little longer than pairing needs them
		at   **store.Bucket
	}{{"devices", 0, &s.devices}, {"policy", 0, &s.policy}, {"enrolments", 0, &s.enrolments}, {"codes", codeLife, &s.codes}, {"nonces", nonceLife, &s.nonces}} {
		if err == nil {
			*b.at, err = db.Bucket(b.name, b.life)
		}
	}
	if err == nil && o.NATS != nil {
		s.claims, err = db.Bucket("claims", codeLife)
	}
	if err == nil && !o.Private && o.NATS == nil {
		err = s.migrate(o.Home)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// migrate takes over the device keys of the file that an older bua kept. It may
// be interrupted anywhere: the file is removed only when all of it is in the
// store, and what is in the store already stays as it is there. A device that
// was revoked since cannot come back, because the mark is set before.
func (s *storage) migrate(home Home) error {
	const mark = "migrated-devices"
	file := filepath.Join(home.Path("keys"), "devices.json")
	list, err := pairing.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	done, err := s.policy.Get(mark)
	if err != nil {
		return err
	}
	if done == nil {
		have, err := s.devices.All()
		if err != nil {
			return err
		}
		for _, r := range list {
			if have[r.ID] != nil {
				continue
			}
			if err := (pairingStore{s}).PutDevice(r); err != nil {
				return fmt.Errorf("the device keys of %s could not be taken over: %w", file, err)
			}
		}
		if err := s.policy.Put(mark, []byte("true")); err != nil {
			return err
		}
	}
	return os.Remove(file)
}

// meet is how long backends that start at once may take to agree on a value.
const meet = 30 * time.Second

// secret returns a value that the store makes once and keeps.
func (s *storage) secret(name string) ([]byte, error) { return s.agree(name, meet) }

// agree returns the value of the first backend that made one. It may take a
// moment to get here, and the one that was there may be gone again.
func (s *storage) agree(name string, within time.Duration) ([]byte, error) {
	mine := make([]byte, 32)
	_, _ = rand.Read(mine) // never fails: the process would end
	for end := time.Now().Add(within); ; time.Sleep(look) {
		if v, err := s.policy.Get(name); len(v) > 0 || err != nil {
			return v, err
		}
		if err := s.policy.Create(name, mine); err == nil {
			return mine, nil
		} else if !errors.Is(err, store.ErrExists) {
			return nil, err
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("the store says that it has a value of %s and does not give it; see whether its NATS servers agree with one another, and start again", name)
		}
	}
}

func decode[T any](all map[string][]byte) ([]T, error) {
	list := make([]T, 0, len(all))
	for key, data := range all {
		var v T
		if err := json.Unmarshal(data, &v); err != nil {
			return nil, fmt.Errorf("the store's entry %s is not readable: %w", key, err)
		}
		list = append(list, v)
	}
	return list, nil
}
