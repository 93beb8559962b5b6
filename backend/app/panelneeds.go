package app

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/zapvol/bua/backend/internal/panel"
	"github.com/zapvol/bua/core/runs"
)

// lately is how long the end of a planned task's run is worth telling.
const lately = 24 * time.Hour

// needs tells what the person should know of until ctx ends.
func (b panelBackend) needs(ctx context.Context, rs *runs.Runs, who panel.Who, each func(any) error) error {
	for last := []panel.Need(nil); ; {
		changed := rs.Changed()
		list, err := rs.List(who.User)
		if err != nil {
			return err
		}
		if now := needsOf(list, time.Now()); last == nil || !slices.Equal(now, last) {
			if err := each(now); err != nil {
				return err
			}
			last = now
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		case <-b.m.done.Done():
			return nil
		}
	}
}

// needsOf picks the runs that the person should know of. One that they have paused
// themselves is none.
func needsOf(list []runs.View, now time.Time) []panel.Need {
	needs := []panel.Need{}
	for _, v := range list {
		n := panel.Need{Run: v.ID, Status: v.Status, Site: hostOf(v.URL)}
		switch {
		case runs.Ended(v.Status):
			if v.Job == "" || now.Sub(time.UnixMilli(v.Updated)) > lately {
				continue
			}
		case v.Question != nil:
			n.Question, n.Sink = v.Question.ID, v.Question.Sink
			if site := hostOf(v.Question.Site); site != "" {
				n.Site = site
			}
		default:
			continue
		}
		needs = append(needs, n)
	}
	return needs
}

// hostOf is an address's host, "" where it has none.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
