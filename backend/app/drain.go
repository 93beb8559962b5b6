package app

import (
	"context"
	"sync"
	"time"
)

// DefaultDrain is how long what is under way may take when a server is told to
// stop: as long as most actions take, and a browser needs to find another backend.
const DefaultDrain = 30 * time.Second

// notice is how long a server that is told to stop takes new calls yet, so that
// whoever stands in front of it has seen that it is not ready any more.
const notice = 5 * time.Second

// Drain makes a running server ready for Close, in limit at most. Its browsers go
// to another backend, each as soon as what was sent to it has ended. New calls are
// taken for a moment, and passed on to where the browsers are; then those under
// way are waited for. What has not ended by then is told so by Close.
func (m *Main) Drain(limit time.Duration) {
	if limit <= 0 {
		return
	}
	begun := time.Now()
	ctx, cancel := context.WithTimeout(m.done, limit)
	defer cancel()
	m.leaving.Store(true)
	m.log.Info("the backend stops: what is under way may end", "within", limit, "calls", m.calls.count())
	var browsers sync.WaitGroup
	browsers.Go(func() { m.bridge.Drain(ctx) })
	select {
	case <-time.After(notice):
	case <-ctx.Done():
	}
	closing := make(chan struct{})
	go func() {
		_ = m.server.Shutdown(ctx) // an agent that listens all the time keeps it from ending
		close(closing)
	}()
	m.calls.wait(ctx)
	browsers.Wait()
	cancel()
	<-closing
	m.log.Info("drained", "after", time.Since(begun).Round(time.Millisecond), "left", m.calls.count())
}

// calls counts the actions that agents wait for at this backend.
type calls struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n is 0; nil while nobody waits
}

// begin counts one more until it is ended.
func (c *calls) begin() (end func()) {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.n--; c.n == 0 && c.idle != nil {
			close(c.idle)
			c.idle = nil
		}
	}
}

func (c *calls) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// wait returns when there is none, or ctx is done.
func (c *calls) wait(ctx context.Context) {
	c.mu.Lock()
	if c.n == 0 {
		c.mu.Unlock()
		return
	}
	if c.idle == nil {
		c.idle = make(chan struct{})
	}
	idle := c.idle
	c.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
