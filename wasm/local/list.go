package local

import (
	"context"

	"github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/runs"
)

// list asks a provider which models it has, and tells those that the organisation allows. A key
// goes to that provider and into no answer.
func (m *models) list(ctx context.Context, a panel.ListModels) ([]string, error) {
	c, err := m.choice()
	if err != nil {
		return nil, err
	}
	p, key, err := c.asked(a)
	if err != nil {
		return nil, err
	}
	client, err := model.New(model.Config{Provider: *p, Key: key, First: model.ListPatience, Idle: model.ListPatience, Sender: &m.l.fetches, Clock: m.l.clock, Random: func(int) int { return 0 }})
	if err != nil {
		return nil, err
	}
	names, err := client.Offers(ctx)
	if err != nil {
		return nil, err
	}
	var may []string
	for _, name := range names {
		if c.may(p.Name, name) {
			may = append(may, name)
		}
	}
	return may, nil
}

// asked is the provider that a panel asks about, and the key that it is asked with: the given
// one, or the stored one of a provider that the person names.
func (c *choice) asked(a panel.ListModels) (p *model.Provider, key string, err error) {
	if err := c.lets(a.Base, a.Key); err != nil {
		return nil, "", err
	}
	if a.Base != "" {
		base, err := ownBase(a.Base, "any", a.Key)
		if err != nil {
			return nil, "", err
		}
		if p = preset(c.presets, model.Custom); p == nil {
			return nil, "", refused("the extension knows no server of one's own: load it again")
		}
		at := *p
		at.Base = base
		return &at, a.Key, nil
	}
	if err := model.CheckKey(a.Key); err != nil {
		return nil, "", refused(err.Error())
	}
	p, own := c.provider(a.Provider)
	if p == nil {
		return nil, "", refused("there is no provider " + a.Provider + " that this browser knows")
	}
	if a.Key != "" {
		return p, a.Key, nil
	}
	return p, c.key(p, own), nil
}

// lets refuses an address and a key where the organisation lets the person give none.
func (c *choice) lets(base, key string) error {
	switch {
	case base != "" && c.said.fixed:
		return runs.Coded(decided("no other server can be added."))
	case key != "" && c.said.noKeys:
		return runs.Coded(decided("no key of your own can be added."))
	}
	return nil
}
