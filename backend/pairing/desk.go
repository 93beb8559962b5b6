package pairing

import (
	"log/slog"
	"net/http"
	"sort"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/zapvol/bua/core/protocol"
)

// Options configures a [Desk]; every field may be zero.
type Options struct {
	// File is where the keys are kept. Empty keeps them in memory, for a
	// browser that does not outlive the process.
	File string
	// Tokens are plain bearer tokens and the user that each stands for. They
	// go over the wire, so they are for servers behind TLS.
	Tokens map[string]string
	// Revoked is called after a device has been revoked, to close its socket.
	Revoked func(user, device string)

	// ExtensionID is the extension that may redeem a code over HTTP.
	ExtensionID string
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
	// LastSeen is the last handshake. It reaches the file with its next change.
	LastSeen time.Time `json:"lastSeen,omitzero"`
}

// Desk hands out codes and keys. Use [New].
type Desk struct {
	o Options

	mu sync.Mutex
	// devices are all keys, by device id; the file is a copy of it.
	devices map[string]*record
	codes   map[string]*code
	rate    rate
	nonces  nonces
}

// record is a device with its key, 64 hex digits.
type record struct {
	Device
	Key string `json:"key"`
}

// New returns a desk with the keys of the file. It refuses a file or a folder
// that others can read or that is a symbolic link.
func New(o Options) (*Desk, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Address == nil {
		o.Address = remoteHost
	}
	d := &Desk{o: o, devices: map[string]*record{}, codes: map[string]*code{},
		rate: rate{hits: map[string][]time.Time{}}, nonces: nonces{seen: map[string]time.Time{}}}
	if o.File != "" {
		devices, err := load(o.File)
		if err != nil {
			return nil, err
		}
		d.devices = devices
	}
	return d, nil
}

// List returns the user's devices, oldest first.
func (d *Desk) List(user string) []Device {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := []Device{}
	for _, r := range d.devices {
		if r.User == user {
			list = append(list, r.Device)
		}
	}
	sort.Slice(list, func(i, j int) bool {
		if !list[i].CreatedAt.Equal(list[j].CreatedAt) {
			return list[i].CreatedAt.Before(list[j].CreatedAt)
		}
		return list[i].ID < list[j].ID
	})
	return list
}

// Active reports whether a device is paired for that user. A device that came
// with a plain token is as long as a token of the user is configured.
func (d *Desk) Active(user, device string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if r := d.devices[device]; r != nil {
		return r.User == user
	}
	if strings.HasPrefix(device, plainPrefix) {
		for _, u := range d.o.Tokens {
			if u == user {
				return true
			}
		}
	}
	return false
}

// Name returns the name of a device in the list, "" when there is none. It is
// what the device is called everywhere, whatever name its hello brings along.
func (d *Desk) Name(user, device string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if r := d.devices[device]; r != nil && r.User == user {
		return r.Name
	}
	return ""
}

// Rename gives a device another name. The error is invalid_action when the
// user has no such device or the name is none.
func (d *Desk) Rename(user, device, name string) error {
	name, err := cleanName("name", name)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.devices[device]
	if r == nil || r.User != user {
		return unknown(device)
	}
	old := r.Name
	r.Name = name
	if err := d.save(); err != nil {
		r.Name = old
		return err
	}
	return nil
}

// Revoke ends a pairing for good: the key is gone from the file before the
// live socket is closed, so that no new one can come in between.
func (d *Desk) Revoke(user, device string) error {
	d.mu.Lock()
	r := d.devices[device]
	if r == nil || r.User != user {
		d.mu.Unlock()
		return unknown(device)
	}
	delete(d.devices, device)
	if err := d.save(); err != nil {
		d.devices[device] = r
		d.mu.Unlock()
		return err
	}
	d.mu.Unlock()
	d.o.Log.Info("device revoked", "user", user, "device", device)
	if d.o.Revoked != nil {
		d.o.Revoked(user, device)
	}
	return nil
}

func unknown(device string) error {
	return protocol.NewError(protocol.CodeInvalidAction, "device: "+clip(device, 64)+" is not paired; list the devices to see which are")
}

// save writes the file. The caller holds the mutex.
func (d *Desk) save() error {
	if d.o.File == "" {
		return nil
	}
	if err := store(d.o.File, d.devices); err != nil {
		d.o.Log.Error("the device keys could not be stored", "err", err)
		return protocol.NewError(protocol.CodeInternal, "the device keys could not be stored: nothing was changed; see the backend's log")
	}
	return nil
}

// cleanName checks a name that a person or an extension chose.
func cleanName(field, name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > 128 || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return "", fieldError(field, "must be 1 to 128 bytes of text without control characters")
	}
	return name, nil
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
