package model

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/coretest"
)

// slowly reads a text in chunks.
type slowly struct {
	rest  string
	chunk int
}

func (s *slowly) Read(p []byte) (int, error) {
	n := copy(p[:min(len(p), s.chunk)], s.rest)
	s.rest = s.rest[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (*slowly) Close() error { return nil }

// reply is what a server answers; one with a failure answers nothing.
type reply struct {
	status  int
	header  map[string]string
	body    string
	failure Failure
	// silent says nothing until the request is ended, after calling it.
	silent func()
}

// server answers with its replies in turn, the last again and again.
type server struct {
	replies []reply
	sent    []Outgoing
}

func (s *server) Send(ctx context.Context, out Outgoing) (Incoming, Failure) {
	r := s.replies[min(len(s.sent), len(s.replies)-1)]
	s.sent = append(s.sent, out)
	if r.silent != nil {
		r.silent()
		<-ctx.Done()
		return Incoming{}, Cut
	}
	header := func(name string) string { return r.header[name] }
	return Incoming{Status: r.status, Header: header, Body: &slowly{r.body, 7}}, r.failure
}

// client is one that speaks to a server; how changes what it is.
func client(s *server, how func(*Config)) *Client {
	c := Config{
		Provider: Provider{Name: "p", Title: "Provider", Wire: Completions, Base: "https://api.example.com/v1"}, Model: "m", Key: "sk-canary-of-a-key",
		Sender: s, Clock: coretest.NewClock(), Random: func(int) int { return 0 }, Wait: func(context.Context, time.Duration) error { return nil },
	}
	if how != nil {
		how(&c)
	}
	cl, err := New(c)
	if err != nil {
		return nil
	}
	return cl
}

// events are those of a stream.
func events(data ...string) reply {
	return reply{status: 200, header: map[string]string{"Content-Type": "text/event-stream"}, body: "data: " + strings.Join(data, "\n\ndata: ") + "\n\n"}
}

var ask = chat.Request{System: "S", Temperature: 300, MaxTokens: 100, Messages: []chat.Message{{Role: chat.RoleUser, Text: "go"}},
	Tools: []chat.Tool{{Name: "click", Description: "Clicks.", Schema: `{"type":"object","properties":{}}`}}}
