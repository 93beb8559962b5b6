package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/coder/websocket"
)

// Event is one CDP event.
type Event struct {
	Session string
	Method  string
	Params  json.RawMessage
}

// Conn is one connection to a browser's DevTools socket, with flat sessions.
type Conn struct {
	ws   *websocket.Conn
	done chan struct{}

	mu      sync.Mutex
	next    int64
	pending map[int64]chan message
	subs    map[int]func(Event)
	nextSub int
}

type message struct {
	ID        int64           `json:"id,omitempty"`
	SessionID string          `json:"sessionId,omitempty"`
	Method    string          `json:"method,omitempty"`
	Params    json.RawMessage `json:"params,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Error     *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// Dial connects to a ws:// DevTools address.
func Dial(ctx context.Context, url string) (*Conn, error) {
	ws, _, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		return nil, err
	}
	return On(ws), nil
}

// On is a connection on a socket that is open: whoever is at its other end speaks as a
// browser's DevTools socket does.
func On(ws *websocket.Conn) *Conn {
	ws.SetReadLimit(256 << 20)
	c := &Conn{ws: ws, done: make(chan struct{}), pending: map[int64]chan message{}, subs: map[int]func(Event){}}
	go c.read()
	c.count()
	return c
}

// Close ends the connection; calls in flight fail.
func (c *Conn) Close() { _ = c.ws.CloseNow() }

func (c *Conn) read() {
	defer close(c.done)
	for {
		_, data, err := c.ws.Read(context.Background())
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(data, &m) != nil {
			continue
		}
		c.mu.Lock()
		if m.ID != 0 {
			if ch, ok := c.pending[m.ID]; ok {
				delete(c.pending, m.ID)
				ch <- m
			}
			c.mu.Unlock()
			continue
		}
		subs := make([]func(Event), 0, len(c.subs))
		for _, f := range c.subs {
			subs = append(subs, f)
		}
		c.mu.Unlock()
		for _, f := range subs {
			f(Event{Session: m.SessionID, Method: m.Method, Params: m.Params})
		}
	}
}

// On calls f for every event until the returned function is called. f runs on
// the reader: it must not call Send and wait.
func (c *Conn) On(f func(Event)) (off func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nextSub++
	n := c.nextSub
	c.subs[n] = f
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.subs, n)
	}
}

// Send runs one command in a session ("" is the browser) and decodes its
// result into out, when out is not nil.
func (c *Conn) Send(ctx context.Context, session, method string, params, out any) error {
	var raw json.RawMessage
	if params != nil {
		var err error
		if raw, err = json.Marshal(params); err != nil {
			return err
		}
	}
	result, err := c.Start(session, method, raw)(ctx)
	if err != nil {
		return err
	}
	if out != nil {
		return json.Unmarshal(result, out)
	}
	return nil
}

// Refused is the browser's refusal of a command.
type Refused struct {
	Method  string
	Code    int
	Message string
}

// Error returns the method, the text and the code.
func (r *Refused) Error() string { return fmt.Sprintf("%s: %s (%d)", r.Method, r.Message, r.Code) }

// Leaving reports whether the browser refused a question because the document that it was
// put to is being left: the next one can be asked.
func Leaving(err error) bool {
	var r *Refused
	return errors.As(err, &r) && (strings.Contains(r.Message, "navigated or closed") || strings.Contains(r.Message, "context was destroyed"))
}

// Start writes one command and returns; commands reach the browser in the
// order of the calls. wait returns the JSON of the result.
func (c *Conn) Start(session, method string, params json.RawMessage) (wait func(context.Context) (json.RawMessage, error)) {
	failed := func(err error) func(context.Context) (json.RawMessage, error) {
		return func(context.Context) (json.RawMessage, error) { return nil, err }
	}
	ch := make(chan message, 1)
	c.mu.Lock()
	c.next++
	id := c.next
	c.pending[id] = ch
	c.mu.Unlock()
	data, err := json.Marshal(message{ID: id, SessionID: session, Method: method, Params: params})
	if err != nil {
		return failed(err)
	}
	if err := c.ws.Write(context.Background(), websocket.MessageText, data); err != nil {
		return failed(err)
	}
	return func(ctx context.Context) (json.RawMessage, error) {
		select {
		case m := <-ch:
			if m.Error != nil {
				return nil, &Refused{method, m.Error.Code, m.Error.Message}
			}
			return m.Result, nil
		case <-c.done:
			return nil, errors.New(method + ": the DevTools connection closed")
		case <-ctx.Done():
			c.mu.Lock()
			delete(c.pending, id)
			c.mu.Unlock()
			return nil, fmt.Errorf("%s: %w", method, ctx.Err())
		}
	}
}
