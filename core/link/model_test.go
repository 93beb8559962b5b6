package link

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// The model plays a driver, a person, a server that knows the key and one that
// does not, in any order, and checks after every step what must always hold.
func TestStep_model(t *testing.T) {
	runs, reached := 25, map[Mode]int{}
	for seed := range runs {
		w := &world{harness: newHarness(t), rnd: rand.New(rand.NewPCG(1, uint64(seed))), sockets: map[int]bool{}, proven: map[int]bool{}, hellos: map[int]int{}}
		for range 400 {
			w.step()
			reached[w.state.Status().State]++
			if t.Failed() {
				t.Fatalf("seed %d:\n%s", seed, w.log.String())
			}
		}
	}
	for _, m := range []Mode{ModeUnpaired, ModeConnecting, ModeAuthenticating, ModeConnected, ModeRejected, ModeBackoff, ModeMisconfigured} {
		if reached[m] < runs {
			t.Errorf("the model reached %s only %d times: it proves too little", m, reached[m])
		}
	}
}

type world struct {
	*harness
	rnd     *rand.Rand
	sockets map[int]bool // open or opening
	proven  map[int]bool // got the right MAC of the ack
	hellos  map[int]int
	agreed  bool // the person said yes to hub.example since the worker started
}

func (w *world) step() {
	w.now += w.rnd.Int64N(12_000)
	if w.rnd.IntN(50) == 0 {
		w.now += w.rnd.Int64N(7_200_000) - 3_600_000
	}
	w.rand = w.rnd.Uint32()
	what := w.event()
	fmt.Fprintf(&w.log, "> %s\n", name(what))
	before := w.state
	was := before
	was.queue, was.held = slices.Clone(was.queue), slices.Clone(was.held)
	first, firstEffects := Step(w.state, Event{Now: w.now, Rand: w.rand, What: what})
	effects := w.do(what)
	if !reflect.DeepEqual(first, w.state) || !reflect.DeepEqual(firstEffects, effects) || !reflect.DeepEqual(before, was) {
		w.tb.Error("the same step gave another answer")
	}
	switch c := what.(type) {
	case Started:
		w.agreed = false
	case Confirm:
		w.agreed = w.agreed || c.Yes && c.Host == before.Status().Asks
	}
	if m, ok := what.(MacReady); ok && m.Purpose == PurposeAck && before.phase == proving && m.Conn == before.conn {
		w.proven[m.Conn] = encodeHex(m.MAC) == before.ack.ServerProof
	}
	if c, ok := what.(Closed); ok {
		delete(w.sockets, c.Conn)
	}
	for _, e := range effects {
		w.check(e)
	}
	w.always()
}

// name is for the log of a failure. It does not print values as they are:
// TinyGo's fmt cannot survive a nil error.
func name(what What) string {
	s := fmt.Sprintf("%T", what)
	switch w := what.(type) {
	case Text:
		return s + fmt.Sprintf(" %d %s", w.Conn, w.Data)
	case Closed:
		return s + fmt.Sprintf(" %d %d", w.Conn, w.Code)
	case MacReady:
		return s + fmt.Sprintf(" %d %s %x", w.Conn, w.Purpose, w.MAC)
	case Redeemed:
		return s + fmt.Sprintf(" %d %d", w.ID, w.Status)
	case Started:
		return s + fmt.Sprintf(" %s %s", w.Config, w.Bootstrap)
	case ConfigChanged:
		return s + fmt.Sprintf(" %s", w.Config)
	}
	return s
}

// check is what must hold for each effect.
func (w *world) check(e Effect) {
	switch e := e.(type) {
	case Open:
		w.sockets[e.Conn] = true
		if len(w.sockets) > 1 {
			w.tb.Error("two sockets at once", w.sockets)
		}
	case Close:
		if !w.sockets[e.Conn] {
			w.tb.Error("closed a socket that is not there", e.Conn)
		}
		if e.Code != 1000 && (e.Code < 3000 || e.Code > 4999) || len(e.Reason) > 123 {
			w.tb.Error("a browser cannot close so", e.Code, len(e.Reason))
		}
		delete(w.sockets, e.Conn)
	case Send:
		m, err := protocol.Decode(e.Text)
		if err != nil {
			w.tb.Error("sent what is not valid", err)
		}
		if _, ok := m.(protocol.Hello); ok {
			w.hellos[e.Conn]++
			if w.hellos[e.Conn] > 1 {
				w.tb.Error("two hellos")
			}
		} else if !w.proven[e.Conn] {
			w.tb.Error("sent something before the proof")
		}
		if !w.sockets[e.Conn] {
			w.tb.Error("sent into no socket")
		}
	case Redeem:
		if !strings.HasPrefix(e.URL, "http://127.0.0.1:") && !w.agreed {
			w.tb.Error("a code went elsewhere unasked", e.URL)
		}
	case Deliver:
		if !w.proven[e.Conn] {
			w.tb.Error("delivered something before the proof")
		}
	}
}

