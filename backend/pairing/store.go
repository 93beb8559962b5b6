package pairing

import (
	"encoding/hex"
	"errors"
	"fmt"
	"time"
)

// Store keeps what a service must not forget. What was put is durable when the
// method returns; calls overlap, and block as long as the writing takes.
type Store interface {
	// Load returns all that was put and not removed.
	Load() (Snapshot, error)
	PutDevice(Credential) error
	RemoveDevice(id string) error
	// PutCode keeps the state of a one-time code until it expires.
	PutCode(Code) error
	// PutNonce keeps the nonce of a valid hello for two minutes. Error:
	// [ErrTaken] when it is there already.
	PutNonce(nonce string, at time.Time) error
	// ClaimEnrolment takes one place of an enrolment, for good. Error: [ErrTaken] when
	// it is taken already. FreeEnrolment gives one back.
	ClaimEnrolment(slot string, at time.Time) error
	FreeEnrolment(slot string) error
}

// ErrTaken says that another backend was first.
var ErrTaken = errors.New("another backend was first")

// Snapshot is what a [Store] keeps.
type Snapshot struct {
	Devices []Credential
	Codes   []Code
	Nonces  map[string]time.Time
}

// Credential is a device with its key, 64 hex digits.
type Credential struct {
	Device
	Key string `json:"key"`
}

func (r Credential) check() error {
	if r.ID == "" || r.User == "" {
		return fmt.Errorf("device keys: a device in the store has no id or user")
	}
	if key, err := hex.DecodeString(r.Key); err != nil || len(key) != 32 {
		return fmt.Errorf("device keys: the key of device %s in the store is not 64 hex digits", r.ID)
	}
	return nil
}

// forgetful keeps nothing.
type forgetful struct{}

func (forgetful) Load() (Snapshot, error)          { return Snapshot{}, nil }
func (forgetful) PutDevice(Credential) error       { return nil }
func (forgetful) RemoveDevice(string) error        { return nil }
func (forgetful) PutCode(Code) error               { return nil }
func (forgetful) PutNonce(string, time.Time) error { return nil }

// A backend that keeps nothing takes no enrolments.
func (forgetful) ClaimEnrolment(string, time.Time) error { return ErrTaken }
func (forgetful) FreeEnrolment(string) error             { return nil }
