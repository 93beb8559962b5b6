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

	"github.com/zapvol/bua/backend/internal/private"
)

// Limits of one store.
const (
	// maxAudit bounds the audit's size; over it, the oldest rows go, see roll.go.
	// A row is some 450 bytes, so that is two million of them.
	maxAudit = 1 << 30
	// maxStore bounds the whole.
	maxStore = maxAudit + maxAudit/keptPart*4 + maxRuns + maxPictures + 256<<20
	// patience is how long one operation may take before it counts as failed.
	patience = 5 * time.Second
	// outside is the same in an outside cluster, which needs some seconds to
	// agree on another leader when a server is gone; attempt is how long one
	// try of it may take, because what was under way then is lost.
	outside = 12 * time.Second
	attempt = 2 * time.Second
	pause   = 100 * time.Millisecond
)

// ErrLocked says that another process has the store open.
var ErrLocked = errors.New("the store is in use by another bua backend")

// Options configures a [Store].
type Options struct {
	// Dir is the store's folder, which is made. Empty keeps everything in
	// memory, and nothing of it outlives Close.
	Dir string
	// Servers is an outside NATS to keep everything in, instead of Dir; other
	// backends keep theirs in the same. Node is this one's own name there, made
	// of letters, digits and -.
	Servers *Servers
	Node    string
	// LockFile is locked while the store of an outside NATS is open, so that one
	// name has one backend; "" for none, to read only.
	LockFile string
	// AuditBytes bounds the audit; zero means 1 GiB, 32 MiB in memory.
	AuditBytes int64
	// Log gets what the operator has to know; nil for slog.Default.
	Log *slog.Logger
	// Now defaults to time.Now.
	Now func() time.Time
}

// Store is open from [Open] to [Store.Close].
type Store struct {
	o Options
	// patience is how long an operation may take, attempt one try of it.
	patience, attempt time.Duration

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
	s := &Store{o: o, patience: patience, attempt: patience}
	if o.Servers != nil {
		s.patience, s.attempt = outside, attempt
	}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if o.Servers != nil && o.LockFile != "" {
		if s.lock, err = lock(o.LockFile); err != nil {
			return nil, err
		}
	}
	if o.Servers != nil {
		s.conn, err = o.Servers.connect("bua "+o.Node, o.Log)
	} else {
		err = s.embed()
	}
	if err != nil {
		return nil, err
	}
	if s.js, err = jetstream.New(s.conn, jetstream.WithDefaultTimeout(s.attempt)); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	s.Audit, err = openAudit(s)
	return s, err
}

// embed starts the server in this process and connects to it.
func (s *Store) embed() error {
	dir, err := s.folder()
	if err != nil {
		return err
	}
	s.nats, err = server.NewServer(&server.Options{
		ServerName: "bua", DontListen: true, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, SyncAlways: s.o.Dir != "",
		JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: maxStore,
		MaxPayload: maxBatchBytes + 64<<10, DisableJetStreamBanner: true,
	})
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	s.nats.Start()
	if !s.nats.ReadyForConnections(patience) || !s.nats.JetStreamEnabled() {
		return fmt.Errorf("store: %s could not be opened; is the disk full or read-only?", s.o.Dir)
	}
	s.conn, err = nats.Connect("", nats.InProcessServer(s.nats), nats.Name("bua"), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
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
	err := private.Closed(s.o.Dir)
	if err != nil {
		return "", fmt.Errorf("store: %w", err)
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
func (s *Store) Healthy() bool {
	return s.conn.IsConnected() && (s.nats == nil || s.nats.JetStreamEnabled()) && !s.Audit.failing.Load()
}

// Conn is the connection to the outside NATS, nil without one.
func (s *Store) Conn() *nats.Conn {
	if s.nats != nil {
		return nil
	}
	return s.conn
}

// Patience is how long an operation may take before it counts as failed.
func (s *Store) Patience() time.Duration { return s.patience }

func (s *Store) storage() jetstream.StorageType {
	if s.o.Dir == "" && s.nats != nil {
		return jetstream.MemoryStorage
	}
	return jetstream.FileStorage
}

func (s *Store) limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), s.patience)
}

// insist does something that may be done twice until it succeeds, finds what it
// cannot change, or patience is over.
func (s *Store) insist(do func(ctx context.Context) error, final ...error) error {
	all, cancel := s.limited()
	defer cancel()
	for {
		ctx, cancel := context.WithTimeout(all, s.attempt)
		err := do(ctx)
		cancel()
		if err == nil || s.nats != nil {
			return err
		}
		for _, f := range final {
			if errors.Is(err, f) {
				return err
			}
		}
		select {
		case <-all.Done():
			return err
		case <-time.After(pause):
		}
	}
}
