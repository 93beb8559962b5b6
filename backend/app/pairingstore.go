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
	ticketLife = 15 * time.Minute
	nonceLife  = 3 * time.Minute
)

// keeper keeps the state of pairing in the store.
type keeper struct{ s *storage }

// Load implements [pairing.Keeper].
func (k keeper) Load() (kept pairing.Kept, err error) {
	all, err := k.s.devices.All()
	if err != nil {
		return kept, err
	}
	if kept.Devices, err = decode[pairing.Record](all); err != nil {
		return kept, err
	}
	if all, err = k.s.tickets.All(); err != nil {
		return kept, err
	}
	if kept.Tickets, err = decode[pairing.Ticket](all); err != nil {
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

// PutDevice implements [pairing.Keeper].
func (k keeper) PutDevice(r pairing.Record) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return k.s.devices.Put(r.ID, data)
}

// RemoveDevice implements [pairing.Keeper].
func (k keeper) RemoveDevice(id string) error { return k.s.devices.Delete(id) }

// PutTicket implements [pairing.Keeper].
func (k keeper) PutTicket(t pairing.Ticket) error {
	data, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return k.s.tickets.Put(t.Name, data)
}

// PutNonce implements [pairing.Keeper].
func (k keeper) PutNonce(nonce string, at time.Time) error {
	value := strconv.AppendInt(nil, at.UnixMilli(), 10)
	if k.s.Conn() == nil {
		return k.s.nonces.Put(nonce, value)
	}
	// With something that only this call has: see Create.
	return taken(k.s.nonces.Create(nonce, append(append(value, ' '), rand.Text()...)))
}

// shared is a keeper of a store that several backends have.
type shared struct{ keeper }

// Device implements [pairing.Shared]. The copy of the table that answers may be
// a moment behind the one that took the pairing, and a browser that is told that
// it is not paired stops trying.
func (k shared) Device(id string) (r *pairing.Record, err error) {
	for try := 1; ; try++ {
		if r, err = get[pairing.Record](k.s.devices, id); r != nil || err != nil || try == 4 {
			return r, err
		}
		time.Sleep(5 * look)
	}
}

// Ticket implements [pairing.Shared].
func (k shared) Ticket(name string) (*pairing.Ticket, error) {
	return get[pairing.Ticket](k.s.tickets, name)
}

// Claim implements [pairing.Shared]. A code lives no longer than its claim.
func (k shared) Claim(name string) error {
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
