package runs

import (
	"context"
	"strings"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestLate: a model that says nothing for a while is told of, and that it is waited for,
// until it begins to answer.
func TestLate(t *testing.T) {
	is := is.New(t)
	l := alive(1)
	answers := make(chan struct{})
	m, _ := served(t, func(r chat.Request) fakemodel.Say {
		if len(r.Messages) == 1 {
			<-answers
		}
		return taker(r)
	})
	rs := process(l, m)
	t.Cleanup(rs.Close)
	v, err := rs.Start(context.Background(), "ann", takeAll)
	is.NoErr(err)
	troubled := func(text string) runs.Update {
		return until(t, rs, v.ID, func(u runs.Update) bool { return u.Type == runs.Troubled && strings.Contains(u.Text, text) })
	}
	u := troubled("has said nothing for 20 s")
	is.True(strings.Contains(u.Text, v.Model) && strings.Contains(u.Text, "waited for"))
	troubled("has said nothing for 1 min") // and again, later
	stands, err := rs.Get("ann", v.ID)
	is.NoErr(err)
	is.True(strings.Contains(stands.Trouble, "has said nothing")) // whoever comes later sees it too
	close(answers)
	is.Equal(end(t, rs, v.ID).Status, core.Done)
	stands, err = rs.Get("ann", v.ID)
	is.NoErr(err)
	is.Equal(stands.Trouble, "")
}
