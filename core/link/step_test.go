package link

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

func TestStep_spreads_reconnects(t *testing.T) {
	for _, row := range []struct {
		name        string
		server      string
		failures    int
		least, most int64
	}{
		{"the first retry on loopback is quick", loopback, 1, 500, 1_000},
		{"the second takes up to twice as long", loopback, 2, 500, 2_000},
		{"no retry takes longer than 30 s", loopback, 12, 500, 30_000},
		{"browsers of a server spread over 15 s at once", "wss://hub.example", 1, 500, 15_000},
		{"and over 30 s from then on", "wss://hub.example", 3, 500, 30_000},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			for _, side := range []struct {
				rand uint32
				want int64
			}{{0, row.least}, {1<<32 - 1, row.most}} {
				r := newHarness(t)
				r.start(config(row.server))
				for i := 1; i < row.failures; i++ {
					r.do(Closed{Conn: r.open.Conn, Code: 1006})
					r.now += r.timer.AfterMS
					r.do(Timer{r.timer.ID})
				}
				r.rand = side.rand
				r.do(Closed{Conn: r.open.Conn, Code: 1006})
				is.True(r.timer.AfterMS >= side.want-1 && r.timer.AfterMS <= side.want)
				is.Equal(r.state.Status().State, ModeBackoff)
				is.Equal(r.state.Status().NextTry, r.now+r.timer.AfterMS)
			}
		})
	}
}

func TestStep_forgets_failures_after_a_steady_connection(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	r.start(config(loopback))
	for range 6 {
		r.do(Closed{Conn: r.open.Conn, Code: 1006})
		r.now += r.timer.AfterMS
		r.do(Timer{r.timer.ID})
	}
	r.shake()
	r.rand = 1<<32 - 1
	short := r.state
	r.do(Closed{Conn: r.open.Conn, Code: 1006})
	is.True(r.timer.AfterMS > 10_000) // one that is lost at once has not helped
	r.state = short
	r.now += SteadyMS
	r.do(Closed{Conn: r.open.Conn, Code: 1006})
	is.True(r.timer.AfterMS <= 1_000)
}

func TestStep_holds_a_bounded_number_of_early_messages(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	r.start(config(loopback))
	c := r.open.Conn
	r.do(Opened{c})
	r.do(RandomReady{c, []byte("0123456789abcdef")})
	r.do(MacReady{c, PurposeHello, sum(r.mac.Key, r.mac.Data)})
	r.do(Text{c, r.ack(testKey)})
	for range MaxHeld {
		is.Equal(len(r.do(Text{c, []byte(`{"type":"beat"}`)})), 0)
	}
	r.do(Text{c, []byte(`{"type":"beat"}`)})
	is.Equal(r.state.Status().State, ModeBackoff)
}

func TestStep_keeps_the_newest_events_while_unconnected(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	r.start(config(loopback))
	for i := range MaxHeld + 10 {
		r.do(Outgoing{Message: protocol.EventMessage{Event: protocol.TabClosed{TabID: i + 1}}})
	}
	r.log.Reset()
	r.shake()
	is.Equal(strings.Count(r.log.String(), "tab_closed"), MaxHeld)
	is.True(!strings.Contains(r.log.String(), `"tabId":10}`))
	is.True(strings.Contains(r.log.String(), `"tabId":11}`))
}

func TestStep_replaces_an_answer_that_is_too_large(t *testing.T) {
	is := is.New(t)
	r := connected(t, loopback)
	big := `"` + strings.Repeat("x", protocol.MaxFromExtension) + `"`
	got := r.do(Outgoing{Conn: r.state.Conn(), Message: protocol.Response{ID: "r1", Result: []byte(big)}})
	is.Equal(len(got), 1)
	m, err := protocol.Decode(got[0].(Send).Text)
	is.NoErr(err)
	is.Equal(m.(protocol.Response).Error.Code, protocol.CodeInternal)
}

func TestStep_ignores_what_is_out_of_date(t *testing.T) {
	is := is.New(t)
	r := connected(t, loopback)
	old := r.state.Conn()
	oldTimer := r.timer.ID
	r.do(Closed{Conn: old, Code: 1006})
	r.now += r.timer.AfterMS
	r.do(Timer{r.timer.ID})
	for _, what := range []What{
		Closed{Conn: old}, Opened{old}, Text{old, []byte(`{"type":"request","id":"r1","action":{"type":"get_tabs"}}`)},
		MacReady{old, PurposeAck, []byte("x")}, RandomReady{old, nil}, Timer{oldTimer}, Redeemed{ID: 7, Status: 200},
		Outgoing{Conn: old, Message: protocol.Response{ID: "r1", Result: []byte(`{"ok":true}`)}},
	} {
		is.Equal(len(r.do(what)), 0)
	}
}

func TestStep_says_when_the_browser_fails_it(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	r.start(config(loopback))
	r.do(Opened{r.open.Conn})
	r.do(RandomReady{Conn: r.open.Conn})
	is.Equal(r.state.Status().State, ModeBackoff)
	r.now += r.timer.AfterMS
	r.do(Timer{r.timer.ID})
	r.do(Opened{r.open.Conn})
	r.do(RandomReady{r.open.Conn, []byte("0123456789abcdef")})
	r.do(MacReady{Conn: r.open.Conn, Purpose: PurposeHello})
	is.Equal(r.state.Status().State, ModeBackoff)
}

func TestStep_gives_up_a_handshake_that_hangs(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	r.start(config(loopback))
	r.do(Opened{r.open.Conn})
	r.now += r.timer.AfterMS
	r.do(Timer{r.timer.ID})
	is.Equal(r.state.Status().State, ModeBackoff)
	is.Equal(r.state.Status().Reason, protocol.ReasonNotBua)
}
