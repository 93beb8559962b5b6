package cluster

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/zapvol/bua/core/protocol"
)

// Request is an action that another backend passes on, because the browser is
// connected here. Device is the browser's id.
type Request struct {
	ID string `json:"id"`
	protocol.Caller
	Device string `json:"device"`
	// Trace is the span that the request belongs to, as a traceparent.
	Trace  string          `json:"trace,omitempty"`
	Action protocol.Action `json:"-"`
	Raw    json.RawMessage `json:"action"`
}

// answer is how a request ended.
type answer struct {
	Result json.RawMessage `json:"result,omitempty"`
	Error  *protocol.Error `json:"error,omitempty"`
	Unsent bool            `json:"unsent,omitempty"`
}

// Headers of the messages to one backend, and of those about a browser.
const (
	headType  = "Bua-Type"
	headID    = "Bua-Id"
	headAt    = "Bua-At" // of the answer's bytes, those from there on are wanted
	headOf    = "Bua-Of" // how many there are
	headState = "Bua-State"
)

const (
	askWhere  = "where" // who has the browser?
	tellClaim = "claim" // the sender has the browser

	askDo     = "do"   // begin, unless it has begun; and answer as for more
	askMore   = "more" // how does it stand?
	askCancel = "cancel"
	askDone   = "done" // the answer is here: forget it

	statePending = "pending"
	stateAnswer  = "answer"
	stateUnknown = "unknown"
)

const (
	// hold is how long a question waits for the answer to come.
	hold = time.Second
	// orphan is how long a request runs when nobody asks for it any more.
	orphan = 10 * time.Second
	// remembered is how long an id is known, so that one that comes late is not
	// begun again.
	remembered = 2 * time.Minute
	// maxRemote bounds what runs for other backends at a time.
	maxRemote = 4096
)

// remoteRequests are the requests of other backends.
type remoteRequests struct {
	mu     sync.Mutex
	byID   map[string]*remoteRequest
	run    int // how many have not ended
	closed bool
}

// remoteRequest is one of them. The mutex of remoteRequests guards what is not a channel.
type remoteRequest struct {
	cancel context.CancelFunc
	over   chan struct{} // closed when data is set
	data   []byte
	ended  bool
	taken  bool // the answer was fetched, or is not wanted
	asked  time.Time
}

// serve takes what is asked of this backend alone. Messages of one backend come
// in the order in which they were sent.
func (c *Cluster) serve(m *nats.Msg) {
	id := m.Header.Get(headID)
	switch m.Header.Get(headType) {
	case askDo:
		if w := c.begin(id, m); w != nil {
			c.spawn(func() { c.reply(m, w) })
		}
	case askMore:
		if w := c.remote.find(id); w != nil {
			c.spawn(func() { c.reply(m, w) })
		} else {
			c.say(m, stateUnknown, nil, 0, 0)
		}
	case askCancel, askDone:
		c.remote.finish(id)
	}
}

// begin begins a request, unless it was begun.
func (c *Cluster) begin(id string, m *nats.Msg) *remoteRequest {
	s := &c.remote
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.byID[id]; w != nil {
		w.asked = time.Now()
		return w
	}
	ctx, cancel := context.WithCancel(c.ctx)
	w := &remoteRequest{cancel: cancel, over: make(chan struct{}), asked: time.Now()}
	s.byID[id] = w
	s.run++
	var r Request
	err := json.Unmarshal(m.Data, &r)
	if err == nil {
		r.Action, err = protocol.DecodeAction(r.Raw)
	}
	switch {
	case err != nil || r.ID != id || id == "":
		s.end(w, c.pack(nil, nil, protocol.NewError(protocol.CodeInternal, "the other backend does not understand the request: nothing was done; run the same version of bua everywhere").NotDone()))
	case s.closed:
		s.end(w, c.pack(nil, nil, c.o.Unsent("the backend that has the browser stops: nothing has happened, try again when the browser is back")))
	case s.run > maxRemote:
		s.end(w, c.pack(nil, nil, protocol.NewError(protocol.CodeInternal, "the backend that has the browser does too much at once: nothing was done, try again later").NotDone()))
	default:
		c.spawn(func() {
			result, err := c.o.Act(ctx, r)
			data := c.pack(r.Action, result, err)
			s.mu.Lock()
			s.end(w, data)
			s.mu.Unlock()
		})
	}
	return w
}

