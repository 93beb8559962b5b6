package model

import (
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
