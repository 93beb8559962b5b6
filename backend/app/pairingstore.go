package app

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/store"
)

// How long the store keeps what pairing forgets by itself.
const (
	codeLife  = 15 * time.Minute
	nonceLife = 3 * time.Minute
)

// pairingStore is the [pairing.Store] in this backend's store.
type pairingStore struct{ s *storage }

// Load implements [pairing.Store].
func (k pairingStore) Load() (kept pairing.Snapshot, err error) {
	if kept.Devices, err = allOf[pairing.Credential](k.s.devices); err != nil {
		return kept, err
	}
	if kept.Codes, err = allOf[pairing.Code](k.s.codes); err != nil {
		return kept, err
	}
	all, err := k.s.nonces.All()
	if err != nil {
		return kept, err
	}
	kept.Nonces = make(map[string]time.Time, len(all))
	for nonce, at := range all {
		ms, err := strconv.ParseInt(firstOf(string(at), " "), 10, 64)
		if err != nil {
			return kept, err
		}
		kept.Nonces[nonce] = time.UnixMilli(ms)
	}
	return kept, nil
}

// PutDevice and the rest of [pairing.Store] go to the table that each has.
func (k pairingStore) PutDevice(r pairing.Credential) error { return put(k.s.devices, r.ID, r) }
func (k pairingStore) RemoveDevice(id string) error         { return k.s.devices.Delete(id) }
func (k pairingStore) PutCode(t pairing.Code) error         { return put(k.s.codes, t.Name, t) }

func (k pairingStore) PutNonce(nonce string, at time.Time) error {
	if k.s.Conn() == nil {
		return k.s.nonces.Put(nonce, strconv.AppendInt(nil, at.UnixMilli(), 10))
	}
	return claim(k.s.nonces, nonce, at)
}

func (k pairingStore) ClaimEnrolment(slot string, at time.Time) error {
	return claim(k.s.enrolments, slot, at)
}

func (k pairingStore) FreeEnrolment(slot string) error { return k.s.enrolments.Delete(slot) }

// pairingPeers is the [pairing.Peers] of a store that several backends have.
type pairingPeers struct{ s *storage }

// Device implements [pairing.Peers]. The copy of the table that answers may be
// a moment behind the one that took the pairing, and a browser that is told that
// it is not paired stops trying.
func (k pairingPeers) Device(id string) (r *pairing.Credential, err error) {
	for try := 1; ; try++ {
		if r, err = get[pairing.Credential](k.s.devices, id); r != nil || err != nil || try == 4 {
			return r, err
		}
		time.Sleep(5 * look)
	}
}

func (k pairingPeers) Code(name string) (*pairing.Code, error) {
	return get[pairing.Code](k.s.codes, name)
}

// Claim implements [pairing.Peers]. A code lives no longer than its claim.
func (k pairingPeers) Claim(name string) error {
	return taken(k.s.claims.Create(name, []byte(rand.Text())))
}

// claim takes a key, if nobody has. The value is this call's alone: see [store.Bucket.Create].
func claim(b *store.Bucket, key string, at time.Time) error {
	return taken(b.Create(key, []byte(strconv.FormatInt(at.UnixMilli(), 10)+" "+rand.Text())))
}

func taken(err error) error {
	if errors.Is(err, store.ErrExists) {
		return pairing.ErrTaken
	}
	return err
}

func put(b *store.Bucket, key string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put(key, data)
}

func allOf[T any](b *store.Bucket) ([]T, error) {
	all, err := b.All()
	if err != nil {
		return nil, err
	}
	return decode[T](all)
}

func get[T any](b *store.Bucket, key string) (*T, error) {
	if !store.IsKey(key) {
		return nil, nil // what strangers send
	}
	data, err := b.Get(key)
	if err != nil || data == nil {
		return nil, err
	}
	var v T
	return &v, json.Unmarshal(data, &v)
}
