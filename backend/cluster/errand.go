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
	ID     string          `json:"id"`
	User   string          `json:"user"`
	Device string          `json:"device"`
	Agent  string          `json:"agent,omitempty"`
	Action protocol.Action `json:"-"`
	Raw    json.RawMessage `json:"action"`
}

// answer is how a request ended.
type answer struct {
	Result json.RawMessage `json:"result,omitempty"`
	Error  *protocol.Error `json:"error,omitempty"`
	Unsent bool            `json:"unsent,omitempty"`
}

// Headers of the messages to one backend.
const (
	headType  = "Bua-Type"
	headID    = "Bua-Id"
	headAt    = "Bua-At" // of the answer's bytes, those from there on are wanted
	headOf    = "Bua-Of" // how many there are
	headSeq   = "Bua-Seq"
	headState = "Bua-State"
)

const (
	askList   = "list"
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
	// maxErrands bounds what runs for other backends at a time.
	maxErrands = 4096
)

// errands are the requests of other backends.
type errands struct {
	mu     sync.Mutex
	jobs   map[string]*job
	run    int // how many have not ended
	closed bool
}

// job is one request. The mutex of errands guards what is not a channel.
type job struct {
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
	case askList:
		c.spawn(func() { c.giveList(m) })
	case askDo:
		if j := c.begin(id, m); j != nil {
			c.spawn(func() { c.reply(m, j) })
		}
	case askMore:
		if j := c.errand.find(id); j != nil {
			c.spawn(func() { c.reply(m, j) })
		} else {
			c.say(m, stateUnknown, nil, 0, 0)
		}
	case askCancel, askDone:
		c.errand.finish(id)
	}
}

// begin begins a request, unless it was begun.
func (c *Cluster) begin(id string, m *nats.Msg) *job {
	e := &c.errand
	e.mu.Lock()
	defer e.mu.Unlock()
	if j := e.jobs[id]; j != nil {
		j.asked = time.Now()
		return j
	}
	ctx, cancel := context.WithCancel(c.ctx)
	j := &job{cancel: cancel, over: make(chan struct{}), asked: time.Now()}
	e.jobs[id] = j
	e.run++
	var r Request
	err := json.Unmarshal(m.Data, &r)
	if err == nil {
		r.Action, err = protocol.DecodeAction(r.Raw)
	}
	switch {
	case err != nil || r.ID != id || id == "":
		e.end(j, c.pack(nil, nil, protocol.NewError(protocol.CodeInternal, "the other backend does not understand the request: nothing was done; run the same version of bua everywhere").NotDone()))
	case e.closed:
		e.end(j, c.pack(nil, nil, c.o.Unsent("the backend that has the browser stops: nothing has happened, try again when the browser is back")))
	case e.run > maxErrands:
		e.end(j, c.pack(nil, nil, protocol.NewError(protocol.CodeInternal, "the backend that has the browser does too much at once: nothing was done, try again later").NotDone()))
	default:
		c.spawn(func() {
			result, err := c.o.Act(ctx, r)
			data := c.pack(r.Action, result, err)
			e.mu.Lock()
			e.end(j, data)
			e.mu.Unlock()
		})
	}
	return j
}

func (c *Cluster) pack(a protocol.Action, result protocol.Result, err error) []byte {
	var w answer
	if err != nil {
		w.Error, w.Unsent = protocol.AsError(err), c.o.IsUnsent(err)
	} else if a != nil {
		w.Result = protocol.AppendResult(nil, result)
	}
	data, err := json.Marshal(w)
	if err != nil {
		data, _ = json.Marshal(answer{Error: protocol.NewError(protocol.CodeInternal, "the answer cannot be passed on; extract to see what happened").Unknown()})
	}
	return data
}

// end is the end of a request. The caller holds the mutex.
func (e *errands) end(j *job, data []byte) {
	j.data, j.ended = data, true
	if j.taken {
		j.data = nil
	}
	e.run--
	j.cancel()
	close(j.over)
}

func (e *errands) find(id string) *job {
	e.mu.Lock()
	defer e.mu.Unlock()
	j := e.jobs[id]
	if j != nil {
		j.asked = time.Now()
	}
	return j
}

// finish ends a request that its caller wants nothing more of. One that has not
// come yet will not be begun.
func (e *errands) finish(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	j := e.jobs[id]
	if j == nil {
		j = &job{cancel: func() {}, over: make(chan struct{}), ended: true}
		close(j.over)
		e.jobs[id] = j
	}
	j.taken, j.data, j.asked = true, nil, time.Now()
	j.cancel()
}

// close refuses what comes from now on.
func (e *errands) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
}

// waiting counts the answers that were not fetched.
func (e *errands) waiting() (n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, j := range e.jobs {
		if !j.taken {
			n++
		}
	}
	return n
}

// sweep ends what nobody asks for, and forgets what is long over.
func (e *errands) sweep(now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for id, j := range e.jobs {
		quiet := now.Sub(j.asked)
		if quiet > orphan && !j.taken {
			j.taken, j.data = true, nil
			j.cancel()
		}
		if j.ended && quiet > remembered {
			delete(e.jobs, id)
		}
	}
}

// reply tells how a request stands: its answer, or after a while that there is
// none yet.
func (c *Cluster) reply(m *nats.Msg, j *job) {
	timer := time.NewTimer(hold)
	defer timer.Stop()
	select {
	case <-j.over:
	case <-timer.C:
		c.say(m, statePending, nil, 0, 0)
		return
	case <-c.ctx.Done():
		return
	}
	c.errand.mu.Lock()
	data := j.data
	c.errand.mu.Unlock()
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
