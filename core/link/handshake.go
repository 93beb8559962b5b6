package link

import (
	"slices"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// opened begins the handshake: a nonce, then the MAC, then the hello.
func (m *machine) opened(w Opened) {
	if w.Conn != m.conn || m.phase != opening {
		return
	}
	m.setTimer(HandshakeMS)
	m.hello = protocol.Hello{ProtocolVersion: protocol.Version, ClientVersion: m.client.Version, Caps: &protocol.Caps{Features: m.features(),
		Device: &protocol.Device{ID: m.config.DeviceID, Name: m.config.DeviceName, Browser: scan.Clip(m.client.Browser, 128)}}}
	m.enter(nonce, refusalReason{})
	m.do(Random{Conn: m.conn, Bytes: 16})
}

func (m *machine) randomReady(w RandomReady) {
	if w.Conn != m.conn || m.phase != nonce {
		return
	}
	if len(w.Bytes) != 16 {
		m.fail(CloseNormal, protocol.ReasonNoProof, "the browser gave no random bytes")
		return
	}
	m.token = Token{DeviceID: m.config.DeviceID, AtMS: m.now, Nonce: encodeHex(w.Bytes)}
	m.enter(signing, refusalReason{})
	m.mac(PurposeHello, HelloInput(m.hello, m.token, m.channelBinding()))
}

func (m *machine) mac(purpose Purpose, data []byte) {
	m.do(Mac{Conn: m.conn, Purpose: purpose, Key: decodeHex(m.config.Key, 64), Data: data})
}

func (s State) channelBinding() ChannelBinding {
	return ChannelBinding{SocketURL: s.config.Server.String(), ExtensionID: s.client.ExtensionID}
}

func (m *machine) macReady(w MacReady) {
	if w.Conn != m.conn {
		return
	}
	mac := encodeHex(w.MAC)
	switch {
	case m.phase == signing && w.Purpose == PurposeHello:
		if len(mac) != 64 {
			m.fail(CloseNormal, protocol.ReasonNoProof, "the browser could not compute the proof")
			return
		}
		m.token.MAC = mac
		m.hello.PairingToken = m.token.String()
		m.enter(acking, refusalReason{})
		m.do(Send{Conn: m.conn, Text: protocol.Append(nil, m.hello)})
	case m.phase == proving && w.Purpose == PurposeAck:
		if len(mac) != 64 || !sameText(mac, m.ack.ServerProof) {
			m.untrusted()
			return
		}
		m.accepted()
	}
}

func (m *machine) untrusted() {
	m.drop(CloseUntrusted, "no proof of the key")
	m.refuse(false, refusalReason{protocol.ReasonImpostor, "what answers at " + m.config.Server.String() + " is not the backend that this browser was paired with: it did not prove that it holds the key"})
}

// answered reads the server's first message.
func (m *machine) answered(data []byte) {
	if len(data) > protocol.MaxHello {
		m.fail(CloseInvalid, protocol.ReasonNotBua, "the backend's answer to the hello is too long")
		return
	}
	msg, err := protocol.Decode(data)
	if err != nil {
		m.fail(CloseInvalid, protocol.ReasonNotBua, "the backend's answer to the hello is not valid")
		return
	}
	switch msg := msg.(type) {
	case protocol.Ack:
		m.acked(msg)
	case protocol.Reject:
		m.turnedAway(msg)
	default:
		m.fail(CloseInvalid, protocol.ReasonNotBua, "the backend sent something else than an answer to the hello")
	}
}

func (m *machine) acked(a protocol.Ack) {
	if a.ProtocolVersion != protocol.Version {
		final := m.trusted()
		m.drop(CloseVersion, "protocol version")
		m.refuse(final, otherVersion())
		return
	}
	m.ack = a
	if a.ServerProof == "" {
		m.untrusted()
		return
	}
	m.enter(proving, refusalReason{})
	m.mac(PurposeAck, AckInput(a, m.token, m.channelBinding()))
}

// otherVersion is that of a backend that is older: a newer one says which version
// it needs, and is told by that.
func otherVersion() refusalReason {
	return refusalReason{protocol.ReasonVersion, "the backend is older than this extension: update the backend"}
}

// accepted: both ends are proved; what waited goes out and comes in.
func (m *machine) accepted() {
	m.enter(up, refusalReason{})
	m.notice = refusalReason{}
	m.beats = has(m.ack.Caps, protocol.FeatureBeat)
	m.heard, m.sent = m.now, m.now
	m.schedule()
	m.resume()
	queue := m.queue
	m.queue = nil
	for _, e := range queue {
		m.send(protocol.EventMessage{Event: e})
	}
	held := m.held
	m.held, m.heldSize = nil, 0
	for _, data := range held {
		if m.phase == up {
			m.receive(data)
		}
	}
}

// has reports whether the peer offers a feature; we offer them all.
func has(c *protocol.Caps, f protocol.Feature) bool {
	return c != nil && slices.Contains(c.Features, f)
}
