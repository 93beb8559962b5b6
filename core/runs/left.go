package runs

import (
	"context"
	"slices"

	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
)

// left lists the tabs that a run has opened and not closed, with the addresses that it knows.
// The mutex is held.
func (r *run) left() []protocol.Tab {
	return slices.DeleteFunc(r.state.Own(), func(t protocol.Tab) bool { return t.TabID == r.head.Wanted.Tab })
}

// CloseTabs closes the tabs that an ended run of the user's has left open. A tab in which
// another run works stays. So does a tab that shows another site: the person may have gone on
// there, or the browser was started again and gave the number to another tab. Errors:
// invalid_action while the run goes on, and those of [Browser]. One error keeps no other tab open.
func (rs *Runs) CloseTabs(ctx context.Context, user, id string) error {
	r, err := rs.get(user, id)
	if err != nil {
		return err
	}
	r.mu.Lock()
	over, left := r.state.End != "", r.left()
	r.mu.Unlock()
	if !over {
		return goesOn(id)
	}
	there, err := r.tabs(ctx)
	for _, t := range there {
		same := func(o protocol.Tab) bool { return o.TabID == t.TabID && risk.Origin(o.URL) == risk.Origin(t.URL) }
		if !slices.ContainsFunc(left, same) || rs.leases.holder(user, r.head.Wanted.Device, t.TabID) != "" {
			continue
		}
		if _, failed := rs.browser.Do(ctx, r.place(), protocol.CloseTab{TabID: t.TabID}, May{All: true}); failed != nil {
			err = failed
		}
	}
	return err
}
