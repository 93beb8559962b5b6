package forced

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/build/archive"
	"github.com/zapvol/bua/build/crx"
	"github.com/zapvol/bua/build/store"
	"github.com/zapvol/bua/tests/e2e"
)

// organisation signs the extension, serves it and has a folder of policies.
type organisation struct {
	// id is what its key gives the extension.
	id     string
	server *httptest.Server

	key       *rsa.PrivateKey
	extension []archive.File
	policies  string // the folder

	mu      sync.Mutex
	version string
	signed  []byte
	held    chan struct{} // ends what /slow waits for

	payroll atomic.Int32 // requests for the site that no agent is to see
}

func newOrganisation(t *testing.T) *organisation {
	t.Helper()
	files, err := archive.Dir(e2e.Extension(t))
	if err != nil {
		t.Fatal(err)
	}
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, err := crx.Public(key)
	if err != nil {
		t.Fatal(err)
	}
	o := &organisation{id: crx.ID(public), key: key, extension: files, policies: t.TempDir(), held: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("/update.xml", func(w http.ResponseWriter, _ *http.Request) {
		o.mu.Lock()
		defer o.mu.Unlock()
		text, err := crx.Update{ID: o.id, Version: o.version, URL: o.server.URL + "/bua-" + o.version + ".crx", Remark: "for people, not for Chrome"}.XML()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/xml")
		_, _ = w.Write(text)
	})
	mux.HandleFunc("/{crx}", func(w http.ResponseWriter, r *http.Request) {
		o.mu.Lock()
		defer o.mu.Unlock()
		if r.PathValue("crx") != "bua-"+o.version+".crx" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/x-chrome-extension")
		_, _ = w.Write(o.signed)
	})
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, "<title>Page</title><h1>Here</h1>") })
	mux.HandleFunc("payroll.test/", func(w http.ResponseWriter, _ *http.Request) {
		o.payroll.Add(1)
		e2e.HTML(w, "<title>Payroll</title><h1>Salaries</h1>")
	})
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, o.secret(), http.StatusFound) })
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-o.held:
			e2e.HTML(w, "<title>Slow</title><h1>At last</h1>")
		case <-r.Context().Done():
		}
	})
	o.server = httptest.NewServer(mux)
	t.Cleanup(o.server.Close)
	return o
}

// secret is an address of that site, where a browser takes the name for this machine.
func (o *organisation) secret() string {
	return strings.Replace(o.server.URL, "127.0.0.1", "payroll.test", 1) + "/"
}

// publish signs a version and offers it.
func (o *organisation) publish(t *testing.T, version string) {
	t.Helper()
	files, err := store.Files(o.extension, o.server.URL+"/update.xml", version)
	if err != nil {
		t.Fatal(err)
	}
	zip, err := archive.Zip(files, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	signed, err := crx.Pack(zip, o.key)
	if err != nil {
		t.Fatal(err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.version, o.signed = version, signed
}

// decide writes the policy: the extension is installed, and these are its
// values. A browser that runs notices. Without the last word Chrome lets no
// DevTools look into an extension that a policy has installed.
func (o *organisation) decide(t *testing.T, values string) {
	t.Helper()
	o.write(t, fmt.Sprintf(`{"ExtensionInstallForcelist": [%q], "3rdparty": {"extensions": {%q: %s}}, "DeveloperToolsAvailability": 1}`, o.id+";"+o.server.URL+"/update.xml", o.id, values))
}

// withdraw takes the policy back.
func (o *organisation) withdraw(t *testing.T) {
	t.Helper()
	o.write(t, `{}`)
}

// write puts the file there in one step, so that no browser reads half of it.
func (o *organisation) write(t *testing.T, text string) {
	t.Helper()
	next := filepath.Join(o.policies, "next")
	if err := os.WriteFile(next, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, filepath.Join(o.policies, "bua.json")); err != nil {
		t.Fatal(err)
	}
}

// unpacked is a folder whose manifest has the organisation's key: from it the
// backend learns which extension it is to let in.
func (o *organisation) unpacked(t *testing.T) string {
	t.Helper()
	public, err := crx.Public(o.key)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]string{"version": "1", "key": base64.StdEncoding.EncodeToString(public)})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// chrome is a program that starts the browser with the organisation's policies,
// which nobody else's browser sees. It takes off the launcher's switches that name
// an unpacked extension and keep updates out, and those that Debian's own script
// adds unless --enable-remote-extensions is there.
func (o *organisation) chrome(t *testing.T) string {
	t.Helper()
	path, err := chromium.Find("")
	if err != nil {
		t.Skip(err)
	}
	const own = `mount -t tmpfs none /etc/chromium && mkdir -p /etc/chromium/policies/managed && mount --bind "$0" /etc/chromium/policies/managed && `
	if out, err := exec.CommandContext(t.Context(), "unshare", "-m", "sh", "-c", own+"true", o.policies).CombinedOutput(); err != nil {
		t.Skipf("no policy of our own without a mount namespace: %v %s", err, out)
	}
	text, err := os.ReadFile(path)
	debian := ""
	if err == nil && strings.Contains(string(text[:min(len(text), 8192)]), "enable-remote-extensions") {
		debian = "--enable-remote-extensions "
	}
	script := `#!/bin/sh
for a do
	shift
	case "$a" in
	--load-extension=*|--disable-extensions-except=*|--disable-background-networking) ;;
	*) set -- "$@" "$a" ;;
	esac
done
exec unshare -m sh -c '` + own + `exec "` + path + `" ` + debian + `"$@"' "` + o.policies + `" "$@"
`
	wrapper := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(wrapper, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return wrapper
}
