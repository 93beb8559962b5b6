package pairing

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"

	"github.com/google/uuid"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Refusal is why a code was not redeemed: a [protocol.Error] for the person,
// which says it as a [protocol.Reason] too where there is one; the field that it
// is about, and the HTTP status.
type Refusal struct {
	Err    *protocol.Error
	Field  string
	Status int
}

// Error returns the error's text.
func (r *Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the [protocol.Error].
func (r *Refusal) Unwrap() error { return r.Err }

func fieldError(field, message string) *Refusal {
	return &Refusal{protocol.NewError(protocol.CodeInvalidAction, field+": "+message), field, http.StatusBadRequest}
}

// Pairing is what an extension gets for a code.
type Pairing struct {
	DeviceID string `json:"deviceId"`
	// Key is 64 hex digits, 256 bits.
	Key string `json:"key"`
	// ServerURL is the socket to dial.
	ServerURL string `json:"serverUrl"`
	// DeviceName is the name in the list, which may differ from the one asked for.
	DeviceName string `json:"deviceName"`
}

// Redeem exchanges a code for a device key. Each address has ten attempts, and
// one more every six seconds; each code has five. The error is a [Refusal]; a
// code whose key could not be stored stays good.
func (s *Service) Redeem(text, name, browser, address string) (Pairing, error) {
	if name == "" {
		name = "browser"
	}
	name, err := cleanName("deviceName", name)
	if err != nil {
		return Pairing{}, err
	}
	if browser != "" {
		if browser, err = cleanName("browser", browser); err != nil {
			return Pairing{}, err
		}
	}
	if p, is, err := s.enrol(text, name, browser, address); is {
		return p, err
	}
	s.lookUpCode(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.tried.allow(address, s.o.Now()) {
		return Pairing{}, tooMany("too many attempts from this address; wait a minute")
	}
	c, v := s.try(text)
	switch v {
	case codeRight:
	case codeDead:
		return Pairing{}, tooMany("too many wrong attempts at this code; get a new one from the backend")
	case codeSpent:
		return Pairing{}, spent()
	default:
		s.o.Log.Warn("wrong pairing code", "from", address)
		return Pairing{}, &Refusal{protocol.NewError(protocol.CodeInvalidAction, "code: is wrong or has expired; get a new one from the backend").Because(protocol.ReasonCodeWrong), "code", http.StatusForbidden}
	}
	r, err := s.make(Device{User: c.User, Name: name, Browser: browser})
	if err != nil {
		return Pairing{}, err
	}
	if err := s.o.Peers.Claim(c.Name); err != nil {
		_ = s.o.Store.RemoveDevice(r.ID) // nobody has its key
		if errors.Is(err, ErrTaken) {
			c.Used = true
			return Pairing{}, spent()
		}
		return Pairing{}, &Refusal{protocol.AsError(s.unkept(err)), "", http.StatusInternalServerError}
	}
	c.Used = true
	s.keep(c)
	return s.paired(r, address), nil
}

// make makes a key for a device and stores it. It is nobody's until paired. The
// caller holds the mutex.
func (s *Service) make(d Device) (*Credential, error) {
	names, n := map[string]bool{}, 0
	for _, r := range s.users[d.User] {
		names[r.Name] = true
		n++
	}
	if n >= maxDevices {
		return nil, &Refusal{protocol.NewError(protocol.CodeInvalidAction, "device: 100 browsers are paired already; revoke one first").Because(protocol.ReasonFull), "", http.StatusConflict}
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails: the process would end
	d.ID, d.Name, d.CreatedAt = uuid.NewString(), unused(d.Name, names), s.o.Now().UTC()
	r := &Credential{Device: d, Key: hex.EncodeToString(key)}
	if err := s.o.Store.PutDevice(*r); err != nil {
		return nil, &Refusal{protocol.AsError(s.unkept(err)), "", http.StatusInternalServerError}
	}
	return r, nil
}

// paired takes a device in, and returns what its browser is told. The caller holds
// the mutex.
func (s *Service) paired(r *Credential, address string) Pairing {
	s.add(r)
	s.o.Log.Info("device paired", "user", r.User, "device", r.ID, "name", r.Name, "enrolment", r.Enrolment, "from", address)
	if s.o.Paired != nil {
		s.o.Paired(r.User, r.ID)
	}
	return Pairing{DeviceID: r.ID, Key: r.Key, ServerURL: s.o.URL, DeviceName: r.Name}
}

func spent() *Refusal {
	return &Refusal{protocol.NewError(protocol.CodeInvalidAction, "code: was used already; get a new one from the backend").Because(protocol.ReasonCodeUsed), "code", http.StatusForbidden}
}

func tooMany(message string) *Refusal {
	return &Refusal{protocol.NewError(protocol.CodeInvalidAction, "code: "+message).Because(protocol.ReasonTooMany), "code", http.StatusTooManyRequests}
}

// unused makes a name that no other device of the user has, so that a device
// can be addressed by name.
func unused(name string, taken map[string]bool) string {
	free := name
	for i := 2; taken[free]; i++ {
		free = scan.Clip(name, 120) + " (" + strconv.Itoa(i) + ")"
	}
	return free
}
