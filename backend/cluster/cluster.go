package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/zapvol/bua/core/protocol"
)

// How the backends keep up with one another.
const (
	beatInterval = time.Second
	// silenceLimit is how long a backend may say nothing.
	silenceLimit = 3 * time.Second
	// keepWithoutNATS is how long a backend keeps its browsers without NATS.
	keepWithoutNATS = 5 * time.Second
	// rereadInterval is how often what others may have changed is read, in case a notice
	// was lost.
	rereadInterval = 15 * time.Second
)

// Options configures a [Cluster].
type Options struct {
	// Conn is the connection; its handlers are set here.
	Conn *nats.Conn
	// Act carries out a request that another backend passes on.
	Act func(ctx context.Context, r Request) (protocol.Result, error)
	// Unsent makes the error of a request that reached nobody, and IsUnsent
	// tells it.
	Unsent   func(message string) error
	IsUnsent func(error) bool
	// Moved is called when a browser has connected to another backend after it
	// connected here; conn is what [Cluster.Here] returned then.
	Moved func(user, device string, conn int64)
	// Came is called when a browser that left this backend a moment ago has
	// connected to another.
	Came func(user, device string)
	// Left is called when a question finds a browser at no backend, and one that
	// it left a moment ago.
	Left func(user, device string, at time.Time)
	// Lost is called when another backend is gone: its browsers may be on their
	// way to another.
	Lost func()
	// Heard is called with each notice of another backend; it may come twice.
	Heard func(kind string, data []byte)
	// Refresh reads anew what the others may have changed.
	Refresh func() error
	// Alone is called when there has been no NATS for a while.
	Alone func()
	Log   *slog.Logger
}

// Cluster is this backend's part in the whole, from [Join] to [Cluster.Close].
type Cluster struct {
	o     Options
	run   string // this process; never used again
	begun time.Time
	sub   []*nats.Subscription

	done  context.CancelFunc
	ctx   context.Context
	ended sync.WaitGroup
	// life guards closing, and that nothing begins after it.
	life    sync.Mutex
	closing bool

	outbox chan message
	remote remoteRequests
	// inbound has what comes for browsers of this backend.
	inbound chan *nats.Msg
	// wake says that there is something in unsettled.
	wake chan struct{}

	mu sync.Mutex
	// own are the browsers that are connected here; conns numbers the
	// connections. departed is when those left that have just done so.
	own      map[key]*holding
	conns    int64
	departed map[key]time.Time
	// unsettled are the browsers whose subscriptions are to be looked at, and
	// whether they are to be claimed.
	unsettled map[key]bool
	// claims is how often all browsers are yet to be claimed, claimed when that
	// was done last.
	claims  int
	claimed time.Time
	// lookups are the questions where a browser is.
	lookups map[key]*lookup
	members membership
	// ready is closed while everything is up to date; lost is when it was not.
	ready chan struct{}
	isUp  bool
	lost  time.Time
	shed  bool
}

type key struct{ user, device string }

// Join takes part. What [Options.Refresh] reads must have been read before.
func Join(o Options) (*Cluster, error) {
	c := &Cluster{o: o, run: rand.Text(), begun: time.Now(), outbox: make(chan message, 1<<12), inbound: make(chan *nats.Msg, 1<<16), wake: make(chan struct{}, 1),
		own: map[key]*holding{}, departed: map[key]time.Time{}, unsettled: map[key]bool{}, lookups: map[key]*lookup{}, members: membership{},
		ready: make(chan struct{}), isUp: true, remote: remoteRequests{byID: map[string]*remoteRequest{}}}
	close(c.ready)
	c.ctx, c.done = context.WithCancel(context.Background())
	o.Conn.SetDisconnectErrHandler(func(_ *nats.Conn, err error) { c.down() })
	o.Conn.SetReconnectHandler(func(*nats.Conn) { c.spawn(c.catchUp) })
	for subject, handle := range map[string]nats.MsgHandler{all: c.hear, one + c.run: c.serve} {
		s, err := o.Conn.Subscribe(subject, handle)
		if err != nil {
			c.Close()
			return nil, errors.New("cluster: NATS takes no subscription; may the user do that?")
		}
		_ = s.SetPendingLimits(1<<18, 256<<20)
		c.sub = append(c.sub, s)
	}
	if err := o.Conn.FlushTimeout(silenceLimit); err != nil {
		c.Close()
		return nil, errors.New("cluster: NATS does not answer")
	}
	c.spawn(c.publish)
	c.spawn(c.settling)
	c.spawn(c.receiving)
	c.spawn(c.watch)
	return c, nil
}

