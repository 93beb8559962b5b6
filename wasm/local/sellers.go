package local

import (
	"github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/panel"
)

// sellers are the providers that the person may give a key: the presets that want one, and
// the organisation's servers.
func (c *choice) sellers() []panel.Provider {
	list := []panel.Provider{}
	if c.said.noKeys {
		return list
	}
	for i := range c.presets {
		if c.presets[i].NoKey || c.presets[i].KeysAt == "" {
			continue
		}
		if p, own := c.provider(c.presets[i].Name); p != nil { // where the person has it
			list = c.sells(list, p, own)
		}
	}
	for i, a := range c.said.allowed {
		if p, own := c.provider(a.Provider); own && c.row(a.Provider) == &c.said.allowed[i] {
			list = c.sells(list, p, true)
		}
	}
	return list
}

// sells adds a provider, where it may be used, with those of its models that may: none is all.
func (c *choice) sells(list []panel.Provider, p *model.Provider, own bool) []panel.Provider {
	one := panel.Provider{Name: p.Name, Title: p.Title, KeysAt: p.KeysAt, HasKey: c.key(p, own) != "", Origin: model.Origin(p.Base)}
	if own && preset(c.presets, p.Name) == nil {
		one.Title = p.Name
	}
	all := !c.said.fixed
	for _, a := range c.said.allowed {
		if a.Provider == p.Name && a.Model != "" {
			one.Models = append(one.Models, a.Model)
		} else if a.Provider == p.Name {
			all = true
		}
	}
	if all {
		one.Models = nil
	} else if one.Models == nil {
		return list
	}
	return append(list, one)
}
