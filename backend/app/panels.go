package app

import (
	"context"
	"slices"

	"github.com/zapvol/bua/backend/internal/panel"
	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/backend/pool"
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

// Answer implements [panel.Backend].
func (b panelBackend) Answer(ctx context.Context, who panel.Who, c panel.Call) (any, error) {
	switch c := c.(type) {
	case panel.About:
		return b.abilities()
	case panel.Look:
		return b.look(ctx)
	case panel.AddModel:
		return true, coded(b.addModel(c))
	case panel.TryModel:
		return true, coded(b.tryModel(ctx, c.Name))
	case panel.ChooseModel:
		return true, coded(b.m.o.Home.Models().SetDefault(c.Name))
	case panel.RemoveModel:
		return true, coded(b.m.o.Home.Models().Remove(c.Name))
	case panel.SetCaps:
		return true, setCaps(b.m.o.Home.Models(), c)
	}
	rs, err := b.runs()
	if err != nil {
		return nil, err
	}
	switch c := c.(type) {
	case panel.List:
		list, err := rs.List(who.User)
		shown := make([]panel.Run, len(list))
		for i, v := range list {
			shown[i] = shownRun(v)
		}
		return shown, err
	case panel.Start:
		// The run is begun whatever becomes of the panel.
		v, err := rs.Start(context.WithoutCancel(ctx), who.User, runs.Wanted{Task: c.Task, Mode: c.Mode, Model: c.Model, Tab: c.Tab, URL: c.URL, Device: who.Device})
		return shownRun(v), coded(err)
	case panel.Say:
		return true, rs.Say(who.User, c.Run, c.Question, c.Text)
	case panel.Decide:
		return true, rs.Decide(who.User, c.Run, c.Question, c.Yes, c.Once)
	case panel.Pause:
		return true, rs.Pause(who.User, c.Run, "the person paused it")
	case panel.Resume:
		return true, b.resume(rs, who, c)
	case panel.Stop:
		return true, rs.Stop(who.User, c.Run)
	case panel.Remove:
		return true, rs.Remove(who.User, c.Run)
	case panel.Spending:
		return b.spending(rs)
	case panel.Jobs, panel.Plan, panel.TellJob, panel.RemoveJob, panel.Planned, panel.SwitchJobs:
		return panelJobs{rs, b.m.jobs.Load()}.answer(who, c)
	}
	return nil, protocol.NewError(protocol.CodeInternal, "the call is not known")
}

// Stream implements [panel.Backend].
func (b panelBackend) Stream(ctx context.Context, who panel.Who, c panel.Call, each func(any) error) error {
	rs, err := b.runs()
	if err != nil {
		return err
	}
	switch c := c.(type) {
	case panel.Export:
		return rs.Export(who.User, c.Run, func(entry []byte) error {
			for piece := range slices.Chunk(append(entry[:len(entry):len(entry)], '\n'), exported) {
				if err := each(string(piece)); err != nil {
					return err
				}
			}
			return nil
		})
	case panel.Needs:
		return b.needs(ctx, rs, who, each)
	case panel.Watch:
		return b.watch(ctx, rs, who, c, each)
	}
	return protocol.NewError(protocol.CodeInternal, "the call is not known")
}

// exported is how much of a journal a panel is told at a time, in bytes.
const exported = 32 << 10

// watch watches a run until it ends, also past an update that came too fast.
func (b panelBackend) watch(ctx context.Context, rs *runs.Runs, who panel.Who, c panel.Watch, each func(any) error) error {
	for behind, ended := c.Behind, false; !ended && ctx.Err() == nil && b.m.done.Err() == nil; {
		err := rs.Watch(ctx, who.User, c.Run, behind, func(u runs.Update) error {
			behind = max(behind, u.Entry)
			ended = u.Run != nil && runs.Ended(u.Run.Status) || u.Type == runs.Status && runs.Ended(u.Status)
			return each(shownUpdate(u))
		})
		if err != nil {
			return err
		}
		v, err := rs.Get(who.User, c.Run)
		if err != nil {
			return err
		}
		ended = runs.Ended(v.Status)
	}
	return nil
}

func (b panelBackend) runs() (*runs.Runs, error) {
	if rs := b.m.runs.Load(); rs != nil {
		return rs, nil
	}
	return nil, protocol.NewError(protocol.CodeInvalidAction, "this backend runs no tasks: bua's own agent works in the desktop mode (bua serve), where the models are yours").NotDone()
}

// abilities tells what there is. Nobody elsewhere is asked.
func (b panelBackend) abilities() (panel.Abilities, error) {
	a := panel.Abilities{Version: b.m.o.Version, Runs: b.m.runs.Load() != nil, Models: []panel.Model{}, Providers: []panel.Provider{}}
	if !a.Runs {
		return a, nil
	}
	s := b.m.o.Home.Models()
	x, err := s.Settings()
	if err != nil {
		return a, coded(err)
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
		return nil, coded(err)
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

// addModel adds a model. Its key goes to the keyring, and is not told again.
func (b panelBackend) addModel(c panel.AddModel) error {
	s := b.m.o.Home.Models()
	provider, name, err := model.SplitName(c.Name)
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
	config, err := b.m.o.Home.Models().Config(name)
	if err != nil {
		return err
	}
	client, err := model.New(config)
	if err != nil {
		return err
	}
	if r := client.Probe(ctx); r.Fault != nil {
		return r.Fault
	}
	return nil
}

func shownRun(v runs.View) panel.Run {
	return panel.Run{ID: v.ID, Task: v.Task, Mode: v.Mode, Model: v.Model, Status: v.Status, Code: v.Code, Summary: v.Summary,
		Created: v.Created, Updated: v.Updated, Tab: v.Tab, URL: v.URL, Used: panel.Used(v.Used), Question: shownQuestion(v.Question), Trouble: v.Trouble}
}

func shownQuestion(q *runs.Question) *panel.Question {
	if q == nil {
		return nil
	}
	return &panel.Question{ID: q.ID, Text: q.Text, Sink: q.Sink, Site: q.Site, To: q.To, What: q.What, Leaves: q.Leaves, Single: q.Single, Help: q.Help}
}

func shownUpdate(u runs.Update) panel.Update {
	s := panel.Update{Entry: u.Entry, At: u.At, Type: panel.UpdateType(u.Type), Text: u.Text, Call: u.Call, Name: u.Name, Arguments: u.Arguments,
		Failed: u.Failed, Status: u.Status, Code: u.Code, Summary: u.Summary, Question: shownQuestion(u.Question)}
	if u.Used != nil {
		used := panel.Used(*u.Used)
		s.Used = &used
	}
	if u.Run != nil {
		r := shownRun(*u.Run)
		s.Run = &r
	}
	return s
}
