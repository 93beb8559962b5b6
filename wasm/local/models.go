package local

import (
	"context"
	"slices"

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

// provider is one by its name: the person's own, or a preset.
func (m *models) provider(x settings, name string) (model.Provider, bool) {
	like, base := name, ""
	for _, o := range x.Own {
		if o.Name == name {
			like, base = o.Like, o.Base
		}
	}
	for _, p := range m.presets {
		if p.Name == like {
			p.Name = name
			if base != "" {
				p.Base = base
			}
			return p, true
		}
	}
	return model.Provider{}, false
}

const noModel = "No model is chosen yet: choose one in the panel, under Models."

// config finds a model of the person's by its name, "" for the default.
func (m *models) config(name string) (model.Config, error) {
	if err := m.known(); err != nil {
		return model.Config{}, err
	}
	x, err := m.shelf.read()
	if err != nil {
		return model.Config{}, err
	}
	if name == "" {
		name = x.Default
	}
	for _, a := range x.Models {
		if a.name() != name {
			continue
		}
		p, ok := m.provider(x, a.Provider)
		if !ok {
			break
		}
		return model.Config{Provider: p, Model: a.Model, Key: x.key(a.Provider), Window: a.Window, Sender: &m.l.fetches, Clock: m.l.clock,
			Random: func(n int) int { return int(m.l.random() % uint64(n)) }}, nil
	}
	text := noModel
	if name != "" {
		text = "There is no model " + name + " in this browser: add it in the panel, under Models."
	}
	return model.Config{}, &chat.Fault{Code: chat.CodeModel, Text: text}
}

// open implements [runs.Models].
func (m *models) open(ctx context.Context, name string) (runs.Opened, error) {
	c, err := m.config(name)
	if err != nil {
		return runs.Opened{}, err
	}
	client, err := model.New(c)
	if err != nil {
		return runs.Opened{}, err
	}
	info, err := client.Info(ctx)
	if err != nil {
		return runs.Opened{}, err
	}
	return runs.Opened{Model: client, Name: client.Name(), Window: info.Window, Local: c.Provider.Local, Vision: info.Vision == model.Yes, Price: m.price(client.Name())}, nil
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
	if err := m.known(); err != nil {
		return a, err
	}
	x, err := m.shelf.read()
	if err != nil {
		return a, err
	}
	a.Default = x.Default
	for _, added := range x.Models {
		p, _ := m.provider(x, added.Provider)
		price := m.price(added.name())
		a.Models = append(a.Models, panel.Model{Name: added.name(), Local: p.Local, In: price.In, Out: price.Out})
	}
	for _, p := range m.presets {
		if !p.NoKey && p.KeysAt != "" {
			a.Providers = append(a.Providers, panel.Provider{Name: p.Name, Title: p.Title, KeysAt: p.KeysAt, HasKey: x.key(p.Name) != "", Origin: originOf(p.Base)})
		}
	}
	return a, nil
}

// add adds a model, and its provider's key where one is given.
func (m *models) add(name, secret string) error {
	provider, id, err := model.SplitName(name)
	if err != nil {
		return protocol.NewError(protocol.CodeInvalidAction, err.Error()).NotDone()
	}
	if err := m.known(); err != nil {
		return err
	}
	return m.shelf.change(func(x *settings) error {
		if _, ok := m.provider(*x, provider); !ok {
			return protocol.NewError(protocol.CodeInvalidAction, "there is no provider "+provider+" that this browser knows").NotDone()
		}
		if secret != "" {
			x.Keys = slices.DeleteFunc(x.Keys, func(k key) bool { return k.Provider == provider })
			x.Keys = append(x.Keys, key{provider, secret})
		}
		if !slices.ContainsFunc(x.Models, func(a added) bool { return a.name() == name }) {
			x.Models = append(x.Models, added{Provider: provider, Model: id})
		}
		if x.Default == "" {
			x.Default = name
		}
		return nil
	})
}

// choose makes a model the default.
func (m *models) choose(name string) error {
	return m.shelf.change(func(x *settings) error {
		if !slices.ContainsFunc(x.Models, func(a added) bool { return a.name() == name }) {
			return protocol.NewError(protocol.CodeInvalidAction, "there is no model "+name+" in this browser").NotDone()
		}
		x.Default = name
		return nil
	})
}

// remove forgets a model, and its provider's key with the last one of it.
func (m *models) remove(name string) error {
	return m.shelf.change(func(x *settings) error {
		x.Models = slices.DeleteFunc(x.Models, func(a added) bool { return a.name() == name })
		x.Keys = slices.DeleteFunc(x.Keys, func(k key) bool {
			return !slices.ContainsFunc(x.Models, func(a added) bool { return a.Provider == k.Provider })
		})
		if x.Default == name {
			x.Default = ""
			if len(x.Models) > 0 {
				x.Default = x.Models[0].name()
			}
		}
		return nil
	})
}

// try asks a model one small question.
func (m *models) try(ctx context.Context, name string) error {
	c, err := m.config(name)
	if err != nil {
		return err
	}
	client, err := model.New(c)
	if err != nil {
		return err
	}
	if r := client.Probe(ctx); r.Fault != nil {
		return r.Fault
	}
	return nil
}
