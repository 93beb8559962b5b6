package forced

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

const (
	first = "0.1.0"
	next  = "0.1.0.1"
)

// self is what the extension knows of how it was installed.
type self struct {
	Version, InstallType string
	MayDisable           bool
}

// TestForced is an organisation's year with one browser: it installs the
// extension by policy, changes its mind on what is blocked, publishes a new
// version, and takes the extension away.
func TestForced(t *testing.T) {
	o := newOrganisation(t)
	o.publish(t, first)
	o.decide(t, `{"schemaVersion": 1, "blocklist": ["payroll.test"]}`)
	b := start(t, o)

	row := func(name string, f func(*testing.T, *is.I)) {
		if !t.Run(name, func(t *testing.T) { f(t, is.New(t)) }) {
			t.FailNow() // what follows stands on it
		}
	}
	var device string
	row("the policy installs it from our update.xml", func(t *testing.T, is *is.I) {
		b.installed(t)
		is.Equal(b.self(t), self{Version: first, InstallType: "admin", MayDisable: false})
	})
	row("it is paired, and no agent acts before its values are in force", func(t *testing.T, is *is.I) {
		// For some seconds Chrome answers that there is no policy; without a window
		// it goes on answering that.
		if _, _, err := b.conn.NewPage(t.Context(), "about:blank"); err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		b.pair(t)
		_, err := b.do(t, protocol.OpenTab{URL: "http://payroll.test/"})
		is.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
		t.Log("after ", time.Since(begin))
	})
	row("an agent works", func(t *testing.T, is *is.I) {
		list := b.main.Bridge().Devices(app.Local)
		is.Equal(len(list), 1)
		device = list[0].ID
		_, err := b.do(t, protocol.OpenTab{URL: o.server.URL + "/page"})
		is.NoErr(err)
	})
	row("what the organisation blocks is refused", func(t *testing.T, is *is.I) {
		_, err := b.do(t, protocol.OpenTab{URL: "http://payroll.test/"})
		is.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
	})
	row("what it blocks later is refused without a restart", func(t *testing.T, is *is.I) {
		o.decide(t, `{"schemaVersion": 1, "blocklist": ["payroll.test", "hr.test"]}`)
		b.await(t, `chrome.storage.managed.get("blocklist").then(s => s.blocklist?.length === 2)`)
		b.await(t, `chrome.storage.local.get("managedBlocklist").then(s => s.managedBlocklist?.length === 2)`)
		_, err := b.do(t, protocol.OpenTab{URL: "http://hr.test/"})
		is.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
	})
	row("a new version waits for what runs, and nothing is lost", func(t *testing.T, is *is.I) {
		b.eval(t, `chrome.storage.local.set({blocklist: ["mine.test"]})`, nil)
		answered := make(chan error, 1)
		go func() {
			_, err := b.main.Bridge().Do(t.Context(), protocol.Caller{User: app.Local}, "", protocol.OpenTab{URL: o.server.URL + "/slow"})
			answered <- err
		}()
		for b.main.Bridge().InFlight() == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		o.publish(t, next)
		var check struct{ Status string }
		b.eval(t, `new Promise(done => {
			globalThis.came = new Promise(c => chrome.runtime.onUpdateAvailable.addListener(c))
			chrome.runtime.requestUpdateCheck().then(done)
		})`, &check)
		is.Equal(check.Status, "update_available")
		var offered struct{ Version string }
		b.eval(t, `globalThis.came`, &offered)
		is.Equal(offered.Version, next)
		is.Equal(b.self(t).Version, first) // it waits for the action
		close(o.held)
		is.NoErr(<-answered) // which is answered
		b.version(t, next)
		is.Equal(b.self(t), self{Version: next, InstallType: "admin", MayDisable: false})
		for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			if list := b.main.Bridge().Devices(app.Local); len(list) == 1 && list[0].Connected && list[0].Version == next {
				is.Equal(list[0].ID, device) // the same pairing
				break
			} else if time.Now().After(end) {
				t.Fatalf("the new version did not connect: %+v", list)
			}
		}
		var kept []string
		b.eval(t, `chrome.storage.local.get("blocklist").then(s => s.blocklist)`, &kept)
		is.Equal(kept, []string{"mine.test"})
		_, err := b.do(t, protocol.OpenTab{URL: o.server.URL + "/page"})
		is.NoErr(err)
		_, err = b.do(t, protocol.OpenTab{URL: "http://hr.test/"})
		is.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked) // the organisation's list is in force
	})
	row("the policy withdrawn takes it away, and the agent is told", func(t *testing.T, is *is.I) {
		o.withdraw(t)
		b.gone(t)
		for b.main.Bridge().Devices(app.Local)[0].Connected {
			time.Sleep(20 * time.Millisecond)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		_, err := b.main.Bridge().Do(ctx, protocol.Caller{User: app.Local}, "", protocol.GetTabs{})
		is.Equal(protocol.CodeOf(err), protocol.CodeInternal) // and no answer of a browser that has no extension
		t.Log(err)
	})
}

