package bridge

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// Options configures an [Extension].
type Options struct {
	Client link.Client
	// Config is bridge_config, Bootstrap is bootstrap.json.
	Config, Bootstrap string
	// Act answers a request; its context ends when the backend cancels it. The
	// default answers ok. It runs in a goroutine of its own.
	Act func(ctx context.Context, r protocol.Request) protocol.Response
	// Sent sees each message before it goes out.
	Sent func(text []byte)
	// Skew is how far this clock is off.
	Skew time.Duration
}

// Extension is core/link with the native counterparts of what the worker
// gives it: sockets, timers, HMAC, HTTP and storage in memory. It is the loop
// that link's package comment describes, and nothing more.
type Extension struct {
	o      Options
	events chan link.What
	stop   chan struct{}
	done   chan struct{}

	// Only the loop touches these.
	state link.State
	timer *time.Timer

	mu      sync.Mutex
	sockets map[int]*websocket.Conn
	status  link.Status
	changed chan struct{}
	storage map[string]string
	running map[string]context.CancelFunc
	acted   int
}

// Start starts an extension; Stop ends it.
func Start(o Options) *Extension {
	if o.Act == nil {
		o.Act = func(_ context.Context, r protocol.Request) protocol.Response {
			return protocol.Response{ID: r.ID, Result: []byte(`{"ok":true}`)}
		}
	}
	x := &Extension{o: o, events: make(chan link.What, 10_000), stop: make(chan struct{}), done: make(chan struct{}),
		sockets: map[int]*websocket.Conn{}, changed: make(chan struct{}), storage: map[string]string{}, running: map[string]context.CancelFunc{}}
	go x.loop()
	x.Post(link.Started{Client: o.Client, Config: []byte(o.Config), Bootstrap: []byte(o.Bootstrap)})
	return x
}

// Stop kills it, as Chrome kills a worker: its sockets are closed with 1001.
func (x *Extension) Stop() {
	close(x.stop)
	<-x.done
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, s := range x.sockets {
		go func() {
			_ = s.Close(websocket.StatusGoingAway, "")
			_ = s.CloseNow()
		}()
	}
}

// Cut cuts the TCP connections without a word.
func (x *Extension) Cut() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, s := range x.sockets {
		_ = s.CloseNow()
	}
}

// Post puts an event at the end of the queue.
func (x *Extension) Post(what link.What) {
	select {
	case x.events <- what:
	case <-x.stop:
	}
}

// Status returns what the person would see now.
func (x *Extension) Status() link.Status {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.status
}

// Wait returns when the status satisfies want, with false after the time.
func (x *Extension) Wait(limit time.Duration, want func(link.Status) bool) bool {
	late := time.After(limit)
	for {
		x.mu.Lock()
		ok, changed := want(x.status), x.changed
		x.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-changed:
		case <-late:
			return false
		}
	}
}

// Stored returns what the extension has written under a key of storage.
func (x *Extension) Stored(key string) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.storage[key]
}

// Acted returns how many requests were carried out.
func (x *Extension) Acted() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.acted
}

func (x *Extension) loop() {
	defer close(x.done)
	for {
		select {
		case <-x.stop:
			if x.timer != nil {
				x.timer.Stop()
			}
			return
		case what := <-x.events:
			now := time.Now().Add(x.o.Skew).UnixMilli()
			state, effects := link.Step(x.state, link.Event{Now: now, What: what})
			x.state = state
			for _, e := range effects {
				x.perform(e)
			}
			if o, ok := what.(link.Outgoing); ok {
				x.over(o.Message)
			}
		}
	}
}

