package link

import (
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// resuming is a harness that is connected to a backend that resumes.
func resuming(t *testing.T) *harness {
	t.Helper()
	r := newHarness(t).resumes()
	r.start(config(loopback))
	r.shake()
	return r
}

// lose ends the connection and waits for the next socket.
func (r *harness) lose() {
	r.do(Closed{Conn: r.state.Conn(), Code: 1006})
	r.now += r.timer.AfterMS
	r.do(Timer{r.timer.ID})
}

func answer(id string) protocol.Response {
	return protocol.Response{ID: id, Result: []byte(`{"ok":true}`)}
}

func (r *harness) answers() int { return strings.Count(r.log.String(), `"type":"response"`) }

func TestResume_sends_what_was_answered_meanwhile(t *testing.T) {
	is := is.New(t)
	r := resuming(t)
	old := r.state.Conn()
	is.True(!strings.Contains(r.log.String(), "resumed")) // the first hello of a life
	r.lose()
	is.Equal(len(r.do(Outgoing{Conn: old, Message: answer("r1")})), 0) // nobody is there
	r.log.Reset()
	r.shake()
	is.True(strings.Contains(r.log.String(), `"resume","repeat","resumed"`))
	is.True(strings.Contains(r.log.String(), `"id":"r1"`))
	is.Equal(len(r.do(Outgoing{Conn: old, Message: answer("r2")})), 1) // an action that outlived the connection
}

func TestResume_sends_again_what_may_not_have_arrived(t *testing.T) {
	is := is.New(t)
	r := resuming(t)
	r.do(Outgoing{Conn: r.state.Conn(), Message: answer("r1")})
	r.log.Reset()
	r.lose()
	r.shake()
	is.Equal(r.answers(), 1)
	r.log.Reset()
	r.now += keptMS + 1 // its caller waits no longer
	r.lose()
	r.shake()
	is.Equal(r.answers(), 0)
}

func TestResume_is_off_when_the_backend_does_not(t *testing.T) {
	is := is.New(t)
	r := connected(t, loopback)
	old := r.state.Conn()
	r.lose()
	r.do(Outgoing{Conn: old, Message: answer("r1")})
	r.log.Reset()
	r.shake()
	is.True(!strings.Contains(r.log.String(), "resumed"))
	is.Equal(r.answers(), 0)
	is.Equal(len(r.do(Outgoing{Conn: old, Message: answer("r2")})), 0)
}

func TestResume_tells_another_pairing_nothing(t *testing.T) {
	is := is.New(t)
	r := resuming(t)
	r.do(Outgoing{Conn: r.state.Conn(), Message: answer("r1")})
	r.do(ConfigChanged{Config: []byte(strings.Replace(config(loopback), `"d1"`, `"d2"`, 1))})
	r.log.Reset()
	r.shake()
	is.Equal(r.state.Status().State, ModeConnected)
	is.True(!strings.Contains(r.log.String(), "resumed"))
	is.Equal(r.answers(), 0)
}

func TestResume_answers_a_request_that_comes_again_from_memory(t *testing.T) {
	is := is.New(t)
	r := resuming(t)
	delivered, answered := 0, 0
	for i := range 1000 {
		id := "r" + strconv.Itoa(i)
		request := []byte(`{"type":"request","id":"` + id + `","action":{"type":"get_tabs"}}`)
		for n := range 3 {
			for _, e := range r.do(Text{r.state.Conn(), request}) {
				switch e.(type) {
				case Deliver:
					delivered++
				case Send:
					answered++
				}
			}
			if n == 0 {
				r.do(Outgoing{Conn: r.state.Conn(), Message: answer(id)})
			}
		}
	}
	is.Equal(delivered, 1000) // each was carried out once
	is.Equal(answered, 2000)
}

func TestResume_keeps_a_bounded_amount(t *testing.T) {
	is := is.New(t)
	r := resuming(t)
	big := `"` + strings.Repeat("x", keptBytes/10) + `"`
	for i := range 3 * keptAnswers {
		m := answer("r" + strconv.Itoa(i))
		if i%5 == 0 {
			m.Result = []byte(big)
		}
		r.do(Outgoing{Conn: r.state.Conn(), Message: m})
		is.True(len(r.state.answers) <= keptAnswers && r.state.answersSize <= keptBytes)
	}
	is.True(len(r.state.answers) > 10)
	r.do(Outgoing{Conn: r.state.Conn(), Message: protocol.Response{ID: "huge", Result: []byte(`"` + strings.Repeat("x", keptBytes) + `"`)}})
	is.True(len(r.state.answers) > 10) // one that is too large pushes nothing out
}

// A request whose answer is not kept any more is not carried out again either.
func TestResume_tells_of_an_answer_that_is_not_kept(t *testing.T) {
	is := is.New(t)
	r := resuming(t)
	ask := func(id string) string {
		effects := r.do(Text{r.state.Conn(), []byte(`{"type":"request","id":"` + id + `","action":{"type":"get_tabs"}}`)})
		is.Equal(len(effects), 1)
		if s, ok := effects[0].(Send); ok {
			return string(s.Text)
		}
		return "delivered"
	}
	is.Equal(ask("r0"), "delivered")
	for i := range keptIDs {
		r.do(Outgoing{Conn: r.state.Conn(), Message: answer("r" + strconv.Itoa(i))})
		is.True(len(r.state.past) <= keptIDs)
	}
	is.True(strings.Contains(ask("r0"), `"outcome":"unknown"`))
	r.do(Outgoing{Conn: r.state.Conn(), Message: protocol.Response{ID: "huge", Result: []byte(`"` + strings.Repeat("x", keptBytes) + `"`)}})
	is.True(strings.Contains(ask("huge"), `"outcome":"unknown"`))
}
