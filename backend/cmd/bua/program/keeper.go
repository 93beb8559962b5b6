package program

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/zapvol/bua/backend/pairing"
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
		ms, err := strconv.ParseInt(string(at), 10, 64)
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
	return k.s.nonces.Put(nonce, strconv.AppendInt(nil, at.UnixMilli(), 10))
}
