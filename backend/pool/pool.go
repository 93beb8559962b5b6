package pool

import (
	"log/slog"
	"sync"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// Socket is a live, authenticated WebSocket.
type Socket interface {
	// Send sends one text message. It may block until its own write deadline;
	// an error means that the socket is of no more use.
	Send(data []byte) error
	// Close closes the socket. It may be called at any time, also during Send,
	// and returns at once.
	Close(code int, reason string)
}

// Event is an event of a device.
type Event struct {
	User, Device string
	Event        protocol.Event
}

// Panel is a frame of one of a device's panels.
type Panel struct {
	// Conn is the connection that it came on, and the only one on which it is answered.
	Conn         *Conn
	User, Device string
	Port         int
	// Data is nil when the panel has gone.
	Data []byte
}

// Options configures a pool; every field may be zero.
type Options struct {
	// Log gets what a person who operates the backend wants to know. The
	// default is slog.Default.
	Log *slog.Logger
	// Events is called with each event, in order per device, from the
	// connection's reader: it must not block.
	Events func(Event)
	// Panels is called with each frame of a panel as Events is. The default ends the
	// port.
	Panels func(Panel)
	// Peers is the other backends, nil when there are none.
	Peers Peers
	// Resume is how long requests wait for a browser that is away; zero means
	// [Resume].
	Resume time.Duration
	// Limit returns how long an action itself may take; the pool waits
	// [Grace] longer. The default is [Limit].
	Limit func(protocol.Action) time.Duration
}

// Pool is all connections of one backend. Use [New].
type Pool struct {
	log    *slog.Logger
	events func(Event)
	panels func(Panel)
	limit  func(protocol.Action) time.Duration
	resume time.Duration
	peers  Peers
	count  counters

	mu     sync.Mutex
	closed bool
	// draining: browsers that come are sent away.
	draining bool
	// conns is the single source of truth of who is connected: user, device.
	conns map[string]map[string]*Conn
	// suspended are the requests of browsers that are away.
	suspended map[key]*suspended
	// replaced has the times of the latest replacements of a device.
	replaced map[key][]time.Time
}

type key struct{ user, device string }

// New returns an empty pool.
func New(o Options) *Pool {
	p := &Pool{log: o.Log, events: o.Events, panels: o.Panels, peers: o.Peers, limit: o.Limit,
		resume: o.Resume, conns: map[string]map[string]*Conn{}, suspended: map[key]*suspended{}, replaced: map[key][]time.Time{}}
	if p.log == nil {
		p.log = slog.Default()
	}
	if p.events == nil {
		p.events = func(Event) {}
	}
	if p.panels == nil {
		p.panels = func(f Panel) { f.Conn.Frame(f.Port, nil) }
	}
	if p.peers == nil {
		p.peers = noPeers{}
	}
	if p.resume == 0 {
		p.resume = Resume
	}
	if p.limit == nil {
		p.limit = Limit
	}
	return p
}

// Close closes every connection with 1001 and refuses new ones. Requests in
// flight end as after a lost connection.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	all := p.all()
	away := p.suspended
	p.suspended = nil
	p.mu.Unlock()
	for _, k := range away {
		p.giveUpAll(k)
	}
	for _, c := range all {
		c.end(closeGoingAway, "the backend stops", false)
	}
}

// all are the connections of now. The caller holds the mutex.
func (p *Pool) all() (list []*Conn) {
	for _, devices := range p.conns {
		for _, c := range devices {
			list = append(list, c)
		}
	}
	return list
}

// Drop closes the connection of a device, if there is one, and returns when
// nothing more can be sent on it, at most a second later. No device means all
// of the user's.
func (p *Pool) Drop(user, device string, code int, reason string) {
	p.mu.Lock()
	var gone []*Conn
	for id, c := range p.conns[user] {
		if device == "" || id == device {
			gone = append(gone, c)
		}
	}
	var away []*suspended
	for k, v := range p.suspended {
		if k.user == user && (device == "" || k.device == device) {
			away = append(away, v)
			delete(p.suspended, k)
		}
	}
	p.mu.Unlock()
	for _, c := range gone {
		c.end(code, reason, false)
	}
	for _, k := range away {
		p.giveUpAll(k)
	}
	patience := time.NewTimer(time.Second)
	defer patience.Stop()
	for _, c := range gone {
		select {
		case <-c.written:
		case <-patience.C:
			return
		}
	}
}

// Close codes that the pool uses by itself.
const (
	closeGoingAway = 1001
	// CloseReplaced: the same device has connected again.
	CloseReplaced = 4004
	// CloseSlow: the device does not read fast enough.
	CloseSlow = 4008
)
