package app

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zapvol/bua/backend/cluster"
	"github.com/zapvol/bua/backend/internal/telemetry"
	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// What the backends tell one another besides who has which browser.
const (
	noticeRevoked = "revoked" // a device's id
	noticePaired  = "paired"  // a device's id
)

// nodes ties a bridge to the other backends: it is the [pool.Peers] of its
// pool.
type nodes struct {
	bridge *extensionBridge
	s      *storage
	policy *policies
	c      *cluster.Cluster
	log    *slog.Logger
	// lost is when another backend was lost, in milliseconds.
	lost atomic.Int64

	// reading guards what refresh has read: until where, and when everything.
	reading sync.Mutex
	read    uint64
	whole   time.Time
}

// join takes part in the backends that share a NATS. The pool and the pairings of
// the bridge must be there.
func (n *nodes) join() (err error) {
	n.c, err = cluster.Join(cluster.Options{
		Conn: n.s.Conn(), Log: n.log,
		Act: func(ctx context.Context, r cluster.Request) (protocol.Result, error) {
			return n.bridge.doHere(telemetry.Continue(ctx, r.Trace), r.Caller, r.Device, r.Action)
		},
		Unsent: func(message string) error {
			return &pool.Unsent{Cause: protocol.NewError(protocol.CodeInternal, message).NotDone()}
		},
		IsUnsent: func(err error) bool { _, unsent := protocol.As[*pool.Unsent](err); return unsent },
		Moved:    n.bridge.pool.Handoff,
		Came:     n.bridge.pool.AbandonSuspended,
		Left:     func(_, device string, at time.Time) { n.bridge.noteLeft(device, at) },
		Lost:     func() { n.lost.Store(time.Now().UnixMilli()) },
		Heard:    n.heard,
		Refresh:  n.refresh,
		Alone:    func() { n.bridge.pool.CloseAll("this backend has lost its store") },
	})
	return err
}

// Find implements [pool.Peers]. The paired devices are those that may be
// there; who has them is asked.
func (n *nodes) Find(user, device string) []pool.Device {
	var ids []string
	for _, d := range n.bridge.pairings.List(user) {
		if device == "" || d.ID == device {
			ids = append(ids, d.ID)
		}
	}
	var list []pool.Device
	for _, p := range n.c.Find(user, ids...) {
		list = append(list, pool.Device{Device: p.Device, ClientVersion: p.ClientVersion, Since: p.Since})
	}
	return list
}

// settling is how long a browser may seem to be nowhere although it is not: its
// backend has lost its NATS server and connects to another, or is gone, which the
// others have not noticed yet.
const settling = 4 * time.Second

// expected is until when a browser that is asked for at that time may come,
// whatever is known of it: its backend may be lost.
func (n *nodes) expected(asked time.Time) time.Time {
	until := asked.Add(settling)
	if back := time.UnixMilli(n.lost.Load()).Add(comeback); back.After(until) {
		return back
	}
	return until
}

// Request implements [pool.Peers].
func (n *nodes) Request(ctx context.Context, to pool.To, a protocol.Action) (protocol.Result, error) {
	// What the other backend takes at most: its row, the action, the browser.
	limit := n.s.Patience() + pool.Limit(a) + pool.Grace + pool.Resume
	return n.c.Ask(ctx, cluster.Request{Caller: to.Caller, Device: to.Device, Trace: telemetry.Parent(ctx), Action: a}, limit)
}

func (n *nodes) Here(user string, d pool.Device) int64 {
	return n.c.Here(cluster.Presence{User: user, Device: d.Device, ClientVersion: d.ClientVersion, Since: d.Since})
}

func (n *nodes) Gone(user, device string) { n.c.Gone(user, device) }

// tell tells the others of a device.
func (n *nodes) tell(kind, device string) {
	data, err := json.Marshal(device)
	if err == nil {
		n.c.Notify(kind, data)
	}
}

// heard takes what another backend tells.
func (n *nodes) heard(kind string, data []byte) {
	var device string
	if json.Unmarshal(data, &device) != nil {
		return
	}
	switch kind {
	case noticeRevoked:
		n.bridge.pairings.Forget(device)
	case noticePaired: // not in the goroutine that hears: it reads the store
		go func() {
			if r, err := (pairingPeers{n.s}).Device(device); err == nil && r != nil {
				n.bridge.pairings.Learn(*r)
			}
		}()
	}
}

// refresh reads what the others have changed. Once in a while it reads everything:
// a device that is gone from the table was revoked; one that was put while this
// reads is in neither list.
func (n *nodes) refresh() error {
	n.reading.Lock()
	defer n.reading.Unlock()
	if time.Since(n.whole) > wholly {
		n.read = 0
	}
	before := n.bridge.pairings.Devices()
	changes, err := n.s.devices.Changes(n.read)
	if err != nil {
		return err
	}
	list, err := decode[pairing.Credential](changes.Put)
	if err != nil {
		return err
	}
	for _, r := range list {
		n.bridge.pairings.Learn(r)
	}
	for _, id := range changes.Removed {
		if changes.Put[id] == nil {
			n.bridge.pairings.Forget(id)
		}
	}
	if changes.Whole {
		for _, id := range before {
			if changes.Put[id] == nil && n.bridge.pairings.Older(id, time.Now().Add(-settled)) {
				n.bridge.pairings.Forget(id)
			}
		}
		n.whole = time.Now()
	}
	n.read = changes.Until
	return n.policy.read()
}

// wholly is how often everything is read again.
const wholly = time.Hour

// settled is how long after its making a device is surely in every copy of the
// table.
const settled = 10 * time.Second

// ready returns when actions may be carried out: what was revoked is known.
func (n *nodes) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, n.s.Patience())
	defer cancel()
	if err := n.c.Ready(ctx); err != nil {
		return protocol.NewError(protocol.CodeInternal, "nothing was done: this backend has lost its NATS servers, and refuses actions until it is connected again; try again, and ask the person to look at the backend's log").NotDone()
	}
	return nil
}

// sharePairings sets what pairing does in addition where the store is
// shared.
func (n *nodes) sharePairings(o *pairing.Options) {
	o.Store, o.Peers = pairingStore{n.s}, pairingPeers{n.s}
	paired, revoked := o.Paired, o.Revoked
	o.Paired = func(user, device string) { paired(user, device); n.tell(noticePaired, device) }
	o.Revoked = func(user, device string) { n.tell(noticeRevoked, device); revoked(user, device) }
	o.Dropped = func(user, device string) { n.bridge.pool.Drop(user, device, link.CloseRevoked, "revoked") }
}
