package httpapi

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// ErrNoBackend says that nothing listens at the address.
var ErrNoBackend = errors.New("no bua backend is running there: start one with bua serve")

// ErrStranger says that something listens which does not know our token.
var ErrStranger = errors.New("the port is taken by a program that does not know the token: choose another with --listen, or --config-dir of the backend that runs there")

// Client calls a running backend.
type Client struct {
	// Base is the backend's address, such as http://127.0.0.1:48123.
	Base string
	// Token is the user's bearer token.
	Token string
}

// direct is the client for every call. It keeps no connection: on one that the
// backend is just closing, nobody could tell whether an action was carried out.
// It follows no redirect, since the token would go along.
var direct = &http.Client{
	Transport:     &http.Transport{DisableKeepAlives: true, Proxy: http.ProxyFromEnvironment},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Prove asks the backend for a proof that it knows the token, before the token
// is sent. Errors: ErrNoBackend, ErrStranger.
func (c *Client) Prove(ctx context.Context) error {
	_, err := c.Health(ctx)
	return err
}

// Fitness is what a backend that proved itself says at /healthz.
type Fitness struct {
	// Trouble is why it cannot work, "" when it can.
	Trouble string
	// Clock is its time, zero when it did not tell.
	Clock time.Time
}

// Health is Prove, and what the backend says of itself.
func (c *Client) Health(ctx context.Context) (f Fitness, err error) {
	challenge := rand.Text()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Base+"/healthz", nil)
	if err != nil {
		return f, err
	}
	req.Header.Set(headerChallenge, challenge)
	resp, err := direct.Do(req)
	if err != nil {
		return f, reach(err)
	}
	defer resp.Body.Close()
	want := []byte(proof(c.Token, challenge))
	if c.Token == "" || !slices.ContainsFunc(resp.Header.Values(headerProof), func(got string) bool { return hmac.Equal([]byte(got), want) }) {
		return f, ErrStranger
	}
	f.Clock, _ = http.ParseTime(resp.Header.Get("Date")) // zero when it is not there
	if resp.StatusCode != http.StatusOK {
		said, err := io.ReadAll(io.LimitReader(resp.Body, 1024))
		if err != nil {
			return f, reach(err)
		}
		f.Trouble = strings.TrimSpace(string(said))
		if f.Trouble == "" {
			f.Trouble = resp.Status
		}
	}
	return f, nil
}

// Do runs one action on a device, "" for the only one. It says which program asks, as
// [protocol.CallerOf] has it; the token says whose. Errors are
// [protocol.Error], except ErrNoBackend and that of ctx.
func (c *Client) Do(ctx context.Context, device string, a protocol.Action) (protocol.Result, error) {
	raw, err := c.Act(ctx, device, protocol.AppendAction(nil, a))
	if err != nil {
		return nil, err
	}
	r, err := protocol.DecodeResult(a.Kind(), raw)
	if err != nil {
		return nil, protocol.NewError(protocol.CodeInternal, "the backend's answer is not valid; is it a bua of the same version? "+err.Error())
	}
	return r, nil
}

// Act sends the JSON of one action as it is and returns the JSON of its
// result. Errors as [Client.Do].
func (c *Client) Act(ctx context.Context, device string, action []byte) (json.RawMessage, error) {
	var out acted
	err := c.call(ctx, http.MethodPost, actPath(device), action, &out)
	return out.Result, err
}

func actPath(device string) string {
	if device == "" {
		return "/api/act"
	}
	return "/api/act?device=" + url.QueryEscape(device)
}

// Steps sends the argument of the tool, with several actions or a reading, and returns
// the JSON of what came of it. failed says that one of the actions has. Errors as [Client.Do].
func (c *Client) Steps(ctx context.Context, device string, argument []byte) (body json.RawMessage, failed bool, err error) {
	if err = c.call(ctx, http.MethodPost, actPath(device), argument, &body); err != nil {
		return nil, false, err
	}
	var out actedAll
	err = json.Unmarshal(body, &out)
	for _, s := range out.Steps {
		failed = failed || s.Error != nil
	}
	return body, failed, err
}

// Status asks who is connected.
func (c *Client) Status(ctx context.Context) (s Status, err error) {
	return s, c.call(ctx, http.MethodGet, "/api/status", nil, &s)
}

// Pair asks for a one-time code.
func (c *Client) Pair(ctx context.Context) (code Code, err error) {
	return code, c.call(ctx, http.MethodPost, "/api/pair", nil, &code)
}

// Revoke forgets a device.
func (c *Client) Revoke(ctx context.Context, device string) error {
	return c.call(ctx, http.MethodDelete, "/api/devices/"+url.PathEscape(device), nil, nil)
}

func (c *Client) call(ctx context.Context, method, path string, body []byte, out any) error {
	return c.open(ctx, method, path, body, func(body io.Reader) error {
		// Base64 and JSON in JSON make an answer larger than what came by the socket.
		data, err := io.ReadAll(io.LimitReader(body, 2*protocol.MaxFromExtension))
		if err != nil {
			return reach(err)
		}
		if out == nil {
			return nil
		}
		return json.Unmarshal(data, out)
	})
}

// open makes a request and reads a good answer with read.
func (c *Client) open(ctx context.Context, method, path string, body []byte, read func(io.Reader) error) error {
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.Base, "/")+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+c.Token)
	if name := protocol.CallerOf(ctx).Agent; name != "" {
		req.Header.Set(headerAgent, name)
	}
	resp, err := direct.Do(req)
	if err != nil {
		return reach(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		data, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
		if err != nil {
			return reach(err)
		}
		var e errorBody
		if json.Unmarshal(data, &e) != nil || e.Error == nil || e.Error.Code == "" {
			return protocol.NewError(protocol.CodeInternal, "the backend answered "+resp.Status+"; is this a bua backend of the same version?")
		}
		return e.Error
	}
	return read(resp.Body)
}

// reach tells an address where nothing listens, where nothing can have
// happened, from a connection that was lost on the way, where it can.
func reach(err error) error {
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return ErrNoBackend
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		return protocol.NewError(protocol.CodeInternal, "the backend ended meanwhile; extract to see whether it happened").Unknown()
	default:
		return err
	}
}
