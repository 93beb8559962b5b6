package app

import (
	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// spending tells what models were paid for.
func (b panelBackend) spending(rs *runs.Runs) (s panel.Paid, err error) {
	caps, err := b.m.caps()
	if err != nil {
		return s, runs.Coded(err)
	}
	sum, err := rs.Paid()
	if err != nil {
		b.m.log.Error("what was paid cannot be read", "err", err)
		return s, protocol.NewError(protocol.CodeInternal, "what was paid cannot be read; see the backend's log")
	}
	return panel.PaidOf(sum, caps), nil
}

// setCaps stores the person's bounds on money.
func setCaps(s *model.Store, c panel.SetCaps) error {
	caps := model.Caps{Run: float64(c.Run) / 1e6, Day: float64(c.Day) / 1e6, Month: float64(c.Month) / 1e6}
	if err := caps.Check(); err != nil {
		return protocol.NewError(protocol.CodeInvalidAction, err.Error()).NotDone()
	}
	return runs.Coded(s.SetCaps(caps))
}
