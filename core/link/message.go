package link

import (
	"bytes"
	"slices"

	"github.com/zapvol/bua/core/protocol"
)

// maxHeldSize bounds the bytes that wait for the server's proof.
const maxHeldSize = 2 * protocol.MaxToExtension

// text takes one message of the socket.
func (m *machine) text(w Text) {
	if w.Conn != m.conn || !m.socket() {
		return
	}
	if w.Data == nil || len(w.Data) > protocol.MaxToExtension {
		m.fail(CloseInvalid, m.broken(), "the backend sent a message that is binary or longer than 1 MiB")
		return
	}
	switch m.phase {
	case acking:
		m.answered(w.Data)
	case proving:
		if len(m.held) >= MaxHeld || m.heldSize+len(w.Data) > maxHeldSize {
			m.fail(CloseInvalid, m.broken(), "the backend sent too much before its proof was checked")
			return
		}
		m.held = append(slices.Clip(m.held), bytes.Clone(w.Data))
		m.heldSize += len(w.Data)
	case up:
		m.receive(w.Data)
	default:
		m.fail(CloseInvalid, m.broken(), "the backend spoke before the hello")
	}
}

// broken is why a message that breaks a rule ends the connection: before the
// server has proved itself it need not be a backend at all.
func (s State) broken() protocol.Reason {
	if s.phase == up {
		return protocol.ReasonInvalid
	}
	return protocol.ReasonNotBua
}

// receive handles a message of the proven server.
func (m *machine) receive(data []byte) {
	m.heard = m.now
	msg, err := protocol.Decode(data)
	if err != nil {
		id := protocol.RequestID(data)
		if id == "" {
			m.fail(CloseInvalid, m.broken(), "the backend sent a message that is not valid: "+protocol.AsError(err).Message)
			return
		}
		m.send(protocol.Response{ID: id, Error: protocol.AsError(err)})
		return
	}
	switch msg := msg.(type) {
	case protocol.Request:
		if !m.answerAgain(msg.ID) {
			m.do(Deliver{Conn: m.conn, Message: msg})
		}
	case protocol.Cancel, protocol.Panel:
		m.do(Deliver{Conn: m.conn, Message: msg})
	case protocol.Beat:
	case protocol.Reject:
		m.turnedAway(msg)
	default:
		m.fail(CloseInvalid, m.broken(), "the backend sent a message that only an extension sends")
	}
}

// outgoing sends what the dispatcher has to say. A response goes to the
// connection that asked or, where both ends resume, to the next one; an event
// waits for one.
func (m *machine) outgoing(w Outgoing) {
	switch msg := w.Message.(type) {
	case protocol.Response:
		switch {
		case m.phase == up && (w.Conn == m.conn || m.lives != ""):
			m.send(msg)
		default:
			m.keepAnswer(msg.ID, encodeFitting(msg))
		}
	case protocol.EventMessage:
		if m.phase == up {
			m.send(msg)
			return
		}
		if len(m.queue) >= MaxHeld {
			m.queue = m.queue[1:] // the oldest tells least
		}
		m.queue = append(slices.Clip(m.queue), msg.Event)
	case protocol.Panel: // a port lives no longer than the connection that it began on
		if w.Conn == m.Panels() && w.Conn != 0 {
			m.send(msg)
		}
	}
}

func (m *machine) send(msg protocol.Message) {
	data := encodeFitting(msg)
	if data == nil {
		return
	}
	if r, answer := msg.(protocol.Response); answer {
		m.keepAnswer(r.ID, data)
	}
	m.sent = m.now
	m.do(Send{Conn: m.conn, Text: data})
}

// encodeFitting is a message as it goes over the wire, nil for one too large to be
// told of.
func encodeFitting(msg protocol.Message) []byte {
	data := protocol.Append(nil, msg)
	if len(data) <= protocol.MaxFromExtension {
		return data
	}
	r, ok := msg.(protocol.Response)
	if !ok {
		return nil
	}
	return protocol.Append(nil, protocol.Response{ID: r.ID, Error: protocol.NewError(protocol.CodeInternal,
		"the answer is larger than 16 MiB: ask for less, for example without fullPage")})
}
