package pairing

import (
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// table is a store that two services share.
type table struct {
	mu sync.Mutex
	memory
	claims map[string]bool
}

func (s *table) PutDevice(r Credential) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.memory.PutDevice(r)
}

func (s *table) PutNonce(nonce string, at time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.nonces[nonce]; there {
		return ErrTaken
	}
	return s.memory.PutNonce(nonce, at)
}

func (s *table) Device(id string) (*Credential, error) {
	if r, ok := s.devices[id]; ok {
		return &r, s.broken
	}
	return nil, s.broken
}

func (s *table) Code(name string) (*Code, error) {
	if t, ok := s.codes[name]; ok {
		return &t, s.broken
	}
	return nil, s.broken
}

func (s *table) Claim(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.claims[name] {
		return ErrTaken
	}
	if s.claims == nil {
		s.claims = map[string]bool{}
	}
	s.claims[name] = true
	return nil
}

func TestShared(t *testing.T) {
	is := is.New(t)
	s := &table{}
	var dropped []string
	a, c, _ := newService(t, Options{Store: s, Peers: s})
	b, _, _ := newService(t, Options{Store: s, Peers: s, Now: func() time.Time { return c.t }, Dropped: func(_, device string) { dropped = append(dropped, device) }})

	code := a.Issue("ann").Text
	p, err := b.Redeem(code, "laptop", "", "1") // made at one, redeemed at the other
	is.NoErr(err)
	_, err = a.Redeem(code, "another", "", "2")
	is.True(err != nil) // once for all of them
	is.Equal(len(s.devices), 1)

	h, at := hello(t, p, c.t)
	ack := protocol.Ack{}
	user, _, err := a.Verify(t.Context(), h, at, &ack) // a had not heard of it
	is.NoErr(err)
	is.Equal(user, "ann")
	_, _, err = b.Verify(t.Context(), h, at, &ack)
	is.Equal(protocol.AsError(err).Message, replayed().Message) // a hello is good for one of them

	record := s.devices[p.DeviceID]
	is.NoErr(a.Revoke("ann", p.DeviceID))
	b.Forget(p.DeviceID)
	is.Equal(dropped, []string{p.DeviceID})
	b.Learn(record) // an old copy of the table
	is.True(!b.Active("ann", p.DeviceID))

	s.broken = errBroken
	h, at = hello(t, Pairing{DeviceID: "other", Key: p.Key}, c.t)
	_, _, err = a.Verify(t.Context(), h, at, &ack)
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal) // not "not paired", which would end the browser's trying
}

var errBroken = protocol.NewError(protocol.CodeInternal, "broken")
