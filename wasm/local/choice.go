package local

import (
	"context"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/model"
)

// choice is what there is to choose from: what the person has added, as far as the
// organisation lets them, and what it has put there.
type choice struct {
	has     settings
	said    policy
	presets []model.Provider
}

// choice reads all of it.
func (m *models) choice() (*choice, error) {
	if err := m.known(); err != nil {
		return nil, err
	}
	given, err := policyCall{}.ask(context.Background(), m.l.host)
	if err != nil {
		return nil, err
	}
	x, err := m.shelf.read()
	return &choice{has: x, said: readPolicy(given, m.presets), presets: m.presets}, err
}

// provider is one by its name: the organisation's, the person's own, or a preset; nil for
// none. own says that it is at an address of its own.
func (c *choice) provider(name string) (p *model.Provider, own bool) {
	like, base := name, ""
	if c.said.fixed {
		a := c.row(name)
		if a == nil {
			return nil, false
		}
		if base = a.Base; base != "" {
			like = model.Custom
		}
	} else if o := c.has.own(name); o != nil {
		like, base = o.Like, o.Base
	}
	p = preset(c.presets, like)
	if p == nil || base == "" {
		return p, false
	}
	at := *p
	at.Name, at.Base = name, base
	return &at, true
}

// row is the organisation's first about a provider.
func (c *choice) row(provider string) *model.Allowed {
	for i := range c.said.allowed {
		if c.said.allowed[i].Provider == provider {
			return &c.said.allowed[i]
		}
	}
	return nil
}

func preset(list []model.Provider, name string) *model.Provider {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// key is the person's for a provider, "" where they have given none, or may not. What was
// given for one address goes to no other.
func (c *choice) key(p *model.Provider, own bool) string {
	for _, k := range c.has.Keys {
		if k.Provider == p.Name && !c.said.noKeys && (k.At == p.Base || k.At == "" && !(own && c.said.fixed)) {
			return k.Key
		}
	}
	return ""
}

// may reports whether the organisation lets a model be used.
func (c *choice) may(provider, name string) bool {
	for i := range c.said.allowed {
		if c.said.allowed[i].Allows(provider, name) {
			return true
		}
	}
	return !c.said.fixed
}

// entry is a model that can be used now. Put says that the organisation names it, so that
// nobody need add it.
type entry struct {
	is  added
	put bool
}

// ready are those: the organisation's, then the person's.
func (c *choice) ready() (list []entry) {
	for _, a := range c.said.allowed {
		if a.Model != "" {
			list = c.readied(list, entry{added{Provider: a.Provider, Model: a.Model}, true})
		}
	}
	for _, a := range c.has.Models {
		list = c.readied(list, entry{a, false})
	}
	return list
}

func (c *choice) readied(list []entry, e entry) []entry {
	for _, o := range list {
		if o.is.name() == e.is.name() {
			return list
		}
	}
	p, own := c.provider(e.is.Provider)
	if p == nil || !c.may(e.is.Provider, e.is.Model) || !p.NoKey && c.key(p, own) == "" {
		return list
	}
	return append(list, e)
}

// standard is the model that is taken when none is named, "" for none.
func (c *choice) standard() string {
	list := c.ready()
	for _, e := range list {
		if e.is.name() == c.has.Default {
			return c.has.Default
		}
	}
	if len(list) == 0 {
		return c.has.Default
	}
	return list[0].is.name()
}

const noModel = "No model is chosen yet: choose one in the panel, under Models."

// find finds a model by its name, "" for the standard one, and what it is asked with; or why
// not.
func (c *choice) find(name string) (a added, p *model.Provider, key string, fault *chat.Fault) {
	if name == "" {
		name = c.standard()
	}
	provider, id, err := model.SplitName(name)
	if err != nil {
		return a, nil, "", &chat.Fault{Code: chat.CodeModel, Text: noModel}
	}
	a, is := added{Provider: provider, Model: id}, false
	for _, o := range c.has.Models {
		if o.name() == name {
			a, is = o, true
		}
	}
	p, own := c.provider(provider)
	switch {
	case c.said.fixed && (p == nil || !c.may(provider, id)):
		return a, p, "", decided(name + " is not among them. Choose another one in the panel, under Models.")
	case p != nil && c.said.noKeys && !p.NoKey:
		return a, p, "", decided("no key of your own goes anywhere, and " + name + " wants one. Choose another one in the panel, under Models.")
	case p == nil, !is && !c.said.fixed:
		return a, p, "", &chat.Fault{Code: chat.CodeModel, Text: "There is no model " + name + " in this browser: add it in the panel, under Models."}
	}
	return a, p, c.key(p, own), nil
}
