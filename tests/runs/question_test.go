package runs

import (
	"cmp"
	"strings"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestQuestion: before a press that sends, the person is asked as often as their answer says,
// also by another process, and nothing is done before.
func TestQuestion(t *testing.T) {
	for _, row := range []struct {
		name           string
		once, restarts bool
		grants         []runs.Grant
		asks           int
	}{
		{"yes until it ends", false, false, nil, 1},
		{"once each", true, false, nil, 3},
		{"it outlives the process", false, true, nil, 1},
		{"what was allowed beforehand is not asked", false, false, []runs.Grant{{Site: "shop.test", Sinks: []risk.Sink{risk.Send}}}, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			l, w := alive(3), takeAll
			l.asks, w.Grants = true, row.grants
			rs, v := begin(t, l, taker, w)
			last := 0
			for seen := range row.asks {
				q := until(t, rs, v.ID, func(u runs.Update) bool { return asked(u) && u.Question.ID > last }).Question
				last = q.ID
				is.Equal(q.Sink, risk.Send)
				is.Equal(q.Site, "https://shop.test")
				if row.restarts {
					rs = again(t, l, rs, taker)
					e2e.Await(t, "it is asked again", func() bool {
						now := viewed(t, rs, v.ID).Question
						return now != nil && now.ID == q.ID
					})
				}
				is.Equal(protocol.CodeOf(rs.Decide("ann", v.ID, q.ID+1, true, false)), protocol.CodeInvalidAction)
				is.Equal(protocol.CodeOf(rs.Say("ann", v.ID, q.ID, "yes")), protocol.CodeInvalidAction) // a word is no consent
				is.Equal(protocol.CodeOf(rs.Decide("bob", v.ID, q.ID, true, false)), protocol.CodeInvalidAction)
				once(t, l.shop, seen)
				is.NoErr(rs.Decide("ann", v.ID, q.ID, true, row.once))
			}
			is.Equal(end(t, rs, v.ID).Status, core.Done)
			once(t, l.shop, 3)
		})
	}
}

// TestAskMode: the driver asks the browser for reading alone, whatever the model says, and the browser refuses the rest.
func TestAskMode(t *testing.T) {
	is := is.New(t)
	l := alive(2)
	w := takeAll
	w.Mode, w.Steps = core.ModeAsk, 6
	rs, v := begin(t, l, taker, w)
	is.Equal(end(t, rs, v.ID).Status, core.Failed)
	once(t, l.shop, 0)
}

// TestHelp: a run that asks for help hands its tab over, and goes on with the person's
// answer there or in the terminal, or when the login has gone by itself.
func TestHelp(t *testing.T) {
	for _, row := range []struct {
		name   string
		answer func(t *testing.T, s *shop, say func(string))
		says   string
	}{
		{"done", func(_ *testing.T, s *shop, _ func(string)) { s.help <- protocol.OutcomeDone }, "it is done"},
		{"I can't, after it was not seen at first", func(_ *testing.T, s *shop, _ func(string)) {
			s.help <- protocol.OutcomeTimedOut
			s.help <- protocol.OutcomeDeclined
		}, "cannot or will not"},
		{"done, after the browser was lost", func(_ *testing.T, s *shop, _ func(string)) {
			s.help <- helpLost
			s.help <- protocol.OutcomeDone
		}, "it is done"},
		{"done, in the page that was opened again", func(_ *testing.T, s *shop, _ func(string)) {
			s.help <- helpClosed
			s.help <- protocol.OutcomeDone
		}, "it is done"},
		{"in the terminal", func(t *testing.T, s *shop, say func(string)) {
			soon(t, s.asked)
			say("logged in")
			e2e.Await(t, "it is taken back", func() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.withdrawn == 1 })
		}, "logged in"},
		{"two pages of a login, seen by itself", func(t *testing.T, s *shop, _ func(string)) {
			soon(t, s.asked)
			s.goTo("https://shop.test/code?x=1", true)
			soon(t, s.asked) // again, with the second page
			s.goTo("https://shop.test/home", false)
		}, "has gone on"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			l := alive(2)
			l.shop.help, l.shop.asked = make(chan protocol.Outcome, 2), make(chan struct{}, 100)
			said := ""
			rs, v := begin(t, l, func(r chat.Request) fakemodel.Say {
				if len(r.Messages) == 1 {
					return act("help", `{"message":"Log in, please."}`)
				}
				said = cmp.Or(said, r.Messages[2].Text)
				return taker(r)
			}, takeAll)
			q := until(t, rs, v.ID, asked).Question
			is.True(q.Help)
			is.Equal(q.Text, "Log in, please.")
			row.answer(t, l.shop, func(words string) { is.NoErr(rs.Say("ann", v.ID, q.ID, words)) })
			is.Equal(end(t, rs, v.ID).Status, core.Done)
			is.True(strings.Contains(said, row.says))
			once(t, l.shop, 2)
		})
	}
}
