package pool

import "time"

// Resume is how long requests that were sent wait for a browser whose
// connection was lost. A browser that lives is mostly back within seconds, one
// that died will not be, and its caller should know soon.
const Resume = 15 * time.Second

// suspended are the requests of one device that is away. The pool's mutex guards it
// while it is in the pool's map; whoever takes it out is its owner.
type suspended struct {
	pending map[string]*pending
	// cancels are those that their callers have given up meanwhile.
	cancels []string
	timer   *time.Timer
}

// suspend keeps the requests of a connection that is lost until its browser is
// back, or gives them up after a while. A browser that is back already gets them
// at once.
func (p *Pool) suspend(c *Conn, waiting map[string]*pending) {
	if len(waiting) == 0 {
		return
	}
	k := key{c.user, c.device.ID}
	p.mu.Lock()
	now := p.conns[c.user][c.device.ID]
	if p.closed || now != nil {
		p.mu.Unlock()
		p.resumeOn(now, &suspended{pending: waiting})
		return
	}
	v := p.suspended[k]
	if v == nil {
		v = &suspended{pending: map[string]*pending{}}
		p.suspended[k] = v
		v.timer = time.AfterFunc(p.resume, func() {
			p.mu.Lock()
			mine := p.suspended[k] == v
			if mine {
				delete(p.suspended, k)
			}
			p.mu.Unlock()
			if mine {
				p.giveUpAll(v)
			}
		})
	}
	for id, w := range waiting {
		v.pending[id] = w
	}
	p.mu.Unlock()
}

// takeSuspended takes the requests of a device out of the pool, nil for none. The caller
// holds the mutex, and then owns them.
func (p *Pool) takeSuspended(k key) *suspended {
	v := p.suspended[k]
	delete(p.suspended, k)
	return v
}

// resumeOn hands requests to a connection of the same life of the worker, or gives
// them up when there is none. They are sent again, since the network may have
// swallowed them. The caller owns v.
func (p *Pool) resumeOn(c *Conn, v *suspended) {
	if c == nil || !c.resumed {
		p.giveUpAll(v)
		return
	}
	if v.timer != nil {
		v.timer.Stop()
	}
	cancels := v.cancels
	c.mu.Lock()
	ended := c.ended
	for id, w := range v.pending {
		switch {
		case ended:
		case w.settled.Load():
			cancels = append(cancels, id)
		default:
			w.conn.Store(c)
			c.pending[id] = w
			switch {
			case w.settled.Load(): // its caller looked for it elsewhere meanwhile
				delete(c.pending, id)
				cancels = append(cancels, id)
			case c.repeats: // these have been let in once: the queue's limits are not for them
				c.queue = append(c.queue, outgoing{id, w.data})
				c.bytes += len(w.data)
			}
		}
	}
	for _, id := range cancels {
		c.past.add(id, pastAbandoned)
	}
	write := len(c.queue) > 0 && !c.writing
	c.writing = c.writing || write
	c.mu.Unlock()
	if write {
		go c.write()
	}
	if ended {
		for _, w := range v.pending {
			p.giveUp(w)
		}
		return
	}
	for _, id := range cancels {
		c.cancel(id)
	}
	p.count.resumed.Add(uint64(len(v.pending)))
}

// giveUpAll answers requests whose browser will not come back. The caller owns v, which may
// be nil.
func (p *Pool) giveUpAll(v *suspended) {
	if v == nil {
		return
	}
	if v.timer != nil {
		v.timer.Stop()
	}
	for _, w := range v.pending {
		p.giveUp(w)
	}
}
