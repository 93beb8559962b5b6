package link

import (
	"github.com/zapvol/bua/core/protocol"

	"github.com/zapvol/bua/core/scan"
)

// started begins with what storage holds. A bootstrap code that has not been
// redeemed goes first: a launcher has just written it.
func (m *machine) started(w Started) {
	m.drop(CloseNormal, "worker restarts")
	m.client = w.Client
	m.config, m.problem, m.asked = Config{}, "", invitation{}
	c, err := ParseConfig(w.Config)
	if err != nil {
		m.problem = protocol.AsError(err).Message
	}
	m.config = c
	if m.order(w.Orders) {
		return
	}
	inv, err := parseBootstrap(w.Bootstrap, w.Client.DeviceName)
	if err != nil {
		m.notice = refusalReason{protocol.ReasonBadInvitation, protocol.AsError(err).Message}
	} else if inv.code != "" && inv.code != c.Code {
		if m.invited(inv) {
			return
		}
	}
	if text, _, ok := object(w.Rejected); ok && c.paired() && text["for"] == c.name() {
		m.enter(rejected, refusalReason{protocol.AsReason(text["reason"]), text["detail"]})
		return
	}
	m.begin(refusalReason{})
}

// name tells one pairing from another without telling its key.
func (c Config) name() string { return c.DeviceID + "@" + c.Server.String() }

// begin does what the configuration asks for; w is why nothing can be done when
// it cannot.
func (m *machine) begin(w refusalReason) {
	switch {
	case m.problem != "":
		m.stopTimer()
		m.enter(misconfigured, refusalReason{protocol.ReasonDamaged, m.problem})
	case !m.config.paired():
		m.stopTimer()
		m.enter(unpaired, w)
	default:
		m.connect()
	}
}

func (m *machine) connect() {
	m.conn++
	m.enter(opening, m.why)
	m.do(Open{Conn: m.conn, URL: m.config.Server.String()})
	m.setTimer(OpenMS)
}

// drop closes the socket, if there is one, and forgets the connection. The
// caller then enters the phase that follows.
func (m *machine) drop(code int, reason string) {
	if m.socket() {
		m.do(Close{Conn: m.conn, Code: code, Reason: scan.Clip(reason, 120)})
	}
	m.forget()
	m.phase = dropped
}

// forget clears what belongs to one connection.
func (m *machine) forget() {
	if m.phase == up && m.now-m.since >= SteadyMS {
		m.attempts = 0
	}
	m.held, m.heldSize, m.beats = nil, 0, false
	m.ack.ServerProof, m.token = "", Token{}
}

func (m *machine) configChanged(w ConfigChanged) {
	if m.phase == unstarted {
		return
	}
	c, err := ParseConfig(w.Config)
	problem := ""
	if err != nil {
		problem = protocol.AsError(err).Message
	}
	if c == m.config && problem == m.problem {
		return // our own Save, come back
	}
	same := c.name() == m.config.name() && c.Key == m.config.Key
	m.config, m.problem = c, problem
	if m.phase == redeeming || m.phase == waiting && m.inv.code != "" {
		return // decided when the code is redeemed
	}
	if same && problem == "" {
		return // a new name: told to the backend with the next hello
	}
	m.unreject()
	m.drop(CloseNormal, "pairing changed")
	m.attempts, m.why = 0, refusalReason{}
	m.begin(refusalReason{})
}

// unreject forgets the refusal in storage.
func (m *machine) unreject() {
	if m.phase == rejected {
		m.do(Save{Area: AreaSession, Key: KeyRejected})
	}
}

// wake makes up for a timer that died with the worker, or came too late.
func (m *machine) wake() {
	switch {
	case m.phase == waiting && (m.now >= m.due || m.due-m.now > 2*ReplacedMS):
		m.tryAgain()
	case m.armed && m.now > m.due+1000:
		m.timerFired(Timer{m.timer})
	}
}

func (m *machine) retry() {
	switch m.phase {
	case waiting, rejected:
		m.unreject()
		m.attempts, m.why = 0, refusalReason{}
		m.tryAgain()
	case misconfigured, unpaired:
		m.begin(m.why)
	}
}

// tryAgain ends a pause.
func (m *machine) tryAgain() {
	m.stopTimer()
	if m.inv.code != "" {
		m.redeem(m.inv)
		return
	}
	m.begin(refusalReason{})
}

func (m *machine) timerFired(w Timer) {
	if !m.armed || w.ID != m.timer {
		return
	}
	m.armed = false
	switch m.phase {
	case redeeming:
		m.redeemed(Redeemed{ID: m.redeemID})
	case waiting:
		m.tryAgain()
	case opening:
		m.fail(CloseNormal, protocol.ReasonNoBackend, "the backend did not answer within 10 s; is it running?")
	case nonce, signing, acking, proving:
		m.fail(CloseUntrusted, protocol.ReasonNotBua, "the backend did not finish the handshake within 10 s")
	case up:
		m.tick()
	}
}
