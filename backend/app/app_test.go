package app

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

// fakeBridge answers every action with ok and has the devices it is told.
type fakeBridge struct {
	mu      sync.Mutex
	devices []httpapi.Device
	asked   []protocol.Action
	block   chan struct{} // when not nil, Do waits for it or for ctx
	unsent  int           // so many calls of Do come when the connection has just ended
}

func (f *fakeBridge) set(d ...httpapi.Device) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.devices = d
}

func (f *fakeBridge) Do(ctx context.Context, _ protocol.Caller, _ string, a protocol.Action) (protocol.Result, error) {
	f.mu.Lock()
	f.asked = append(f.asked, a)
	block := f.block
	f.unsent--
	unsent := f.unsent >= 0
	f.mu.Unlock()
	if unsent {
		return nil, &pool.Unsent{Cause: protocol.NewError(protocol.CodeInternal, "nothing has happened").NotDone()}
	}
	if block != nil {
		select {
		case <-block:
		case <-ctx.Done():
			return nil, protocol.NewError(protocol.CodeInternal, "aborted by caller")
		}
	}
	if a.Kind() == protocol.KindGetTabs {
		return protocol.TabsResult{}, nil
	}
	return protocol.OK{OK: true}, nil
}

func (f *fakeBridge) Devices(string) []httpapi.Device {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]httpapi.Device(nil), f.devices...)
}

func (f *fakeBridge) Pair(string) (httpapi.Code, error)  { return httpapi.Code{Code: "c"}, nil }
func (f *fakeBridge) Revoke(string, string) error        { return nil }
func (f *fakeBridge) Routes(*http.ServeMux)              {}
func (f *fakeBridge) InFlight() int                      { return 0 }
func (f *fakeBridge) Reaches(string, string) bool        { return false } // the list tells
func (f *fakeBridge) Expected(time.Time) time.Time       { return time.Time{} }
func (f *fakeBridge) Users() []string                    { return []string{Local} }
func (f *fakeBridge) Absent() error                      { return (&extensionBridge{}).Absent() }
func (f *fakeBridge) Collectors() []prometheus.Collector { return nil }
func (f *fakeBridge) Drain(context.Context)              {}
func (f *fakeBridge) Close()                             {}

var here = httpapi.Device{ID: "d1", Name: "laptop", Connected: true}

// gone is the same browser while it is away.
var gone = httpapi.Device{ID: here.ID, Name: here.Name}

func start(t *testing.T, f *fakeBridge) *Main {
	t.Helper()
	return startWith(t, Options{Bridge: f})
}

// startWith is a backend that listens, in a home of its own where none is named.
func startWith(t *testing.T, o Options) *Main {
	t.Helper()
	o.Address = "127.0.0.1:0"
	if o.Home == "" {
		o.Home = Home(t.TempDir())
	}
	m, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func TestMain_ActByHTTP(t *testing.T) {
	f := &fakeBridge{devices: []httpapi.Device{here}}
	m := start(t, f)
	for _, row := range []struct {
		name, method, path, kind, body string
		status                         int
		want                           string
	}{
		{"an action", "POST", "/api/act", "application/json", `{"type":"get_tabs"}`, 200, `{"result":[]}`},
		{"no body", "POST", "/api/act", "application/json", ``, 400, "invalid_action"},
		{"not JSON", "POST", "/api/act", "application/json", `{`, 400, "invalid_action"},
		{"the tool's argument", "POST", "/api/act", "application/json", `{"action":{"type":"get_tabs"}}`, 200, `{"result":[]}`},
		{"several actions", "POST", "/api/act", "application/json", `{"actions":[{"type":"get_tabs"},{"type":"get_tabs"}]}`, 200, `{"steps":[{"result":[]},{"result":[]}]}`},
		{"several of which one is wrong", "POST", "/api/act", "application/json", `{"actions":[{"type":"get_tabs"},{"type":"fly"}]}`, 400, "actions[1]: action.type"},
		{"a reading that does not exist", "POST", "/api/act", "application/json", `{"action":{"type":"get_tabs"},"read":"all"}`, 400, "read"},
		{"an unknown type", "POST", "/api/act", "application/json", `{"type":"fly"}`, 400, "action.type"},
		{"a wrong field", "POST", "/api/act", "application/json", `{"type":"click","uid":"e1","tabId":"x"}`, 400, "action.tabId"},
		{"a form's content type", "POST", "/api/act", "text/plain", `{"type":"get_tabs"}`, 415, "Content-Type"},
		{"no content type", "POST", "/api/act", "", `{"type":"get_tabs"}`, 415, "Content-Type"},
		{"a body over the limit", "POST", "/api/act", "application/json", `{"type":"` + strings.Repeat("x", protocol.MaxToExtension) + `"}`, 413, "action"},
		{"a device over the limit", "POST", "/api/act?device=" + strings.Repeat("x", 65), "application/json", `{"type":"get_tabs"}`, 400, "device"},
		{"the wrong method", "GET", "/api/act", "application/json", ``, 405, ""},
		{"no such route", "GET", "/api/nothing", "", ``, 404, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			req, err := http.NewRequestWithContext(t.Context(), row.method, m.URL()+row.path, strings.NewReader(row.body))
			is.NoErr(err)
			req.Header.Set("Authorization", "Bearer "+m.Token())
			if row.kind != "" {
				req.Header.Set("Content-Type", row.kind)
			}
			resp, err := http.DefaultClient.Do(req)
			is.NoErr(err)
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			is.NoErr(err)
			is.Equal(resp.StatusCode, row.status)
			is.True(strings.Contains(string(body), row.want))
		})
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.asked) != 4 { // of a list none where one is wrong
		t.Fatalf("%d actions were done, want the 4 good ones", len(f.asked))
	}
}

