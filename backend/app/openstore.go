package app

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/backend/store"
)

// OpenStore opens the store of a home in which no backend runs, to read it.
// Error: [ErrInUse].
func OpenStore(home Home) (*store.Store, error) { return OpenStoreAt(home.StoreDir()) }

// OpenStoreAt opens the store of a folder that is one already, to read it.
// Error: [ErrInUse].
func OpenStoreAt(dir string) (*store.Store, error) {
	if _, err := os.Stat(filepath.Join(dir, "nats")); err != nil {
		return nil, fmt.Errorf("%s is no bua store, so there is no audit: no backend has run here yet", dir)
	}
	db, err := store.Open(store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if errors.Is(err, store.ErrLocked) {
		return nil, errors.Join(ErrInUse, err)
	}
	if g, ok := GuardOf(dir); ok && err == nil {
		db.Audit.Trust(g)
	}
	return db, err
}

// OpenStoreIn opens the store in an outside NATS, to read it while the backends
// that share it run.
func OpenStoreIn(servers *store.Servers) (*store.Store, error) {
	db, err := store.Open(store.Options{Servers: servers, Node: reader, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	policy, err := db.Bucket("policy", 0)
	if err == nil {
		if key, err := policy.Get("audit-key"); err == nil && key != nil {
			db.Audit.Trust(store.Guard{Key: key})
		}
	}
	return db, nil
}

// reader is the name of those that only read a shared store; no backend has it.
const reader = "reader"
