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
	all, err := k.s.devices.All()
	if err != nil {
		return kept, err
	}
	if kept.Devices, err = decode[pairing.Credential](all); err != nil {
		return kept, err
	}
	if all, err = k.s.codes.All(); err != nil {
		return kept, err
	}
	if kept.Codes, err = decode[pairing.Code](all); err != nil {
		return kept, err
	}
	if all, err = k.s.nonces.All(); err != nil {
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

// PutDevice implements [pairing.Store].
func (k pairingStore) PutDevice(r pairing.Credential) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return k.s.devices.Put(r.ID, data)
}

// RemoveDevice implements [pairing.Store].
func (k pairingStore) RemoveDevice(id string) error { return k.s.devices.Delete(id) }

// PutCode implements [pairing.Store].
func (k pairingStore) PutCode(t pairing.Code) error {
	data, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return k.s.codes.Put(t.Name, data)
}

// PutNonce implements [pairing.Store].
func (k pairingStore) PutNonce(nonce string, at time.Time) error {
	value := strconv.AppendInt(nil, at.UnixMilli(), 10)
	if k.s.Conn() == nil {
		return k.s.nonces.Put(nonce, value)
	}
	// With something that only this call has: see Create.
	return taken(k.s.nonces.Create(nonce, append(append(value, ' '), rand.Text()...)))
}

// ClaimEnrolment implements [pairing.Store]. The value is this call's alone: see
// Create.
func (k pairingStore) ClaimEnrolment(slot string, at time.Time) error {
	value := strconv.AppendInt(nil, at.UnixMilli(), 10)
	return taken(k.s.enrolments.Create(slot, append(append(value, ' '), rand.Text()...)))
}

// FreeEnrolment implements [pairing.Store].
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

// Code implements [pairing.Peers].
func (k pairingPeers) Code(name string) (*pairing.Code, error) {
	return get[pairing.Code](k.s.codes, name)
}

// Claim implements [pairing.Peers]. A code lives no longer than its claim.
func (k pairingPeers) Claim(name string) error {
	return taken(k.s.claims.Create(name, []byte(rand.Text())))
}

func taken(err error) error {
	if errors.Is(err, store.ErrExists) {
		return pairing.ErrTaken
	}
	return err
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
