package e2e

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/secrets"
	"github.com/zapvol/bua/tests/cdp"
)

// Host is what runs the core that drives the browser.
type Host string

// The hosts.
const (
	// Worker is the extension's service worker.
	Worker Host = "extension"
	// Direct is backend/direct on the browser's DevTools socket.
	Direct Host = "direct"
)

// Options changes what a product is made of; the zero value is headless, with the
// extension.
type Options struct {
	// Host is the worker when empty.
	Host Host
	// Window shows the browser on the display.
	Window bool
	// Bridge is the direct host's way with dialogs.
	Bridge direct.Bridge
	// Public keeps the agent out of private networks.
	Public bool
	// Args are further switches of the browser.
	Args []string
	// Extension is the extension's folder; the built one when empty.
	Extension string
	// Profile is the browser's profile folder with the extension; one of its own
	// when empty.
	Profile string
	// Strict starts in the strict profile, which the person chooses; the direct
	// host's operator.
	Strict bool
	// Log gets what the backend logs; nil discards it.
	Log *slog.Logger
}

func (o Options) network() app.PrivateNetwork {
	if o.Public {
		return app.PrivateRefuse
	}
	return app.PrivateAllow
}

// Product is the whole product around a browser of its own: a backend in this
// process, the built extension in a real Chromium or the direct host on its
// socket, an agent at the other end.
type Product struct {
	*Agent
	// Host is what drives the browser.
	Host Host
	// Main is the backend.
	Main *app.Main
	// CDP is a second way into the browser, for a witness and for faults.
	CDP *cdp.Conn
	// Relay is between the direct host and the browser; nil with the extension.
	Relay *Relay
	// Traffic counts the direct host's commands and events by method, once the
	// test's clean-up has come to it.
	Traffic map[string]int

	home, blocklist, grants string // the backend's folder; the direct host's files
}

// New makes a product for one test. It needs what `go run ./build all` builds.
func New(tb testing.TB, o Options) *Product {
	tb.Helper()
	if o.Host == Direct {
		return newDirect(tb, o)
	}
	ctx, cancel := context.WithTimeout(tb.Context(), 2*time.Minute)
	defer cancel()
	home := app.Home(tb.TempDir())
	m := run(ctx, tb, app.Options{
		Home: home, Private: true, Log: o.Log, PrivateNetwork: o.network(),
		Launch: &app.Launch{
			Extension: cmp.Or(o.Extension, Extension(tb)), UserDataDir: o.Profile, Headless: !o.Window, Debug: true,
			Args: append([]string{resolver}, o.Args...),
		},
	})
	b := &Product{Main: m, Host: Worker, Agent: connect(ctx, tb, m), home: string(home)}
	b.Get(tb, `{"type":"get_tabs"}`) // waits until the browser is connected
	b.record(ctx, tb, m.Browser().DevTools)
	if o.Strict {
		b.Profile(tb, "strict")
	}
	return b
}

// Secret stores what the agent may fill in by its name into a login, in the
// backend's file.
func (b *Product) Secret(tb testing.TB, name, value string, origins ...string) {
	tb.Helper()
	b.keep(tb, secrets.Secret{Entry: secrets.Entry{Name: name, Origins: origins}, Value: value})
}

// AnyField stores what the agent may fill in by its name into any field.
func (b *Product) AnyField(tb testing.TB, name, value string, origins ...string) {
	tb.Helper()
	b.keep(tb, secrets.Secret{Entry: secrets.Entry{Name: name, Origins: origins, AnyField: true}, Value: value})
}

func (b *Product) keep(tb testing.TB, s secrets.Secret) {
	tb.Helper()
	s.User = app.Local
	v := secrets.Vault{File: app.Home(b.home).Path("secrets.json")}
	if _, err := v.Set(s); err != nil {
		tb.Fatal(err)
	}
}

// resolver makes every name below .test this machine.
const resolver = "--host-resolver-rules=MAP *.test 127.0.0.1, MAP *.test. 127.0.0.1"

func (b *Product) record(ctx context.Context, tb testing.TB, devtools string) {
	tb.Helper()
	var err error
	if b.CDP, err = cdp.Dial(ctx, devtools); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(b.CDP.Close)
}

// Extension returns the folder of the built extension, or fails.
func Extension(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
			continue
		}
		ext := filepath.Join(dir, "dist", "extension")
		if _, err := os.Stat(filepath.Join(ext, "bua.wasm")); err != nil {
			tb.Fatal("there is no built extension: run `go run ./build all` first")
		}
		return ext
	}
	tb.Fatal("not inside the repository")
	return ""
}

func connect(ctx context.Context, tb testing.TB, m *app.Main) *Agent {
	tb.Helper()
	a := &Agent{}
	client := mcp.NewClient(&mcp.Implementation{Name: "spec", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			if f := a.told.Load(); f != nil {
				(*f)(r.Params.Message)
			}
		},
	})
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   m.URL() + "/mcp",
		HTTPClient: &http.Client{Transport: Bearer(m.Token())},
	}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = session.Close() })
	a.session = session
	return a
}

// Bearer adds a token to every request.
type Bearer string

// RoundTrip sends the request with the token.
func (b Bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// Worker returns the target of the extension's service worker.
func (b *Product) Worker(ctx context.Context) (cdp.TargetInfo, error) {
	return b.CDP.AwaitTarget(ctx, "service_worker", "chrome-extension://")
}

// Kill ends the service worker, as Chrome does when it likes; with the direct
// host it cuts the connection to the browser, which is what can happen there.
func (b *Product) Kill(tb testing.TB) {
	tb.Helper()
	if b.Host == Direct {
		b.Relay.Cut(false)
		return
	}
	ctx, cancel := context.WithTimeout(tb.Context(), 10*time.Second)
	defer cancel()
	w, err := b.Worker(ctx)
	if err != nil {
		tb.Fatal(err)
	}
	if err := b.CDP.CloseTarget(ctx, w.TargetID); err != nil && !strings.Contains(err.Error(), "No target") {
		tb.Fatal(err)
	}
}

// Home is the backend's folder.
func (b *Product) Home() app.Home { return app.Home(b.home) }
