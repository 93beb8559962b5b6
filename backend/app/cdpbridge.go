package app

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/extension"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/pipeline"
	"github.com/zapvol/bua/backend/pool"
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

// cdpBridge is the Bridge of backend/direct. There is one browser, and nothing
// is paired.
type cdpBridge struct {
	pipeline *pipeline.Pipeline
	host     *direct.Host
}

func newCDPBridge(m *Main) (*cdpBridge, error) {
	files, err := extension.FS()
	if err != nil {
		return nil, err
	}
	engine, err := fs.ReadFile(files, "engine.js")
	if err != nil {
		return nil, err
	}
	pdf := func() string {
		text, _ := fs.ReadFile(files, "pdf.js") // it is embedded beside the engine
		return string(text)
	}
	audit, err := m.openRecord()
	if err != nil {
		return nil, err
	}
	o := direct.Options{Engine: func() string { return string(engine) }, PDF: pdf, Blocklist: m.o.Direct.Blocklist, Dialogs: m.o.Direct.Dialogs, Bridge: m.o.Direct.Bridge, Log: m.log,
		Profile: session.Profile(m.o.Direct.Profile), Grants: m.o.Direct.Grants, Categories: m.o.Direct.Categories,
		ControlEndpoints: []string{m.URL()}, RefusePrivate: m.o.PrivateNetwork == PrivateRefuse,
		Events: func(e protocol.Event) { audit.event(pool.Event{User: Local, Device: directDevice, Event: e}) }}
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
	return &cdpBridge{pipeline.New(audit, m.secrets), host}, nil
}

// prepare implements launchTarget: the browser is to open its DevTools.
func (b *cdpBridge) prepare(o *chromium.Options) error {
	if runtime.GOOS == "windows" { // a process there gets no further files
		o.Debug = true
	} else {
		o.Pipe = true
	}
	return nil
}

// started implements launchTarget.
func (b *cdpBridge) started(browser *chromium.Browser) error {
	if browser.From != nil {
		b.host.Point(direct.NewPipe(browser.From, browser.To).Endpoint())
		return nil
	}
	e, err := direct.ParseEndpoint(browser.DevTools)
	if err == nil {
		b.host.Point(e)
	}
	return err
}

// remove implements launchTarget: there is nothing.
func (b *cdpBridge) remove() {}

// Do implements Bridge.
func (b *cdpBridge) Do(ctx context.Context, who protocol.Caller, device string, a protocol.Action) (protocol.Result, error) {
	return b.pipeline.Do(ctx, who, a, func() (pipeline.Route, error) {
		if device != "" && device != directDevice {
			return pipeline.Route{}, protocol.NewError(protocol.CodeInvalidAction, "device: this backend drives one browser by its DevTools; leave device out")
		}
		return pipeline.Route{Device: directDevice, Send: b.send(who)}, nil
	})
}

// send is the sending for whoever asks. The browser has no use for an action's id.
func (b *cdpBridge) send(who protocol.Caller) func(context.Context, string, protocol.Action) (protocol.Result, error) {
	who.Agent = who.Shown()
	return func(ctx context.Context, _ string, a protocol.Action) (protocol.Result, error) {
		return b.host.Do(protocol.WithCaller(ctx, who), a)
	}
}

// Reaches and the rest of [Bridge]: there is one browser, which nobody pairs, and no other
// backend for it.
func (b *cdpBridge) Reaches(_, device string) bool {
	return (device == "" || device == directDevice) && b.host.State().Connected
}

func (b *cdpBridge) Expected(time.Time) time.Time       { return time.Time{} }
func (b *cdpBridge) Absent() error                      { return b.host.Absent() }
func (b *cdpBridge) Users() []string                    { return []string{Local} }
func (b *cdpBridge) Pair(string) (httpapi.Code, error)  { return httpapi.Code{}, errOneBrowser }
func (b *cdpBridge) Revoke(string, string) error        { return errOneBrowser }
func (b *cdpBridge) Routes(*http.ServeMux)              {}
func (b *cdpBridge) InFlight() int                      { return b.host.InFlight() }
func (b *cdpBridge) Drain(context.Context)              {} // the calls themselves are waited for
func (b *cdpBridge) Collectors() []prometheus.Collector { return nil }

// Devices is the one browser, connected or not.
func (b *cdpBridge) Devices(string) []httpapi.Device {
	state := b.host.State()
	return []httpapi.Device{{ID: directDevice, Name: state.Endpoint, Browser: state.Browser, Connected: state.Connected, LastSeen: state.Since}}
}

var errOneBrowser = protocol.NewError(protocol.CodeInvalidAction, "this backend drives one browser by its DevTools and pairs none; run bua serve without --cdp for browsers with the extension")

func (b *cdpBridge) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	b.host.Close(ctx)
}

// Direct is the host on a DevTools socket, nil when the extension is used.
func (m *Main) Direct() *direct.Host {
	if m.cdp == nil {
		return nil
	}
	return m.cdp.host
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
