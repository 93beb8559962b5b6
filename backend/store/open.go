package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Limits of one store.
const (
	// maxAudit bounds the audit's size; over it, the oldest rows go. A row is
	// some 450 bytes, so that is two million of them.
	maxAudit = 1 << 30
	// maxStore bounds the whole.
	maxStore = maxAudit + 256<<20
	// patience is how long one operation may take before it counts as failed.
	patience = 5 * time.Second
)

// ErrLocked says that another process has the store open.
var ErrLocked = errors.New("the store is in use by another bua backend")

// Options configures a [Store].
type Options struct {
	// Dir is the store's folder, which is made. Empty keeps everything in
	// memory, and nothing of it outlives Close.
	Dir string
	// Log gets what the operator has to know; nil for slog.Default.
	Log *slog.Logger
	// Now defaults to time.Now.
	Now func() time.Time
}

// Store is open from [Open] to [Store.Close].
type Store struct {
	o    Options
	lock *os.File
	temp string // the server's folder of a store in memory
	nats *server.Server
	conn *nats.Conn
	js   jetstream.JetStream
	// Audit is the record of what was done.
	Audit *Audit
}

// Open opens the store of a folder, or one in memory. Error: [ErrLocked].
func Open(o Options) (_ *Store, err error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Store{o: o}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	dir, err := s.folder()
	if err != nil {
		return nil, err
	}
	s.nats, err = server.NewServer(&server.Options{
		ServerName: "bua", DontListen: true, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, SyncAlways: o.Dir != "",
		JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: maxStore,
		MaxPayload: maxBatchBytes + 64<<10, DisableJetStreamBanner: true,
	})
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	s.nats.Start()
	if !s.nats.ReadyForConnections(patience) || !s.nats.JetStreamEnabled() {
		return nil, fmt.Errorf("store: %s could not be opened; is the disk full or read-only?", o.Dir)
	}
	s.conn, err = nats.Connect("", nats.InProcessServer(s.nats), nats.Name("bua"), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if s.js, err = jetstream.New(s.conn, jetstream.WithDefaultTimeout(patience)); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	s.Audit, err = openAudit(s)
	return s, err
}

// folder makes, checks and locks the folder, and returns the server's.
func (s *Store) folder() (string, error) {
	if s.o.Dir == "" {
		dir, err := os.MkdirTemp("", "bua-store-")
		s.temp = dir
		return dir, err
	}
	if err := os.MkdirAll(s.o.Dir, 0o700); err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	info, err := os.Lstat(s.o.Dir)
	if err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("store: %s is a symbolic link or not a folder; use the folder itself", s.o.Dir)
	}
	if err := checkPrivate(s.o.Dir, info); err != nil {
		return "", err
	}
	s.lock, err = lock(filepath.Join(s.o.Dir, "lock"))
	if err != nil {
		return "", err
	}
	return filepath.Join(s.o.Dir, "nats"), nil
}

// Close writes what waits and closes the store. Idempotent.
func (s *Store) Close() {
	if s.Audit != nil {
		s.Audit.close()
	}
	if s.conn != nil {
		s.conn.Close()
	}
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
	if s.temp != "" {
		_ = os.RemoveAll(s.temp)
	}
	if s.lock != nil {
		_ = s.lock.Close() // the lock goes with it
		s.lock = nil
	}
}

// Healthy reports whether the store takes writes, as far as the last one tells;
// JetStream may also have switched itself off.
func (s *Store) Healthy() bool { return s.nats.JetStreamEnabled() && !s.Audit.failing.Load() }

func (s *Store) storage() jetstream.StorageType {
	if s.o.Dir == "" {
		return jetstream.MemoryStorage
	}
	return jetstream.FileStorage
}

func limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), patience)
}
