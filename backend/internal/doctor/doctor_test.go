package doctor_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/doctor"
	"github.com/zapvol/bua/backend/secrets"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// bridge stands in for the browsers.
type bridge []httpapi.Device

func (bridge) Do(context.Context, protocol.Caller, string, protocol.Action) (protocol.Result, error) {
	return nil, protocol.NewError(protocol.CodeInternal, "not asked here")
}
func (b bridge) Devices(string) []httpapi.Device  { return b }
func (bridge) Pair(string) (httpapi.Code, error)  { return httpapi.Code{}, nil }
func (bridge) Revoke(string, string) error        { return nil }
func (bridge) Routes(*http.ServeMux)              {}
func (bridge) InFlight() int                      { return 0 }
func (bridge) Drain(context.Context)              {}
func (bridge) Close()                             {}
func (b bridge) Reaches(string, string) bool      { return len(b) > 0 }
func (bridge) Expected(time.Time) time.Time       { return time.Time{} }
func (bridge) Users() []string                    { return []string{app.Local} }
func (bridge) Absent() error                      { return errors.New("it is always there") }
func (bridge) Collectors() []prometheus.Collector { return nil }

// patient is one home, and who looks at it.
type patient struct {
	*testing.T
	doctor.Doctor
}

func (p *patient) write(path, text string, mode fs.FileMode) string {
	p.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		p.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // whatever the umask
		p.Fatal(err)
	}
	return path
}

// browser puts a program there that says this of itself.
func (p *patient) browser(says string) {
	p.Chrome = p.write(filepath.Join(p.TempDir(), "browser"), "#!/bin/sh\n"+says+"\n", 0o700)
}

// profile installs the extension in the person's usual profile.
func (p *patient) profile(settings string) {
	home := p.TempDir()
	p.Env = func(k string) string { return map[string]string{"HOME": home}[k] }
	p.System = "linux"
	p.write(filepath.Join(home, ".config/google-chrome/Default/Preferences"), `{"extensions":{"settings":{"`+app.ExtensionID+`":{`+settings+`}}}}`, 0o600)
}

// nats is an outside server, as an operator runs one.
func (p *patient) nats() string {
	p.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: p.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		p.Fatal(err)
	}
	s.Start()
	p.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(10 * time.Second) {
		p.Fatal("the NATS server did not start")
	}
	return s.ClientURL()
}

func (p *patient) servers(text string) *store.Servers {
	p.Helper()
	s, err := store.ParseServers(text, store.ServersOptions{})
	if err != nil {
		p.Fatal(err)
	}
	return s
}

func (p *patient) policy(text string) {
	p.write(filepath.Join(p.Root, "etc/chromium/policies/managed/a.json"), text, 0o600)
}

func (p *patient) serve(version string, devices ...httpapi.Device) *app.Main {
	p.Helper()
	m, err := app.New(app.Options{Home: p.Home, Address: "127.0.0.1:0", Bridge: bridge(devices), Version: version})
	if err == nil {
		err = m.Run(p.Context())
	}
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(m.Close)
	return m
}

func (p *patient) announce(address string) {
	p.write(p.Home.Path("backend.json"), `{"address":"`+address+`","pid":1}`, 0o600)
}

// other is a server that is no backend of ours.
func (p *patient) other(h http.HandlerFunc) {
	s := httptest.NewServer(h)
	p.Cleanup(s.Close)
	p.announce(s.Listener.Addr().String())
}

// free is an address where nothing listens.
func (p *patient) free() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		p.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

const secret = "SECRETSECRETSECRETSECRET"