func TestMain_ClientGone(t *testing.T) {
	is := is.New(t)
	f := &fakeBridge{devices: []httpapi.Device{here}, block: make(chan struct{})}
	m := start(t, f)
	ctx, cancel := context.WithCancel(t.Context())
	c := &httpapi.Client{Base: m.URL(), Token: m.Token()}
	done := make(chan error)
	go func() { _, err := c.Do(ctx, "", protocol.GetTabs{}); done <- err }()
	cancel()
	is.True(errors.Is(<-done, context.Canceled))
}

func TestMain_CloseEndsCalls(t *testing.T) {
	is := is.New(t)
	f := &fakeBridge{devices: []httpapi.Device{here}, block: make(chan struct{})}
	m := start(t, f)
	done := make(chan error)
	go func() {
		_, err := m.Do(context.Background(), protocol.Caller{User: Local}, "", protocol.GetTabs{})
		done <- err
	}()
	m.Close()
	m.Close()
	is.Equal(protocol.CodeOf(<-done), protocol.CodeInternal)
}

func TestMain_Await(t *testing.T) {
	t.Run("no browser is paired: an error at once that says what to do", func(t *testing.T) {
		is := is.New(t)
		m := start(t, &fakeBridge{})
		_, err := m.Do(t.Context(), protocol.Caller{User: Local}, "", protocol.GetTabs{})
		is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
		is.True(strings.Contains(err.Error(), "bua pair"))
	})
	t.Run("a paired browser that comes back is waited for", func(t *testing.T) {
		is := is.New(t)
		f := &fakeBridge{devices: []httpapi.Device{gone}}
		m := start(t, f)
		done := make(chan error)
		go func() { _, err := m.Do(t.Context(), protocol.Caller{User: Local}, "", protocol.GetTabs{}); done <- err }()
		select {
		case <-done:
			t.Fatal("the call did not wait")
		case <-time.After(3 * look):
		}
		f.set(here)
		is.NoErr(<-done)
	})
	t.Run("one that is away for long is not waited for", func(t *testing.T) {
		is := is.New(t)
		m := start(t, &fakeBridge{devices: []httpapi.Device{gone}})
		m.started = time.Now().Add(-2 * comeback)
		_, err := m.Do(t.Context(), protocol.Caller{User: Local}, "", protocol.GetTabs{})
		is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	})
	t.Run("one that was paired a moment ago, and has never been there, is waited for", func(t *testing.T) {
		is := is.New(t)
		paired := here
		paired.Connected, paired.PairedAt = false, time.Now()
		f := &fakeBridge{devices: []httpapi.Device{paired}}
		m := start(t, f)
		m.started = time.Now().Add(-2 * comeback)
		time.AfterFunc(3*look, func() { f.set(here) })
		_, err := m.Do(t.Context(), protocol.Caller{User: Local}, "", protocol.GetTabs{})
		is.NoErr(err)
	})
	t.Run("whoever gives up while waiting learns that nothing was done", func(t *testing.T) {
		is := is.New(t)
		m := start(t, &fakeBridge{devices: []httpapi.Device{gone}})
		ctx, cancel := context.WithTimeout(t.Context(), 2*look)
		defer cancel()
		_, err := m.Do(ctx, protocol.Caller{User: Local}, "", protocol.GetTabs{})
		is.Equal(protocol.OutcomeOf(err), protocol.ErrorNotDone)
	})
}

