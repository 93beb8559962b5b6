package cluster

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/zapvol/bua/core/protocol"
)

// Presence is a browser's connection to a backend.
type Presence struct {
	User          string          `json:"user"`
	Device        protocol.Device `json:"device"`
	ClientVersion string          `json:"version,omitempty"`
	Since         time.Time       `json:"since"`
}

// holding is a browser that is connected to this backend.
type holding struct {
	Presence
	// conn is by which the pool knows the connection.
	conn int64
	// stamp orders the connections of one browser over all backends.
	stamp int64
	begun time.Time
	// moved is set when the browser has connected to another backend since: this
	// connection is about to end, and counts no more.
	moved bool
}

// claim says that a backend has a browser.
type claim struct {
	Run   string `json:"run"`
	Stamp int64  `json:"stamp"`
	// Age is for how long it has had it, in milliseconds.
	Age int64 `json:"age"`
}

// linger is how long a backend tells of a browser that has left it. A browser
// that comes back is back by then.
const linger = time.Minute

// Here says that a browser has connected to this backend, and returns the number
// of the connection, by which [Options.Moved] names it. It never waits.
func (c *Cluster) Here(p Presence) int64 {
	k := key{p.User, p.Device.ID}
	now := time.Now()
	c.mu.Lock()
	c.conns++
	conn, before := c.conns, c.own[k]
	c.own[k] = &holding{Presence: p, conn: conn, stamp: now.UnixMilli(), begun: now}
	if before != nil {
		c.own[k].stamp = max(now.UnixMilli(), before.stamp+1)
	}
	delete(c.departed, k)
	c.mu.Unlock()
	repeat(func() { c.settle(k, true) }, again)
	return conn
}

// Gone says that a browser has left this backend. It never waits.
func (c *Cluster) Gone(user, device string) {
	k := key{user, device}
	c.mu.Lock()
	own := c.own[k]
	delete(c.own, k)
	if own != nil && !own.moved {
		c.departed[k] = time.Now()
	}
	c.mu.Unlock()
	c.settle(k, false)
}

// holds returns a browser that is here and not elsewhere, nil when it is not. The
// caller holds the mutex.
func (c *Cluster) holds(k key) *holding {
	if own := c.own[k]; own != nil && !own.moved {
		return own
	}
	return nil
}

// settle has the subscriptions of a browser made as they should be, and claims
// it once more where that is asked for.
func (c *Cluster) settle(k key, claim bool) {
	c.mu.Lock()
	c.unsettled[k] = c.unsettled[k] || claim
	c.mu.Unlock()
	c.wakeUp()
}

// claimAll has every browser that is connected here claimed twice more, because
// claims may have been lost.
func (c *Cluster) claimAll() {
	c.mu.Lock()
	c.claims = 2
	c.mu.Unlock()
}

// claimDue claims every browser once more where [Cluster.claimAll] has asked for
// it, and at most every [again]: what is many messages must not keep the backends
// from hearing one another.
func (c *Cluster) claimDue(now time.Time) {
	c.mu.Lock()
	due := c.claims > 0 && now.Sub(c.claimed) >= again
	if due {
		c.claims--
		c.claimed = now
		for k := range c.own {
			c.unsettled[k] = true
		}
	}
	c.mu.Unlock()
	if due {
		c.wakeUp()
	}
}

// wakeUp has [Cluster.settling] look at what is unsettled.
func (c *Cluster) wakeUp() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// subscriptions are those of one browser.
type subscriptions struct{ at, left *nats.Subscription }

// settling makes and ends subscriptions, in a goroutine of its own because the
// connection may make it wait.
func (c *Cluster) settling() {
	subs := map[key]subscriptions{}
	for {
		select {
		case <-c.wake:
		case <-c.ctx.Done():
			for _, s := range subs {
				end(s.at)
				end(s.left)
			}
			return
		}
		c.mu.Lock()
		todo := c.unsettled
		c.unsettled = map[key]bool{}
		c.mu.Unlock()
		n := 0
		for k, claim := range todo {
			c.reconcile(k, claim, subs)
			if n++; n%inFlight == 0 {
				c.flush()
			}
		}
	}
}

// flush waits until the NATS server has heard everything. A connection that is
// lost says all of it again when it is back.
func (c *Cluster) flush() {
	if !c.o.Conn.IsConnected() {
		return
	}
	ctx, cancel := context.WithTimeout(c.ctx, silenceLimit)
	defer cancel()
	_ = c.o.Conn.FlushWithContext(ctx)
}

