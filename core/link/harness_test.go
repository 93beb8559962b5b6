package link

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

const (
	testID  = "abcdefghijklmnopabcdefghijklmnop"
	testKey = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
)

// harness drives Step as the worker does and writes down what happens.
type harness struct {
	// offers are features of the acks beyond those of every build.
	offers []protocol.Feature
	tb     testing.TB
	state  State
	now    int64
	rand   uint32
	log    strings.Builder
	// the newest of each effect that wants an answer
	open   Open
	mac    Mac
	random Random
	redeem Redeem
	timer  SetTimer
	last   []Effect
}

// resumes makes the server's acks offer to resume.
func (r *harness) resumes() *harness {
	r.offers = []protocol.Feature{protocol.FeatureResume, protocol.FeatureResumed}
	return r
}

func newHarness(tb testing.TB) *harness { return &harness{tb: tb, now: 1_000_000, rand: 1 << 31} }

func (r *harness) do(what What) []Effect {
	r.tb.Helper()
	state, effects := Step(r.state, Event{Now: r.now, Rand: r.rand, What: what})
	r.state, r.last = state, effects
	for _, e := range effects {
		fmt.Fprintf(&r.log, "< %s\n", show(e))
		switch e := e.(type) {
		case Open:
			r.open = e
		case Mac:
			r.mac = e
		case Random:
			r.random = e
		case Redeem:
			r.redeem = e
		case SetTimer:
			r.timer = e
		}
	}
	return effects
}

// show writes an effect as a line. The codec's own words are left out: they
// are tested where they are made.
func show(e Effect) string {
	text, _, cut := strings.Cut(line(e), "is not valid: ")
	if cut {
		text += "is not valid"
	}
	return text
}

func line(e Effect) string {
	switch e := e.(type) {
	case Open:
		return fmt.Sprintf("open %d %s", e.Conn, e.URL)
	case Send:
		if m, err := protocol.Decode(e.Text); err == nil {
			if r, ok := m.(protocol.Response); ok && r.Error != nil {
				return fmt.Sprintf("send %d response %s %s", e.Conn, r.ID, r.Error.Code)
			}
		}
		return fmt.Sprintf("send %d %s", e.Conn, e.Text)
	case Close:
		return strings.TrimRight(fmt.Sprintf("close %d %d %s", e.Conn, e.Code, e.Reason), " ")
	case Mac:
		return fmt.Sprintf("mac %d %s", e.Conn, e.Purpose)
	case Random:
		return fmt.Sprintf("random %d %d", e.Conn, e.Bytes)
	case SetTimer:
		return fmt.Sprintf("timer %d", e.AfterMS)
	case StopTimer:
		return "no timer"
	case Redeem:
		return fmt.Sprintf("post %s %s", e.URL, e.Body)
	case Save:
		return strings.TrimRight(fmt.Sprintf("save %s %s %s", e.Area, e.Key, e.Value), " ")
	case Deliver:
		return fmt.Sprintf("deliver %d %s", e.Conn, protocol.Append(nil, e.Message))
	case Report:
		s := fmt.Sprintf("report %s since %d", e.Status.State, e.Status.Since)
		if e.Status.NextTry != 0 {
			s += fmt.Sprintf(" next %d", e.Status.NextTry)
		}
		if e.Status.Reason != "" || e.Status.Detail != "" {
			s += ": " + string(e.Status.Reason) + " (" + e.Status.Detail + ")"
		}
		if e.Status.Asks != "" {
			s += " asks " + e.Status.Asks
		}
		if e.Status.Orders != "" {
			s += fmt.Sprintf(" orders %s %v", e.Status.Orders, e.Status.Enrolled)
		}
		if e.Status.Notice != "" {
			s += " [" + string(e.Status.Notice) + " (" + e.Status.NoticeDetail + ")]"
		}
		return s
	default:
		return fmt.Sprintf("%T", e)
	}
}

func sum(key, data []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(data)
	return h.Sum(nil)
}

// ack returns the answer of a server that holds the key.
func (r *harness) ack(key string) []byte {
	return r.proof(key, &protocol.Caps{Features: append(protocol.Features(), r.offers...)})
}

// proof is an ack that offers caps.
func (r *harness) proof(key string, caps *protocol.Caps) []byte {
	a := protocol.Ack{ProtocolVersion: protocol.Version, ServerVersion: "1", Caps: caps}
	k, _ := hex.DecodeString(key)
	a.ServerProof = hex.EncodeToString(sum(k, AckInput(a, r.state.token, r.state.channelBinding())))
	return protocol.Append(nil, a)
}

func (r *harness) start(config string) {
	r.do(Started{Client: Client{ExtensionID: testID, Version: "0.1.0", Browser: "Chromium 156", DeviceName: "laptop"}, Config: []byte(config)})
}

// shake goes from the open socket to the proof.
func (r *harness) shake() {
	c := r.open.Conn
	r.do(Opened{c})
	r.do(RandomReady{c, []byte("0123456789abcdef")})
	r.do(MacReady{c, PurposeHello, sum(r.mac.Key, r.mac.Data)})
	r.do(Text{c, r.ack(testKey)})
	r.do(MacReady{c, PurposeAck, sum(r.mac.Key, r.mac.Data)})
}

func config(server string) string {
	return `{"serverUrl":"` + server + `","deviceId":"d1","key":"` + testKey + `","deviceName":"laptop"}`
}

const loopback = "ws://127.0.0.1:48123"

// up returns a harness whose connection is up.
func connected(tb testing.TB, server string) *harness {
	tb.Helper()
	r := newHarness(tb)
	r.start(config(server))
	r.shake()
	if r.state.Conn() == 0 {
		tb.Fatalf("not connected:\n%s", r.log.String())
	}
	return r
}
