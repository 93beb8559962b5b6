package pairing

import (
	"maps"
	"slices"
	"time"
)

// Peers is what the services of other backends have put into the store that they
// all have. What a service learns late from the others ([Service.Learn],
// [Service.Forget]) it looks up here.
type Peers interface {
	// Device and Code return what another backend has put, nil when there is none.
	Device(id string) (*Credential, error)
	Code(name string) (*Code, error)
	// Claim uses a one-time code up, for one caller of all. Error: [ErrTaken].
	Claim(name string) error
}

// noPeers is where there is no other backend.
type noPeers struct{}

func (noPeers) Device(string) (*Credential, error) { return nil, nil }
func (noPeers) Code(string) (*Code, error)         { return nil, nil }
func (noPeers) Claim(string) error                 { return nil }

// Learn takes over a device that another backend has put, unless it was revoked:
// what is read may be older than that.
func (s *Service) Learn(r Credential) {
	if r.check() != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.revoked[r.ID] {
		return
	}
	if have := s.devices[r.ID]; have != nil {
		r.LastSeen = have.LastSeen
	}
	s.add(&r)
}

// Forget shuts a device out that another backend has revoked, and closes its socket.
func (s *Service) Forget(device string) {
	s.mu.Lock()
	s.revoked[device] = true
	r := s.devices[device]
	if r != nil {
		s.remove(r)
	}
	s.mu.Unlock()
	if r != nil && s.o.Dropped != nil {
		s.o.Dropped(r.User, device)
	}
}

// Devices are the ids of all devices.
func (s *Service) Devices() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.devices))
}

// Older reports whether a device was made before then.
func (s *Service) Older(device string, then time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.devices[device]
	return r != nil && r.CreatedAt.Before(then)
}

// lookUp finds a device that another backend may have put a moment ago. The
// caller does not hold the mutex.
func (s *Service) lookUp(id string) error {
	s.mu.Lock()
	known := s.devices[id] != nil || s.revoked[id]
	s.mu.Unlock()
	if known {
		return nil
	}
	r, err := s.o.Peers.Device(id)
	if err == nil && r != nil && r.ID == id {
		s.Learn(*r)
	}
	return err
}

// lookUpCode does the same for a code.
func (s *Service) lookUpCode(text string) {
	name, _, ok := parts(text)
	if !ok {
		return
	}
	s.mu.Lock()
	known := s.codes[name] != nil
	s.mu.Unlock()
	if known {
		return
	}
	if c, err := s.o.Peers.Code(name); err == nil && c != nil && c.Name == name {
		s.mu.Lock()
		if s.codes[name] == nil {
			s.codes[name] = c
		}
		s.mu.Unlock()
	}
}