// TestMain_AsksAgain: what was not sent, because the connection ended first, is
// no failure of the agent's.
func TestMain_AsksAgain(t *testing.T) {
	is := is.New(t)
	f := &fakeBridge{devices: []httpapi.Device{here}, unsent: 1}
	m := start(t, f)
	_, err := m.Do(t.Context(), protocol.Caller{User: Local}, "", protocol.GetTabs{})
	is.NoErr(err)
	is.Equal(len(f.asked), 2)
	f.asked, f.unsent = nil, 100
	_, err = m.Do(t.Context(), protocol.Caller{User: Local}, "", protocol.GetTabs{})
	is.Equal(protocol.OutcomeOf(err), protocol.ErrorNotDone) // a connection that never holds is told
	is.Equal(len(f.asked), 3)
}

func TestConnect(t *testing.T) {
	t.Run("the home says where the backend runs", func(t *testing.T) {
		is := is.New(t)
		home := Home(t.TempDir())
		m := startWith(t, Options{Home: home, Bridge: &fakeBridge{devices: []httpapi.Device{here}}})
		c, err := Connect(t.Context(), home, "")
		is.NoErr(err)
		is.Equal(c.Base, m.URL())
		s, err := c.Status(t.Context())
		is.NoErr(err)
		is.Equal(s.Devices, []httpapi.Device{here})
	})
	t.Run("a program that does not know the token gets none", func(t *testing.T) {
		is := is.New(t)
		m := start(t, &fakeBridge{})
		_, err := Connect(t.Context(), Home(t.TempDir()), m.Address())
		is.True(errors.Is(err, httpapi.ErrStranger))
	})
	t.Run("after Close nothing is announced and nothing answers", func(t *testing.T) {
		is := is.New(t)
		home := Home(t.TempDir())
		m := startWith(t, Options{Home: home, Bridge: &fakeBridge{}})
		address := m.Address()
		m.Close()
		_, err := os.Stat(home.runningFile())
		is.True(errors.Is(err, os.ErrNotExist))
		_, err = Connect(t.Context(), home, address)
		is.True(errors.Is(err, httpapi.ErrNoBackend))
	})
}

func TestRun_PortInUse(t *testing.T) {
	is := is.New(t)
	first := start(t, &fakeBridge{})
	m, err := New(Options{Home: Home(t.TempDir()), Address: first.Address(), Bridge: &fakeBridge{}})
	is.NoErr(err)
	err = m.Run(t.Context())
	is.True(errors.Is(err, ErrInUse))
	is.True(strings.Contains(err.Error(), "--listen"))
	m.Close()
}