func (c *Cluster) pack(a protocol.Action, result protocol.Result, err error) []byte {
	var end answer
	if err != nil {
		end.Error, end.Unsent = protocol.AsError(err), c.o.IsUnsent(err)
	} else if a != nil {
		end.Result = protocol.AppendResult(nil, result)
	}
	data, err := json.Marshal(end)
	if err != nil {
		data, _ = json.Marshal(answer{Error: protocol.NewError(protocol.CodeInternal, "the answer cannot be passed on; extract to see what happened").Unknown()})
	}
	return data
}

// end is the end of a request. The caller holds the mutex.
func (s *remoteRequests) end(w *remoteRequest, data []byte) {
	w.data, w.ended = data, true
	if w.taken {
		w.data = nil
	}
	s.run--
	w.cancel()
	close(w.over)
}

func (s *remoteRequests) find(id string) *remoteRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.byID[id]
	if w != nil {
		w.asked = time.Now()
	}
	return w
}

// finish ends a request that its caller wants nothing more of. One that has not
// come yet will not be begun.
func (s *remoteRequests) finish(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.byID[id]
	if w == nil {
		w = &remoteRequest{cancel: func() {}, over: make(chan struct{}), ended: true}
		close(w.over)
		s.byID[id] = w
	}
	w.taken, w.data, w.asked = true, nil, time.Now()
	w.cancel()
}

// close refuses what comes from now on.
func (s *remoteRequests) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

// waiting counts the answers that were not fetched.
func (s *remoteRequests) waiting() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.byID {
		if !w.taken {
			n++
		}
	}
	return n
}

// sweep ends what nobody asks for, and forgets what is long over.
func (s *remoteRequests) sweep(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, w := range s.byID {
		quiet := now.Sub(w.asked)
		if quiet > orphan && !w.taken {
			w.taken, w.data = true, nil
			w.cancel()
		}
		if w.ended && quiet > remembered {
			delete(s.byID, id)
		}
	}
}

// reply tells how a request stands: its answer, or after a while that there is
// none yet.
func (c *Cluster) reply(m *nats.Msg, w *remoteRequest) {
	timer := time.NewTimer(hold)
	defer timer.Stop()
	select {
	case <-w.over:
	case <-timer.C:
		c.say(m, statePending, nil, 0, 0)
		return
	case <-c.ctx.Done():
		return
	}
	c.remote.mu.Lock()
	data := w.data
	c.remote.mu.Unlock()
	at, err := strconv.Atoi(m.Header.Get(headAt))
	if err != nil || at < 0 || at >= len(data) {
		c.say(m, stateUnknown, nil, 0, 0)
		return
	}
	part := data[at:]
	if room := c.room(); len(part) > room {
		part = part[:room]
	}
	c.say(m, stateAnswer, part, at, len(data))
}

// room is how much of an answer one message takes.
func (c *Cluster) room() int { return int(min(c.o.Conn.MaxPayload()-4<<10, 512<<10)) }

func (c *Cluster) say(to *nats.Msg, state string, data []byte, at, of int) {
	m := nats.NewMsg(to.Reply)
	m.Header.Set(headState, state)
	m.Header.Set(headAt, strconv.Itoa(at))
	m.Header.Set(headOf, strconv.Itoa(of))
	m.Data = data
	_ = c.o.Conn.PublishMsg(m) // what does not arrive is asked for again
}
