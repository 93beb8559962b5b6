package ui

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// desk is a person's machine on which bua was installed by bua install: a
// configuration folder with a browser's profile and bua's folder in it.
type desk struct {
	config, program string
	home            app.Home
}

// newDesk puts a bua of its own there and installs it for the browser of the desk.
func newDesk(t *testing.T, args ...string) *desk {
	t.Helper()
	is := is.New(t)
	d := &desk{config: t.TempDir(), program: filepath.Join(t.TempDir(), "bua")}
	d.home = app.Home(filepath.Join(d.config, "bua"))
	program, err := os.ReadFile(e2e.Binary(t))
	is.NoErr(err)
	is.NoErr(os.WriteFile(d.program, program, 0o700))
	is.NoErr(os.MkdirAll(d.profile(), 0o700))
	is.NoErr(os.MkdirAll(string(d.home), 0o700))
	out, err := d.run(t, append([]string{"install", "--no-service", "--no-agents"}, args...)...)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Cleanup(func() { d.stop(t) })
	return d
}

func (d *desk) profile() string { return filepath.Join(d.config, "chromium") }

func (d *desk) run(t *testing.T, args ...string) ([]byte, error) {
	c := exec.CommandContext(t.Context(), d.program, args...)
	c.Env = append(os.Environ(), "HOME="+d.config, "XDG_CONFIG_HOME="+d.config)
	return c.CombinedOutput()
}

// stop ends the backend that the native host has started, and waits for its end.
func (d *desk) stop(t *testing.T) {
	t.Helper()
	data, err := os.ReadFile(d.home.Path("backend.json"))
	if err != nil {
		return // none runs
	}
	var r struct {
		Address string
		PID     int
	}
	if err := json.Unmarshal(data, &r); err != nil || syscall.Kill(r.PID, syscall.SIGTERM) != nil {
		return
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(d.home.Path("backend.json")); err != nil {
			return
		}
		if time.Now().After(end) {
			t.Error("the backend does not end")
			return
		}
	}
}

// browser starts the browser of the desk with an extension.
func (d *desk) browser(t *testing.T, extension string) *cdp.Conn {
	t.Helper()
	conn, _ := cdp.Launch(t, chromium.Options{Extension: extension, UserDataDir: d.profile(), Env: []string{"HOME=" + d.config, "XDG_CONFIG_HOME=" + d.config}})
	return conn
}

// allowed is the extension with what it would ask for given from the start: no
// test can answer the browser's own question in a window that is not there.
func allowed(t *testing.T) string {
	t.Helper()
	return edited(t, func(m map[string]any) {
		is.New(t).Equal(m["optional_permissions"], []any{"nativeMessaging", "notifications"})
		m["permissions"] = append(m["permissions"].([]any), m["optional_permissions"].([]any)...)
		delete(m, "optional_permissions")
	})
}

// edited is the extension with another manifest.
func edited(t *testing.T, edit func(manifest map[string]any)) string {
	t.Helper()
	is := is.New(t)
	dir := t.TempDir()
	is.NoErr(os.CopyFS(dir, os.DirFS(e2e.Extension(t))))
	file := filepath.Join(dir, "manifest.json")
	data, err := os.ReadFile(file)
	is.NoErr(err)
	var m map[string]any
	is.NoErr(json.Unmarshal(data, &m))
	edit(m)
	data, err = json.Marshal(m)
	is.NoErr(err)
	is.NoErr(os.Remove(file))
	is.NoErr(os.WriteFile(file, data, 0o600))
	return dir
}

// click presses what a selector finds as a person does: what asks the browser for
// a permission has to come from a press.
func (p *page) click(selector string) {
	p.tb.Helper()
	p.ready(selector)
	p.send("Runtime.evaluate", map[string]any{"expression": fmt.Sprintf("document.querySelector(%q).click()", selector), "userGesture": true}, nil)
}

// TestNative: from bua install to a connected agent by one press: the browser
// starts bua, which starts the backend, on another port where a stranger has its own,
// and hands a code over. A backend that was stopped comes back by a press, too. An extension that is
// not accepted gets nothing of the host, whether the browser asks for it or somebody else says so.
func TestNative(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	strange := strings.Repeat("a", 32)
	out, err := d.run(t, "chrome-extension://"+strange+"/")
	is.True(err != nil)
	is.True(strings.Contains(string(out), "is not accepted here"))
	_, err = os.Stat(d.home.Path("backend.json"))
	is.True(os.IsNotExist(err)) // nothing was started for it
	stranger, err := net.Listen("tcp", "127.0.0.1:0")
	is.NoErr(err)
	defer stranger.Close()
	server := &http.Server{Handler: http.NotFoundHandler(), ReadHeaderTimeout: time.Second}
	go func() { _ = server.Serve(stranger) }()
	defer server.Close()
	is.NoErr(os.WriteFile(d.home.ListenFile(), []byte(stranger.Addr().String()+"\n"), 0o600))

	conn := d.browser(t, allowed(t))
	page := extensionPage(t, conn, "options/index.html#connection")
	page.says("With bua on this computer")
	file := filepath.Join(d.profile(), "NativeMessagingHosts", "com.zapvol.bua.json")
	data, err := os.ReadFile(file)
	is.NoErr(err)
	is.NoErr(os.WriteFile(file, []byte(strings.ReplaceAll(string(data), app.ExtensionID, strange)), 0o600))
	page.click("#pair-here")
	page.says("This browser does not know bua on this computer.")
	is.NoErr(os.WriteFile(file, data, 0o600))
	begun := time.Now()
	page.click("#pair-here")
	page.says("Connected to this computer")
	t.Logf("from the press to the connection: %v, with the start of the backend", time.Since(begun).Round(time.Millisecond))

	client, err := app.ConnectOperator(t.Context(), d.home)
	is.NoErr(err)
	s, err := client.Status(t.Context())
	is.NoErr(err)
	is.True(s.Address != stranger.Addr().String())
	is.Equal(len(s.Devices), 1)
	is.True(s.Devices[0].Connected)
	kept, err := d.home.Listen()
	is.NoErr(err)
	is.Equal(kept, s.Address) // the next start is found there again

	d.stop(t)
	page.says("Try now")
	page.click(".notice .button")
	page.says("Connected to this computer")
	client, err = app.ConnectOperator(t.Context(), d.home)
	is.NoErr(err)
	again, err := client.Status(t.Context())
	is.NoErr(err)
	is.Equal(again.Address, s.Address)
	is.Equal(again.Devices[0].ID, s.Devices[0].ID) // the same pairing

	out, err = d.run(t, "uninstall")
	is.NoErr(err)
	is.True(strings.Contains(string(out), "is deleted"))
	_, err = os.Stat(filepath.Join(d.profile(), "NativeMessagingHosts"))
	is.True(os.IsNotExist(err))
}
