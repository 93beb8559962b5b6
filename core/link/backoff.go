package link

import "github.com/zapvol/bua/core/protocol"

// fail closes the socket and backs off.
func (m *machine) fail(code int, reason protocol.Reason, text string) {
	m.drop(code, text)
	m.pause(refusalReason{reason, text}, 500, m.ceiling(30_000))
}

// ceiling doubles with each failure. The first is short on loopback, where one
// browser waits for one backend, and long elsewhere, where a restarted server
// must not meet all its browsers within a second.
func (m *machine) ceiling(most int64) int64 {
	first := int64(1000)
	if m.config.Server.Secure {
		first = 15_000
	}
	return min(most, first<<min(m.attempts, 8))
}

// pause waits for a time between floor and ceiling, evenly spread.
func (m *machine) pause(w refusalReason, floor, ceiling int64) {
	m.attempts++
	after := floor
	if ceiling > floor {
		after += int64(uint64(m.rand) * uint64(ceiling-floor) >> 32)
	}
	m.enter(waiting, w)
	m.setTimer(after)
}

// refuse handles a server that will not have us. It is final when the server
// has proved itself, or TLS names it: anybody may listen on a loopback port, so
// the word of an unproven one there only means a longer pause, and the person
// sees why.
func (m *machine) refuse(final bool, w refusalReason) {
	if !final {
		m.pause(w, 1000, m.ceiling(60_000))
		return
	}
	m.stopTimer()
	m.enter(rejected, w)
	m.do(Save{Area: AreaSession, Key: KeyRejected,
		Value: appendObject(nil, member{"for", m.config.name()}, member{"reason", string(m.why.code)}, member{"detail", m.why.text})})
}

// turnedAway handles a reject.
func (m *machine) turnedAway(r protocol.Reject) {
	// A hello that is too old or too new by the server's clock is a timeout,
	// not a lack of rights: it ends when a clock is set right.
	final := m.trusted() && r.Error.Code != protocol.CodeTimeout
	m.drop(CloseNormal, "")
	m.refuse(final, reasonRejected(r))
}

func (m *machine) closed(w Closed) {
	if w.Conn != m.conn || !m.socket() {
		return
	}
	trusted, was := m.trusted(), m.phase
	m.forget()
	m.armed = false
	switch {
	case w.Code == CloseVersion:
		m.refuse(trusted, otherVersion())
	case w.Code == CloseUnpaired:
		m.refuse(trusted, refusalReason{protocol.ReasonNotPaired, "the backend does not know this browser: pair it again in the options"})
	case w.Code == CloseRevoked:
		m.refuse(trusted, refusalReason{protocol.ReasonRevoked, "this browser was revoked in the backend: pair it again in the options"})
	case w.Code == CloseReplaced && was == up:
		m.pause(refusalReason{protocol.ReasonReplaced, "another browser uses this browser's pairing: pair one of the two again"}, ReplacedMS, ReplacedMS+30_000)
	case was == opening:
		m.pause(refusalReason{protocol.ReasonNoBackend, "no backend answers at " + m.config.Server.String() + "; is it running?"}, 500, m.ceiling(30_000))
	default:
		m.pause(refusalReason{protocol.ReasonLost, "the connection to the backend was lost"}, 500, m.ceiling(30_000))
	}
}
