package model

import (
	"errors"
	"strings"
)

// Allowed is a row of an organisation's list of models.
type Allowed struct {
	Provider string
	// Model is the only one of the provider's, "" for all of them.
	Model string
	// Base is where the provider is, "" for a preset.
	Base string
}

// ParseAllowed reads "PROVIDER/MODEL", "PROVIDER/*", or one of them and an address, by which
// the provider is another server that speaks Chat Completions. A preset is where it is: a
// key that was given for it goes nowhere else.
func ParseAllowed(row string, presets []Provider) (a Allowed, err error) {
	name, base, _ := strings.Cut(strings.TrimSpace(row), " ")
	base = strings.TrimSpace(base)
	if a.Provider, a.Model, err = SplitName(name); err != nil {
		return a, err
	}
	if a.Model == "*" {
		a.Model = ""
	}
	a.Base = base
	preset, is := find(presets, a.Provider)
	switch {
	case base == "" && (!is || preset.Base == ""):
		return a, errors.New("there is no provider " + a.Provider + ": write an address behind the model, https://llm.example.com/v1")
	case base != "" && is:
		return a, errors.New("the provider " + a.Provider + " is where it is: give the one at " + base + " another name")
	case base != "":
		return a, checkOwn(base)
	}
	return a, nil
}

// Allows reports whether the row is about a model.
func (a Allowed) Allows(provider, model string) bool {
	return a.Provider == provider && (a.Model == "" || a.Model == model)
}

// Custom is the preset of a server at an address of one's own.
const Custom = "custom"

// OwnName names the provider at an address by its host. Taken says that a name is another's.
func OwnName(base string, taken func(name string) bool) string {
	_, rest, _ := strings.Cut(base, "://")
	rest, _, _ = strings.Cut(rest, "/")
	name := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '.':
			return r
		}
		return '-'
	}, rest), "-")
	if len(name) > 36 {
		name = name[:36]
	}
	if name == "" {
		name = "server"
	}
	for try, n := name, byte('2'); ; n++ {
		if !taken(try) || n > '9' {
			return try
		}
		try = name + "-" + string(n)
	}
}

// CheckOwn refuses what cannot be a model of a server at an address of one's own. The error
// begins with the name of the field.
func CheckOwn(base, model, key string) error {
	if err := checkOwn(base); err != nil {
		return errors.New("address: " + err.Error())
	}
	if _, _, err := SplitName(Custom + "/" + model); err != nil {
		return errors.New("model: must be the name by which the server knows it, such as qwen3")
	}
	return CheckKey(key)
}

// CheckKey refuses what no header can carry.
func CheckKey(key string) error {
	for i := range len(key) {
		if key[i] <= ' ' || key[i] > '~' {
			return errors.New("key: must be one word of letters, digits and signs; look at what was pasted")
		}
	}
	return nil
}

// checkOwn refuses an address to which others on the way could read what goes there.
func checkOwn(base string) error {
	if err := checkBase(base); err != nil {
		return errors.New("must be https:// and a host, or http://127.0.0.1, and a path at most, such as https://llm.example.com/v1")
	}
	if !sealed(base) {
		return errors.New("must be https://: on http:// everybody on the way reads along, but for this computer itself")
	}
	return nil
}

// find is a provider of that name.
func find(list []Provider, name string) (Provider, bool) {
	for _, p := range list {
		if p.Name == name {
			return p, true
		}
	}
	return Provider{}, false
}