func TestAgent(t *testing.T) {
	is := is.New(t)
	home := Home(t.TempDir())
	// Takes a free port and gives it back, so that both agree on one.
	probe := startWith(t, Options{Home: home, Bridge: &fakeBridge{}})
	address := probe.Address()
	probe.Close()
	agents := make([]*Agent, 4)
	for i := range agents {
		agents[i] = &Agent{Options: Options{Home: home, Address: address, Bridge: &fakeBridge{devices: []httpapi.Device{here}}}}
		t.Cleanup(agents[i].Close)
	}
	var wg sync.WaitGroup
	for _, a := range agents {
		wg.Go(func() {
			_, err := a.Do(t.Context(), "", protocol.GetTabs{})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var owner *Agent
	for _, a := range agents {
		if a.local != nil {
			is.True(owner == nil) // exactly one of them listens
			owner = a
		}
	}
	is.True(owner != nil)
	owner.Close()
	for _, a := range agents {
		if a != owner {
			_, err := a.Do(t.Context(), "", protocol.GetTabs{}) // another takes over
			is.NoErr(err)
		}
	}
}

func TestHome_Token(t *testing.T) {
	is := is.New(t)
	home, err := FindHome(t.TempDir() + "/new/bua")
	is.NoErr(err)
	tokens := make([]string, 8)
	var wg sync.WaitGroup
	for i := range tokens {
		wg.Go(func() { tokens[i], _ = home.Token(httpapi.ScopeAgent) })
	}
	wg.Wait()
	for _, tk := range tokens {
		is.Equal(tk, tokens[0]) // all agree
		is.True(len(tk) >= 32)
	}
	info, err := os.Stat(home.TokenFile())
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o600))
	is.NoErr(os.Chmod(home.TokenFile(), 0o644))
	_, err = home.Token(httpapi.ScopeAgent)
	is.True(err != nil && strings.Contains(err.Error(), "chmod 600")) // a token that others can read is refused
}

func TestUsers(t *testing.T) {
	is := is.New(t)
	file := t.TempDir() + "/users"
	alice, err := AddUser(file, NewToken{User: "alice"})
	is.NoErr(err)
	u, err := OpenUsers(file)
	is.NoErr(err)
	h, ok := u.Find(alice)
	is.True(ok)
	is.Equal(h, httpapi.Holder{User: "alice", Scope: httpapi.ScopeAgent})
	_, ok = u.Find("")
	is.True(!ok)
	bob, err := AddUser(file, NewToken{User: "bob"})
	is.NoErr(err)
	h, _ = u.Find(bob) // seen without a restart
	is.Equal(h.User, "bob")
	is.NoErr(RemoveUser(file, "alice"))
	_, ok = u.Find(alice)
	is.True(!ok)
	is.NoErr(os.WriteFile(file, []byte("nonsense\n"), 0o600))
	_, ok = u.Find(bob)
	is.True(!ok) // a file that cannot be read lets nobody in
}

func TestMain_ServerMode(t *testing.T) {
	is := is.New(t)
	file := t.TempDir() + "/users"
	alice, err := AddUser(file, NewToken{User: "alice"})
	is.NoErr(err)
	m := startWith(t, Options{Mode: Server, Hosts: []string{"bua.example.com"}, UsersFile: file, Bridge: &fakeBridge{devices: []httpapi.Device{here}}})
	is.Equal(m.SocketURL(), "wss://bua.example.com/ws/browser")
	for _, row := range []struct {
		name, host, token string
		want              int
	}{
		{"a user under the public name", "bua.example.com", alice, 200},
		{"loopback is no public name", m.Address(), alice, 403},
		{"a stranger", "bua.example.com", "nope", 401},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			req, err := http.NewRequestWithContext(t.Context(), "GET", m.URL()+"/api/status", nil)
			is.NoErr(err)
			req.Host = row.host
			req.Header.Set("Authorization", "Bearer "+row.token)
			resp, err := http.DefaultClient.Do(req)
			is.NoErr(err)
			defer resp.Body.Close()
			is.Equal(resp.StatusCode, row.want)
			if row.want == 200 {
				var s httpapi.Status
				is.NoErr(json.NewDecoder(resp.Body).Decode(&s))
				is.Equal(s.Mode, "server")
			}
		})
	}
}

func TestOptions(t *testing.T) {
	for _, row := range []struct {
		name string
		o    Options
		flag string
	}{
		{"desktop on all addresses", Options{Address: "0.0.0.0:1"}, "--listen"},
		{"desktop on a name", Options{Address: "example.com:1"}, "--listen"},
		{"an address without port", Options{Address: "127.0.0.1"}, "--listen"},
		{"an unknown mode", Options{Mode: "cloud"}, "--mode"},
		{"a server without names", Options{Mode: Server, UsersFile: "x"}, "--host"},
		{"a server without users", Options{Mode: Server, Hosts: []string{"a.b"}}, "--users"},
		{"a server with a URL as name", Options{Mode: Server, Hosts: []string{"https://a.b/"}, UsersFile: "x"}, "--host"},
		{"a server that launches", Options{Mode: Server, Hosts: []string{"a.b"}, UsersFile: "x", Launch: &Launch{}}, "--launch"},
		{"names in desktop mode", Options{Hosts: []string{"a.b"}}, "--host"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			_, err := New(row.o)
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			is.True(strings.Contains(err.Error(), row.flag)) // names the flag
		})
	}
}

func TestExtensionID(t *testing.T) {
	is := is.New(t)
	data, err := os.ReadFile("../../manifest.json")
	is.NoErr(err)
	id, err := idOf(data)
	is.NoErr(err)
	is.Equal(id, ExtensionID)
}
