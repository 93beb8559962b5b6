package app

import (
	"context"
	"time"

	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/backend/pool"
	core "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// panelBackend is what the calls of the extension's panels come to.
type panelBackend struct{ m *Main }

// panelFrame passes a frame of a browser's on.
func (m *Main) panelFrame(f pool.Panel) {
	if m.panels == nil {
		f.Conn.Frame(f.Port, nil)
		return
	}
	m.panels.Take(f.Conn, panel.Who{User: f.User, Device: f.Device}, f.Port, f.Data)
}

// home is what the panels of this backend are answered by.
func (b panelBackend) home() panel.Home {
	return panel.Home{Runs: b.runs, Jobs: b.m.jobs.Load, Other: b.other, Now: time.Now, Done: b.m.done.Done()}
}

// other answers the calls about models and money.
func (b panelBackend) other(ctx context.Context, _ panel.Who, c panel.Call) ([]byte, error) {
	models := b.m.o.Home.Models()
	switch c := c.(type) {
	case panel.About:
		a, err := b.abilities()
		return panel.One(a), err
	case panel.Look:
		list, err := b.look(ctx)
		return panel.List(list), err
	case panel.ListModels:
		list, err := b.listModels(ctx, c)
		return panel.Texts(list), runs.Coded(err)
	case panel.AddModel:
		return panel.True(), runs.Coded(b.addModel(c))
	case panel.TryModel:
		return panel.True(), runs.Coded(b.tryModel(ctx, c.Name))
	case panel.ChooseModel:
		return panel.True(), runs.Coded(models.SetDefault(c.Name))
	case panel.RemoveModel:
		return panel.True(), runs.Coded(models.Remove(c.Name))
	case panel.SetCaps:
		return panel.True(), setCaps(models, c)
	case panel.Spending:
		rs, err := b.runs()
		if err != nil {
			return nil, err
		}
		s, err := b.spending(rs)
		return panel.One(s), err
	}
	return nil, protocol.NewError(protocol.CodeInternal, "the call is not known")
}

func (b panelBackend) runs() (*runs.Runs, error) {
	if rs := b.m.runs.Load(); rs != nil {
		return rs, nil
	}
	return nil, protocol.NewError(protocol.CodeInvalidAction, "this backend runs no tasks: bua's own agent works in the desktop mode (bua serve), where the models are yours").NotDone()
}

// abilities tells what there is. Nobody elsewhere is asked.
func (b panelBackend) abilities() (panel.Abilities, error) {
	a := panel.Abilities{Where: panel.InBackend, Version: b.m.o.Version, Runs: b.m.runs.Load() != nil, Models: []panel.Model{}, Providers: []panel.Provider{}}
	if !a.Runs {
		return a, nil
	}
	s := b.m.o.Home.Models()
	x, err := s.Settings()
	if err != nil {
		return a, runs.Coded(err)
	}
	a.Default = x.Default
	for _, added := range x.Models {
		p, _ := x.Provider(added.Provider)
		one := panel.Model{Name: added.Name(), Local: p.Local}
		if price, err := s.Price(added.Name()); err == nil {
			one.In, one.Out = price.In, price.Out
		}
		a.Models = append(a.Models, one)
	}
	for _, p := range x.AllProviders() {
		if p.NoKey || p.KeysAt == "" {
			continue
		}
		place, err := s.Keys.Place(p.Name)
		a.Providers = append(a.Providers, panel.Provider{Name: p.Name, Title: p.Title, KeysAt: p.KeysAt, HasKey: err == nil && place != model.Nowhere})
	}
	return a, nil
}

// look asks the servers of models on this machine, without any key.
func (b panelBackend) look(ctx context.Context) ([]panel.Found, error) {
	x, err := b.m.o.Home.Models().Settings()
	if err != nil {
		return nil, runs.Coded(err)
	}
	list := []panel.Found{}
	for _, f := range model.Discover(ctx, x.Places(), nil) {
		one := panel.Found{Title: f.Provider.Title, Models: []string{}}
		for _, m := range f.Models {
			one.Models = append(one.Models, f.Provider.Name+"/"+m.ID)
		}
		list = append(list, one)
	}
	return list, nil
}

// listModels asks a provider which models it has.
func (b panelBackend) listModels(ctx context.Context, c panel.ListModels) ([]string, error) {
	asked, err := b.m.o.Home.Models().Asked(c.Provider, c.Base, c.Key)
	if err != nil {
		return nil, protocol.NewError(protocol.CodeInvalidAction, err.Error()).NotDone()
	}
	client, err := model.New(asked)
	if err != nil {
		return nil, err
	}
	return client.Offers(ctx)
}

// addModel adds a model. Its key goes to the keyring, and is not told again.
func (b panelBackend) addModel(c panel.AddModel) error {
	s := b.m.o.Home.Models()
	if c.Base != "" {
		if err := core.CheckOwn(c.Base, c.Name, c.Key); err != nil {
			return protocol.NewError(protocol.CodeInvalidAction, err.Error()).NotDone()
		}
		return s.AddOwn(c.Base, c.Name, c.Key)
	}
	provider, name, err := core.SplitName(c.Name)
	if err != nil {
		return protocol.NewError(protocol.CodeInvalidAction, err.Error()).NotDone()
	}
	if c.Key != "" {
		if _, err := s.Keys.Set(provider, c.Key); err != nil {
			return err
		}
	}
	return s.Add(model.Added{Provider: provider, Model: name}, nil)
}

// tryModel asks a model one small question.
func (b panelBackend) tryModel(ctx context.Context, name string) error {
	client, err := b.m.o.Home.Models().Client(name)
	if err != nil {
		return err
	}
	return client.Try(ctx)
}
