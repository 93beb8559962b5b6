package pairing

import (
	"cmp"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/time/rate"

	"github.com/zapvol/bua/backend/internal/loopback"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Options configures a [Service]; every field may be zero.
type Options struct {
	// Store keeps the keys, the codes and the nonces over a restart. Nil keeps
	// them in memory, for a browser that does not outlive the process.
	Store Store
	// Peers is what other backends have put into the store, nil when there are none.
	Peers Peers
	// Enrolment says what a token of an organisation's policy is worth, and false for
	// one that is worth nothing; nil where there are none.
	Enrolment func(token string) (Enrolment, bool)
	// Paired is called after a device has got its key. It must not call back.
	Paired func(user, device string)
	// Revoked is called after a device has been revoked, to close its socket.
	Revoked func(user, device string)
	// Dropped is the same for a device that another backend has revoked.
	Dropped func(user, device string)

	// ExtensionIDs are the extensions that may redeem a code over HTTP.
	ExtensionIDs []string
	// Hosts are the values of Host that the HTTP handler serves. Empty means
	// the loopback names with the port that the request came in on.
	Hosts []string
	// URL is the socket URL that a paired extension dials. Empty means
	// /ws/browser on the host that the code was redeemed at.
	URL string
	// Address returns the client's address for the rate limit. The default is
	// the host of RemoteAddr.
	Address func(*http.Request) string

	// Log defaults to slog.Default.
	Log *slog.Logger
	// Now defaults to time.Now.
	Now func() time.Time
}

// maxDevices is how many devices a user may have.
const maxDevices = 100

// Device is one paired browser, without its key.
type Device struct {
	ID        string    `json:"id"`
	User      string    `json:"user"`
	Name      string    `json:"name"`
	Browser   string    `json:"browser,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
	// LastSeen is the last handshake. It reaches the store with the device's
	// next change.
	LastSeen time.Time `json:"lastSeen,omitzero"`
	// Version is that of its extension at the last handshake, and Policy what it
	// said of the organisation's policy. They reach the store as LastSeen does: a
	// handshake writes no device, since one that is being revoked would come back.
	Version string `json:"version,omitempty"`
	Policy  Policy `json:"policy,omitempty"`
	// Enrolment is the name of the token that it came by, "" for a code.
	Enrolment string `json:"enrolment,omitempty"`
}

// Service hands out codes and keys. Use [New].
type Service struct {
	o Options

	mu sync.Mutex
	// devices are all keys, by device id, and users the same by user and id;
	// the store has a copy.
	devices map[string]*Credential
	users   map[string]map[string]*Credential
	codes   map[string]*Code
	// revoked are ids that may not come back: what the store tells may be old.
	// Ids are never used again.
	revoked map[string]bool
	tried   attempts
	nonces  nonces
}

// New returns a service with what the store has.
func New(o Options) (*Service, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Address == nil {
		o.Address = loopback.Caller
	}
	s := &Service{o: o, devices: map[string]*Credential{}, users: map[string]map[string]*Credential{}, codes: map[string]*Code{}, revoked: map[string]bool{},
		tried: attempts{from: map[string]*rate.Limiter{}}, nonces: nonces{seen: map[string]time.Time{}}}
	if o.Store == nil {
		s.o.Store = forgetful{}
	}
	if o.Peers == nil {
		s.o.Peers = noPeers{}
	}
	kept, err := s.o.Store.Load()
	if err != nil {
		return nil, err
	}
	for _, r := range kept.Devices {
		if err := r.check(); err != nil {
			return nil, err
		}
		s.add(&r)
	}
	for _, t := range kept.Codes {
		s.codes[t.Name] = &t
	}
	maps.Copy(s.nonces.seen, kept.Nonces)
	return s, nil
}

// add and remove change the maps. The caller holds the mutex, or is New.
func (s *Service) add(r *Credential) {
	s.devices[r.ID] = r
	if s.users[r.User] == nil {
		s.users[r.User] = map[string]*Credential{}
	}
	s.users[r.User][r.ID] = r
}

func (s *Service) remove(r *Credential) {
	delete(s.devices, r.ID)
	delete(s.users[r.User], r.ID)
	if len(s.users[r.User]) == 0 {
		delete(s.users, r.User)
	}
}

// List returns the user's devices, oldest first.
func (s *Service) List(user string) []Device {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []Device{}
	for _, r := range s.users[user] {
		list = append(list, r.Device)
	}
	slices.SortFunc(list, func(a, b Device) int { return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.ID, b.ID)) })
	return list
}

// Active reports whether a device is paired for that user.
func (s *Service) Active(user, device string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.devices[device]
	return r != nil && r.User == user
}

// Name returns the name of a device in the list, "" when there is none. It is
// what the device is called everywhere, whatever name its hello brings along.
func (s *Service) Name(user, device string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.devices[device]; r != nil && r.User == user {
		return r.Name
	}
	return ""
}

// Revoke ends a pairing for good: the key is void before the live socket is
// closed, so that no new one can come in between, and the slow disk comes last.
// When the store cannot forget the key, it is void all the same until the
// backend ends, and the error says so.
func (s *Service) Revoke(user, device string) error {
	s.mu.Lock()
	r := s.devices[device]
	if r == nil || r.User != user {
		s.mu.Unlock()
		return unknown(device)
	}
	s.remove(r)
	s.revoked[device] = true
	s.mu.Unlock()
	s.o.Log.Info("device revoked", "user", user, "device", device)
	if s.o.Revoked != nil {
		s.o.Revoked(user, device)
	}
	if err := s.o.Store.RemoveDevice(device); err != nil {
		s.o.Log.Error("a revoked device's key could not be removed from the store", "user", user, "device", device, "err", err)
		return protocol.NewError(protocol.CodeInternal, "the device is shut out now, but its key could not be removed from the store: revoke it again after the backend's next start; see its log")
	}
	return nil
}

func unknown(device string) error {
	return protocol.NewError(protocol.CodeInvalidAction, "device: "+scan.Clip(device, 64)+" is not paired; list the devices to see which are")
}

// unkept says that a change could not be stored.
func (s *Service) unkept(err error) error {
	s.o.Log.Error("the device keys could not be stored", "err", err)
	return protocol.NewError(protocol.CodeInternal, "the device keys could not be stored: nothing was changed; see the backend's log")
}

// cleanName checks a name that a person or an extension chose.
func cleanName(field, name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > 128 || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return "", fieldError(field, "must be 1 to 128 bytes of text without control characters")
	}
	return name, nil
}
