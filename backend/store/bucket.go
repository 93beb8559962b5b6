package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Bucket is a named table of small values. A write is on the disk when it
// returns.
type Bucket struct {
	name string
	kv   jetstream.KeyValue
}

// Bucket opens a table; keys are letters, digits and any of -_=. and what was
// put longer than life ago is gone, unless life is 0.
func (s *Store) Bucket(name string, life time.Duration) (*Bucket, error) {
	ctx, cancel := limited()
	defer cancel()
	kv, err := s.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, TTL: life, Storage: s.storage(), History: 1})
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", name, err)
	}
	return &Bucket{name, kv}, nil
}

// Put stores a value.
func (b *Bucket) Put(key string, value []byte) error {
	ctx, cancel := limited()
	defer cancel()
	if _, err := b.kv.Put(ctx, key, value); err != nil {
		return fmt.Errorf("store: %s: %w", b.name, err)
	}
	return nil
}

// Get returns a value, nil when there is none.
func (b *Bucket) Get(key string) ([]byte, error) {
	ctx, cancel := limited()
	defer cancel()
	e, err := b.kv.Get(ctx, key)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("store: %s: %w", b.name, err)
	}
	return e.Value(), nil
}

// Delete removes a value for good: its bytes are not kept as history.
func (b *Bucket) Delete(key string) error {
	ctx, cancel := limited()
	defer cancel()
	if err := b.kv.Purge(ctx, key); err != nil {
		return fmt.Errorf("store: %s: %w", b.name, err)
	}
	return nil
}

// All returns every value by its key.
func (b *Bucket) All() (map[string][]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 12*patience)
	defer cancel()
	w, err := b.kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", b.name, err)
	}
	defer func() { _ = w.Stop() }()
	all := map[string][]byte{}
	for {
		select {
		case e := <-w.Updates():
			if e == nil {
				return all, nil
			}
			all[e.Key()] = e.Value()
		case <-ctx.Done():
			return nil, fmt.Errorf("store: %s: %w", b.name, ctx.Err())
		}
	}
}