// Close says good-bye. Requests of others that run here are given up; those that
// have ended are still fetched for a moment.
func (c *Cluster) Close() {
	c.remote.close()
	for until := time.Now().Add(beatInterval); c.remote.waiting() > 0 && time.Now().Before(until) && c.o.Conn.IsConnected(); {
		time.Sleep(pollPause)
	}
	c.o.Conn.SetDisconnectErrHandler(nil)
	c.o.Conn.SetReconnectHandler(nil)
	for _, s := range c.sub {
		_ = s.Unsubscribe()
	}
	c.life.Lock()
	c.closing = true
	c.life.Unlock()
	c.done()
	c.ended.Wait()
	data, _ := json.Marshal(message{From: c.run, Type: typeBye})
	_ = c.o.Conn.Publish(all, data)
	_ = c.o.Conn.FlushTimeout(beatInterval)
}

// spawn runs f in a goroutine that Close waits for.
func (c *Cluster) spawn(f func()) {
	c.life.Lock()
	defer c.life.Unlock()
	if !c.closing {
		c.ended.Go(f)
	}
}

// Ready returns when this backend knows what the others have changed, or with
// an error when ctx ends before.
func (c *Cluster) Ready(ctx context.Context) error {
	c.mu.Lock()
	ready := c.ready
	c.mu.Unlock()
	select {
	case <-ready:
		return nil
	default:
	}
	select {
	case <-ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-c.ctx.Done():
		return c.ctx.Err()
	}
}

// watch looks at the time: beats, backends that are gone, being alone.
func (c *Cluster) watch() {
	tick := time.NewTicker(beatInterval / 2)
	defer tick.Stop()
	var beaten, read time.Time
	read = time.Now()
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-tick.C:
		}
		now := time.Now()
		if now.Sub(beaten) >= beatInterval {
			beaten = now
			c.post(message{Type: typeBeat, Up: now.Sub(c.begun).Milliseconds()})
		}
		c.dropSilent(now)
		c.claimDue(now)
		c.forgetDeparted(now)
		c.forgetLookups(now)
		c.remote.sweep(now)
		if now.Sub(read) >= rereadInterval && c.o.Conn.IsConnected() {
			read = now
			if err := c.o.Refresh(); err != nil {
				c.o.Log.Warn("what the other backends changed could not be read; it is tried again", "err", err)
			}
		}
		c.mu.Lock()
		shed := !c.isUp && !c.shed && now.Sub(c.lost) > keepWithoutNATS
		c.shed = c.shed || shed
		c.mu.Unlock()
		if shed {
			c.o.Log.Error("there has been no NATS for too long: the browsers are let go")
			c.o.Alone()
		}
	}
}

// down is called when the connection is lost.
func (c *Cluster) down() {
	c.mu.Lock()
	if c.isUp {
		c.isUp, c.lost = false, time.Now()
		c.ready = make(chan struct{})
	}
	c.mu.Unlock()
	c.o.Log.Warn("NATS is lost: actions wait, and are refused when it does not come back")
}

// catchUp runs after a reconnection.
func (c *Cluster) catchUp() {
	for {
		if !c.o.Conn.IsConnected() {
			return // the next reconnection begins anew
		}
		err := c.o.Refresh()
		if err == nil {
			break
		}
		c.o.Log.Warn("what the other backends changed could not be read; it is tried again", "err", err)
		select {
		case <-c.ctx.Done():
			return
		case <-time.After(pollPause):
		}
	}
	c.mu.Lock()
	if !c.isUp && c.o.Conn.IsConnected() {
		c.isUp, c.shed = true, false
		close(c.ready)
	}
	c.mu.Unlock()
	c.claimAll()
	c.o.Log.Info("NATS is back", "server", c.o.Conn.ConnectedAddr())
}
