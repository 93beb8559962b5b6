package ws

import (
	"slices"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// features are what this build offers.
func features() []protocol.Feature {
	return append(protocol.Features(), protocol.FeatureResume, protocol.FeatureResumed, protocol.FeatureRepeat)
}

// shake reads the hello and answers it. When it reports false the socket is
// closed or closing.
func (h *handler) shake(s *Socket, place link.ChannelBinding, from string) (user string, hello protocol.Hello, ok bool) {
	s.conn.SetReadLimit(protocol.MaxHello)
	late := time.AfterFunc(h.HelloWait, func() { s.Close(int(websocket.StatusPolicyViolation), "no hello came in time") })
	data, err := s.receive()
	late.Stop()
	if err != nil {
		s.end(err)
		h.Log.Warn("handshake failed", "from", from, "why", s.reason)
		return "", hello, false
	}
	refused := func(code int, err *protocol.Error) (string, protocol.Hello, bool) {
		h.Log.Warn("handshake refused", "from", from, "code", code, "why", protocol.Unquoted(err.Message))
		_ = s.Send(protocol.Append(nil, protocol.Reject{RequiredMinProtocolVersion: protocol.MinVersion, Error: *err}))
		s.Close(code, err.Message)
		return "", hello, false
	}
	msg, err := protocol.Decode(data)
	if err != nil {
		return refused(int(websocket.StatusPolicyViolation), protocol.AsError(err))
	}
	hello, isHello := msg.(protocol.Hello)
	if !isHello {
		return refused(int(websocket.StatusPolicyViolation), protocol.NewError(protocol.CodeInvalidAction, "type: the first message must be hello"))
	}
	if v := hello.ProtocolVersion; v < protocol.MinVersion || v > protocol.Version {
		which := "the extension"
		if v > protocol.Version {
			which = "the backend"
		}
		return refused(link.CloseVersion, protocol.NewError(protocol.CodeInvalidAction,
			"protocolVersion: this backend speaks "+strconv.Itoa(protocol.Version)+", the extension "+strconv.Itoa(v)+"; update "+which).Because(protocol.ReasonVersion))
	}
	ack := protocol.Ack{ProtocolVersion: hello.ProtocolVersion, ServerVersion: h.ServerVersion}
	if hello.Caps != nil {
		ack.Caps = &protocol.Caps{Features: append(features(), h.Says...)}
	}
	user, device, err := h.Auth.Verify(s.ctx, hello, place, &ack)
	if protocol.CodeOf(err) == protocol.CodeInternal && err != nil {
		// Our trouble, not the browser's: a refusal would end its trying.
		h.Log.Warn("handshake failed", "from", from, "why", protocol.AsError(err).Message)
		s.Close(int(websocket.StatusTryAgainLater), "the backend cannot judge the pairing now")
		return "", hello, false
	}
	if err != nil {
		return refused(link.CloseUnpaired, protocol.AsError(err))
	}
	if err := s.Send(protocol.Append(nil, ack)); err != nil {
		h.Log.Warn("handshake failed", "from", from, "why", "the ack was not taken")
		return "", hello, false
	}
	hello.Caps = shared(hello.Caps, device)
	if name := h.Auth.Name(user, device); name != "" {
		hello.Caps.Device.Name = name
	}
	return user, hello, true
}

// shared returns the features that both ends have, on the authenticated device.
func shared(offered *protocol.Caps, device string) *protocol.Caps {
	both := &protocol.Caps{Device: &protocol.Device{}}
	if offered != nil {
		for _, f := range features() {
			if slices.Contains(offered.Features, f) {
				both.Features = append(both.Features, f)
			}
		}
		if offered.Device != nil {
			*both.Device = *offered.Device
		}
	}
	both.Device.ID = device
	return both
}

func shares(h protocol.Hello, f protocol.Feature) bool {
	return h.Caps != nil && slices.Contains(h.Caps.Features, f)
}
