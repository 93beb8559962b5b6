package model

import (
	"context"
	"io"
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
	ctx    context.Context
	cancel context.CancelFunc
	// first and idle are how long nothing may come, before the first byte and then.
	first, idle time.Duration
	clock       Clock
	// stop stops the timer that ends the request when nothing comes, silent says that it has.
	stop   func() bool
	silent atomic.Bool

	// failure is why no answer came; status is 0 then.
	failure Failure
	status  int
	header  func(name string) string
	// refusal is the body of an answer that is none.
	refusal []byte
	// webpage says that what came is a page for people, whole that it is no stream.
	webpage, whole bool
	// read is how much of the answer has come.
	read int
}

// begin makes an exchange for one request. The caller calls end.
func (c *Client) begin(ctx context.Context) *exchange {
	x := &exchange{first: c.first, idle: c.idle, clock: c.clock}
	x.ctx, x.cancel = context.WithCancel(ctx)
	x.wait(x.first)
	return x
}

func (x *exchange) end() {
	x.stop()
	x.cancel()
}

// wait ends the request when nothing comes for so long from now.
func (x *exchange) wait(d time.Duration) {
	if x.stop != nil {
		x.stop()
	}
	x.stop = x.clock.AfterFunc(d, func() {
		x.silent.Store(true)
		x.cancel()
	})
}

// send sends and takes what is not the answer itself. The body is nil where there is no
// answer to read.
func (x *exchange) send(by Sender, out Outgoing) (*watched, *trouble) {
	x.status, x.header, x.refusal, x.webpage = 0, nil, nil, false
	in, failure := by.Send(x.ctx, out)
	if x.failure = failure; failure != "" {
		return nil, troubled(unsent)
	}
	x.status, x.header = in.Status, in.Header
	x.wait(x.idle)
	body := &watched{in.Body, x}
	if in.Status < 200 || in.Status > 299 {
		x.refusal, _ = io.ReadAll(io.LimitReader(in.Body, maxRefusal))
		body.Close()
		return nil, nil
	}
	kind := in.Header("Content-Type")
	x.webpage, x.whole = strings.HasPrefix(kind, "text/html"), strings.HasPrefix(kind, "application/json")
	if in.Status != 200 {
		body.Close()
		return nil, nil
	}
	return body, nil
}

// watched is a body whose reading is watched.
type watched struct {
	body io.ReadCloser
	x    *exchange
}

// Read implements [io.Reader].
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.body.Read(p)
	if n > 0 {
		w.x.wait(w.x.idle)
	}
	if w.x.read += n; w.x.read > maxAnswer {
		return 0, io.ErrShortBuffer // too long
	}
	return n, err
}

// Close lets go of the body. What it says is of no use: all that was wanted is read.
func (w *watched) Close() { _ = w.body.Close() }

// after is for how many milliseconds the server wants to be left alone.
func (x *exchange) after(now time.Time) int64 {
	if x.header == nil {
		return 0
	}
	if ms, ok := undecimal(x.header("Retry-After-Ms"), 0); ok && ms > 0 {
		return ms
	}
	text := x.header("Retry-After")
	if ms := seconds(text); ms > 0 {
		return ms
	}
	return max(moment(text)-now.UnixMilli(), 0)
}
