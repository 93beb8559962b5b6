package ws

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/zapvol/bua/backend/internal/loopback"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// Authenticator judges hellos.
type Authenticator interface {
	// Verify returns whose device sent the hello and puts the server's proof
	// into the ack, whose other fields are final. The error is a
	// [protocol.Error]: it goes into the reject and is shown to the person.
	// Its code is timeout when only the clocks differ.
	Verify(ctx context.Context, h protocol.Hello, at link.ChannelBinding, ack *protocol.Ack) (user, device string, err error)
	// Active reports whether a device is still paired. It is asked once more
	// after the peer is attached, so that a revocation in between is seen.
	Active(user, device string) bool
	// Name returns what a device is called, which replaces the hello's name; ""
	// for one without a name of its own.
	Name(user, device string) string
}

// Peer takes what comes over an authenticated connection.
type Peer interface {
	// Handle takes one message. An error closes the socket with 1008 and its
	// text as the reason.
	Handle(raw []byte) error
	// Detach is called when the connection is over. Of Detach and Lost one is
	// called, once.
	Detach(reason string)
	// Lost is called in place of Detach when the connection was lost and not
	// closed: the browser may be back.
	Lost(reason string)
}

// Options configures a [Handler]. Auth, Attach and ExtensionIDs are required.
type Options struct {
	Auth Authenticator
	// Attach takes over an authenticated connection. The hello's features are
	// those that both ends share, its device is the authenticated one.
	Attach func(user string, hello protocol.Hello, s *Socket) Peer
	// ExtensionIDs are the extensions that are let in. The proof is bound to the
	// one that dials.
	ExtensionIDs []string
	// Hosts are the values of Host that are served, each with its port unless
	// that is the default one. Empty means 127.0.0.1, localhost and [::1] with
	// the port that the request came in on.
	Hosts []string
	// URL is the socket URL as browsers dial it. It is needed where something
	// in front ends TLS or rewrites Host; otherwise the request tells it.
	URL string
	// Says are features that stand in the ack only: what the browser is to do.
	Says []protocol.Feature
	// ServerVersion is for the extension's log.
	ServerVersion string
	// Address returns the client's address for the limits. The default is the
	// host of RemoteAddr; behind a proxy, read the header that it sets.
	Address func(*http.Request) string
	// Log defaults to slog.Default.
	Log *slog.Logger

	// The times, for tests; zero means the default.
	HelloWait time.Duration // 2 s from the upgrade to the hello
	Beat      time.Duration // 20 s between beats
	Silence   time.Duration // 45 s until a silent peer is dropped
	WriteWait time.Duration // 10 s for one message to be taken
}

// Limits of connections that have not shown who they are.
const (
	maxPending        = 256
	maxPendingAddress = 16
)

// closeWait is how long a closing handshake may take.
const closeWait = time.Second

func (o Options) withDefaults() Options {
	def := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	def(&o.HelloWait, 2*time.Second)
	def(&o.Beat, link.BeatMS*time.Millisecond)
	def(&o.Silence, link.SilenceMS*time.Millisecond)
	def(&o.WriteWait, 10*time.Second)
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Address == nil {
		o.Address = loopback.Caller
	}
	return o
}