func (x *Extension) perform(e link.Effect) {
	switch e := e.(type) {
	case link.Open:
		go x.open(e)
	case link.Send:
		x.send(e)
	case link.Close:
		if s := x.socket(e.Conn); s != nil {
			go func() { _ = s.Close(websocket.StatusCode(e.Code), e.Reason) }()
		}
	case link.Mac:
		m := hmac.New(sha256.New, e.Key)
		m.Write(e.Data)
		x.Post(link.MacReady{Conn: e.Conn, Purpose: e.Purpose, MAC: m.Sum(nil)})
	case link.Random:
		b := make([]byte, e.Bytes)
		_, _ = rand.Read(b)
		x.Post(link.RandomReady{Conn: e.Conn, Bytes: b})
	case link.SetTimer:
		if x.timer != nil {
			x.timer.Stop()
		}
		x.timer = time.AfterFunc(time.Duration(e.AfterMS)*time.Millisecond, func() { x.Post(link.Timer{ID: e.ID}) })
	case link.StopTimer:
		x.timer.Stop()
	case link.Redeem:
		go x.redeem(e)
	case link.Save:
		x.mu.Lock()
		x.storage[e.Key] = string(e.Value)
		x.mu.Unlock()
	case link.Deliver:
		x.deliver(e)
	case link.Report:
		x.mu.Lock()
		x.status = e.Status
		close(x.changed)
		x.changed = make(chan struct{})
		x.mu.Unlock()
	}
}

func (x *Extension) socket(conn int) *websocket.Conn {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.sockets[conn]
}

func (x *Extension) open(e link.Open) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	s, _, err := websocket.Dial(ctx, e.URL, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {link.Origin(x.o.Client.ExtensionID)}}})
	cancel()
	if err != nil {
		x.Post(link.Closed{Conn: e.Conn, Code: 1006})
		return
	}
	s.SetReadLimit(64 << 20)
	x.mu.Lock()
	x.sockets[e.Conn] = s
	x.mu.Unlock()
	x.Post(link.Opened{Conn: e.Conn})
	for {
		kind, data, err := s.Read(context.Background())
		if err != nil {
			x.mu.Lock()
			delete(x.sockets, e.Conn)
			x.mu.Unlock()
			code := int(websocket.CloseStatus(err))
			if code < 0 {
				code = 1006
			}
			x.Post(link.Closed{Conn: e.Conn, Code: code})
			return
		}
		if kind != websocket.MessageText {
			data = nil
		}
		x.Post(link.Text{Conn: e.Conn, Data: data})
	}
}

func (x *Extension) send(e link.Send) {
	if x.o.Sent != nil {
		x.o.Sent(e.Text)
	}
	if s := x.socket(e.Conn); s != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = s.Write(ctx, websocket.MessageText, e.Text)
	}
}

func (x *Extension) redeem(e link.Redeem) {
	answer := link.Redeemed{ID: e.ID}
	defer func() { x.Post(answer) }()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.URL, bytes.NewReader(e.Body))
	if err != nil {
		return
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", link.Origin(x.o.Client.ExtensionID))
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return
	}
	defer w.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(w.Body, 64<<10))
	answer.Status, answer.Body = w.StatusCode, body
}

// over ends a request, once the link has its answer: if the same comes again, it
// is answered from there.
func (x *Extension) over(m protocol.Message) {
	if r, ok := m.(protocol.Response); ok {
		x.mu.Lock()
		delete(x.running, r.ID)
		x.mu.Unlock()
	}
}

func (x *Extension) deliver(e link.Deliver) {
	switch m := e.Message.(type) {
	case protocol.Cancel:
		x.mu.Lock()
		if cancel := x.running[m.ID]; cancel != nil {
			cancel()
		}
		x.mu.Unlock()
	case protocol.Request:
		x.mu.Lock()
		if x.running[m.ID] != nil { // as the worker: its first execution answers
			x.mu.Unlock()
			return
		}
		ctx, cancel := context.WithCancel(context.Background())
		x.acted++
		x.running[m.ID] = cancel
		x.mu.Unlock()
		go func() {
			defer cancel()
			x.Post(link.Outgoing{Conn: e.Conn, Message: x.o.Act(ctx, m)})
		}()
	}
}
