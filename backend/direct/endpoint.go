package direct

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/zapvol/bua/backend/internal/loopback"
	"github.com/zapvol/bua/core/protocol"
)

// Endpoint is where a Chrome listens for DevTools. Its address may carry a
// token anywhere (user, path, query), so nothing but scheme and host of it can
// be printed.
type Endpoint struct {
	url  url.URL
	pipe *Pipe // instead of a socket
}

// Endpoint is where the browser at the other end of the pipe is.
func (p *Pipe) Endpoint() Endpoint {
	return Endpoint{url: url.URL{Scheme: "pipe", Host: "launched"}, pipe: p}
}

// ParseEndpoint reads an address. It is the browser's socket (ws, wss), or
// where the browser tells it (http, https: /json/version).
//
// Whoever reaches that socket owns the browser and every login in it, and the
// socket asks for no password. So without TLS it is taken on this machine only:
// a ws address elsewhere would send cookies and tokens readable by everybody in
// between. What runs elsewhere is reached by wss, or through a tunnel.
func ParseEndpoint(text string) (Endpoint, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Host == "" {
		return Endpoint{}, badEndpoint("must be an address such as http://127.0.0.1:9222 or wss://chrome.example.com/…")
	}
	switch u.Scheme {
	case "ws", "http":
		if !loopback.Host(u.Hostname()) {
			return Endpoint{}, badEndpoint("without TLS must name this machine (127.0.0.1, [::1] or localhost); use wss or https, or a tunnel such as ssh -L 9222:127.0.0.1:9222 HOST")
		}
	case "wss", "https":
	default:
		return Endpoint{}, badEndpoint("must begin with ws, wss, http or https")
	}
	if strings.Contains(u.Path, "/devtools/page/") {
		return Endpoint{}, badEndpoint("is one tab's; give the browser's, which http://HOST:PORT/json/version tells")
	}
	u.Fragment, u.RawFragment = "", ""
	return Endpoint{url: *u}, nil
}

func badEndpoint(how string) error {
	return protocol.NewError(protocol.CodeInvalidAction, "--cdp: the address "+how)
}

// String returns scheme and host.
func (e Endpoint) String() string { return e.url.Scheme + "://" + e.url.Host }

// controlURL is the endpoint as an address that a page could be sent to.
func (e Endpoint) controlURL() string {
	if e.pipe != nil {
		return ""
	}
	return e.String()
}

// GoString is String, for %#v.
func (e Endpoint) GoString() string { return e.String() }

// MarshalText is String, for whatever else writes values.
func (e Endpoint) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// maxVersion bounds the answer of /json/version.
const maxVersion = 64 << 10

// open opens the wire, and returns the address that names the browser.
func (e Endpoint) open(ctx context.Context, client *http.Client) (w wire, address string, err error) {
	if e.pipe != nil {
		if e.pipe.taken.Swap(true) {
			return nil, "", errors.New("the launched browser ended")
		}
		return e.pipe, e.pipe.name, nil
	}
	if address, err = e.socket(ctx, client); err == nil {
		w, err = dial(ctx, address, client)
	}
	return w, address, err
}

// socket returns the address of the browser's socket. Of what the browser
// tells only path and query are taken: scheme, host and user stay those that
// the operator has given, whatever the answer says.
func (e Endpoint) socket(ctx context.Context, client *http.Client) (string, error) {
	u := e.url
	if u.Scheme == "ws" || u.Scheme == "wss" {
		return u.String(), nil
	}
	u.Path, u.RawPath = strings.TrimSuffix(u.Path, "/")+"/json/version", ""
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return "", errors.New("the address cannot be asked for /json/version")
	}
	resp, err := client.Do(req)
	if err != nil {
		return "", reach(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return "", status(resp.StatusCode)
	}
	var told struct {
		Socket string `json:"webSocketDebuggerUrl"`
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxVersion))
	if err != nil || json.Unmarshal(data, &told) != nil {
		return "", errors.New("it does not answer /json/version as a Chrome does")
	}
	to, err := url.Parse(told.Socket)
	if err != nil || to.Path == "" || to.Path == "/" && to.RawQuery == "" {
		return "", errors.New("its /json/version names no socket of the browser")
	}
	u.Scheme = map[string]string{"http": "ws", "https": "wss"}[u.Scheme]
	u.Path, u.RawPath = to.Path, to.RawPath
	if to.RawQuery != "" {
		u.RawQuery = to.RawQuery
	}
	return u.String(), nil
}

func status(code int) error {
	return errors.New("it answers with HTTP status " + strconv.Itoa(code))
}

// reach says why nothing was reached. Errors of the network carry the address
// with everything in it, so only what is known to be harmless of them is kept.
func reach(err error) error {
	var name *net.DNSError
	var op *net.OpError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return errors.New("it does not answer")
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.As(err, &name):
		return errors.New("its host name is not known")
	case errors.As(err, &op) && op.Op == "dial":
		return errors.New("nothing listens there")
	case errors.As(err, &op) && op.Op == "remote error", errors.As(err, &certificate):
		return errors.New("its TLS certificate is not accepted")
	}
	return errors.New("it does not speak DevTools")
}