// inFlight is of how many browsers a NATS server may not have heard yet: of more
// at once it would hear, and the other backends after it, before it hears that
// this backend is there.
const inFlight = 512

func (c *Cluster) reconcile(k key, claims bool, subs map[key]subscriptions) {
	c.mu.Lock()
	_, left := c.departed[k]
	own := c.holds(k)
	at := own != nil
	var mine claim
	if at {
		mine = c.claim(own)
	}
	c.mu.Unlock()
	s := subs[k]
	// What begins comes first, so that a browser that is here is never nowhere.
	if at && s.at == nil {
		s.at = c.subscribe(subjectAt.of(k))
	}
	if left && s.left == nil {
		s.left = c.subscribe(subjectLeft.of(k))
	}
	if !at {
		end(s.at)
		s.at = nil
	}
	if !left {
		end(s.left)
		s.left = nil
	}
	if s == (subscriptions{}) {
		delete(subs, k)
	} else {
		subs[k] = s
	}
	if at && claims {
		c.publishClaim(subjectAt.of(k), mine)
		c.publishClaim(subjectLeft.of(k), mine)
	}
}

// subscribe subscribes without a goroutine for each subscription.
func (c *Cluster) subscribe(subject string) *nats.Subscription {
	s, err := c.o.Conn.ChanSubscribe(subject, c.inbound)
	if err != nil {
		c.o.Log.Error("NATS takes no subscription for a browser: the other backends do not find it", "err", err)
		return nil
	}
	return s
}

func end(s *nats.Subscription) {
	if s != nil {
		_ = s.Unsubscribe()
	}
}

func (c *Cluster) publishClaim(subject string, mine claim) {
	m := nats.NewMsg(subject)
	m.Header.Set(headType, tellClaim)
	m.Data, _ = json.Marshal(mine)
	_ = c.o.Conn.PublishMsg(m) // what does not arrive is said again
}

// receiving takes what comes for browsers that are connected here or have just
// left.
func (c *Cluster) receiving() {
	for {
		select {
		case m := <-c.inbound:
			c.receive(m)
		case <-c.ctx.Done():
			return
		}
	}
}

func (c *Cluster) receive(m *nats.Msg) {
	k, here, ok := parse(m.Subject)
	if !ok {
		return
	}
	switch m.Header.Get(headType) {
	case askWhere:
		c.answerWhere(m, k, here)
	case tellClaim:
		var theirs claim
		if json.Unmarshal(m.Data, &theirs) != nil || theirs.Run == c.run {
			return
		}
		if here {
			c.contest(k, theirs)
		} else {
			c.returned(k)
		}
	}
}

// contest compares the claim of another backend with this one's: the browser's
// later connection stays, and of any that claim it the one with the greatest
// stamp. Where the other's stamp is greater although its connection is the older
// one, its clock is ahead: then this one's stamp is raised above it.
func (c *Cluster) contest(k key, theirs claim) {
	c.mu.Lock()
	own := c.holds(k)
	if own == nil {
		c.mu.Unlock()
		return
	}
	mine := c.claim(own)
	behind := theirs.Stamp > mine.Stamp || theirs.Stamp == mine.Stamp && theirs.Run > mine.Run
	later := mine.Age < theirs.Age
	switch {
	case behind && later:
		own.stamp = theirs.Stamp + 1
	case behind:
		own.moved = true
	}
	conn := own.conn
	c.mu.Unlock()
	c.settle(k, !behind || later)
	if behind && !later {
		c.o.Moved(k.user, k.device, conn)
	}
}

// claim is what is said of a browser. The caller holds the mutex.
func (c *Cluster) claim(own *holding) claim {
	return claim{Run: c.run, Stamp: own.stamp, Age: time.Since(own.begun).Milliseconds()}
}

// returned ends what is kept of a browser that has left this backend: it has
// connected to another.
func (c *Cluster) returned(k key) {
	c.mu.Lock()
	_, was := c.departed[k]
	delete(c.departed, k)
	c.mu.Unlock()
	if was {
		c.settle(k, false)
		c.o.Came(k.user, k.device)
	}
}

// forgetDeparted ends what has lingered long enough.
func (c *Cluster) forgetDeparted(now time.Time) {
	c.mu.Lock()
	var over []key
	for k, at := range c.departed {
		if now.Sub(at) > linger {
			delete(c.departed, k)
			over = append(over, k)
		}
	}
	c.mu.Unlock()
	for _, k := range over {
		c.settle(k, false)
	}
}
