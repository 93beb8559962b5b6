package pairing

import (
	"bytes"
	"encoding/hex"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

const testID = "abcdefghijklmnopabcdefghijklmnop"

// clock is a time that only the test moves.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func newService(t testing.TB, o Options) (*Service, *clock, *bytes.Buffer) {
	t.Helper()
	c := &clock{time.UnixMilli(1_700_000_000_000)}
	var log bytes.Buffer
	o.Now, o.Log = c.now, slog.New(slog.NewTextHandler(&log, nil))
	if o.ExtensionIDs == nil {
		o.ExtensionIDs = []string{testID}
	}
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return d, c, &log
}

func pair(t testing.TB, d *Service, user string) Pairing {
	t.Helper()
	p, err := d.Redeem(d.Issue(user).Text, "laptop", "Chromium 156", "127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRedeem_forgives_how_a_person_types(t *testing.T) {
	is := is.New(t)
	d, c, _ := newService(t, Options{})
	for _, change := range []func(string) string{
		func(s string) string { return s },
		strings.ToLower,
		func(s string) string { return strings.ReplaceAll(s, "-", "") },
		func(s string) string { return " " + strings.ReplaceAll(s, "-", " ") + " " },
		func(s string) string { return strings.NewReplacer("0", "o", "1", "l").Replace(s) },
	} {
		p, err := d.Redeem(change(d.Issue("ann").Text), "laptop", "", "127.0.0.1")
		is.NoErr(err)
		is.Equal(len(p.Key), 64)
		is.True(link.ValidDeviceID(p.DeviceID))
		c.t = c.t.Add(time.Minute)
	}
	names := ""
	for _, dev := range d.List("ann") {
		names += dev.Name + ";"
	}
	is.Equal(names, "laptop;laptop (2);laptop (3);laptop (4);laptop (5);")
	is.Equal(len(d.List("bob")), 0)
}

func TestRedeem_takes_a_code_once_and_for_ten_minutes(t *testing.T) {
	is := is.New(t)
	d, c, _ := newService(t, Options{})
	code := d.Issue("ann").Text
	_, err := d.Redeem(code, "laptop", "", "1")
	is.NoErr(err)
	_, err = d.Redeem(code, "laptop", "", "1")
	is.Equal(err.(*Refusal).Err.Reason, protocol.ReasonCodeUsed)
	code = d.Issue("ann").Text
	c.t = c.t.Add(codeLife + time.Second)
	_, err = d.Redeem(code, "laptop", "", "1")
	is.True(strings.Contains(err.Error(), "has expired"))
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
}

// Ten thousand guesses at a code that is known by name, from as many addresses
// as it takes to pass the rate limit: five are judged, the others are not.
func TestRedeem_judges_five_guesses_of_a_code(t *testing.T) {
	is := is.New(t)
	d, _, _ := newService(t, Options{})
	text := d.Issue("ann").Text
	other := d.Issue("ann").Text
	wrong, dead := 0, 0
	for i := range 10_000 {
		guess := text[:4] + letters[i%32:i%32+1] + letters[i/32%32:i/32%32+1] + "000000"
		_, err := d.Redeem(guess, "x", "", string(rune('a'+i/10)))
		switch r := err.(*Refusal); r.Status {
		case 403:
			wrong++
		case 429:
			dead++
		}
	}
	is.Equal(wrong, 5)
	is.Equal(dead, 9_995)
	_, err := d.Redeem(text, "x", "", "new") // the right one is dead too
	is.Equal(err.(*Refusal).Status, 429)
	_, err = d.Redeem(other, "x", "", "new") // another code is not harmed
	is.NoErr(err)
}

func TestRedeem_takes_ten_attempts_a_minute_from_an_address(t *testing.T) {
	is := is.New(t)
	d, c, _ := newService(t, Options{})
	judged := 0
	for range 10_000 {
		if _, err := d.Redeem("WRNG-WRNG-WRNG", "x", "", "10.0.0.1"); err.(*Refusal).Status == 403 {
			judged++
		}
	}
	is.Equal(judged, 10)
	for range 10_000 { // and as many in the minute that follows, one after the other
		c.t = c.t.Add(time.Minute / 10_000)
		if _, err := d.Redeem("WRNG-WRNG-WRNG", "x", "", "10.0.0.1"); err.(*Refusal).Status == 403 {
			judged++
		}
	}
	is.Equal(judged, 20)
	_, err := d.Redeem(d.Issue("ann").Text, "x", "", "10.0.0.2")
	is.NoErr(err) // another address is not held up
	c.t = c.t.Add(time.Minute)
	_, err = d.Redeem(d.Issue("ann").Text, "x", "", "10.0.0.1")
	is.NoErr(err)
}

func TestRedeem_bounds_what_it_remembers(t *testing.T) {
	is := is.New(t)
	d, c, _ := newService(t, Options{})
	for i := range maxAddresses + 100 {
		_, _ = d.Redeem("WRNG-WRNG-WRNG", "x", "", string(rune(i+1)))
	}
	is.True(len(d.tried.from) <= maxAddresses)
	c.t = c.t.Add(time.Minute)
	_, err := d.Redeem(d.Issue("ann").Text, "x", "", "after")
	is.NoErr(err)
	for range 100 {
		d.Issue("ann")
	}
	is.True(len(d.codes) <= codesPerUser+1)
}

func TestRedeem_names_the_field(t *testing.T) {
	is := is.New(t)
	d, _, _ := newService(t, Options{})
	for _, row := range []struct{ name, browser, field string }{
		{strings.Repeat("x", 129), "", "deviceName"},
		{"a\nb", "", "deviceName"},
		{"\xff", "", "deviceName"},
		{"ok", strings.Repeat("x", 129), "browser"},
	} {
		_, err := d.Redeem(d.Issue("ann").Text, row.name, row.browser, "1")
		is.Equal(err.(*Refusal).Field, row.field)
		is.Equal(err.(*Refusal).Status, 400)
	}
}

func TestRevoke_ends_a_pairing(t *testing.T) {
	is := is.New(t)
	var closed string
	d, c, _ := newService(t, Options{Revoked: func(user, device string) { closed = user + " " + device }})
	p := pair(t, d, "ann")
	is.True(d.Active("ann", p.DeviceID))
	is.True(!d.Active("bob", p.DeviceID))
	is.True(d.Revoke("bob", p.DeviceID) != nil) // not bob's
	is.True(d.Active("ann", p.DeviceID))
	is.NoErr(d.Revoke("ann", p.DeviceID))
	is.Equal(closed, "ann "+p.DeviceID)
	is.True(!d.Active("ann", p.DeviceID))
	h, at := hello(t, p, c.t)
	_, _, err := d.Verify(t.Context(), h, at, &protocol.Ack{})
	is.True(strings.Contains(err.Error(), "not paired"))
	is.True(d.Revoke("ann", p.DeviceID) != nil)
}

func TestNew_goes_on_with_what_the_store_has(t *testing.T) {
	is := is.New(t)
	k := &memory{}
	d, c, log := newService(t, Options{Store: k})
	p := pair(t, d, "ann")
	h, at := hello(t, p, c.t)
	_, _, err := d.Verify(t.Context(), h, at, &protocol.Ack{})
	is.NoErr(err)
	open, spent := d.Issue("ann").Text, d.Issue("ann").Text
	_, err = d.Redeem(spent, "x", "", "1")
	is.NoErr(err)
	is.True(!strings.Contains(log.String(), p.Key)) // never in a log

	again, c2, _ := newService(t, Options{Store: k})
	c2.t = c.t
	is.Equal(len(again.List("ann")), 2)
	is.Equal(again.Name("ann", p.DeviceID), p.DeviceName)
	_, _, err = again.Verify(t.Context(), h, at, &protocol.Ack{})
	is.True(err != nil && strings.Contains(err.Error(), "was used before")) // an overheard hello stays worthless
	h, at = hello(t, p, c.t)
	_, _, err = again.Verify(t.Context(), h, at, &protocol.Ack{})
	is.NoErr(err)
	_, err = again.Redeem(spent, "x", "", "1")
	is.Equal(err.(*Refusal).Status, 403) // used already
	_, err = again.Redeem(open, "x", "", "1")
	is.NoErr(err)
	is.NoErr(again.Revoke("ann", p.DeviceID))
	third, _, _ := newService(t, Options{Store: k})
	is.True(!third.Active("ann", p.DeviceID))
	for _, code := range k.codes { // what is kept does not show a secret
		is.Equal(len(code.Hash), 32)
	}
}

func TestRedeem_gives_no_key_that_cannot_be_stored(t *testing.T) {
	is := is.New(t)
	k := &memory{}
	d, _, _ := newService(t, Options{Store: k})
	code := d.Issue("ann").Text
	k.broken = errors.New("the disk is full")
	_, err := d.Redeem(code, "x", "", "1")
	is.Equal(err.(*Refusal).Status, 500)
	is.Equal(len(d.List("ann")), 0)
	k.broken = nil
	p, err := d.Redeem(code, "x", "", "1") // the code is still good
	is.NoErr(err)
	k.broken = errors.New("the disk is full")
	is.True(d.Revoke("ann", p.DeviceID) != nil) // said
	is.True(!d.Active("ann", p.DeviceID))       // and shut out all the same
}

// memory is a store that a test can break.
type memory struct {
	devices map[string]Credential
	codes   map[string]Code
	nonces  map[string]time.Time
	slots   map[string]bool
	broken  error
	full    bool // of devices alone
}

func (m *memory) Load() (Snapshot, error) {
	k := Snapshot{Nonces: m.nonces}
	for _, r := range m.devices {
		k.Devices = append(k.Devices, r)
	}
	for _, t := range m.codes {
		k.Codes = append(k.Codes, t)
	}
	return k, m.broken
}

func (m *memory) PutDevice(r Credential) error {
	if m.full {
		return errors.New("the disk is full")
	}
	if m.broken == nil {
		m.devices = put(m.devices, r.ID, r)
	}
	return m.broken
}

func (m *memory) RemoveDevice(id string) error {
	if m.broken == nil {
		delete(m.devices, id)
	}
	return m.broken
}

func (m *memory) PutCode(t Code) error {
	m.codes = put(m.codes, t.Name, t)
	return m.broken
}

func (m *memory) PutNonce(nonce string, at time.Time) error {
	m.nonces = put(m.nonces, nonce, at)
	return m.broken
}

func (m *memory) ClaimEnrolment(slot string, _ time.Time) error {
	if m.slots[slot] {
		return ErrTaken
	}
	m.slots = put(m.slots, slot, true)
	return m.broken
}

func (m *memory) FreeEnrolment(slot string) error {
	delete(m.slots, slot)
	return m.broken
}

func put[T any](m map[string]T, key string, v T) map[string]T {
	if m == nil {
		m = map[string]T{}
	}
	m[key] = v
	return m
}

func TestReadFile_refuses_what_others_could_read(t *testing.T) {
	for _, row := range []struct {
		name string
		make func(dir, file string) error
		want string
	}{
		{"a file open to others", func(_, file string) error { return os.Chmod(file, 0o644) }, "chmod 600"},
		{"a folder open to others", func(dir, _ string) error { return os.Chmod(dir, 0o755) }, "chmod 700"},
		{"a link in place of the file", func(dir, file string) error {
			if err := os.Rename(file, file+".real"); err != nil {
				return err
			}
			return os.Symlink(file+".real", file)
		}, "symbolic link"},
		{"a link in place of the folder", func(dir, _ string) error {
			if err := os.Rename(dir, dir+".real"); err != nil {
				return err
			}
			return os.Symlink(dir+".real", dir)
		}, "symbolic link"},
		{"a folder in place of the file", func(_, file string) error {
			if err := os.Remove(file); err != nil {
				return err
			}
			return os.Mkdir(file, 0o700)
		}, "regular file"},
		{"what is no JSON", func(_, file string) error { return os.WriteFile(file, []byte("{"), 0o600) }, "not a key file"},
		{"a file of another version", func(_, file string) error { return os.WriteFile(file, []byte(`{"version":2}`), 0o600) }, "not a key file"},
		{"a short key", func(_, file string) error {
			return os.WriteFile(file, []byte(`{"version":1,"devices":[{"id":"d","user":"u","key":"00"}]}`), 0o600)
		}, "devices[0].key"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			file := filepath.Join(t.TempDir(), "state", "devices.json")
			is.NoErr(os.Mkdir(filepath.Dir(file), 0o700))
			key := strings.Repeat("ab", 32)
			is.NoErr(os.WriteFile(file, []byte(`{"version":1,"devices":[{"id":"d","user":"u","name":"n","key":"`+key+`"}]}`), 0o600))
			list, err := ReadFile(file)
			is.NoErr(err)
			is.Equal(list, []Credential{{Device{ID: "d", User: "u", Name: "n"}, key}})
			is.NoErr(row.make(filepath.Dir(file), file))
			_, err = ReadFile(file)
			is.True(err != nil)
			is.True(strings.Contains(err.Error(), row.want))
			is.True(!strings.Contains(err.Error(), key))
		})
	}
}

// hello returns a hello with the proof of a pairing, as the extension makes it.
func hello(t testing.TB, p Pairing, at time.Time) (protocol.Hello, link.ChannelBinding) {
	t.Helper()
	place := link.ChannelBinding{SocketURL: "ws://127.0.0.1:48123/", ExtensionID: testID}
	h := protocol.Hello{ProtocolVersion: 4, ClientVersion: "1", Caps: &protocol.Caps{Device: &protocol.Device{ID: p.DeviceID}}}
	tok := link.Token{DeviceID: p.DeviceID, AtMS: at.UnixMilli(), Nonce: strings.ToLower(hex.EncodeToString([]byte(random(16))))}
	return sign(t, h, tok, place, p.Key), place
}

func sign(t testing.TB, h protocol.Hello, tok link.Token, at link.ChannelBinding, key string) protocol.Hello {
	t.Helper()
	k, err := hex.DecodeString(key)
	if err != nil {
		t.Fatal(err)
	}
	tok.MAC = hex.EncodeToString(sum(k, link.HelloInput(h, tok, at)))
	h.PairingToken = tok.String()
	return h
}
