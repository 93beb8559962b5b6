package model

import (
	"cmp"
	"strings"

	core "github.com/zapvol/bua/core/model"
)

// AddOwn adds a model of a server at an address of the person's own, which is named by its
// host. What was given for another address stays with that.
func (s *Store) AddOwn(base, model, key string) error {
	base = strings.TrimRight(base, "/")
	if err := core.CheckOwn(base, model, key); err != nil {
		return err
	}
	x, err := s.Settings()
	if err != nil {
		return err
	}
	own := core.Provider{Name: core.OwnName(base, func(name string) bool {
		p, ok := x.Provider(name)
		return ok && p.Base != base
	}), Base: base}
	if key != "" {
		if _, err := s.Keys.Set(own.Name, key); err != nil {
			return err
		}
	}
	if _, ok := x.Provider(own.Name); ok {
		return s.Add(Added{Provider: own.Name, Model: model}, nil)
	}
	return s.Add(Added{Provider: own.Name, Model: model}, &own)
}

// Asked is a provider by its name, or with a base a server at an address of the person's own,
// ready to be asked for its models: with the key that is given, or else the provider's.
func (s *Store) Asked(provider, base, key string) (core.Config, error) {
	c := core.Config{Key: key, First: core.ListPatience, Idle: core.ListPatience}
	if base != "" {
		base = strings.TrimRight(base, "/")
		c.Provider, _ = preset(core.Custom)
		c.Provider.Base = base
		return c, core.CheckOwn(base, "any", key)
	}
	if err := core.CheckKey(key); err != nil {
		return c, err
	}
	stored, err := s.Config(provider + "/any")
	c.Provider, c.Key = stored.Provider, cmp.Or(key, stored.Key)
	return c, err
}
