package cluster

import (
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
)

// peer is another backend.
type peer struct {
	// seq is the number of the last change that seats has; known is false until
	// there is a list.
	seq   uint64
	known bool
	seats map[key]Seat
	seen  time.Time
	// asking: a list is on its way; later are changes that came meanwhile.
	asking bool
	later  []message
}

// place is where a browser is.
type place struct {
	run  string
	seat Seat
}

// maxLater bounds what is kept while a list is on its way.
const maxLater = 10_000

// Here says that a browser has connected to this backend, and returns the
// stamp of the connection.
func (c *Cluster) Here(s Seat) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := key{s.User, s.Device.ID}
	s.Stamp = max(time.Now().UnixMilli(), c.own[k].Stamp+1, c.where[k.user][k.device].seat.Stamp+1)
	c.own[k] = s
	c.seq++
	c.post(message{Type: typeUp, Seq: c.seq, Seat: &s})
	return s.Stamp
}

// Gone says that a browser has left this backend.
func (c *Cluster) Gone(user, device string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.own[key{user, device}]
	if !ok {
		return
	}
	delete(c.own, key{user, device})
	c.seq++
	c.post(message{Type: typeDown, Seq: c.seq, Seat: &s})
}

// Find lists a user's browsers that are connected elsewhere and not here.
func (c *Cluster) Find(user string) []Seat {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []Seat
	for id, p := range c.where[user] {
		if _, here := c.own[key{user, id}]; !here {
			list = append(list, p.seat)
		}
	}
	return list
}

// news is what other rooms are told after the lock.
type news struct {
	moved []Seat
	came  []key
	left  []key
}

