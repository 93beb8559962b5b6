package app

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/protocol"
)

// Bridge is a way to the browsers: [extensionBridge] to those with the
// extension, [cdpBridge] to one on a DevTools socket. Calls overlap.
type Bridge interface {
	// Do runs one action, through the pipeline; its errors are [protocol.Error]. A
	// device that is not connected is answered at once.
	Do(ctx context.Context, who protocol.Caller, device string, a protocol.Action) (protocol.Result, error)
	// Reaches reports whether a device, named by its id, is connected; "" is any
	// of the user's. Every action asks, so it makes no list.
	Reaches(user, device string) bool
	// Absent says why no browser has connected while a call waited for it, and
	// what to do.
	Absent() error
	// Expected is until when a browser that was asked for at that time may come
	// although nothing is known of it, because the backend that had it may be
	// lost; zero without other backends.
	Expected(asked time.Time) time.Time
	// Devices lists the user's paired browsers, connected or not.
	Devices(user string) []httpapi.Device
	// Users lists whoever has a paired browser.
	Users() []string
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
	// Collectors are the figures of this way alone.
	Collectors() []prometheus.Collector
	// Drain lets every browser go as soon as what was sent to it has ended, and
	// returns when all have gone or ctx is done. Nothing new is sent.
	Drain(ctx context.Context)
	// Close closes every socket.
	Close()
}

// connected reports whether the user has a browser that can take the request.
func connected(b Bridge, user, device string) (yes, known bool) {
	if b.Reaches(user, device) {
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
