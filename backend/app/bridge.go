package app

import (
	"context"
	"net/http"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/protocol"
)

// Bridge is the way to the browsers: pool, ws and pairing as one. Calls
// overlap.
type Bridge interface {
	// Do runs one action; its errors are [protocol.Error]. A device that is not
	// connected is answered at once.
	Do(ctx context.Context, user, device string, a protocol.Action) (protocol.Result, error)
	// Devices lists the user's paired browsers, connected or not.
	Devices(user string) []httpapi.Device
	// Pair makes a one-time code.
	Pair(user string) (httpapi.Code, error)
	// Revoke forgets a device and closes its socket. Error: invalid_action when
	// the user has none such.
	Revoke(user, device string) error
	// Routes adds the socket and the pairing endpoint to mux, which check Host,
	// Origin and proofs themselves.
	Routes(mux *http.ServeMux)
	// InFlight counts the requests that wait for an answer.
	InFlight() int
	// Close closes every socket.
	Close()
}

// reacher is a [Bridge] that can say without a list whether a device's id is
// connected: every action asks.
type reacher interface {
	Reaches(user, device string) bool
}

// connected reports whether the user has a browser that can take the request.
func connected(b Bridge, user, device string) (yes, known bool) {
	if r, ok := b.(reacher); ok && r.Reaches(user, device) {
		return true, true
	}
	for _, d := range b.Devices(user) {
		if device == "" || d.ID == device || d.Name == device {
			known = true
			yes = yes || d.Connected
		}
	}
	return yes, known
}
