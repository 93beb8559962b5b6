package cluster

import (
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"
)

// message is one to all backends.
type message struct {
	From string `json:"from"`
	Type string `json:"type"`
	// Up is how long the backend has been there, in milliseconds.
	Up   int64           `json:"up,omitempty"`
	Kind string          `json:"kind,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

const (
	typeBeat   = "beat"
	typeBye    = "bye"
	typeNotice = "notice"
)

// membership is which other backends there are, and when each was heard last.
// The mutex of Cluster guards it. Nothing but two things depends on it: that
// browsers are waited for when a backend is gone, and that they are claimed anew
// when one is heard again.
type membership map[string]time.Time

// Notify tells all other backends something that they may hear twice.
func (c *Cluster) Notify(kind string, data []byte) {
	repeat(func() { c.post(message{Type: typeNotice, Kind: kind, Data: data}) }, 250*time.Millisecond, time.Second, again)
}

// again is how much later something is said again that may not have been heard,
// because the server that has it may die before it passes it on. It is longer than
// a backend that is not heard is there: what a shorter silence swallowed is said
// after it.
const again = silenceLimit + time.Second

// repeat says something now and later.
func repeat(say func(), later ...time.Duration) {
	say()
	for _, d := range later {
		time.AfterFunc(d, say)
	}
}

// post hands a message to the publisher; it never waits.
func (c *Cluster) post(m message) {
	m.From = c.run
	select {
	case c.outbox <- m:
	default:
	}
}

func (c *Cluster) publish() {
	for {
		select {
		case m := <-c.outbox:
			data, err := json.Marshal(m)
			if err == nil {
				err = c.o.Conn.Publish(all, data)
			}
			if err != nil && c.o.Conn.IsConnected() {
				c.o.Log.Warn("the other backends could not be told", "what", m.Type, "err", err)
			}
		case <-c.ctx.Done():
			return
		}
	}
}

// hear takes what another backend tells all.
func (c *Cluster) hear(raw *nats.Msg) {
	var m message
	if json.Unmarshal(raw.Data, &m) != nil || m.From == "" {
		c.o.Log.Warn("something on the backends' subject is none of theirs: is the NATS account shared with other programs?", "bytes", len(raw.Data))
		return
	}
	if m.From == c.run {
		return
	}
	switch m.Type {
	case typeNotice:
		c.o.Heard(m.Kind, m.Data)
	case typeBye:
		c.mu.Lock()
		delete(c.members, m.From)
		c.mu.Unlock()
		c.o.Lost()
	case typeBeat:
		c.mu.Lock()
		_, known := c.members[m.From]
		c.members[m.From] = time.Now()
		c.mu.Unlock()
		if !known && time.Duration(m.Up)*time.Millisecond > silenceLimit {
			c.claimAll() // it was there and not heard, so it may not have heard either
		}
	}
}

// dropSilent drops the backends that say nothing any more.
func (c *Cluster) dropSilent(now time.Time) {
	gone := 0
	c.mu.Lock()
	for run, seen := range c.members {
		if now.Sub(seen) > silenceLimit {
			delete(c.members, run)
			gone++
		}
	}
	c.mu.Unlock()
	if gone > 0 {
		c.o.Log.Warn("other backends are gone", "backends", gone)
		c.o.Lost()
	}
}
