package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Bucket is a named table of small values. A write is on the disk when it
// returns.
type Bucket struct {
	s    *Store
	name string
	kv   jetstream.KeyValue
}

// Bucket opens a table; keys are letters, digits and any of -_=. and what was
// put longer than life ago is gone, unless life is 0.
func (s *Store) Bucket(name string, life time.Duration) (*Bucket, error) {
	full, have := name, 0
	var kv jetstream.KeyValue
	if s.nats == nil { // others may keep theirs in the same account
		full = "bua-" + name
		if err := s.insist(func(ctx context.Context) (err error) { kv, err = s.js.KeyValue(ctx, full); return err }, jetstream.ErrBucketNotFound); err == nil {
			if info, err := s.stream("KV_" + full); err == nil {
				have = info.Config.Replicas
			}
		}
	}
	err := s.copies(have, func(ctx context.Context, n int) error {
		made, err := s.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: full, TTL: life, Storage: s.storage(), History: 1, Replicas: n})
		if err == nil {
			kv = made
		}
		return tooMany(err)
	})
	if err != nil && kv == nil {
		return nil, fmt.Errorf("store: %s: %w", name, err)
	}
	return &Bucket{s, full, kv}, nil
}

// stream returns what there is to know about a stream.
func (s *Store) stream(name string) (info *jetstream.StreamInfo, err error) {
	err = s.insist(func(ctx context.Context) error {
		found, err := s.js.Stream(ctx, name)
		if err == nil {
			info = found.CachedInfo()
		}
		return err
	}, jetstream.ErrStreamNotFound)
	return info, err
}

// IsKey reports whether a text can be a key.
func IsKey(text string) bool {
	return text != "" && len(text) <= 128 && text[0] != '.' && text[len(text)-1] != '.' && !strings.Contains(text, "..") &&
		strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.") == ""
}

// Put stores a value.
func (b *Bucket) Put(key string, value []byte) error {
	return b.failed(b.s.insist(func(ctx context.Context) error {
		_, err := b.kv.Put(ctx, key, value)
		return err
	}))
}

// ErrExists says that there is a value already.
var ErrExists = errors.New("there is a value already")

// Create stores a value where there is none, in one step for all backends that
// share the table. The value must be this caller's alone, because one that is
// there already and the same is taken for an earlier try. Error: [ErrExists].
func (b *Bucket) Create(key string, value []byte) error {
	tried := false
	return b.failed(b.s.insist(func(ctx context.Context) error {
		_, err := b.kv.Create(ctx, key, value)
		if errors.Is(err, jetstream.ErrKeyExists) && tried {
			e, lookErr := b.kv.Get(ctx, key)
			switch {
			case lookErr != nil:
				return lookErr
			case string(e.Value()) == string(value):
				return nil
			}
		}
		if errors.Is(err, jetstream.ErrKeyExists) {
			return ErrExists
		}
		tried = true
		return err
	}, ErrExists))
}

// Get returns a value, nil when there is none. In a cluster another backend's
// latest write may not be seen yet.
func (b *Bucket) Get(key string) (value []byte, err error) {
	value, _, err = b.get(key)
	return value, err
}

// get is Get with the value's revision, 0 for none.
func (b *Bucket) get(key string) (value []byte, revision uint64, err error) {
	err = b.s.insist(func(ctx context.Context) error {
		e, err := b.kv.Get(ctx, key)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			return nil
		case err != nil:
			return err
		}
		value, revision = e.Value(), e.Revision()
		return nil
	})
	return value, revision, b.failed(err)
}

// swap stores a value in the place of the one of that revision. It is tried once,
// for a second try cannot tell itself from somebody else's.
func (b *Bucket) swap(key string, value []byte, revision uint64) (err error) {
	ctx, cancel := b.s.limited()
	defer cancel()
	if revision == 0 {
		_, err = b.kv.Create(ctx, key, value)
	} else {
		_, err = b.kv.Update(ctx, key, value, revision)
	}
	return b.failed(err)
}

// Delete removes a value for good: its bytes are not kept as history.
func (b *Bucket) Delete(key string) error {
	return b.failed(b.s.insist(func(ctx context.Context) error { return b.kv.Purge(ctx, key) }))
}

func (b *Bucket) failed(err error) error {
	if err != nil {
		return fmt.Errorf("store: %s: %w", b.name, err)
	}
	return nil
}

// All returns every value by its key.
func (b *Bucket) All() (map[string][]byte, error) {
	c, err := b.Changes(0)
	return c.Put, err
}

// Changes is what has changed in a table.
type Changes struct {
	// Put are the values that were put since, by key; Removed the keys that were
	// deleted.
	Put     map[string][]byte
	Removed []string
	// Until is what to ask for the next changes with.
	Until uint64
	// Whole: Put is everything that there is.
	Whole bool
}

// Changes returns what has changed since an earlier answer, everything for 0.
func (b *Bucket) Changes(since uint64) (Changes, error) {
	prefix := "$KV." + b.name + "."
	var stream jetstream.Stream
	err := b.s.insist(func(ctx context.Context) (err error) { stream, err = b.s.js.Stream(ctx, "KV_"+b.name); return err })
	if err != nil {
		return Changes{}, b.failed(err)
	}
	if stream.CachedInfo().State.LastSeq < since {
		since = 0 // another table than that of then
	}
	c := Changes{Put: map[string][]byte{}, Until: since, Whole: since == 0}
	err = b.s.walk(stream, since+1, prefix+">", func(m *jetstream.RawStreamMsg) error {
		key := strings.TrimPrefix(m.Subject, prefix)
		if m.Header.Get("KV-Operation") == "" && m.Header.Get("Nats-Marker-Reason") == "" {
			c.Put[key] = m.Data
		} else {
			delete(c.Put, key)
			c.Removed = append(c.Removed, key)
		}
		c.Until = m.Sequence
		return nil
	})
	if err != nil {
		return Changes{}, b.failed(err)
	}
	return c, nil
}
