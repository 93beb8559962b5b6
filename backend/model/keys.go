package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/zapvol/bua/backend/internal/private"
	core "github.com/zapvol/bua/core/model"
)

// Ring is a keyring of the operating system. Its methods may wait for the person.
type Ring interface {
	Set(key, value string) error
	Get(key string) (string, error)
	Delete(key string) error
}

// Keys are the providers' keys: in the keyring, under names that no secret of a page
// can have, or where there is none in a file of their own. A key leaves by
// [Store.Config] alone, into a [Config].
type Keys struct {
	// File says which providers have a key, and has the keys that no keyring has.
	File string
	// Ring is nil where there is none.
	Ring Ring
	// Env reads a variable of the environment, nil for none. What [Variable] names
	// goes before what is stored; no other is looked at.
	Env func(name string) string
}

// KeyPlace is where a key is.
type KeyPlace string

// The places.
const (
	Nowhere       KeyPlace = ""
	InKeyring     KeyPlace = "keyring"
	InFile        KeyPlace = "file"
	InEnvironment KeyPlace = "environment"
)

type kept struct {
	Provider string `json:"provider"`
	// Keyring says that the keyring has it.
	Keyring bool   `json:"keyring,omitempty"`
	Key     string `json:"key,omitempty"`
}

type keyFile struct {
	Version int    `json:"version"`
	Keys    []kept `json:"keys"`
}

// maxKeys bounds what is read.
const maxKeys = 1 << 20

// Variable is the environment's variable that holds a provider's key where the person
// has set it, "" for a provider that has none: two could have the same.
func Variable(provider string) string {
	if core.CheckName(provider) != nil || strings.Contains(provider, ".") {
		return ""
	}
	return "BUA_MODEL_KEY_" + strings.ToUpper(strings.ReplaceAll(provider, "-", "_"))
}

// CheckKey refuses what is no key, such as one that was copied with what stood beside
// it.
func CheckKey(key string) error {
	other := func(c rune) bool { return c <= ' ' || c > '~' }
	if key == "" || len(key) > 4096 || strings.ContainsFunc(key, other) || strings.Trim(key, `"'`) != key {
		return errors.New("the key must be 1 to 4096 letters, digits and signs without spaces or quotes around it: copy it again, alone")
	}
	return nil
}

// Set stores a provider's key in place of what it had, and says where.
func (k *Keys) Set(provider, key string) (KeyPlace, error) {
	if err := core.CheckName(provider); err != nil {
		return Nowhere, err
	}
	if err := CheckKey(key); err != nil {
		return Nowhere, err
	}
	f, err := k.read()
	if err != nil {
		return Nowhere, err
	}
	row := kept{Provider: provider}
	if k.Ring != nil && k.Ring.Set(ringName(provider), key) == nil {
		row.Keyring = true
	} else {
		row.Key = key
	}
	old := f.drop(provider)
	f.Keys = append(f.Keys, row)
	if err := k.write(f); err != nil {
		return Nowhere, err
	}
	if old.Keyring && !row.Keyring && k.Ring != nil {
		_ = k.Ring.Delete(ringName(provider)) // an old one that nothing names any more
	}
	return row.place(), nil
}

// Place says where a provider's key is. No key leaves.
func (k *Keys) Place(provider string) (KeyPlace, error) {
	if k.env(provider) != "" {
		return InEnvironment, nil
	}
	f, err := k.read()
	if err != nil {
		return Nowhere, err
	}
	return f.find(provider).place(), nil
}

// Remove forgets a provider's key. One that is not there is forgotten.
func (k *Keys) Remove(provider string) error {
	f, err := k.read()
	if err != nil {
		return err
	}
	switch old := f.drop(provider); {
	case old.Provider == "":
		return nil
	case old.Keyring && k.Ring == nil:
		return errors.New("the key is in the keyring, which cannot be reached from here: run this where the keyring is unlocked")
	case old.Keyring && k.Ring.Delete(ringName(provider)) != nil:
		return errors.New("the keyring does not let go of the key: unlock it and try again")
	}
	return k.write(f)
}

// get returns a provider's key, "" where there is none.
func (k *Keys) get(provider string) (string, error) {
	key := k.env(provider)
	if key != "" {
		if CheckKey(key) != nil {
			return "", errors.New(Variable(provider) + " in the environment holds no key: set it again, or unset it")
		}
		return key, nil
	}
	f, err := k.read()
	if err != nil {
		return "", err
	}
	r := f.find(provider)
	if !r.Keyring {
		return r.Key, nil
	}
	if k.Ring != nil {
		if key, err := k.Ring.Get(ringName(provider)); err == nil && CheckKey(key) == nil {
			return key, nil
		}
	}
	return "", fmt.Errorf("the keyring does not give out the key of %s: unlock it, or forget the key with: bua models remove %[1]s", provider)
}

func (k *Keys) env(provider string) string {
	if name := Variable(provider); k.Env != nil && name != "" {
		return k.Env(name)
	}
	return ""
}

// ringName is a key's name in the keyring. It has no slash, as every name of a secret
// of a page has (package secrets), so no page can be given one.
func ringName(provider string) string { return "model:" + provider }

func (r kept) place() KeyPlace {
	switch {
	case r.Provider == "":
		return Nowhere
	case r.Keyring:
		return InKeyring
	}
	return InFile
}

func (f *keyFile) find(provider string) kept {
	for _, r := range f.Keys {
		if r.Provider == provider {
			return r
		}
	}
	return kept{}
}

func (f *keyFile) drop(provider string) kept {
	old := f.find(provider)
	f.Keys = slices.DeleteFunc(f.Keys, func(r kept) bool { return r.Provider == provider })
	return old
}

func (k *Keys) read() (*keyFile, error) {
	f := &keyFile{Version: 1}
	data, err := private.Read(k.File, maxKeys)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	if json.NewDecoder(bytes.NewReader(data)).Decode(f) != nil || f.Version != 1 { // the decoder's error may quote a key
		return nil, &private.Problem{Says: k.File + " does not hold keys of this version", Do: "move it away and add the models again with: bua models add PROVIDER/MODEL"}
	}
	return f, nil
}

func (k *Keys) write(f *keyFile) error {
	if len(f.Keys) == 0 {
		if err := os.Remove(k.File); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	data, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return private.Write(k.File, append(data, '\n'))
}
