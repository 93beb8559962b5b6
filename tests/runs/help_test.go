package runs

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// helped asks for help once, and then goes on like the taker.
func helped(said *string) fakemodel.Policy {
	return func(r chat.Request) fakemodel.Say {
		if len(r.Messages) == 1 {
			return act("help", `{"message":"Log in, please."}`)
		}
		if len(r.Messages) == 3 {
			*said = r.Messages[2].Text
		}
		return taker(r)
	}
}

// TestHelp: a run that asks for help hands its tab over, and goes on with the person's
// answer there or in the terminal, or when the login has gone by itself.
func TestHelp(t *testing.T) {
	for _, row := range []struct {
		name   string
		answer func(t *testing.T, l *life, rs *runs.Runs, v runs.View, question int)
		says   string
	}{
		{"done", func(_ *testing.T, l *life, _ *runs.Runs, _ runs.View, _ int) { l.shop.help <- protocol.OutcomeDone }, "it is done"},
		{"I can't, after it was not seen at first", func(_ *testing.T, l *life, _ *runs.Runs, _ runs.View, _ int) {
			l.shop.help <- protocol.OutcomeTimedOut
			l.shop.help <- protocol.OutcomeDeclined
		}, "cannot or will not"},
		{"in the terminal", func(t *testing.T, _ *life, rs *runs.Runs, v runs.View, q int) {
			is.New(t).NoErr(rs.Say("ann", v.ID, q, "logged in"))
		}, "logged in"},
		{"two pages of a login, seen by itself", func(_ *testing.T, l *life, _ *runs.Runs, _ runs.View, _ int) {
			<-l.shop.asked
			l.shop.goTo("https://shop.test/code?x=1", true)
			<-l.shop.asked // again, with the second page
			l.shop.goTo("https://shop.test/home", false)
		}, "has gone on"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			l := alive(2)
			l.shop.help, l.shop.asked = make(chan protocol.Outcome), make(chan struct{}, 100)
			said := ""
			rs, v := begin(t, l, helped(&said), takeAll)
			q := until(t, rs, v.ID, asked).Question
			is.True(q.Help)
			is.Equal(q.Text, "Log in, please.")
			row.answer(t, l, rs, v, q.ID)
			is.Equal(end(t, rs, v.ID).Status, core.Done)
			is.True(strings.Contains(said, row.says))
			once(t, l.shop, 2)
		})
	}
}
