package app

import (
	"context"
	"errors"
	"io/fs"
	"net/http"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/extension"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/core/supervisor"
)

// Direct says to drive a browser by its DevTools socket, without the extension.
type Direct struct {
	// Endpoint is where the browser is; nil with Launch, whose browser it is then.
	Endpoint *direct.Endpoint
	// Blocklist is the operator's file of rules, "" for none.
	Blocklist string
	// Profile, Grants and Categories are what else the operator has set; see
	// [direct.Options].
	Profile, Grants string
	Categories      []string
	// Dialogs is what holds for pages' dialogs where the agent has not said.
	Dialogs supervisor.Rules
	// Bridge is for a browser behind a proxy that closes dialogs.
	Bridge direct.Bridge
}

// directDevice is the id of the one browser of this way; no key belongs to it.
const directDevice = "direct"

// socketed is the Bridge of backend/direct. There is one browser, and nothing
// is paired.
type socketed struct{ host *direct.Host }

func newSocketed(m *Main) (*socketed, error) {
	files, err := extension.FS()
	if err != nil {
		return nil, err
	}
	engine, err := fs.ReadFile(files, "engine.js")
	if err != nil {
		return nil, err
	}
	o := direct.Options{Engine: func() string { return string(engine) }, Blocklist: m.o.Direct.Blocklist, Dialogs: m.o.Direct.Dialogs, Bridge: m.o.Direct.Bridge, Log: m.log,
		Profile: session.Profile(m.o.Direct.Profile), Grants: m.o.Direct.Grants, Categories: m.o.Direct.Categories,
		Levers: []string{m.URL()}, RefusePrivate: m.o.PrivateNetwork == PrivateRefuse,
		Events: func(e protocol.Event) { m.record.event(pool.Event{User: Local, Device: directDevice, Event: e}) }}
	if !m.o.Private {
		o.File = m.o.Home.Path("direct.json")
	}
	host, err := direct.New(o)
	if err != nil {
		return nil, err
	}
	if m.o.Direct.Endpoint != nil {
		host.Point(*m.o.Direct.Endpoint)
	}
	return &socketed{host}, nil
}

// point says where the launched browser is.
func (s *socketed) point(b *chromium.Browser) error {
	if b.From != nil {
		s.host.Point(direct.NewPipe(b.From, b.To).Endpoint())
		return nil
	}
	e, err := direct.ParseEndpoint(b.DevTools)
	if err == nil {
		s.host.Point(e)
	}
	return err
}

// Do implements Bridge. Its row in the audit is written before, see recorded.
func (s *socketed) Do(ctx context.Context, _, device string, a protocol.Action) (protocol.Result, error) {
	if device != "" && device != directDevice {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "device: this backend drives one browser by its DevTools; leave device out")
	}
	return s.host.Do(dispatch.WithAgent(ctx, shown(agentOf(ctx))), a)
}

// Absent says why the browser is not connected.
func (s *socketed) Absent() error { return s.host.Absent() }

// Devices implements Bridge.
func (s *socketed) Devices(string) []httpapi.Device {
	state := s.host.State()
	return []httpapi.Device{{ID: directDevice, Name: state.Endpoint, Browser: state.Browser, Connected: state.Connected, LastSeen: state.Since}}
}

// Pair implements Bridge.
func (s *socketed) Pair(string) (httpapi.Code, error) { return httpapi.Code{}, errOneBrowser }

// Revoke implements Bridge.
func (s *socketed) Revoke(string, string) error { return errOneBrowser }

var errOneBrowser = protocol.NewError(protocol.CodeInvalidAction, "this backend drives one browser by its DevTools and pairs none; run bua serve without --cdp for browsers with the extension")

// Routes implements Bridge: no extension connects.
func (s *socketed) Routes(*http.ServeMux) {}

// InFlight implements Bridge.
func (s *socketed) InFlight() int { return s.host.InFlight() }

// Close implements Bridge.
func (s *socketed) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	s.host.Close(ctx)
}

// Direct is the host on a DevTools socket, nil when the extension is used.
func (m *Main) Direct() *direct.Host {
	if s, ok := m.bridge.(*socketed); ok {
		return s.host
	}
	return nil
}

// check refuses what does not go together.
func (d *Direct) check(o *Options) error {
	switch {
	case o.Mode == Server:
		return invalid("--cdp: belongs to the desktop mode: whoever may act through it owns that browser and its logins, so it serves one user")
	case d.Endpoint == nil && o.Launch == nil:
		return errors.New("--cdp: is missing")
	case d.Endpoint != nil && o.Launch != nil:
		return invalid("--cdp: names a browser that runs; it does not go together with --launch")
	case o.Launch != nil && o.Launch.Extension != "":
		return invalid("--extension: is not used with --host direct")
	}
	return nil
}
