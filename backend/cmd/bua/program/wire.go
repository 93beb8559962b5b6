package program

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/ws"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// wired is the Bridge of pool, ws and pairing.
type wired struct {
	pool      *pool.Pool
	desk      *pairing.Desk
	socket    http.Handler
	serverURL string
	nodes     *nodes // nil without other backends

	mu   sync.Mutex
	left map[string]time.Time // when a device's socket last closed; owner: this
}

func newBridge(m *Main) (Bridge, error) {
	id, err := extensionID(m.o.Launch)
	if err != nil {
		return nil, err
	}
	audit, err := m.openRecord()
	if err != nil {
		return nil, err
	}
	w := &wired{serverURL: m.SocketURL(), left: map[string]time.Time{}}
	crowd := pool.Options{Log: m.log, Record: audit.begin, Events: audit.event, Secrets: m.secrets}
	if m.o.NATS != nil {
		w.nodes = &nodes{w: w, s: m.kept, policy: m.policy, log: m.log}
		audit.ready, crowd.Elsewhere = w.nodes.ready, w.nodes
	}
	w.pool = pool.New(crowd)
	keys := pairing.Options{ExtensionID: id, Log: m.log, Address: address(m.o.Mode),
		Paired: audit.paired,
		Revoked: func(user, device string) {
			w.pool.Drop(user, device, link.CloseRevoked, "revoked")
			audit.revoked(user, device)
		}}
	socket := ws.Options{ExtensionID: id, ServerVersion: m.o.Version, Log: m.log, Address: keys.Address,
		Attach: w.attach}
	if m.o.PrivateNetwork == PrivateRefuse {
		socket.Says = []protocol.Feature{protocol.FeaturePublic}
	}
	if !m.o.Private {
		keys.Keeper = keeper{m.kept}
	}
	if w.nodes != nil {
		w.nodes.shareKeys(&keys)
	}
	if m.o.Mode == Server {
		keys.Hosts, keys.URL = m.o.Hosts, m.SocketURL()
		socket.Hosts, socket.URL = m.o.Hosts, m.SocketURL()
	}
	if w.desk, err = pairing.New(keys); err != nil {
		return nil, err
	}
	if w.nodes != nil {
		if err := w.nodes.join(); err != nil {
			return nil, err
		}
	}
	socket.Auth = w.desk
	w.socket = ws.Handler(socket)
	return w, nil
}

// address is whom the limits of strangers count. In server mode that is the
// last address in X-Forwarded-For, which the proxy before us has added.
func address(mode Mode) func(*http.Request) string {
	return func(r *http.Request) string {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			return r.RemoteAddr
		}
		if mode != Server {
			return host
		}
		if list := r.Header.Values("X-Forwarded-For"); len(list) > 0 {
			hops := strings.Split(list[len(list)-1], ",")
			return strings.TrimSpace(hops[len(hops)-1])
		}
		return host
	}
}

// attach hands a connection to the pool and notes when it ends.
func (w *wired) attach(user string, hello protocol.Hello, s *ws.Socket) ws.Peer {
	return leaver{w.pool.Attach(user, hello, s), w, hello.Caps.Device.ID}
}

type leaver struct {
	*pool.Conn
	w      *wired
	device string
}

// Detach notes the time before the pool forgets the connection, so that no
// call in between takes the device for one that is long gone.
func (l leaver) Detach(reason string) {
	l.note()
	l.Conn.Detach(reason)
}

// Lost is the same for a connection that was lost.
func (l leaver) Lost(reason string) {
	l.note()
	l.Conn.Lost(reason)
}

func (l leaver) note() { l.w.note(l.device, time.Now()) }

// note notes when a device's socket closed, here or elsewhere.
func (w *wired) note(device string, at time.Time) {
	w.mu.Lock()
	if at.After(w.left[device]) {
		w.left[device] = at
	}
	w.mu.Unlock()
}

// Do implements Bridge.
func (w *wired) Do(ctx context.Context, user, device string, a protocol.Action) (protocol.Result, error) {
	return w.pool.Request(ctx, pool.To{User: user, Device: device, Agent: shown(agentOf(ctx))}, a)
}

// Devices implements Bridge: the paired ones, and those that came with a plain
// token, which only the pool knows.
func (w *wired) Devices(user string) []httpapi.Device {
	live := map[string]pool.Device{}
	for _, d := range w.pool.Devices(user) {
		live[d.ID] = d
	}
	list := []httpapi.Device{}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, d := range w.desk.List(user) {
		now, on := live[d.ID]
		delete(live, d.ID)
		seen := d.LastSeen
		if t := w.left[d.ID]; t.After(seen) {
			seen = t
		}
		list = append(list, httpapi.Device{ID: d.ID, Name: d.Name, Browser: d.Browser, PairedAt: d.CreatedAt, Connected: on, Version: now.ClientVersion, LastSeen: seen})
	}
	for _, d := range live {
		list = append(list, httpapi.Device{ID: d.ID, Name: d.Name, Browser: d.Browser, Connected: true, Version: d.ClientVersion, LastSeen: d.Since})
	}
	return list
}

// Pair implements Bridge.
func (w *wired) Pair(user string) (httpapi.Code, error) {
	c := w.desk.Code(user)
	return httpapi.Code{Code: c.Text, ExpiresAt: c.Expires, ServerURL: w.serverURL}, nil
}

// Revoke implements Bridge.
func (w *wired) Revoke(user, device string) error { return w.desk.Revoke(user, device) }

// Routes implements Bridge.
func (w *wired) Routes(mux *http.ServeMux) {
	mux.Handle(link.SocketPath, w.socket)
	mux.Handle("/{$}", w.socket)
	mux.Handle(link.PairingPath, w.desk)
}

// Reaches implements reacher.
func (w *wired) Reaches(user, device string) bool { return w.pool.Reaches(user, device) }

// InFlight implements Bridge.
func (w *wired) InFlight() int { return w.pool.Stats().InFlight }

// Stats tells what the pool did, for the metrics.
func (w *wired) Stats() pool.Stats { return w.pool.Stats() }

// Close implements Bridge.
func (w *wired) Close() {
	w.pool.Close()
	if w.nodes != nil {
		w.nodes.c.Close()
	}
}
