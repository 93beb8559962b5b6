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
	name string
	js   jetstream.JetStream
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
	return &Bucket{name, s.js, kv}, nil
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

// All returns every value by its key. It asks for one after the other: a
// watcher, which gets them at once, waits for ever for a value whose life ends
// meanwhile.
func (b *Bucket) All() (map[string][]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 12*patience)
	defer cancel()
	prefix := "$KV." + b.name + "."
	stream, err := b.js.Stream(ctx, "KV_"+b.name)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", b.name, err)
	}
	all := map[string][]byte{}
	for seq := uint64(1); ; {
		m, err := stream.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(prefix+">"))
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("store: %s: %w", b.name, err)
		}
		key := strings.TrimPrefix(m.Subject, prefix)
		if m.Header.Get("KV-Operation") == "" && m.Header.Get("Nats-Marker-Reason") == "" {
			all[key] = m.Data
		} else {
			delete(all, key)
		}
		seq = m.Sequence + 1
	}
}
