package model

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

const (
	// maxRefusal bounds what is read of a refusal, maxAnswer of an answer.
	maxRefusal = 64 << 10
	maxAnswer  = 64 << 20
)

// exchange is one request and what came of it, below all forms: so
// that a failure is judged by what the server sent, and by one table.
type exchange struct {
	// first and idle are how long nothing may come, before the first byte and then.
	first, idle time.Duration
	// clock ends the request when nothing comes; nil before it was sent.
	clock *time.Timer

	// status is 0 where no answer came.
	status int
	header http.Header
	// refusal is the body of an answer that is none.
	refusal []byte
	// webpage says that what came is a page for people.
	webpage bool
	// under says that the answer has begun, read how much of it there was.
	read atomic.Int64
}

type exchangeKey struct{}

// errSilent ends a request to which nothing comes any more.
var errSilent = errors.New("nothing comes")

// begin makes an exchange for one request. The caller calls end.
func begin(ctx context.Context, first, idle time.Duration) (_ context.Context, _ *exchange, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	x := &exchange{first: first, idle: idle}
	x.clock = time.AfterFunc(first, func() { cancel(errSilent) })
	return context.WithValue(ctx, exchangeKey{}, x), x, func() {
		x.clock.Stop()
		cancel(nil)
	}
}

// transport fills exchanges.
type transport struct {
	under http.RoundTripper
	// header and key are sent with each request, for a provider with a header of its
	// own.
	header, key string
}

// newClient is what sends. It follows nobody elsewhere: a key would
// go there too.
func newClient(t transport) *http.Client {
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// RoundTrip implements [http.RoundTripper].
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if t.header != "" && t.key != "" {
		req = req.Clone(req.Context())
		req.Header.Del("Authorization")
		req.Header.Set(t.header, t.key)
	}
	res, err := t.under.RoundTrip(req)
	x, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if err != nil || !ok {
		return res, err
	}
	x.status, x.header = res.StatusCode, res.Header
	x.clock.Reset(x.idle)
	if res.StatusCode < 200 || res.StatusCode > 299 {
		x.refusal, _ = io.ReadAll(io.LimitReader(res.Body, maxRefusal))
		_ = res.Body.Close()
		res.Body = io.NopCloser(bytes.NewReader(x.refusal))
		return res, nil
	}
	x.webpage = strings.HasPrefix(res.Header.Get("Content-Type"), "text/html")
	res.Body = &watched{res.Body, x}
	return res, nil
}

// watched is a body whose reading is watched.
type watched struct {
	io.ReadCloser
	x *exchange
}

// Read implements [io.Reader].
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.ReadCloser.Read(p)
	if n > 0 {
		w.x.clock.Reset(w.x.idle)
	}
	if w.x.read.Add(int64(n)) > maxAnswer {
		return 0, errors.New("the answer is too long")
	}
	return n, err
}

// after is how long the server wants to be left alone.
func (x *exchange) after(now time.Time) time.Duration {
	if x.header == nil {
		return 0
	}
	if ms, err := strconv.ParseFloat(x.header.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	text := x.header.Get("Retry-After")
	if s, err := strconv.ParseFloat(text, 64); err == nil && s > 0 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(text); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}