func TestDoctor(t *testing.T) {
	laptop := httpapi.Device{ID: "d1", Name: "lap\x1btop", Connected: true, Version: "1.0.0"}
	old, away := laptop, laptop
	old.Version = "0.9.0"
	away.Connected, away.LastSeen, away.ID = false, time.Now().Add(-time.Hour), "d2"
	for _, row := range []struct {
		sentence string
		prepare  func(*patient)
		check    string
		state    doctor.State
		says     string
		do       string
	}{
		{"a Chromium is good", func(p *patient) { p.browser("echo Chromium 156.0.1.2 built on Debian") }, "browser", doctor.OK, "Chromium 156.0.1.2 at", ""},
		{"an old one is not", func(p *patient) { p.browser("echo Chromium 99.0.1.2") }, "browser", doctor.Wrong, "too old", "125"},
		{"branded Chrome is good for who loads the extension by hand", func(p *patient) { p.browser("echo Google Chrome 150.0.1.2") }, "browser", doctor.Note, "branded Chrome", "chrome://extensions"},
		{"branded Chrome cannot be launched with the extension", func(p *patient) { p.browser("echo Google Chrome 150.0.1.2"); p.Launch = true }, "browser", doctor.Wrong, "takes no extension", "--host direct"},
		{"Chrome for Testing can", func(p *patient) { p.browser("echo Google Chrome for Testing 150.0.1.2"); p.Launch = true }, "browser", doctor.OK, "for Testing 150.0.1.2", ""},
		{"a program that is no browser is told", func(p *patient) { p.browser("exit 3") }, "browser", doctor.Wrong, "exit status 3", "--version"},
		{"a path that leads nowhere is told", func(p *patient) { p.Chrome = "/nowhere/chromium" }, "browser", doctor.Wrong, "/nowhere/chromium", "--chrome"},
		{"without a display a launched browser has no window", func(p *patient) { p.Launch = true }, "window", doctor.Note, "headless", "DISPLAY"},
		{"with one it has", func(p *patient) { p.Env = func(k string) string { return map[string]string{"DISPLAY": ":0"}[k] } }, "window", doctor.OK, "a display", ""},

		{"the extension may read files in a profile", func(p *patient) { p.profile(`"location":1,"newAllowFileAccess":true`) }, "files", doctor.OK, "may read files (1)", ""},
		{"from a folder it always may", func(p *patient) { p.profile(`"location":4`) }, "files", doctor.OK, "may read files (1)", ""},
		{"it may not, unless the person says so", func(p *patient) { p.profile(`"location":1`) }, "files", doctor.Note, "cannot read what it downloads", "Allow access to file URLs"},
		{"an outside NATS that is not there is told, without its password", func(p *patient) {
			p.NATS = p.servers("nats://me:" + secret + "@" + p.free())
		}, "nats", doctor.Wrong, "cannot be used", "JetStream"},

		{"one that is there is looked into", func(p *patient) { p.NATS = p.servers(p.nats()) }, "nats", doctor.OK, "its audit has 0 rows", ""},

		{"no policy is no trouble", func(*patient) {}, "policy", doctor.OK, "no organisation", ""},
		{"a policy that is not in the way", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"blocklist":["bank.example"]}}}}`)
		}, "policy", doctor.OK, "all are readable (1)", ""},
		{"an entry that is not understood closes the gate", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"blocklist":["bank.example", "com"]}}}}`)
		}, "policy", doctor.Wrong, "row of blocklist (number 2) that is not understood, so nothing is allowed", "example.com"},
		{"a list with a number in it is dropped", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"blocklist":["bank.example", 5]}}}}`)
		}, "policy", doctor.Note, "blocklist of another type, so the browser drops it", "a list of texts"},
		{"so is a text that should be a number, and what stands beside it is looked at", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"dialogTimeout":"60","blocklist":["com"]}}}}`)
		}, "policy", doctor.Note, "dialogTimeout of another type", "a number"},
		{"a key that there is not is dropped", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"blockList":["bank.example"]}}}}`)
		}, "policy", doctor.Note, `sets "blockList", which there is not`, "blocklist, consentMode"},
		{"a capability that there is not", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"deniedCapabilities":["scripts"]}}}}`)
		}, "policy", doctor.Note, "row of deniedCapabilities (number 1)", "script, upload"},
		{"a server without a token", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"serverUrl":"wss://bua.example/ws/browser"}}}}`)
		}, "policy", doctor.Note, "pairs no browser", "set both"},
		{"the values of an organisation's own extension", func(p *patient) {
			own := strings.Repeat("b", 32)
			p.write(p.Home.AcceptedFile(), own+"\n", 0o600)
			p.policy(`{"3rdparty":{"extensions":{"` + own + `":{"schemaVersion":1,"consentMode":"always"}}}}`)
		}, "policy", doctor.Note, "consentMode that is not understood, so the last good one holds", "per-origin"},
		{"a blocklist without its schema version", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"blocklist":["bank.example"]}}}}`)
		}, "policy", doctor.Note, "without schemaVersion", "schemaVersion 1"},
		{"a policy that is not JSON", func(p *patient) { p.policy(`{"a":`) }, "policy", doctor.Note, "not plain JSON", "chrome://policy"},
		{"a policy that keeps every extension out", func(p *patient) { p.policy(`{"ExtensionInstallBlocklist":["*"]}`) }, "policy", doctor.Wrong, "keeps the extension out", "ExtensionInstallAllowlist"},
		{"and that lets ours in", func(p *patient) {
			p.policy(`{"ExtensionInstallBlocklist":["*"],"ExtensionInstallForcelist":["` + app.ExtensionID + `;https://example.com/u.xml"]}`)
		}, "policy", doctor.OK, "none of the policy files", ""},

		{"settings that block every extension", func(p *patient) { p.policy(`{"ExtensionSettings":{"*":{"installation_mode":"blocked"}}}`) }, "policy", doctor.Wrong, "installation_mode blocked", "installation_mode allowed"},
		{"and that allow ours", func(p *patient) {
			p.policy(`{"ExtensionSettings":{"*":{"installation_mode":"blocked"},"` + app.ExtensionID + `":{"installation_mode":"allowed"}}}`)
		}, "policy", doctor.OK, "none of the policy files", ""},
		{"settings that block ours alone", func(p *patient) {
			p.policy(`{"ExtensionInstallAllowlist":["` + app.ExtensionID + `"],"ExtensionSettings":{"` + app.ExtensionID + `":{"installation_mode":"blocked"}}}`)
		}, "policy", doctor.Wrong, "installation_mode blocked", "allowed"},
		{"settings that take the debugger away", func(p *patient) { p.policy(`{"ExtensionSettings":{"*":{"blocked_permissions":["debugger"]}}}`) }, "policy", doctor.Wrong, "permission debugger", "blocked_permissions"},
		{"settings that keep it off hosts", func(p *patient) {
			p.policy(`{"ExtensionSettings":{"*":{"runtime_blocked_hosts":["*://bank.example"]}}}`)
		}, "policy", doctor.Note, "runtime_blocked_hosts, 1", "actions on them fail"},
		{"a profile that there is not is strict", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"profile":"strickt"}}}}`)
		}, "policy", doctor.Note, "strict", "default"},
		{"a grant that is none grants nothing", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"profile":"strict","grants":["https://a.example read","a.example act"]}}}}`)
		}, "policy", doctor.Note, "number 2", "https://a.example read act"},
		{"a category that there is not blocks all", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"blockedCategories":["banks"]}}}}`)
		}, "policy", doctor.Note, "all are blocked", "banking"},
		{"a consent mode that the organisation has fixed is named", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"consentMode":"ask"}}}}`)
		}, "policy", doctor.OK, "fixed consentMode: ask", ""},
		{"a consent mode that is none", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"consentMode":"always"}}}}`)
		}, "policy", doctor.Note, "consentMode", "per-origin"},
		{"a word for private networks that is none", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"privateNetwork":"no"}}}}`)
		}, "policy", doctor.Note, "privateNetwork that is not understood", "refuse, allow"},
		{"a word for the agent in the browser that is none", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"localAgent":"no"}}}}`)
		}, "policy", doctor.Note, "localAgent that is not understood, so it refuses", "refuse, allow"},
		{"a word for keys that is none", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"agentOwnKeys":"none"}}}}`)
		}, "policy", doctor.Note, "agentOwnKeys that is not understood, so it refuses", "refuse, allow"},
		{"a row of models that is none", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"agentModels":["openai/gpt-5","gpt-5"]}}}}`)
		}, "policy", doctor.Note, "row of agentModels (number 2) that is not understood, which allows nothing", "provider/model"},
		{"a policy for dialogs that is none", func(p *patient) {
			p.policy(`{"3rdparty":{"extensions":{"` + app.ExtensionID + `":{"schemaVersion":1,"dialogPolicy":"wait"}}}}`)
		}, "policy", doctor.Note, "dialogPolicy that is not understood, so the last good one holds", "auto_dismiss"},

		{"a browser that root launches has no sandbox", func(p *patient) {
			if os.Geteuid() != 0 {
				p.Skip("this is for root")
			}
		}, "sandbox", doctor.Note, "bua runs as root", "another user"},
		{"user namespaces that are off", func(p *patient) {
			if os.Geteuid() == 0 {
				p.Skip("root's has no sandbox anyway")
			}
			p.write(filepath.Join(p.Root, "proc/sys/kernel/unprivileged_userns_clone"), "0\n", 0o644)
		}, "sandbox", doctor.Note, "user namespaces are off", "chromium-sandbox"},

		{"a folder that is not there is made later", func(p *patient) { p.Home = app.Home(filepath.Join(p.TempDir(), "none")) }, "folder", doctor.Note, "not there yet", "bua serve"},
		{"a folder that is a file", func(p *patient) { p.Home = app.Home(p.write(filepath.Join(p.TempDir(), "f"), "", 0o600)) }, "folder", doctor.Wrong, "not a folder", "--config-dir"},
		{"a folder that others may write in", func(p *patient) {
			if err := os.Chmod(string(p.Home), 0o777); err != nil {
				p.Fatal(err)
			}
		}, "folder", doctor.Wrong, "others may write", "chmod go-w"},
		{"a token that others can read", func(p *patient) { p.write(p.Home.TokenFile(), secret, 0o644) }, "token", doctor.Wrong, "can be read or written by others", "chmod 600"},
		{"a token that is a link", func(p *patient) {
			if err := os.Symlink(p.write(filepath.Join(p.TempDir(), "x"), secret, 0o600), p.Home.TokenFile()); err != nil {
				p.Fatal(err)
			}
		}, "token", doctor.Wrong, "symbolic link", "install -m 600"},
		{"an operator's token that others can read", func(p *patient) { p.write(p.Home.OperatorFile(), secret, 0o640) }, "operator", doctor.Wrong, "can be read or written by others", "chmod 600"},
		{"an operator's token as it should be", func(p *patient) { p.write(p.Home.OperatorFile(), secret, 0o600) }, "operator", doctor.OK, "yours alone", ""},
		{"a backend that was started before there was an operator's token", func(p *patient) {
			p.serve("1.0.0", laptop)
			p.write(p.Home.OperatorFile(), secret, 0o600)
		}, "settings", doctor.Wrong, "operator's token", "bua serve"},
		{"a token that is too short", func(p *patient) { p.write(p.Home.TokenFile(), "x", 0o600) }, "token", doctor.Wrong, "holds no token", "delete it"},
		{"a token as it should be", func(p *patient) { p.write(p.Home.TokenFile(), secret, 0o600) }, "token", doctor.OK, "yours alone", ""},

		{"secrets that are stored", func(p *patient) {
			if _, err := (&secrets.Vault{File: p.Home.Path("secrets.json")}).Set(secrets.Secret{Entry: secrets.Entry{User: "local", Name: "a", Origins: []string{"https://example.com"}}, Value: "x"}); err != nil {
				p.Fatal(err)
			}
		}, "secrets", doctor.OK, "1 stored", ""},
		{"secrets that others can read", func(p *patient) { p.write(p.Home.Path("secrets.json"), "{}", 0o644) }, "secrets", doctor.Wrong, "read or written by others", "chmod 600"},

		{"a backend that was killed", func(p *patient) { p.announce(p.free()) }, "backend", doctor.Wrong, "it was killed", "bua serve"},
		{"a backend.json that is no JSON", func(p *patient) { p.write(p.Home.Path("backend.json"), "{", 0o600) }, "backend", doctor.Wrong, "does not say where", "delete that file"},
		{"a backend.json that names another machine", func(p *patient) { p.announce("192.0.2.1:80") }, "backend", doctor.Wrong, "not this machine", "nothing was sent"},
		{"a backend.json that names a name", func(p *patient) { p.announce("localhost.example:80") }, "backend", doctor.Wrong, "not this machine", "nothing was sent"},
		{"a stranger on the port", func(p *patient) {
			p.write(p.Home.TokenFile(), secret, 0o600)
			p.other(func(http.ResponseWriter, *http.Request) {})
		}, "backend", doctor.Wrong, "does not know the token", "--listen"},
		{"a stranger that sends us elsewhere", func(p *patient) {
			p.write(p.Home.TokenFile(), secret, 0o600)
			p.other(func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "http://192.0.2.1/", http.StatusFound)
			})
		}, "backend", doctor.Wrong, "does not know the token", "--listen"},
		{"a backend that answers", func(p *patient) { p.serve("1.0.0", laptop) }, "backend", doctor.OK, "on this machine only", ""},
		{"its clock is ours", func(p *patient) { p.serve("1.0.0", laptop) }, "clock", doctor.OK, "right", ""},
		{"its doors are shut to pages", func(p *patient) { p.serve("1.0.0", laptop) }, "doors", doctor.OK, "refused", ""},
		{"the same version", func(p *patient) { p.serve("1.0.0", laptop) }, "version", doctor.OK, "both 1.0.0", ""},
		{"a backend of another version", func(p *patient) { p.serve("2.0.0", laptop) }, "version", doctor.Wrong, "is 2.0.0, this bua 1.0.0", "bua serve"},
		{"nobody is paired", func(p *patient) { p.serve("1.0.0") }, "device", doctor.Wrong, "no browser is paired", "bua pair"},
		{"a browser is connected, and its name cannot reach the terminal", func(p *patient) { p.serve("1.0.0", laptop) }, "device", doctor.OK, `"lap?top" (d1) is connected, extension 1.0.0`, ""},
		{"an extension of another version", func(p *patient) { p.serve("1.0.0", old) }, "device", doctor.Wrong, "extension 0.9.0", "update the extension"},
		{"the only browser is away", func(p *patient) { p.serve("1.0.0", away) }, "device", doctor.Wrong, "last seen", "open that browser"},
		{"one of two browsers is away", func(p *patient) { p.serve("1.0.0", away, laptop) }, "device", doctor.Note, "last seen", "bua devices revoke d2"},

		{"no audit yet", func(*patient) {}, "audit", doctor.OK, "none yet", ""},
		{"an audit without a backend is read", func(p *patient) { p.keep() }, "audit", doctor.OK, "chain valid", ""},
		{"an audit that others can read", func(p *patient) {
			if err := os.Mkdir(p.Home.StoreDir(), 0o700); err == nil {
				_ = os.Chmod(p.Home.StoreDir(), 0o755)
			}
		}, "audit", doctor.Wrong, "open to other users", "chmod 700"},
		{"a store that is a file", func(p *patient) { p.write(p.Home.StoreDir(), "", 0o600) }, "audit", doctor.Wrong, "not a folder", "--config-dir"},
		{"a store that is none", func(p *patient) { p.write(filepath.Join(p.Home.StoreDir(), "x"), "", 0o600) }, "audit", doctor.Wrong, "no bua store", "move it away"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			p := &patient{t, doctor.Doctor{Home: app.Home(t.TempDir()), Version: "1.0.0", Root: t.TempDir(), System: "linux", Env: func(string) string { return "" }}}
			if err := os.Chmod(string(p.Home), 0o700); err != nil {
				t.Fatal(err)
			}
			p.browser("echo Chromium 156.0.1.2")
			row.prepare(p)
			before := tree(t, string(p.Home))
			list := p.Look(t.Context())
			is.Equal(tree(t, string(p.Home)), before) // nothing is changed
			found := false
			for _, f := range list {
				is.True(f.State == doctor.OK || f.State == doctor.Unknown || f.Do != "") // says the next step
				found = found || f.Check == row.check && f.State == row.state && strings.Contains(f.Says, row.says) && strings.Contains(f.Do, row.do)
			}
			data, err := json.Marshal(list)
			is.NoErr(err)
			if !found {
				t.Fatalf("no %s %q that says %q and %q in %s", row.state, row.check, row.says, row.do, data)
			}
			if row.state == doctor.Wrong {
				is.True(!doctor.Well(list))
			}
			is.True(!strings.Contains(string(data), secret))
			if token, err := p.Home.KeptToken(httpapi.ScopeAgent); err == nil {
				is.True(!strings.Contains(string(data), token))
			}
		})
	}
}

// keep leaves the store of a backend that ran and ended.
func (p *patient) keep() {
	p.Helper()
	m, err := app.New(app.Options{Home: p.Home, Address: "127.0.0.1:0", Version: "1.0.0"})
	if err == nil {
		err = m.Run(p.Context())
	}
	if err != nil {
		p.Fatal(err)
	}
	m.Close()
}

// tree lists what is below a folder: names, sizes, modes and times of change.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var s strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil {
			s.WriteString(path + " " + info.Mode().String() + " " + info.ModTime().String() + "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s.String()
}

func TestLaunch_NeedsNoBackend(t *testing.T) {
	is := is.New(t)
	home := app.Home(filepath.Join(t.TempDir(), "none"))
	list := doctor.Doctor{Home: home, Version: "dev", Launch: true, Root: t.TempDir(), Env: func(string) string { return "" }}.Look(t.Context())
	for _, f := range list {
		is.True(f.Check != "backend" && f.Check != "token")
	}
}