// browser is the backend with a browser that knows nothing of it yet.
type browser struct {
	main *app.Main
	conn *cdp.Conn
	id   string
}

func start(t *testing.T, o *organisation, switches ...string) *browser {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	m := e2e.Backend(t, app.Options{Private: true, Launch: &app.Launch{
		Chrome: o.chrome(t), Extension: o.unpacked(t), UserDataDir: t.TempDir(), Headless: true, Debug: true, Args: switches,
	}})
	for m.Browser() == nil {
		if ctx.Err() != nil {
			t.Fatal("the browser did not start")
		}
		time.Sleep(20 * time.Millisecond)
	}
	conn, err := cdp.Dial(ctx, m.Browser().DevTools)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return &browser{main: m, conn: conn, id: o.id}
}

// origin is where the extension's pages are.
func (b *browser) origin() string { return "chrome-extension://" + b.id + "/" }

// installed waits until the extension runs, and says what the browser thinks of
// the policy when it does not.
func (b *browser) installed(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := b.conn.AwaitTarget(ctx, "service_worker", b.origin()); err != nil {
		t.Fatalf("the policy did not install the extension: %v\n%s", err, b.main.Browser().Stderr())
	}
	b.await(t, `!!globalThis.chrome?.management`) // a worker that has just begun has nothing yet
}

// eval evaluates in the extension's worker.
func (b *browser) eval(t *testing.T, expression string, out any) {
	t.Helper()
	if err := b.try(t.Context(), expression, out); err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
}

func (b *browser) try(ctx context.Context, expression string, out any) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return b.conn.Within(ctx, "service_worker", b.origin(), func(session string) error {
		return b.conn.Eval(ctx, session, expression, out)
	})
}

// await waits until an expression is true in the worker.
func (b *browser) await(t *testing.T, expression string) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		var yes bool
		b.eval(t, expression, &yes)
		if yes {
			return
		} else if time.Now().After(end) {
			t.Fatal("it did not become true: ", expression)
		}
	}
}

func (b *browser) self(t *testing.T) (s self) {
	t.Helper()
	b.eval(t, `chrome.management.getSelf().then(s => ({version: s.version, installType: s.installType, mayDisable: s.mayDisable}))`, &s)
	return s
}

// version waits until the worker is of a version: while one is replaced there is
// none to be asked.
func (b *browser) version(t *testing.T, want string) {
	t.Helper()
	var got string
	var err error
	for end := time.Now().Add(60 * time.Second); got != want; time.Sleep(50 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		err = b.try(ctx, `chrome.runtime.getManifest().version`, &got)
		cancel()
		if time.Now().After(end) {
			t.Fatalf("the version is %q, not %q: %v", got, want, err)
		}
	}
}

// pair redeems a code in the extension's own page, as the person does.
func (b *browser) pair(t *testing.T) {
	t.Helper()
	code, err := b.main.Bridge().Pair(app.Local)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	session, target, err := b.conn.NewPage(ctx, b.origin()+"options/index.html")
	if err != nil {
		t.Fatal(err)
	}
	ask := fmt.Sprintf(`chrome.runtime.sendMessage({kind: "bridge_request", method: "pair", args: {serverUrl: %q, code: %q, deviceName: "forced"}})`, b.main.SocketURL(), code.Code)
	for loaded := false; !loaded; time.Sleep(20 * time.Millisecond) {
		if err := b.conn.Eval(ctx, session, `document.readyState === "complete" && location.protocol === "chrome-extension:"`, &loaded); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.conn.Eval(ctx, session, ask, nil); err != nil {
		t.Fatal(err)
	}
	for list := b.main.Bridge().Devices(app.Local); len(list) != 1 || !list[0].Connected; list = b.main.Bridge().Devices(app.Local) {
		if ctx.Err() != nil {
			t.Fatalf("the browser is not paired: %+v", list)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := b.conn.CloseTarget(ctx, target); err != nil {
		t.Fatal(err)
	}
}

// do is an agent's action.
func (b *browser) do(t *testing.T, a protocol.Action) (protocol.Result, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	return b.main.Bridge().Do(ctx, protocol.Caller{User: app.Local}, "", a)
}

// gone waits until nothing of the extension runs.
func (b *browser) gone(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		list, err := b.conn.Targets(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		live := false
		for _, x := range list {
			live = live || strings.HasPrefix(x.URL, b.origin())
		}
		if !live {
			return
		} else if time.Now().After(end) {
			t.Fatal("the extension is still there: ", list)
		}
	}
}
