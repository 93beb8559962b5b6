package runs

import (
	"context"
	"slices"
	"strings"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
	"github.com/zapvol/bua/core/session"
)

// Start begins a run, once its tab is there. Errors are [*chat.Fault] where the model is at fault, and
// [protocol.Error].
func (rs *Runs) Start(ctx context.Context, user string, w Wanted) (View, error) {
	return rs.start(ctx, user, Head{ID: ID(rs.random())}, w)
}

// ID makes an ID of what no page can know.
func ID(n uint64) string {
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	id := make([]byte, 8)
	for i := range id {
		id[i], n = letters[n%32], n/32
	}
	return string(id)
}

// Begin begins the run of that ID for a job of the schedule, or returns the one that is
// there. Errors are those of [Runs.Start], [*Busy] and [*Away] among them.
func (rs *Runs) Begin(ctx context.Context, user, id, job string, w Wanted) (View, error) {
	v, err := rs.Get(user, id)
	if protocol.CodeOf(err) != protocol.CodeInvalidAction {
		return v, err
	}
	if !isID(id) {
		return View{}, noRun(id)
	}
	return rs.start(ctx, user, Head{ID: id, Job: job}, w)
}

// start begins a run with that head, of which it fills in the rest.
func (rs *Runs) start(ctx context.Context, user string, h Head, w Wanted) (View, error) {
	if err := w.check(); err != nil {
		return View{}, err
	}
	w.spell(rs.names)
	sites, err := rs.sites()
	if err != nil {
		return View{}, err
	}
	opened, err := rs.models(ctx, w.Model)
	if err != nil {
		return View{}, err
	}
	if err := rs.prune(); err != nil {
		return View{}, err
	}
	if w.Money == 0 {
		if w.Money, err = rs.spending.bound(); err != nil {
			return View{}, err
		}
	}
	h.User, h.Created, h.Wanted = user, rs.clock.Now().UnixMilli(), w
	h.Model, h.Window, h.Local, h.Vision = opened.Name, opened.Window, opened.Local, opened.Vision
	r, err := rs.made(h)
	if err != nil {
		return View{}, err
	}
	if w.Current {
		t, err := r.current(ctx)
		if err != nil {
			return View{}, err
		}
		w.Tab, w.Current = t.TabID, false
		r.head.Wanted = w
	}
	r.opened, r.sites = &opened, sites
	if err := rs.leases.take(r.place(), w.Tab); err != nil {
		return View{}, err
	}
	t, err := r.settle(ctx, w.Tab, w.URL)
	if protocol.CodeOf(err) == protocol.CodeTabNotFound {
		t, err = r.claimed(ctx, w.Tab, err)
	}
	if err == nil {
		err = rs.leases.take(r.place(), t.TabID)
	}
	if err != nil { // nothing of it is recorded
		rs.leases.free(r.head.ID)
		return View{}, err
	}
	r.head.Tab, r.head.URL, r.head.Title = t.TabID, t.URL, t.Title
	rs.starts(r.head.ID, true)
	if r.at, err = rs.append(r.head.ID, 0, record.Append(nil, &headed{r.head})); err != nil {
		rs.starts(r.head.ID, false)
		rs.leases.free(r.head.ID)
		rs.log.Error("a run cannot be recorded", r.head.ID, err)
		return View{}, protocol.NewError(protocol.CodeInternal, "the run was not begun, because it cannot be recorded: see whether the disk is full, or delete runs that have ended").NotDone()
	}
	r.note(agent.Running)
	rs.mu.Lock()
	rs.live[r.head.ID] = r
	delete(rs.starting, r.head.ID)
	rs.mu.Unlock()
	r.post(r.started())
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.view(), nil
}

// claimed is a tab that the browser does not list: in the strict profile one of the
// person's is known once they have let it be claimed. missing says that it is not there.
func (r *run) claimed(ctx context.Context, id int, missing error) (protocol.Tab, error) {
	_, err := r.runs.browser.Do(ctx, r.place(), protocol.ClaimTab{TabID: id}, May{All: true})
	switch protocol.CodeOf(err) {
	case "":
		return r.settle(ctx, id, "")
	case protocol.CodeTabNotFound:
		return protocol.Tab{}, missing
	}
	return protocol.Tab{}, err
}

// releases gives a tab back that a question was about: nothing works there any more. The
// mutex is held.
func (r *run) releases() {
	id, _ := r.state.Tab()
	if w := &r.head.Wanted; w.Mode != agent.ModeAsk || w.Tab == 0 || w.Tab != id {
		return
	}
	r.runs.spawn(func() { // one of the agent's own is not released
		_, _ = r.runs.browser.Do(r.runs.ctx, r.place(), protocol.ReleaseTab{TabID: id}, May{All: true})
	})
}

// starts keeps a run's journal from being read before the run is live, or no longer.
func (rs *Runs) starts(id string, yes bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if yes {
		rs.starting[id] = true
	} else {
		delete(rs.starting, id)
	}
}

func (w *Wanted) check() error {
	bad := func(text string) error { return protocol.NewError(protocol.CodeInvalidAction, text).NotDone() }
	w.Task = strings.TrimSpace(w.Task)
	switch {
	case w.Task == "":
		return bad("task: is missing: say in words what is to be done")
	case len(w.Task) > maxTask:
		return bad("task: must be at most 16384 bytes")
	case w.Mode != "" && w.Mode != agent.ModeAsk && w.Mode != agent.ModeAct:
		return bad("mode: must be ask, which only reads, or act")
	case w.URL != "" && w.Tab != 0, w.Current && (w.URL != "" || w.Tab != 0):
		return bad("url, tab and current: give one of them")
	case w.Tab < 0 || w.Steps < 0 || w.Tokens < 0 || w.Money < 0 || w.Seconds < 0:
		return bad("steps, tokens, money, seconds and tab: must not be negative")
	}
	if w.Mode == "" {
		w.Mode = agent.ModeAct
	}
	return nil
}

// spell writes hosts as the browser does.
func (w *Wanted) spell(names session.IDNA) {
	w.URL, w.Grants = session.ToASCII(names, w.URL), slices.Clone(w.Grants)
	for i := range w.Grants {
		w.Grants[i].Site = risk.Spell(names, w.Grants[i].Site)
	}
}
