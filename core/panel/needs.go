package panel

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/zapvol/bua/core/runs"
)

// lately is how long the end of a planned task's run is worth telling.
const lately = 24 * time.Hour

// needs tells what the person should know of until ctx ends.
func (h Home) needs(ctx context.Context, rs *runs.Runs, who Who, each func([]byte) error) error {
	for last := []Need(nil); ; {
		changed := rs.Changed()
		list, err := rs.List(who.User)
		if err != nil {
			return err
		}
		if now := needsOf(list, h.Now()); last == nil || !slices.Equal(now, last) {
			if err := each(List(now)); err != nil {
				return err
			}
			last = now
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		case <-h.Done:
			return nil
		}
	}
}

// needsOf picks the runs that the person should know of. One that they have paused
// themselves is none.
func needsOf(list []runs.View, now time.Time) []Need {
	needs := []Need{}
	for _, v := range list {
		n := Need{Run: v.ID, Status: v.Status, Site: hostOf(v.URL)}
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
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest[strings.LastIndexByte(rest, '@')+1:]
}
