package ws

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// serve reads until the connection ends and returns why it did, and whether it
// was lost: gone without a word, or silent for too long.
func (h *handler) serve(s *Socket, peer Peer, beats bool) (reason string, lost bool) {
	s.conn.SetReadLimit(protocol.MaxFromExtension)
	stop := h.keep(s, beats)
	defer stop()
	for {
		data, err := s.receive()
		if err != nil {
			s.end(err)
			return s.reason, s.lost
		}
		if err := peer.Handle(data); err != nil {
			reason := protocol.AsError(err).Message
			s.Close(int(websocket.StatusPolicyViolation), reason)
			return protocol.Unquoted(reason), false
		}
	}
}

const whyLost = "connection lost"

// end closes with the code that fits the error and notes why the connection
// is over: whoever closed first has the word.
func (s *Socket) end(err error) {
	why, lost := whyLost, true
	switch {
	case errors.Is(err, errBinary):
		s.Close(int(websocket.StatusUnsupportedData), "only text messages are accepted")
	case errors.Is(err, errText):
		s.Close(int(websocket.StatusInvalidFramePayloadData), "a text message must be valid UTF-8")
	case errors.Is(err, websocket.ErrMessageTooBig): // the library has closed with 1009
		why, lost = "a message was too large", false
	case websocket.CloseStatus(err) != -1: // and answered this one
		why, lost = "closed by the browser with "+strconv.Itoa(int(websocket.CloseStatus(err))), false
	}
	s.once.Do(func() { s.reason, s.lost = why, lost })
}

// keep beats, or pings a peer that does not know beats, and drops a silent
// peer. Messages keep a worker alive, pings do not; so a peer without beats
// only learns of a dead line.
func (h *handler) keep(s *Socket, beats bool) (stop func()) {
	s.wait = h.Silence
	s.silence.Store(time.AfterFunc(h.Silence, func() { s.Close(link.CloseSilent, "the browser has been silent for too long") }))
	beat := protocol.Append(nil, protocol.Beat{})
	var mu sync.Mutex
	var next *time.Timer
	tick := func() {
		if beats {
			_ = s.Send(beat) // a failure ends the connection, and the reader sees that
		} else {
			ctx, cancel := context.WithTimeout(s.ctx, s.writeWait)
			_ = s.conn.Ping(ctx)
			cancel()
		}
		mu.Lock()
		defer mu.Unlock()
		if s.ctx.Err() == nil {
			next.Reset(h.Beat)
		}
	}
	mu.Lock()
	next = time.AfterFunc(h.Beat, tick)
	mu.Unlock()
	return func() {
		mu.Lock()
		next.Stop()
		mu.Unlock()
		s.silence.Load().Stop()
	}
}
