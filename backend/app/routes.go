package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/mcp"
	"github.com/zapvol/bua/backend/internal/telemetry"
	"github.com/zapvol/bua/core/protocol"
)

// assemble builds the bridge and the server. Every route stands behind the
// Host check; the agent's also behind Origin and token.
func (m *Main) assemble() error {
	if err := m.connect(); err != nil {
		return err
	}
	if err := m.openRuns(); err != nil {
		return err
	}
	mux := http.NewServeMux()
	m.metrics = newMetrics(m)
	agents := func(h http.Handler) http.Handler { return httpapi.Agents(m.holder, httpapi.Limit(h), m.challenge()) }
	mux.Handle("GET /healthz", httpapi.NoPages(httpapi.Health([]string{m.Token(), m.OperatorToken()}, m.healthy)))
	mux.Handle("GET /readyz", httpapi.NoPages(httpapi.Health(nil, m.ready)))
	mux.Handle("GET /metrics", httpapi.Agents(m.holder, m.metrics.handler(m.o.Mode)))
	mux.Handle("/api/", agents(m.traces.HTTP(traced, httpapi.New(m.api()))))
	mux.Handle("/mcp", agents(httpapi.Actors(m.traces.HTTP(traced, mcp.Handler(
		func(r *http.Request) string { return httpapi.User(r.Context()) }, m.Tool)))))
	m.routeIssuer(mux)
	m.bridge.Routes(mux)
	m.server = &http.Server{
		Handler: promhttp.InstrumentHandlerCounter(m.metrics.requests, httpapi.Hosts(m.allowed(), httpapi.Leaving(m.leaving.Load, mux))),
		// No write timeout: an answer may take as long as a wait_for.
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(m.log.Handler(), slog.LevelDebug),
	}
	httpapi.LimitConns(m.server)
	return nil
}

// connect builds the bridge and, when asked, what launches a browser for it.
func (m *Main) connect() (err error) {
	var target launchTarget
	switch {
	case m.o.Bridge != nil:
		m.bridge = m.o.Bridge
		if m.o.Models != nil { // runs have to be kept
			if _, err := m.openRecord(); err != nil {
				return err
			}
		}
	case m.o.Direct != nil:
		if m.cdp, err = newCDPBridge(m); err != nil {
			return err
		}
		m.bridge, target = m.cdp, m.cdp
	default:
		if m.bridge, err = newExtensionBridge(m); err != nil {
			return err
		}
	}
	if m.o.Launch == nil || m.own != nil {
		return nil
	}
	if target == nil {
		target = m.unpacked(m.bridge)
	}
	m.launches(target)
	return nil
}

// launches has a browser launched for a target.
func (m *Main) launches(target launchTarget) {
	m.own = newBrowserLauncher(*m.o.Launch, target, m.log, m.done)
}

// unpacked is the extension that pairs itself with a bridge.
func (m *Main) unpacked(b Bridge) launchTarget {
	return &unpackedExtension{from: m.o.Launch.Extension, pair: func() (code, url string, err error) {
		c, err := b.Pair(Local)
		return c.Code, m.SocketURL(), err
	}}
}

// healthy reports whether the backend can do its work.
func (m *Main) healthy() error {
	if m.kept != nil && !m.kept.Healthy() {
		if m.o.NATS != nil {
			return errors.New("the store takes no writes: are the NATS servers lost, or their disks full?")
		}
		return errors.New("the store takes no writes: is the disk full?")
	}
	return nil
}

// traced says which requests have spans: those of agents.
func traced(path string) bool { return path == "/api/act" || path == "/mcp" }

// ready reports whether new work may come: a backend that is about to stop still
// does what it is asked for, but whoever stands in front should ask another.
func (m *Main) ready() error {
	if m.leaving.Load() {
		return errors.New("the backend stops")
	}
	return m.healthy()
}

// allowed says which Host headers are served.
func (m *Main) allowed() func(string) bool {
	if m.o.Mode == Server {
		return httpapi.Named(m.o.Hosts...)
	}
	return httpapi.Loopback(m.Address())
}

// Tool is the MCP server of one user.
func (m *Main) Tool(user string) *mcp.Server {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tools[user]
	if t == nil {
		t = mcp.New(mcp.Options{Version: m.o.Version, Log: m.log, Structured: m.o.Structured, Tools: m.o.Tools,
			Do: func(ctx context.Context, device string, a protocol.Action) (protocol.Result, error) {
				who := protocol.Caller{User: user, Agent: protocol.CallerOf(ctx).Agent}
				return m.Do(telemetry.Continue(ctx, mcp.Trace(ctx)), who, device, a)
			}})
		m.tools[user] = t
	}
	return t
}

func (m *Main) status(user string) httpapi.Status {
	return httpapi.Status{
		Version: m.o.Version, ProtocolVersion: protocol.Version, Mode: string(m.o.Mode), Address: m.Address(),
		Devices: append([]httpapi.Device{}, m.bridge.Devices(user)...), InFlight: m.bridge.InFlight(),
		Unsandboxed: m.unsandboxed(),
	}
}

// unsandboxed says why a browser that this backend launches has no sandbox, ""
// when it has one.
func (m *Main) unsandboxed() string {
	var l Launch
	if m.o.Launch != nil {
		l = *m.o.Launch
	}
	why, _ := l.options().Unsandboxed()
	return why
}