// always is what must hold in every state.
func (w *world) always() {
	s := w.state
	switch s.Status().State {
	case ModeUnpaired, ModeRejected, ModeMisconfigured:
		if len(w.sockets) != 0 || s.armed {
			w.tb.Error("an end state has a socket or a timer")
		}
	case ModeConnected:
		if len(w.sockets) != 1 || s.beats && !s.armed {
			w.tb.Error("connected without a socket or a beat")
		}
	default:
		if !s.armed {
			w.tb.Error("nothing will ever happen: no timer in " + string(s.Status().State))
		}
	}
	if len(s.queue) > MaxHeld || len(s.held) > MaxHeld || len(s.answers) > keptAnswers || s.answersSize > keptBytes {
		w.tb.Error("a queue is over its bound")
	}
}

// event makes up what happens next, mostly something that fits.
func (w *world) event() What {
	c := w.open.Conn - w.rnd.IntN(12)/11 // now and then the one before
	if w.state.phase == unstarted {
		return w.started()
	}
	if w.rnd.IntN(4) > 0 { // go on as a good peer would
		switch w.state.phase {
		case opening:
			return Opened{c}
		case nonce:
			return RandomReady{c, []byte("0123456789abcdef")}
		case signing, proving:
			return MacReady{c, w.mac.Purpose, sum(w.mac.Key, w.mac.Data)}
		case acking:
			return Text{c, w.ack(testKey)}
		case waiting:
			return Timer{w.timer.ID}
		case redeeming:
			return Redeemed{w.redeem.ID, 200, []byte(`{"deviceId":"d1","key":"` + testKey + `"}`)}
		}
	}
	switch w.rnd.IntN(16) {
	case 0:
		return ConfigChanged{w.config()}
	case 1:
		return Pair{[]string{loopback, "wss://hub.example", "ftp://x"}[w.rnd.IntN(3)], "CODE", "x"}
	case 2:
		return Closed{Conn: c, Code: []int{1000, 1006, 4001, 4002, 4003, 4004, 4008}[w.rnd.IntN(7)]}
	case 3:
		return MacReady{c, []Purpose{PurposeHello, PurposeAck}[w.rnd.IntN(2)], []byte("not a MAC of ours, 32 bytes long")}
	case 4:
		return MacReady{Conn: c, Purpose: PurposeAck}
	case 5:
		return Timer{w.timer.ID}
	case 6:
		return Redeemed{w.redeem.ID, []int{0, 200, 403, 429, 500}[w.rnd.IntN(5)], []byte(`{}`)}
	case 7:
		return Wake{}
	case 8:
		return Retry{}
	case 9:
		return Outgoing{c, protocol.Response{ID: "r1", Result: []byte(`{"ok":true}`)}}
	case 10:
		return Outgoing{0, protocol.EventMessage{Event: protocol.TabClosed{TabID: 1}}}
	case 11:
		return w.started()
	case 12:
		return Opened{c}
	case 13:
		return Confirm{Host: []string{"hub.example", "other.example"}[w.rnd.IntN(2)], Yes: w.rnd.IntN(3) > 0}
	default:
		return Text{c, w.text()}
	}
}

func (w *world) text() []byte {
	switch w.rnd.IntN(8) {
	case 0:
		return w.ack("00" + testKey[2:])
	case 1:
		return []byte(`{"type":"ack","protocolVersion":5,"serverVersion":"1"}`)
	case 2:
		return []byte(`{"type":"reject","requiredMinProtocolVersion":4,"error":{"code":"invalid_action","message":"no"}}`)
	case 3:
		return []byte(`{"type":"request","id":"r1","action":{"type":"click"}}`)
	case 4:
		return nil
	default:
		return []byte(`{"type":"request","id":"r1","action":{"type":"get_tabs"}}`)
	}
}

func (w *world) started() What {
	s := Started{Client: Client{ExtensionID: testID, Version: "1"}, Config: w.config()}
	if w.rnd.IntN(4) == 0 {
		s.Bootstrap = []byte([]string{`{"serverUrl":"ws://localhost:1","code":"c"}`, `{"serverUrl":"wss://hub.example","code":"d"}`}[w.rnd.IntN(2)])
	}
	// Chrome ends the sockets of a worker with it.
	return s
}

func (w *world) config() []byte {
	return []byte([]string{config(loopback), config("wss://hub.example"), config(loopback), ``, `{"serverUrl":3}`,
		`{"serverUrl":"wss://hub.example/other","deviceId":"d2","key":"` + testKey + `"}`}[w.rnd.IntN(6)])
}
