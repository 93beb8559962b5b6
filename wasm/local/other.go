package local

import (
	"context"

	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// other answers a panel's calls about models and money.
func (l *Local) other(ctx context.Context, _ panel.Who, c panel.Call) ([]byte, error) {
	switch c := c.(type) {
	case panel.About:
		a, err := l.models.abilities()
		return panel.One(a), err
	case panel.Look:
		list, err := l.models.look(ctx)
		return panel.List(list), err
	case panel.ListModels:
		list, err := l.models.list(ctx, c)
		return panel.Texts(list), runs.Coded(err)
	case panel.AddModel:
		return panel.True(), l.models.add(c)
	case panel.TryModel:
		return panel.True(), runs.Coded(l.models.try(ctx, c.Name))
	case panel.ChooseModel:
		return panel.True(), l.models.choose(c.Name)
	case panel.RemoveModel:
		return panel.True(), l.models.remove(c.Name)
	case panel.SetCaps:
		return panel.True(), l.setCaps(c)
	case panel.Spending:
		s, err := l.spending()
		return panel.One(s), err
	}
	return nil, protocol.NewError(protocol.CodeInternal, "the call is not known")
}

func (l *Local) setCaps(c panel.SetCaps) error {
	if c.Run < 0 || c.Day < 0 || c.Month < 0 {
		return protocol.NewError(protocol.CodeInvalidAction, "run, day and month: must not be negative").NotDone()
	}
	return l.models.shelf.change(func(x *settings) error {
		x.Run, x.Day, x.Month = c.Run, c.Day, c.Month
		return nil
	})
}

// spending tells what models were paid for.
func (l *Local) spending() (s panel.Paid, err error) {
	caps, err := l.models.caps()
	if err != nil {
		return s, err
	}
	paid, err := l.runs.Paid()
	if err != nil {
		return s, err
	}
	return panel.PaidOf(paid, caps), nil
}
