package local

import (
	"context"
	"strings"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/wasm/chrome"
)

// models are the person's.
type models struct {
	l     *Local
	shelf shelf
	// presets and prices are what the extension comes with, read once.
	presets []model.Provider
	prices  []model.Price
}

// known reads what the extension comes with.
func (m *models) known() error {
	if m.presets != nil {
		return nil
	}
	presets, err := m.l.file("presets.json")
	if err != nil {
		return err
	}
	list, err := model.ParseProviders(presets)
	if err != nil {
		return err
	}
	prices, err := m.l.file("prices.json")
	if err != nil {
		return err
	}
	m.prices, _ = model.ParsePrices(prices)
	m.presets = list
	return nil
}

// file reads what comes with the extension.
func (l *Local) file(name string) ([]byte, error) {
	text, err := fileCall{Name: name}.ask(context.Background(), l.host)
	return []byte(chrome.Text(text)), err
}

// config finds a model by its name, "" for the standard one.
func (m *models) config(name string) (model.Config, error) {
	c, err := m.choice()
	if err != nil {
		return model.Config{}, err
	}
	a, p, key, fault := c.find(name)
	if fault != nil {
		return model.Config{}, fault
	}
	may := func() *chat.Fault { return m.may(a.name(), p.Base, key) }
	return model.Config{Provider: *p, May: may, Model: a.Model, Key: key, Window: a.Window, Sender: &m.l.fetches, Clock: m.l.clock,
		Random: func(n int) int { return int(m.l.random() % uint64(n)) }}, nil
}

// client speaks to a model, "" for the standard one.
func (m *models) client(name string) (*model.Client, error) {
	c, err := m.config(name)
	if err != nil {
		return nil, err
	}
	return model.New(c)
}

// open implements [runs.Models].
func (m *models) open(ctx context.Context, name string) (o runs.Opened, err error) {
	client, err := m.client(name)
	if err != nil {
		return o, err
	}
	o.Model, o.Name, o.Price = client, client.Name(), m.price(client.Name())
	o.Window, o.Local, o.Vision, err = client.Facts(ctx)
	return o, err
}

func (m *models) price(name string) budget.Price { return model.PriceOf(name, m.prices) }

// caps are the person's bounds on money.
func (m *models) caps() (runs.Caps, error) {
	x, err := m.shelf.read()
	return runs.Caps{Run: x.Run, Day: x.Day, Month: x.Month}, err
}

// abilities tell what there is. Nobody elsewhere is asked.
func (m *models) abilities() (panel.Abilities, error) {
	a := panel.Abilities{Where: panel.InBrowser, Version: m.l.version, Runs: true, Models: []panel.Model{}, Providers: []panel.Provider{}}
	c, err := m.choice()
	if err != nil {
		return a, err
	}
	a.Default, a.Fixed, a.NoKeys, a.Odd = c.standard(), c.said.fixed, c.said.noKeys, c.said.odd
	for _, one := range c.ready() {
		p, _ := c.provider(one.is.Provider)
		price := m.price(one.is.name())
		shown := panel.Model{Name: one.is.name(), Local: p.Local, Origin: model.Origin(p.Base), In: price.In, Out: price.Out, Fixed: one.put}
		a.Models = append(a.Models, shown)
	}
	a.Providers = c.sellers()
	return a, nil
}

// add adds a model, and its provider's key where one is given.
func (m *models) add(a panel.AddModel) error {
	c, err := m.choice()
	if err != nil {
		return err
	}
	if err := c.lets(a.Base, a.Key); err != nil {
		return err
	}
	if a.Base != "" {
		return m.addOwn(a)
	}
	provider, id, err := model.SplitName(a.Name)
	if err == nil {
		err = model.CheckKey(a.Key)
	}
	if err != nil {
		return refused(err.Error())
	}
	if !c.may(provider, id) {
		return runs.Coded(decided(a.Name + " is not among them."))
	}
	p, own := c.provider(provider)
	if p == nil {
		return refused("there is no provider " + provider + " that this browser knows")
	}
	at := ""
	if own {
		at = p.Base
	}
	return m.shelf.change(func(x *settings) error { x.add(added{Provider: provider, Model: id}, a.Key, at); return nil })
}

// addOwn adds a model of a server at an address of the person's own.
func (m *models) addOwn(a panel.AddModel) error {
	base, err := ownBase(a.Base, a.Name, a.Key)
	if err != nil {
		return err
	}
	return m.shelf.change(func(x *settings) error {
		name := model.OwnName(base, func(name string) bool {
			o := x.own(name)
			return preset(m.presets, name) != nil || o != nil && o.Base != base
		})
		if x.own(name) == nil {
			x.Own = append(x.Own, ownServer{Name: name, Like: model.Custom, Base: base})
		}
		x.add(added{Provider: name, Model: a.Name}, a.Key, base)
		return nil
	})
}

// ownBase is an address of the person's own as it is kept, or why a model of it cannot be.
func ownBase(base, name, key string) (string, error) {
	base = strings.TrimRight(base, "/")
	if err := model.CheckOwn(base, name, key); err != nil {
		return "", refused(err.Error())
	}
	if scheme, host, _ := strings.Cut(model.Origin(base), "://"); scheme == "http" && host != "127.0.0.1" && !strings.HasPrefix(host, "127.0.0.1:") {
		return "", refused("address: write 127.0.0.1 for this computer; the extension reaches no other name of it")
	}
	return base, nil
}

func refused(text string) error { return protocol.NewError(protocol.CodeInvalidAction, text).NotDone() }

// choose makes a model the default.
func (m *models) choose(name string) error {
	c, err := m.choice()
	if err != nil {
		return err
	}
	if _, _, _, fault := c.find(name); fault != nil {
		return runs.Coded(fault)
	}
	return m.shelf.change(func(x *settings) error { x.Default = name; return nil })
}

// remove forgets a model, and its provider's key and address with the last one of it.
func (m *models) remove(name string) error {
	return m.shelf.change(func(x *settings) error {
		x.remove(name)
		return nil
	})
}

// try asks a model one small question.
func (m *models) try(ctx context.Context, name string) error {
	client, err := m.client(name)
	if err != nil {
		return err
	}
	return client.Try(ctx)
}
