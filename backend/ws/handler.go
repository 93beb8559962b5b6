package ws

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/coder/websocket"

	"github.com/zapvol/bua/backend/internal/loopback"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

type handler struct {
	Options
	handshakes handshakes
	// broken is a mistake in the options: nothing is served then.
	broken error
}

// Handler returns the handler of the socket. It serves /ws/browser and, for a
// port of its own, the root path. A mistake in the options is logged and
// answered with 500.
func Handler(o Options) http.Handler {
	h := &handler{Options: o.withDefaults(), handshakes: handshakes{perAddress: map[string]int{}}}
	switch {
	case o.Auth == nil || o.Attach == nil:
		h.broken = errors.New("ws: Auth and Attach are required")
	case len(o.ExtensionIDs) == 0 || slices.ContainsFunc(o.ExtensionIDs, func(id string) bool { return !link.ValidExtensionID(id) }):
		h.broken = errors.New("ws: ExtensionIDs must be one at least, each 32 letters from a to p")
	case o.URL != "":
		_, h.broken = link.ParseURL("ws: URL", o.URL)
	}
	if h.broken != nil {
		h.Log.Error("the browser socket is not served", "err", h.broken)
	}
	return h
}

// ServeHTTP lets in our extension on an allowed host and nobody else. The
// checks come before the upgrade, so nothing of a refused request reaches a
// socket.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.broken != nil {
		refuse(w, http.StatusInternalServerError, protocol.CodeInternal, "the browser socket is misconfigured; see the backend's log")
		return
	}
	if !link.HostAllowed(r.Host, loopback.Port(r), h.Hosts) {
		h.Log.Warn("socket refused", "why", "host", "host", scan.Clip(r.Host, maxReason), "from", h.Address(r))
		refuse(w, http.StatusForbidden, protocol.CodeInvalidAction, "Host: is not one that this backend serves; dial it by its configured name")
		return
	}
	caller := link.ExtensionOf(r.Header.Values("Origin"), h.ExtensionIDs)
	if caller == "" {
		h.Log.Warn("socket refused", "why", "origin", "origin", scan.Clip(r.Header.Get("Origin"), maxReason), "from", h.Address(r))
		refuse(w, http.StatusForbidden, protocol.CodeInvalidAction, "Origin: only the paired bua extension may connect")
		return
	}
	if r.URL.Path != link.SocketPath && r.URL.Path != "/" {
		refuse(w, http.StatusNotFound, protocol.CodeInvalidAction, "path: the browser socket is at "+link.SocketPath)
		return
	}
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		w.Header().Set("Upgrade", "websocket")
		refuse(w, http.StatusUpgradeRequired, protocol.CodeInvalidAction, "Upgrade: this address speaks WebSocket only")
		return
	}
	place, err := h.place(r, caller)
	if err != nil {
		h.Log.Error("socket refused: set the URL that browsers dial", "err", err)
		refuse(w, http.StatusInternalServerError, protocol.CodeInternal, "the browser socket is misconfigured; see the backend's log")
		return
	}
	from := h.Address(r)
	if !h.handshakes.enter(from) {
		w.Header().Set("Retry-After", "2")
		refuse(w, http.StatusTooManyRequests, protocol.CodeInternal, "too many handshakes at once; try again in 2 s")
		return
	}
	h.upgrade(w, r, place, from)
}

func (h *handler) upgrade(w http.ResponseWriter, r *http.Request, place link.ChannelBinding, from string) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &Socket{ctx: ctx, cancel: cancel, writeWait: h.WriteWait}
	conn, err := websocket.Accept(smallBuffers{w}, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true, // Host and Origin are checked above, more strictly
		CompressionMode:    websocket.CompressionDisabled,
		OnPongReceived:     func(context.Context, []byte) { s.heard() },
	})
	if err != nil {
		cancel()
		h.handshakes.leave(from)
		h.Log.Warn("upgrade failed", "from", from, "err", err)
		return
	}
	s.conn = conn
	// On a stack of its own: net/http's goroutine would keep the request.
	go func() {
		defer func() {
			if v := recover(); v != nil { // as net/http would: the others go on
				h.Log.Error("a defect has ended a connection", "from", from, "panic", v, "stack", string(debug.Stack()))
			}
		}()
		h.converse(s, place, from)
	}()
}

// converse shakes hands and serves until the connection ends.
func (h *handler) converse(s *Socket, place link.ChannelBinding, from string) {
	defer s.cancel()
	defer s.conn.CloseNow()
	user, hello, ok := h.shake(s, place, from)
	h.handshakes.leave(from)
	if !ok {
		s.linger()
		return
	}
	device := hello.Caps.Device.ID
	if !h.Auth.Active(user, device) {
		s.Close(link.CloseRevoked, "revoked")
		s.linger()
		return
	}
	peer := h.Attach(user, hello, s)
	reason, lost := whyLost, false
	defer s.linger()
	defer func() { // also when Handle panics
		if lost {
			peer.Lost(reason)
			return
		}
		peer.Detach(reason)
	}()
	if !h.Auth.Active(user, device) { // a revocation since the hello found no connection to close
		reason = "revoked"
		s.Close(link.CloseRevoked, reason)
		return
	}
	reason, lost = h.serve(s, peer, shares(hello, protocol.FeatureBeat))
}

// place returns what the proofs are bound to, for the extension that dials.
func (h *handler) place(r *http.Request, caller string) (link.ChannelBinding, error) {
	at := h.URL
	if at == "" {
		at = "ws://" + r.Host + r.URL.Path
		if r.TLS != nil {
			at = "wss://" + r.Host + r.URL.Path
		}
	}
	u, err := link.ParseURL("URL", at)
	return link.ChannelBinding{SocketURL: u.String(), ExtensionID: caller}, err
}

func refuse(w http.ResponseWriter, status int, code protocol.Code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]*protocol.Error{"error": protocol.NewError(code, message)})
}
