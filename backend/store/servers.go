package store

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/zapvol/bua/backend/internal/loopback"
	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/core/protocol"
)

// Servers is an outside NATS server or cluster. Its addresses may carry a
// password or a token, so nothing but scheme and host of them can be printed.
type Servers struct {
	urls  []url.URL
	creds string // file of credentials, "" for none
	// told: servers that the cluster names are used too.
	told bool
}

// ServersOptions are what an address alone does not say.
type ServersOptions struct {
	// Creds is a file with the credentials of a NATS user.
	Creds string
	// Plain allows addresses without TLS that are not this machine's.
	Plain bool
}

// ParseServers reads addresses of one cluster, separated by commas: nats://HOST
// or tls://HOST, with user and password, or a token, before the host.
//
// Whoever reads that traffic reads the device keys. So without TLS only this
// machine is an address, unless [ServersOptions.Plain] says that the network in
// between is trusted.
func ParseServers(text string, o ServersOptions) (*Servers, error) {
	s := &Servers{creds: o.Creds, told: true}
	for part := range strings.SplitSeq(text, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		switch {
		case err != nil || u.Hostname() == "":
			return nil, badServers("must be an address such as nats://127.0.0.1:4222 or tls://nats.example.com, several with commas between")
		case u.Scheme != "nats" && u.Scheme != "tls":
			return nil, badServers("must begin with nats or tls")
		case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "":
			return nil, badServers("must end after host and port")
		case u.Scheme == "nats" && !o.Plain:
			if !loopback.Host(u.Hostname()) {
				return nil, badServers("without TLS must name this machine; use tls://, or give --nats-plain where the network in between is trusted")
			}
			s.told = false // it may name servers elsewhere
		}
		if u.Port() == "" {
			u.Host = net.JoinHostPort(u.Hostname(), "4222")
		}
		if len(s.urls) > 0 && s.urls[0].Scheme != u.Scheme {
			return nil, badServers("must have TLS for all servers or for none")
		}
		s.urls = append(s.urls, *u)
	}
	if o.Creds != "" {
		if _, err := private.Read(o.Creds, 1<<20); private.Refused(err) {
			return nil, protocol.NewError(protocol.CodeInvalidAction, "--nats-creds: "+err.Error())
		} else if err != nil {
			return nil, protocol.NewError(protocol.CodeInvalidAction, "--nats-creds: the file cannot be read")
		}
	}
	return s, nil
}

func badServers(how string) error {
	return protocol.NewError(protocol.CodeInvalidAction, "--nats: the address "+how)
}

// String returns scheme and host of each address.
func (s *Servers) String() string {
	list := make([]string, len(s.urls))
	for i, u := range s.urls {
		list[i] = u.Scheme + "://" + u.Host
	}
	return strings.Join(list, ",")
}

// GoString is String, for %#v.
func (s *Servers) GoString() string { return s.String() }

// LogValue and MarshalText are for whatever else writes values; Format would
// print the fields of a dereferenced one.
func (s *Servers) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText is String.
func (s *Servers) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// connect opens the connection that keeps itself open from then on.
func (s *Servers) connect(name string, log *slog.Logger) (*nats.Conn, error) {
	list := make([]string, len(s.urls))
	for i, u := range s.urls {
		list[i] = u.String()
	}
	o := []nats.Option{
		nats.Name(name), nats.Timeout(2 * time.Second), nats.MaxReconnects(-1), nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectJitter(50*time.Millisecond, 200*time.Millisecond), nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2),
		// What was not sent is tried again by its sender or refused: a buffer
		// would let it out when its caller has long been told that it failed.
		nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("NATS", "err", err) }),
	}
	if s.creds != "" {
		o = append(o, nats.UserCredentials(s.creds))
	}
	if !s.told {
		o = append(o, nats.IgnoreDiscoveredServers())
	}
	conn, err := nats.Connect(strings.Join(list, ","), o...)
	if err != nil {
		return nil, errors.New("store: " + s.String() + ": " + reach(err))
	}
	return conn, nil
}

// reach says why nothing was reached. Errors of the network may carry the
// address with everything in it, so only what is known to be harmless is kept.
func reach(err error) string {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var verify *tls.CertificateVerificationError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return "it does not accept the credentials"
	case errors.Is(err, nats.ErrSecureConnRequired):
		return "it wants TLS: use tls://"
	case errors.Is(err, nats.ErrSecureConnWanted):
		return "it has no TLS"
	case errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &verify):
		return "its TLS certificate is not accepted"
	case errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout):
		return "no NATS server answers there"
	}
	return "it cannot be connected to"
}
