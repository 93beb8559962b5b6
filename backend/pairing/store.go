package pairing

import (
	"encoding/hex"
	"errors"
	"fmt"
	"time"
)

// Keeper keeps what a desk must not forget. What was put is durable when the
// method returns; calls overlap, and block as long as the writing takes.
type Keeper interface {
	// Load returns all that was put and not removed.
	Load() (Kept, error)
	PutDevice(Record) error
	RemoveDevice(id string) error
	// PutTicket keeps the state of a one-time code until it expires.
	PutTicket(Ticket) error
	// PutNonce keeps the nonce of a valid hello for two minutes. Error:
	// [ErrTaken] when it is there already.
	PutNonce(nonce string, at time.Time) error
}

// ErrTaken says that another desk was first.
var ErrTaken = errors.New("another backend was first")

// Shared is a [Keeper] that the desks of several backends share. What they
// learn late from one another ([Desk.Learn], [Desk.Forget]) they look up in it.
type Shared interface {
	Keeper
	// Device and Ticket return what another desk has put, nil when there is none.
	Device(id string) (*Record, error)
	Ticket(name string) (*Ticket, error)
	// Claim uses a one-time code up, for one caller of all. Error: [ErrTaken].
	Claim(name string) error
}

// Kept is what a [Keeper] keeps.
type Kept struct {
	Devices []Record
	Tickets []Ticket
	Nonces  map[string]time.Time
}

// Record is a device with its key, 64 hex digits.
type Record struct {
	Device
	Key string `json:"key"`
}

func (r Record) check() error {
	if r.ID == "" || r.User == "" {
		return fmt.Errorf("device keys: a device in the store has no id or user")
	}
	if key, err := hex.DecodeString(r.Key); err != nil || len(key) != 32 {
		return fmt.Errorf("device keys: the key of device %s in the store is not 64 hex digits", r.ID)
	}
	return nil
}

// nowhere keeps nothing.
type nowhere struct{}

func (nowhere) Load() (Kept, error)              { return Kept{}, nil }
func (nowhere) PutDevice(Record) error           { return nil }
func (nowhere) RemoveDevice(string) error        { return nil }
func (nowhere) PutTicket(Ticket) error           { return nil }
func (nowhere) PutNonce(string, time.Time) error { return nil }
