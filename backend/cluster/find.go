package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	// recent is how long an answer to the question where a browser is serves
	// those who ask after it. What it says may be wrong by then: a request that
	// goes where the browser is no more is told so, and nothing has happened.
	recent = 100 * time.Millisecond
	// patience is how long one question waits for its answer.
	patience = 500 * time.Millisecond
	// maxQuestions bounds how many browsers of a user are asked for at a time.
	maxQuestions = 64
)

// location is which backend has a browser.
type location struct {
	Run      string   `json:"run"`
	Presence Presence `json:"presence"`
	// Left is when the browser left the backend that answers.
	Left time.Time `json:"left,omitzero"`
}

// lookup is a question where a browser is, or its recent answer. The fields but
// over are set before over is closed.
type lookup struct {
	over  chan struct{}
	at    time.Time
	found *location // nil when no backend has it
}

// stale reports whether a lookup is answered, and no longer recent.
func (l *lookup) stale(now time.Time) bool {
	select {
	case <-l.over:
		return now.Sub(l.at) > recent
	default:
		return false
	}
}

// Find returns those of a user's devices that are connected to another backend
// and not to this one. It takes as long as a message and its answer do, a moment
// longer while NATS is lost.
func (c *Cluster) Find(user string, devices ...string) []Presence {
	var list []Presence
	var mu sync.Mutex
	var all sync.WaitGroup
	turn := make(chan struct{}, maxQuestions)
	for _, id := range devices {
		k := key{user, id}
		if c.has(k) {
			continue
		}
		turn <- struct{}{}
		all.Go(func() {
			defer func() { <-turn }()
			if at := c.locate(k); at != nil {
				mu.Lock()
				list = append(list, at.Presence)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return list
}

// has reports whether a browser is connected here and not elsewhere.
func (c *Cluster) has(k key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.holds(k) != nil
}

// locate returns which other backend has a browser, nil when none does. Those who
// ask at the same time share one question.
func (c *Cluster) locate(k key) *location {
	c.mu.Lock()
	l := c.lookups[k]
	if l != nil && !l.stale(time.Now()) {
		c.mu.Unlock()
		<-l.over
		return l.found
	}
	l = &lookup{over: make(chan struct{})}
	c.lookups[k] = l
	c.mu.Unlock()
	l.found = c.question(k)
	l.at = time.Now()
	close(l.over)
	return l.found
}

// mistaken forgets where a browser was said to be.
func (c *Cluster) mistaken(k key) {
	c.mu.Lock()
	delete(c.lookups, k)
	c.mu.Unlock()
}

// forgetLookups forgets what is no longer recent.
func (c *Cluster) forgetLookups(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, l := range c.lookups {
		if l.stale(now) {
			delete(c.lookups, k)
		}
	}
}

// question asks which backend has a browser. Where NATS is lost, or what was
// asked is, it is asked again.
func (c *Cluster) question(k key) *location {
	ctx, cancel := context.WithTimeout(c.ctx, silence)
	defer cancel()
	for {
		at, err := c.where(ctx, subjectAt.of(k))
		switch {
		case err == nil && at.Run == c.run:
			return nil // it has just come here
		case err == nil && at.Run != "":
			return at
		case errors.Is(err, nats.ErrNoResponders):
			if was, err := c.where(ctx, subjectLeft.of(k)); err == nil && !was.Left.IsZero() {
				c.o.Left(k.user, k.device, was.Left)
			}
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollPause):
		}
	}
}

func (c *Cluster) where(ctx context.Context, subject string) (*location, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	m := nats.NewMsg(subject)
	m.Header.Set(headType, askWhere)
	reply, err := c.o.Conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return nil, err
	}
	var at location
	if err := json.Unmarshal(reply.Data, &at); err != nil {
		return nil, err
	}
	return &at, nil
}

// answerWhere answers where. An answer without a run says that the browser has
// just gone, and has the question asked again.
func (c *Cluster) answerWhere(m *nats.Msg, k key, here bool) {
	var at location
	c.mu.Lock()
	if own := c.holds(k); own != nil && here {
		at.Run, at.Presence = c.run, own.Presence
	} else if !here {
		at.Left = c.departed[k]
	}
	c.mu.Unlock()
	data, err := json.Marshal(at)
	if err == nil {
		err = m.Respond(data)
	}
	if err != nil && c.o.Conn.IsConnected() {
		c.o.Log.Warn("another backend could not be told where a browser is", "err", err)
	}
}
