package secrets

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/core/protocol"
)

// Ring is a keyring of the operating system. Its methods may wait for the
// person.
type Ring interface {
	Set(key, value string) error
	Get(key string) (string, error)
	Delete(key string) error
}

// Vault is the secrets in one file.
type Vault struct {
	// File has names and origins, and the values that are in no keyring.
	File string
	// Ring is nil where there is none.
	Ring Ring
}

// Entry is a secret without its value.
type Entry struct {
	User    string   `json:"user"`
	Name    string   `json:"name"`
	Origins []string `json:"origins"`
	// AnyField says that it may go into a field of any kind, not only into those
	// of a login.
	AnyField bool `json:"anyField,omitempty"`
	// Keyring says that the value is in the keyring.
	Keyring bool `json:"keyring,omitempty"`
}

// Secret is an entry with its value.
type Secret struct {
	Entry
	Value string
}

type record struct {
	Entry
	Value string `json:"value,omitempty"`
}

type content struct {
	Version int      `json:"version"`
	Secrets []record `json:"secrets"`
}

// maxFile bounds what is read.
const maxFile = 16 << 20

// Set stores a secret in place of what its user had under its name. It says
// whether the keyring has the value.
func (v *Vault) Set(s Secret) (keyring bool, err error) {
	user, name, origins, value := s.User, s.Name, s.Origins, s.Value
	if err := CheckName(name); err != nil {
		return false, err
	}
	if err := checkValue(value); err != nil {
		return false, err
	}
	if len(origins) == 0 {
		return false, invalid("--origin: name at least one, such as https://example.com: a secret goes nowhere else")
	}
	if len(origins) > protocol.MaxOrigins {
		return false, invalid("--origin: a secret has 32 at most")
	}
	r := record{Entry: Entry{User: user, Name: name, AnyField: s.AnyField}}
	for _, o := range origins {
		o, err := ParseOrigin(o)
		if err != nil {
			return false, err
		}
		if !slices.Contains(r.Origins, o) {
			r.Origins = append(r.Origins, o)
		}
	}
	c, err := v.read()
	if err != nil {
		return false, err
	}
	if v.Ring != nil && v.Ring.Set(key(user, name), value) == nil {
		r.Keyring = true
	} else {
		r.Value = value
	}
	old := c.drop(user, name)
	c.Secrets = append(c.Secrets, r)
	if err := v.write(c); err != nil {
		return false, err
	}
	if old != nil && old.Keyring && !r.Keyring && v.Ring != nil {
		_ = v.Ring.Delete(key(user, name)) // an old value that nothing names any more
	}
	return r.Keyring, nil
}

// List returns a user's secrets by name, those of everybody for "".
func (v *Vault) List(user string) ([]Entry, error) {
	c, err := v.read()
	if err != nil {
		return nil, err
	}
	list := []Entry{}
	for _, r := range c.Secrets {
		if user == "" || r.User == user {
			list = append(list, r.Entry)
		}
	}
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.User+"\x00"+a.Name, b.User+"\x00"+b.Name) })
	return list, nil
}

// Remove forgets a secret. Error: invalid_action when there is none such.
func (v *Vault) Remove(user, name string) error {
	c, err := v.read()
	if err != nil {
		return err
	}
	old := c.drop(user, name)
	if old == nil {
		return invalid("there is no secret of that name; bua secret list shows them")
	}
	if old.Keyring {
		if v.Ring == nil {
			return errors.New("the secret is in the keyring, which cannot be reached from here: run this where the keyring is unlocked")
		}
		if err := v.Ring.Delete(key(user, name)); err != nil {
			return errors.New("the keyring does not let go of the secret: unlock it and try again")
		}
	}
	return v.write(c)
}

// Value returns the secret of that name. Errors: invalid_action when there is
// none, internal_error when it cannot be had now.
func (v *Vault) Value(user, name string) (Secret, error) {
	c, err := v.read()
	if err != nil {
		return Secret{}, unread()
	}
	var names []string
	for _, r := range c.Secrets {
		switch {
		case r.User != user:
		case r.Name == name:
			return v.open(r)
		default:
			names = append(names, r.Name)
		}
	}
	known := "none is stored"
	if len(names) > 0 {
		slices.Sort(names)
		known = "stored are " + strings.Join(names, ", ")
	}
	return Secret{}, protocol.NewError(protocol.CodeInvalidAction, "secret: there is none of that name, "+known+"; ask the person to store it with bua secret set")
}

// All returns a user's secrets, to look for their values. Error: internal_error
// when one of them cannot be had now.
func (v *Vault) All(user string) ([]Secret, error) {
	c, err := v.read()
	if err != nil {
		return nil, unread()
	}
	var all []Secret
	for _, r := range c.Secrets {
		if r.User != user {
			continue
		}
		s, err := v.open(r)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// Changed reports whether the file is another than when since was what Changed
// returned; now is what it is like at present, nil for none.
func (v *Vault) Changed(since fs.FileInfo) (now fs.FileInfo, changed bool) {
	now, err := os.Lstat(v.File)
	if err != nil {
		return nil, since != nil
	}
	return now, since == nil || !os.SameFile(now, since) || now.Size() != since.Size() || !now.ModTime().Equal(since.ModTime()) || now.Mode() != since.Mode()
}

// open gets the value of a secret from where it is.
func (v *Vault) open(r record) (Secret, error) {
	if !r.Keyring {
		return Secret(r), nil
	}
	if v.Ring != nil {
		if value, err := v.Ring.Get(key(r.User, r.Name)); err == nil && checkValue(value) == nil {
			return Secret{r.Entry, value}, nil
		}
	}
	return Secret{}, protocol.NewError(protocol.CodeInternal, "secret: the keyring does not give out "+r.Name+", which is needed to fill it in and to keep it out of answers, so nothing was done; ask the person to unlock the keyring, or to run bua secret set or bua secret remove").NotDone()
}

func unread() error {
	return protocol.NewError(protocol.CodeInternal, "secret: the secrets cannot be read, so nothing was done; ask the person to run bua secret list, which says why").NotDone()
}

func (c *content) drop(user, name string) (old *record) {
	c.Secrets = slices.DeleteFunc(c.Secrets, func(r record) bool {
		if r.User == user && r.Name == name {
			old = &r
		}
		return old == &r
	})
	return old
}

func (v *Vault) read() (*content, error) {
	c := &content{Version: 1}
	data, err := private.Read(v.File, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if d.Decode(c) != nil || c.Version != 1 { // the decoder's error may quote a value
		return nil, &private.Problem{Says: v.File + " does not hold secrets of this version", Do: "move it away and set them again"}
	}
	return c, nil
}

func (v *Vault) write(c *content) error {
	data, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return private.Write(v.File, data)
}

func key(user, name string) string { return user + "/" + name }

func invalid(message string) error { return protocol.NewError(protocol.CodeInvalidAction, message) }
