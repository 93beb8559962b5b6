package runs

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/runs"
)

// TestCloseTabs: what a run has opened is closed when it has ended and the person wants it, but not a tab of the
// person's, one that shows another site now, or one in which another run works.
func TestCloseTabs(t *testing.T) {
	theirs := takeAll
	theirs.URL, theirs.Tab = "", 7
	for _, row := range []struct {
		name   string
		wanted runs.Wanted
		before func(is *is.I, l *life, rs *runs.Runs)
		opened []int
		closed bool
	}{
		{"its own", takeAll, nil, []int{7}, true},
		{"the person's", theirs, nil, nil, false},
		{"another site", takeAll, func(_ *is.I, l *life, _ *runs.Runs) { l.shop.goTo("https://mail.test/", false) }, []int{7}, false},
		{"another run's", takeAll, func(is *is.I, _ *life, rs *runs.Runs) {
			v, err := rs.Start(t.Context(), "ann", theirs)
			is.NoErr(err)
			refused(t, rs.CloseTabs(t.Context(), "ann", v.ID)) // it goes on
		}, []int{7}, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			l := alive(1)
			p, let := held(t, taker)
			rs, v := begin(t, l, p, row.wanted)
			lets(t, let, 3)
			is.Equal(end(t, rs, v.ID).Opened, row.opened)
			if row.before != nil {
				row.before(is, l, rs)
			}
			is.NoErr(rs.CloseTabs(t.Context(), "ann", v.ID))
			l.shop.mu.Lock()
			closed := l.shop.gone
			l.shop.mu.Unlock()
			is.Equal(closed, row.closed)
			close(let)
		})
	}
}
