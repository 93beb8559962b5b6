package main

import (
	"encoding/json"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/runs"
)

// replay shows a run from its journal alone.
type replay struct {
	p    *progress
	fold *runs.Fold
}

func newReplay(a *cli, id string) (*replay, error) {
	known, err := app.BuiltInSites()
	return &replay{p: newProgress(a, id, false), fold: &runs.Fold{Known: known}}, err
}

// take shows what one entry of the journal tells.
func (r *replay) take(entry json.RawMessage) error {
	list, err := r.fold.Take(entry)
	if err != nil {
		return err
	}
	for _, u := range list {
		if u.Type == runs.Began {
			r.p.id = u.Run.ID
			r.p.line("%s", plain(u.Run.Task))
		}
		r.p.show(u, nil)
	}
	return nil
}

// stands shows how the run stands at the end of what there is, or as a backend says.
func (r *replay) stands(view json.RawMessage) error {
	if !r.p.begun {
		return usage("this is no run's journal: bua runs export writes one")
	}
	v := runs.View{Status: r.p.status}
	if view != nil {
		if err := json.Unmarshal(view, &v); err != nil {
			return err
		}
	}
	if v.Trouble != "" {
		r.p.line("! %s", plain(v.Trouble))
	}
	if runs.Ended(r.p.status) {
		_ = r.p.end() // how it ended is what was asked for, and no failure of this command
		return nil
	}
	r.p.line("\n%s: %s", r.p.status, spent(r.p.used))
	return nil
}