func (c *Cluster) tell(n news) {
	for _, s := range n.moved {
		c.o.Moved(s.User, s.Device.ID, s.Stamp)
	}
	for _, k := range n.came {
		c.o.Came(k.user, k.device)
	}
	for _, k := range n.left {
		c.o.Left(k.user, k.device)
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
	if m.Type == typeNotice {
		c.o.Heard(m.Kind, m.Data)
		return
	}
	var n news
	c.mu.Lock()
	p := c.peers[m.From]
	switch {
	case m.Type == typeBye:
		c.drop(m.From, &n)
	case p == nil:
		p = &peer{seats: map[key]Seat{}}
		c.peers[m.From] = p
		fallthrough
	default:
		p.seen = time.Now()
		c.take(m, p, &n)
	}
	if m.Type == typeHello {
		c.post(message{Type: typeBeat, Seq: c.seq})
	}
	c.mu.Unlock()
	c.tell(n)
}

// take applies a change, or asks for the list when one is missing. The caller
// holds the mutex.
func (c *Cluster) take(m message, p *peer, n *news) {
	if m.Type == typeHello {
		return
	}
	if p.asking {
		if m.Seat != nil && len(p.later) < maxLater {
			p.later = append(p.later, m)
		}
		return
	}
	switch {
	case p.known && m.Seq <= p.seq:
	case p.known && m.Seat != nil && m.Seq == p.seq+1:
		c.change(m, p, n)
	default:
		p.asking = true
		c.spawn(func() { c.list(m.From, p) })
	}
}

// change applies one change. The caller holds the mutex.
func (c *Cluster) change(m message, p *peer, n *news) {
	p.seq = m.Seq
	k := key{m.Seat.User, m.Seat.Device.ID}
	if m.Type == typeDown {
		delete(p.seats, k)
		c.unplace(m.From, k, n)
		return
	}
	p.seats[k] = *m.Seat
	c.place(m.From, *m.Seat, n)
}

// place notes where a browser is: the later connection counts.
func (c *Cluster) place(run string, s Seat, n *news) {
	k := key{s.User, s.Device.ID}
	if later(c.where[k.user][k.device].seat, s) {
		return
	}
	if c.where[k.user] == nil {
		c.where[k.user] = map[string]place{}
	}
	c.where[k.user][k.device] = place{run, s}
	n.came = append(n.came, k)
	if own, here := c.own[k]; here && (own.Stamp < s.Stamp || own.Stamp == s.Stamp && c.run < run) {
		n.moved = append(n.moved, own)
	}
}

func later(a, b Seat) bool { return a.Stamp > b.Stamp }

func (c *Cluster) unplace(run string, k key, n *news) {
	if c.where[k.user][k.device].run != run {
		return
	}
	delete(c.where[k.user], k.device)
	if len(c.where[k.user]) == 0 {
		delete(c.where, k.user)
	}
	n.left = append(n.left, k)
}

// drop forgets a backend. The caller holds the mutex.
func (c *Cluster) drop(run string, n *news) {
	if p := c.peers[run]; p != nil {
		delete(c.peers, run)
		for k := range p.seats {
			c.unplace(run, k, n)
		}
	}
}

// bury drops the backends that say nothing any more.
func (c *Cluster) bury(now time.Time) {
	var n news
	c.mu.Lock()
	for run, p := range c.peers {
		if now.Sub(p.seen) > dead {
			c.o.Log.Warn("another backend is gone", "browsers", len(p.seats))
			c.drop(run, &n)
		}
	}
	c.mu.Unlock()
	c.tell(n)
}

// alive reports whether a backend is not known to be gone.
func (c *Cluster) alive(run string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.peers[run] != nil
}

// list asks a backend for all its browsers.
func (c *Cluster) list(run string, p *peer) {
	seats, seq, err := c.fetch(run)
	var n news
	c.mu.Lock()
	p.asking = false
	waited := p.later
	p.later = nil
	if err == nil && c.peers[run] == p {
		had := p.seats
		p.known, p.seq, p.seats = true, seq, map[key]Seat{}
		for _, s := range seats {
			p.seats[key{s.User, s.Device.ID}] = s
			c.place(run, s, &n)
		}
		for k := range had {
			if _, still := p.seats[k]; !still {
				c.unplace(run, k, &n)
			}
		}
		for _, m := range waited {
			if m.Seq == p.seq+1 {
				c.change(m, p, &n)
			}
		}
	} // else the next beat asks again
	c.mu.Unlock()
	c.tell(n)
}

// page is how many seats one message holds.
const page = 500

// fetch gets the list, which comes in pages of one moment.
func (c *Cluster) fetch(run string) (seats []Seat, seq uint64, err error) {
	inbox := c.o.Conn.NewInbox()
	sub, err := c.o.Conn.SubscribeSync(inbox)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	ask := nats.NewMsg(one + run)
	ask.Reply = inbox
	ask.Header.Set(headType, askList)
	if err := c.o.Conn.PublishMsg(ask); err != nil {
		return nil, 0, err
	}
	for {
		m, err := sub.NextMsg(2 * beat)
		if err != nil {
			return nil, 0, err
		}
		var part []Seat
		if seq, err = strconv.ParseUint(m.Header.Get(headSeq), 10, 64); err != nil {
			return nil, 0, errors.New("no list")
		}
		if err := json.Unmarshal(m.Data, &part); err != nil {
			return nil, 0, err
		}
		seats = append(seats, part...)
		if m.Header.Get(headOf) == "" { // the last page
			return seats, seq, nil
		}
	}
}

// giveList answers fetch.
func (c *Cluster) giveList(ask *nats.Msg) {
	c.mu.Lock()
	seq, seats := c.seq, make([]Seat, 0, len(c.own))
	for _, s := range c.own {
		seats = append(seats, s)
	}
	c.mu.Unlock()
	for {
		n := min(page, len(seats))
		m := nats.NewMsg(ask.Reply)
		m.Header.Set(headSeq, strconv.FormatUint(seq, 10))
		m.Data, _ = json.Marshal(seats[:n])
		if seats = seats[n:]; len(seats) > 0 {
			m.Header.Set(headOf, "more")
		}
		if c.o.Conn.PublishMsg(m) != nil || len(seats) == 0 {
			return
		}
	}
}
