package runs

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/runs"
)

// TestLate: a model that says nothing for a while is told of, and that it is waited for,
// until it begins to answer.
func TestLate(t *testing.T) {
	is := is.New(t)
	p, let := held(t, taker)
	rs, v := begin(t, alive(1), p, takeAll)
	says := func(text string) runs.Update {
		return until(t, rs, v.ID, func(u runs.Update) bool { return troubled(u) && strings.Contains(u.Text, text) })
	}
	u := says("has said nothing for 20 s")
	is.True(strings.Contains(u.Text, v.Model) && strings.Contains(u.Text, "waited for"))
	says("has said nothing for 1 min")                                         // and again, later
	is.True(strings.Contains(viewed(t, rs, v.ID).Trouble, "has said nothing")) // whoever comes later sees it too
	close(let)
	v = end(t, rs, v.ID)
	is.Equal(v.Status, core.Done)
	is.Equal(v.Trouble, "")
}
