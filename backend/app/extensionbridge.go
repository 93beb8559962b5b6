package app

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/telemetry"
	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/pipeline"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/ws"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
)

// extensionBridge is the Bridge to browsers with the extension: pool, ws and
// pairing as one.
type extensionBridge struct {
	pipeline  *pipeline.Pipeline
	pool      *pool.Pool
	pairings  *pairing.Service
	socket    http.Handler
	serverURL string
	nodes     *nodes // nil without other backends
	panels    *panel.Panels
	launched  bool // this backend brings a browser up
	traces    *telemetry.Tracer

	mu   sync.Mutex
	left map[string]time.Time // when a device's socket last closed; owner: this
}

func newExtensionBridge(m *Main) (*extensionBridge, error) {
	ids, err := m.o.extensionIDs()
	if err != nil {
		return nil, err
	}
	b := &extensionBridge{serverURL: m.SocketURL(), launched: m.o.Launch != nil, traces: m.traces, left: map[string]time.Time{}}
	var audit *recorder // before anybody is served
	keys := pairing.Options{ExtensionIDs: ids, Log: m.log, Address: clientAddress(m.o.Mode),
		Paired: func(user, device string) { audit.paired(user, device) },
		Revoked: func(user, device string) {
			b.pool.Drop(user, device, link.CloseRevoked, "revoked")
			audit.revoked(user, device)
		}}
	if m.o.Private && m.o.Launch != nil && m.o.NATS == nil {
		// Its keys are in no store, so its browser starts while that is opened.
		if b.pairings, err = pairing.New(keys); err != nil {
			return nil, err
		}
		m.launches(m.unpacked(b))
		m.own.start()
	}
	if audit, err = m.openRecord(); err != nil {
		return nil, err
	}
	b.pipeline = pipeline.New(audit, m.secrets)
	m.panels = panel.New(panelBackend{m}.home(), direct.Clock{})
	b.panels = m.panels
	conns := pool.Options{Log: m.log, Events: audit.event, Panels: m.panelFrame}
	if m.o.NATS != nil {
		b.nodes = &nodes{bridge: b, s: m.kept, policy: m.policy, log: m.log}
		audit.ready, conns.Peers = b.nodes.ready, b.nodes
	}
	b.pool = pool.New(conns)
	socket := ws.Options{ExtensionIDs: ids, ServerVersion: m.o.Version, Log: m.log, Address: keys.Address,
		Attach: b.attach}
	if m.o.PrivateNetwork == PrivateRefuse {
		socket.Says = []protocol.Feature{protocol.FeaturePublic}
	}
	if !m.o.Private {
		keys.Store = pairingStore{m.kept}
	}
	if b.nodes != nil {
		b.nodes.sharePairings(&keys)
	}
	if m.o.Mode == Server {
		keys.Enrolment = m.users.Enrolment
		keys.Hosts, keys.URL = m.o.Hosts, m.SocketURL()
		socket.Hosts, socket.URL = m.o.Hosts, m.SocketURL()
	}
	if b.pairings == nil {
		if b.pairings, err = pairing.New(keys); err != nil {
			return nil, err
		}
	}
	if b.nodes != nil {
		if err := b.nodes.join(); err != nil {
			return nil, err
		}
	}
	socket.Auth = b.pairings
	b.socket = ws.Handler(socket)
	return b, nil
}

// Do implements Bridge.
func (b *extensionBridge) Do(ctx context.Context, who protocol.Caller, device string, a protocol.Action) (protocol.Result, error) {
	return b.send(ctx, b.pool.Route, pool.To{Caller: who, Device: device}, a)
}

// doHere is Do for a request of another backend, whose browser is at this one.
func (b *extensionBridge) doHere(ctx context.Context, who protocol.Caller, device string, a protocol.Action) (protocol.Result, error) {
	return b.send(ctx, b.pool.RouteHere, pool.To{Caller: who, Device: device}, a)
}

// send carries an action out on the way that find finds.
func (b *extensionBridge) send(ctx context.Context, find func(context.Context, pool.To, protocol.Action) (pool.Route, error), to pool.To, a protocol.Action) (protocol.Result, error) {
	return b.pipeline.Do(ctx, to.Caller, a, func() (pipeline.Route, error) {
		r, err := find(ctx, to, a)
		return pipeline.Route{Device: r.Device, Remote: r.Remote, Send: b.traced(r)}, err
	})
}

// traced is the sending on a route with a span around it: the browser's time, under
// the id that the audit has, or another backend's.
func (b *extensionBridge) traced(r pool.Route) func(context.Context, string, protocol.Action) (protocol.Result, error) {
	return func(ctx context.Context, id string, a protocol.Action) (protocol.Result, error) {
		name := "browser"
		if r.Remote {
			name = "backend"
		}
		ctx, span := b.traces.Start(ctx, name)
		if !r.Remote {
			span.Set("bua.action.id", id)
		}
		result, err := r.Send(ctx, id, a)
		span.End(outcome(err))
		return result, err
	}
}

// Reaches and the rest of [Bridge] are those of the pool and of pairing.
func (b *extensionBridge) Reaches(user, device string) bool   { return b.pool.Reaches(user, device) }
func (b *extensionBridge) Users() []string                    { return b.pairings.Users() }
func (b *extensionBridge) Revoke(user, device string) error   { return b.pairings.Revoke(user, device) }
func (b *extensionBridge) InFlight() int                      { return b.pool.Stats().InFlight }
func (b *extensionBridge) Collectors() []prometheus.Collector { return poolCollectors(b.pool.Stats) }

func (b *extensionBridge) Expected(asked time.Time) time.Time {
	if b.nodes == nil {
		return time.Time{}
	}
	return b.nodes.expected(asked)
}

func (b *extensionBridge) Absent() error {
	if b.launched {
		return protocol.NewError(protocol.CodeInternal, "the launched browser did not connect: the extension did not start in it; run bua with --verbose, and with another --chrome, since branded Chrome does not load extensions")
	}
	return protocol.NewError(protocol.CodeInternal, "the browser is not connected: ask the person to open the browser that has the bua extension, and see bua status").NotDone()
}

func (b *extensionBridge) Devices(user string) []httpapi.Device {
	live := map[string]pool.Device{}
	for _, d := range b.pool.Devices(user) {
		live[d.ID] = d
	}
	list := []httpapi.Device{}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, d := range b.pairings.List(user) {
		now, on := live[d.ID]
		seen := d.LastSeen
		if t := b.left[d.ID]; t.After(seen) {
			seen = t
		}
		version := now.ClientVersion
		if !on {
			version = d.Version
		}
		list = append(list, httpapi.Device{ID: d.ID, Name: d.Name, Browser: d.Browser, PairedAt: d.CreatedAt, Connected: on, Version: version, LastSeen: seen,
			Policy: string(d.Policy), Enrolment: d.Enrolment})
	}
	return list
}

func (b *extensionBridge) Pair(user string) (httpapi.Code, error) {
	c := b.pairings.Issue(user)
	return httpapi.Code{Code: c.Text, ExpiresAt: c.Expires, ServerURL: b.serverURL}, nil
}

func (b *extensionBridge) Routes(mux *http.ServeMux) {
	mux.Handle(link.SocketPath, b.socket)
	mux.Handle("/{$}", b.socket)
	mux.Handle(link.PairingPath, b.pairings)
}

func (b *extensionBridge) Drain(ctx context.Context) {
	b.pool.Drain(ctx, func(_, device string) { b.noteLeft(device, time.Now()) })
}

func (b *extensionBridge) Close() {
	b.pool.Close()
	if b.nodes != nil {
		b.nodes.c.Close()
	}
}
