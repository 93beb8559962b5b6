package pool

import (
	"context"
	"sync"
)

// Drain sends every browser to another backend. Nothing new is let in on its
// connection, as if it had gone: gone is called with it first, so that calls wait
// for it. The connection ends as soon as what was sent on it is answered, or when
// ctx is done. Drain returns when none is left; browsers that come are sent away.
func (p *Pool) Drain(ctx context.Context, gone func(user, device string)) {
	p.mu.Lock()
	p.draining = true
	all := p.all()
	away := p.suspended
	p.suspended = map[key]*suspended{}
	p.mu.Unlock()
	for _, v := range away { // their answers would go to another backend
		p.giveUpAll(v)
	}
	var ended sync.WaitGroup
	for _, c := range all {
		gone(c.user, c.device.ID)
		idle := c.leave()
		p.remove(c)
		ended.Go(func() {
			select {
			case <-idle:
			case <-ctx.Done():
			}
			c.end(closeRestart, "the backend stops", false)
		})
	}
	ended.Wait()
}

// leave lets nothing new in on a connection. The channel is closed when nothing is
// pending on it.
func (c *Conn) leave() (idle <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leaving == nil {
		c.leaving = make(chan struct{})
		c.noteIdle()
	}
	return c.leaving
}

// noteIdle tells who waits for it that nothing is pending. The caller holds the
// mutex of the connection.
func (c *Conn) noteIdle() {
	if c.leaving == nil || len(c.pending) > 0 {
		return
	}
	select {
	case <-c.leaving:
	default:
		close(c.leaving)
	}
}
