package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/mcp"
	"github.com/zapvol/bua/backend/internal/oauth"
	"github.com/zapvol/bua/backend/internal/telemetry"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/runs"
)

// Local is the user of the desktop mode.
const Local = "local"

// closing is how long Close lets answers under way finish.
const closing = 2 * time.Second

// Main is a backend: a listener with every route, the bridge to the browsers
// and, when asked, a browser of its own. New, Run, use, Close.
type Main struct {
	o      Options
	bridge Bridge
	cdp    *cdpBridge // the bridge with Options.Direct, else nil
	holder func(token string) (httpapi.Holder, bool)
	tokens map[httpapi.Scope]string // nil in server mode, where only hashes are known
	users  *Users                   // of the server mode, else nil
	issuer *oauth.Verifier          // nil without Options.Issuer
	log    *slog.Logger

	listener net.Listener
	server   *http.Server
	served   chan struct{}
	started  time.Time
	retract  func()           // what Run has said of where it listens
	own      *browserLauncher // nil without Options.Launch
	kept     *storage         // nil with Options.Bridge
	policy   *policies        // of kept
	metrics  *metrics
	// events counts what browsers tell of themselves; nil without a record.
	events  *eventMetrics
	secrets *secretFiller
	// runs are bua's own agent's; nil without a store, and in server mode.
	runs atomic.Pointer[runs.Runs]
	// jobs are those that they are planned for; there where runs are.
	jobs atomic.Pointer[jobs.Jobs]
	// panels are the extension's; nil without a bridge to it.
	panels *panel.Panels
	done   context.Context
	stop   context.CancelFunc
	// traces is nil unless Options.Traces says where to.
	traces *telemetry.Tracer
	// leaving is set by Drain.
	leaving atomic.Bool
	calls   calls

	mu    sync.Mutex
	tools map[string]*mcp.Server // by user; owner: tool
}

// New checks the options and opens the files; nothing runs yet.
func New(o Options) (*Main, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	m := &Main{o: o, log: o.Log, tools: map[string]*mcp.Server{}, secrets: &secretFiller{vault: o.Home.Vault()}, served: make(chan struct{}), retract: func() {}}
	m.done, m.stop = context.WithCancel(context.Background())
	if o.Mode == Server {
		users, err := OpenUsers(o.UsersFile)
		if err != nil {
			return nil, err
		}
		m.holder, m.users = users.Find, users
		if o.Issuer.URL != "" {
			return m, m.openIssuer()
		}
		return m, nil
	}
	m.tokens = map[httpapi.Scope]string{}
	for _, s := range []httpapi.Scope{httpapi.ScopeAgent, httpapi.ScopeOperator} {
		token, err := o.Home.Token(s)
		if err != nil {
			return nil, err
		}
		m.tokens[s] = token
	}
	m.holder = httpapi.Tokens(Local, m.tokens)
	return m, nil
}

// ErrInUse says that the port, or the store, is taken. Whether by a backend of
// ours that can be used is for the caller to find out.
var ErrInUse = errors.New("in use already")

// Run starts everything and returns when the listener accepts. A browser of
// its own comes up meanwhile; calls wait for it. Error: ErrInUse.
func (m *Main) Run(ctx context.Context) error {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", m.o.Address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%w: %s is taken, by another bua serve (see bua status) or another program; choose one with --listen 127.0.0.1:PORT", ErrInUse, m.o.Address)
	}
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	m.listener, m.started = l, time.Now()
	if m.traces, err = telemetry.New(m.o.Traces, m.o.Version, rand.Text(), m.log); err != nil {
		_ = l.Close()
		return err
	}
	if err := m.assemble(); err != nil {
		_ = l.Close()
		if m.own != nil {
			m.own.close() // it may be on its way already
		}
		m.forget()
		return err
	}
	go func() {
		defer close(m.served)
		if err := m.server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			m.log.Error("the listener ended", "err", err)
		}
	}()
	if m.o.Mode == Desktop {
		if err := m.announce(); err != nil {
			m.log.Warn("other commands will not find this backend", "err", err)
		}
	}
	if m.own != nil {
		m.own.start() // where it has not begun yet
	}
	if rs := m.runs.Load(); rs != nil {
		if err := rs.Restore(); err != nil {
			m.log.Error("the runs of before cannot be gone on with", "err", err)
		}
		if err := m.jobs.Load().Restore(); err != nil {
			m.log.Error("the planned tasks of before cannot be gone on with", "err", err)
		}
	}
	m.log.Info("listening", "address", m.Address(), "mode", m.o.Mode)
	return nil
}

// Close ends everything that Run started. Idempotent.
func (m *Main) Close() {
	m.stop()
	if m.server == nil {
		return
	}
	if m.panels != nil {
		m.panels.Close()
	}
	if rs := m.runs.Load(); rs != nil {
		m.jobs.Load().Close() // they go on at the next start
		rs.Close()
	}
	if m.cdp != nil {
		m.cdp.Close() // while its browser can still close the agent's tabs
	}
	if m.own != nil {
		m.own.close()
	}
	m.bridge.Close()
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	if m.server.Shutdown(ctx) != nil {
		_ = m.server.Close()
	}
	<-m.served
	m.forget()
	m.retract()
}

// announce says in the home where this backend listens, until retract.
func (m *Main) announce() error {
	if m.o.Private {
		retract, err := m.o.Home.announceLaunched(m.Address())
		if err == nil {
			m.retract = retract
		}
		return err
	}
	m.retract = m.o.Home.retract
	return m.o.Home.announce(m.Address())
}

// forget closes the store, and sends the last traces.
func (m *Main) forget() {
	m.traces.Close()
	if m.kept != nil {
		m.kept.Close()
	}
}

// Address is where the backend listens.
func (m *Main) Address() string { return m.listener.Addr().String() }

// Bridge is the way to the browsers.
func (m *Main) Bridge() Bridge { return m.bridge }

// URL is the address for HTTP clients on this machine.
func (m *Main) URL() string { return "http://" + m.Address() }

// Token is the local agents' bearer token, "" in server mode.
func (m *Main) Token() string { return m.tokens[httpapi.ScopeAgent] }

// OperatorToken is the operator's, "" in server mode.
func (m *Main) OperatorToken() string { return m.tokens[httpapi.ScopeOperator] }

// SocketURL is what the extension connects to.
func (m *Main) SocketURL() string {
	if m.o.Mode == Server {
		return "wss://" + m.o.Hosts[0] + "/ws/browser"
	}
	return "ws://" + m.Address()
}
