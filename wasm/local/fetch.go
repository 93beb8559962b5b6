package local

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/wasm/chrome"
)

// fetches are the requests to models under way: a [model.Sender].
type fetches struct {
	host chrome.Host
	last int
	open map[int]*body
}

// Send implements [model.Sender].
func (f *fetches) Send(ctx context.Context, out model.Outgoing) (model.Incoming, model.Failure) {
	f.last++
	id := f.last
	b := &body{fetches: f, id: id, ctx: ctx, more: make(chan struct{}, 1)}
	f.open[id] = b
	got, err := fetchCall{ID: id, Method: out.Method, URL: out.URL, Headers: headers(out), Body: string(out.Body)}.ask(ctx, f.host)
	if err != nil || got.Status == 0 {
		_ = b.Close()
		return model.Incoming{}, f.failure(ctx, out.URL, err, got.Failed)
	}
	return model.Incoming{Status: got.Status, Header: func(name string) string {
		for o := chrome.Open(got.Headers); o.Next(); {
			if o.Name == strings.ToLower(name) {
				return chrome.Text(o.Value)
			}
		}
		return ""
	}, Body: b}, ""
}

// failure is why no answer came. The browser says the same of a server that is not there and of
// one whose answers it keeps from the extension: the person's leave for the host tells them apart.
func (f *fetches) failure(ctx context.Context, url string, err error, why string) model.Failure {
	if err != nil {
		return model.Cut
	}
	if why == "offline" {
		return model.Offline
	}
	if allowed, err := (allowedCall{Origin: model.Origin(url)}).ask(ctx, f.host); err == nil && !allowed {
		return model.Denied
	}
	return model.Refused
}

// headers are those of a request, and the one by which Anthropic lets a browser ask.
func headers(out model.Outgoing) chrome.JSON {
	var o scan.Object
	for _, h := range out.Header {
		o.Str(h.Name, h.Value)
	}
	if out.Wire == model.Messages {
		o.Str("anthropic-dangerous-direct-browser-access", "true")
	}
	return o.JSON()
}

func (f *fetches) piece(id int, data []byte) {
	if b := f.open[id]; b != nil {
		b.got = append(b.got, data...)
		b.wake()
	}
}

func (f *fetches) end(id int, why string) {
	b := f.open[id]
	if b == nil {
		return
	}
	delete(f.open, id)
	b.err = io.EOF
	if why != "" {
		b.err = errors.New(why)
	}
	b.wake()
}

// body is what comes of an answer.
type body struct {
	fetches *fetches
	id      int
	ctx     context.Context
	more    chan struct{}
	got     []byte
	err     error
}

func (b *body) wake() {
	select {
	case b.more <- struct{}{}:
	default:
	}
}

// Read implements [io.Reader].
func (b *body) Read(p []byte) (int, error) {
	for {
		switch {
		case len(b.got) > 0:
			n := copy(p, b.got)
			b.got = b.got[n:]
			return n, nil
		case b.err != nil:
			return 0, b.err
		}
		select {
		case <-b.more:
		case <-b.ctx.Done():
			_ = b.Close()
			return 0, context.Cause(b.ctx)
		}
	}
}

// Close implements [io.Closer].
func (b *body) Close() error {
	if b.fetches.open[b.id] == b {
		delete(b.fetches.open, b.id)
		abortCall{ID: b.id}.Post(b.fetches.host)
	}
	return nil
}
