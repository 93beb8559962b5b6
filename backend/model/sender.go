package model

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"syscall"
	"time"

	core "github.com/zapvol/bua/core/model"
)

// sender sends with this machine's network.
type sender struct{ by *http.Client }

// HTTP is what sends by a transport, nil for the system's with its proxy.
func HTTP(by http.RoundTripper) core.Sender {
	if by == nil {
		by = http.DefaultTransport
	}
	return sender{&http.Client{
		Transport:     by,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Send implements [Sender].
func (s sender) Send(ctx context.Context, out core.Outgoing) (core.Incoming, core.Failure) {
	req, err := http.NewRequestWithContext(ctx, out.Method, out.URL, bytes.NewReader(out.Body))
	if err != nil {
		return core.Incoming{}, core.Unsent
	}
	for _, h := range out.Header {
		req.Header.Set(h.Name, h.Value)
	}
	res, err := s.by.Do(req)
	if err != nil {
		return core.Incoming{}, failure(err)
	}
	return core.Incoming{Status: res.StatusCode, Header: res.Header.Get, Body: res.Body}, ""
}

// failure is why nothing was answered.
func failure(err error) core.Failure {
	var name *net.DNSError
	var untrusted *tls.CertificateVerificationError
	var plain tls.RecordHeaderError
	var alert tls.AlertError
	var slow interface{ Timeout() bool }
	var network *net.OpError
	switch {
	case errors.As(err, &name):
		return core.NoAddress
	case errors.As(err, &untrusted), errors.As(err, &plain), errors.As(err, &alert), errors.Is(err, http.ErrSchemeMismatch):
		return core.Untrusted
	case errors.Is(err, syscall.ECONNREFUSED):
		return core.Refused
	case errors.As(err, &slow) && slow.Timeout():
		return core.TimedOut
	case errors.As(err, &network) && network.Op == "dial":
		return core.Unsent
	}
	return core.Cut
}

// clock is the machine's. direct.Clock is the same: these two rooms do not know one another.
type clock struct{}

func (clock) Now() time.Time { return time.Now() }

func (clock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}

// New makes a client of this machine: what c leaves out is filled in.
func New(c core.Config) (*core.Client, error) {
	if c.Sender == nil {
		c.Sender = HTTP(nil)
	}
	if c.Clock == nil {
		c.Clock = clock{}
	}
	if c.Random == nil {
		c.Random = rand.IntN
	}
	return core.New(c)
}
