package link

import "github.com/zapvol/bua/core/protocol"

// schedule sets the timer to whatever is due first: our beat or the peer's
// silence. A server that does not beat may be silent for ever, and the browser
// is told of a dead TCP connection in its own time.
func (m *machine) schedule() {
	if !m.beats {
		m.stopTimer()
		return
	}
	m.setTimer(max(0, min(m.sent+BeatMS, m.heard+SilenceMS)-m.now))
}

// tick is the timer of a connection that is up.
func (m *machine) tick() {
	if m.now-m.heard >= SilenceMS {
		m.fail(CloseSilent, protocol.ReasonLost, "the backend has been silent for 45 s")
		return
	}
	if m.now-m.sent >= BeatMS {
		m.send(protocol.Beat{})
	}
	m.schedule()
}

// jump drops a connection over which the clock jumped: the machine slept, or
// somebody set the clock. The handshake then proves both ends anew.
func (m *machine) jump() {
	if !m.socket() || m.last == 0 {
		return
	}
	if m.now < m.last-ClockMS || m.armed && m.now > m.due+ClockMS {
		m.fail(CloseSilent, protocol.ReasonAsleep, "the clock jumped, as after a sleep")
	}
}
