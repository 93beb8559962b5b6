package pairing

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/zapvol/bua/core/protocol"
)

// Enrolment is what a token of an organisation's policy is worth.
type Enrolment struct {
	// Name tells it from others and is no secret.
	Name string
	// User is whose the devices are to be, Devices how many of them in all: one that
	// is revoked makes no room for another.
	User    string
	Devices int
}

// minToken is how long an enrolment token is at least. A code is far shorter.
const minToken = 32

// EnrolmentName is the name of a token: some of its hash.
func EnrolmentName(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:8])
}

// enrol exchanges a token of the organisation's for a device key. The second
// answer is false for what is no such token.
func (s *Service) enrol(token, name, browser, address string) (Pairing, bool, error) {
	if s.o.Enrolment == nil || len(token) < minToken {
		return Pairing{}, false, nil
	}
	s.mu.Lock()
	allowed := s.tried.allow(address, s.o.Now())
	s.mu.Unlock()
	if !allowed {
		return Pairing{}, true, tooMany("too many attempts from this address; wait a minute")
	}
	e, ok := s.o.Enrolment(token)
	if !ok {
		s.o.Log.Warn("wrong enrolment", "from", address)
		return Pairing{}, true, &Refusal{protocol.NewError(protocol.CodeInvalidAction, "enrolment: is wrong, has ended or was taken back; ask the administrator for another in the policy").Because(protocol.ReasonCodeWrong), "code", http.StatusForbidden}
	}
	slot, err := s.claim(e)
	if err != nil {
		return Pairing{}, true, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r, err := s.make(Device{User: e.User, Name: name, Browser: browser, Enrolment: e.Name})
	if err != nil {
		if err := s.o.Store.FreeEnrolment(slot); err != nil { // nobody has its key
			s.o.Log.Error("an enrolment that failed could not be given back", "enrolment", e.Name, "err", err)
		}
		return Pairing{}, true, err
	}
	return s.paired(r, address), true, nil
}

// claim takes one of the enrolment's places, for good.
func (s *Service) claim(e Enrolment) (slot string, err error) {
	for n := range e.Devices {
		slot := e.Name + "-" + strconv.Itoa(n)
		switch err := s.o.Store.ClaimEnrolment(slot, s.o.Now()); {
		case err == nil:
			return slot, nil
		case !errors.Is(err, ErrTaken):
			return "", &Refusal{protocol.AsError(s.unkept(err)), "", http.StatusInternalServerError}
		}
	}
	s.o.Log.Warn("an enrolment is used up", "user", e.User, "enrolment", e.Name, "devices", e.Devices)
	return "", &Refusal{protocol.NewError(protocol.CodeInvalidAction, "enrolment: was exchanged for as many browsers as it was made for; ask the administrator for another in the policy").Because(protocol.ReasonCodeUsed), "code", http.StatusForbidden}
}

// Users lists whoever has a device.
func (s *Service) Users() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.users))
}

// Policy is what a browser says of the organisation's policy in it.
type Policy string

// The states of a policy.
const (
	PolicyNone   Policy = ""
	PolicyHolds  Policy = "in force"
	PolicyFaulty Policy = "in force, with mistakes"
)

// policyOf reads it from a hello.
func policyOf(h protocol.Hello) Policy {
	state := PolicyNone
	if h.Caps == nil {
		return state
	}
	for _, f := range h.Caps.Features {
		switch {
		case f == protocol.FeatureManagedFaults:
			return PolicyFaulty
		case f == protocol.FeatureManaged:
			state = PolicyHolds
		}
	}
	return state
}
