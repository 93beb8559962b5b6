package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/chaos"
	"github.com/zapvol/bua/tests/e2e"
)

//go:embed storm.html
var stormPage string

// stormRun is the product, and what is seen of it.
type stormRun struct {
	t       *testing.T
	binary  string
	home    app.Home
	address string // the backend's own
	host    string // the proxy's, under which the backend is known
	token   string
	said    string // the file of what the backend logs
	diary   *os.File
	proxy   *chaos.Proxy
	site    *httptest.Server
	client  *http.Client
	cdp     *cdp.Conn
	browser int // process group

	mu      sync.Mutex
	backend *exec.Cmd
	// away are the spans in which no browser was connected, or a process did not
	// run; they overlap.
	away []span
	// strikes are the faults that the page's own report may not outlive.
	strikes []time.Time
	times   []struck
	faulted map[string]int

	asked   int
	counts  map[string]int // by how it ended
	why     map[string]int // by what was said
	wrong   []string
	slowest time.Duration
	over    int
	most    time.Duration
	last    time.Time // a success
	gap     time.Duration
	trials  map[string]*trial
	effects map[string]int
	samples []sample
}

// trial is an action with an effect.
type trial struct {
	kind   string
	ok     bool
	at     time.Time // when it was answered
	denied string    // an answer that says that nothing happened
}

// span is a time from when to when.
type span struct{ from, to time.Time }

// startStorm starts them. The default suite has no storm: tests/bridge has each fault
// of the network without a browser, TestChromium_outlives_a_cut one with it, and
// tests/serviceworker the deaths of the worker.
func startStorm(t *testing.T) *stormRun {
	t.Helper()
	size.LeaveToAll(t, size.Load)
	is := is.New(t)
	dir := t.TempDir()
	s := &stormRun{t: t, binary: e2e.Binary(t), home: app.Home(filepath.Join(dir, "home")), said: filepath.Join(t.ArtifactDir(), "backend.log"),
		faulted: map[string]int{}, counts: map[string]int{}, why: map[string]int{}, trials: map[string]*trial{}, effects: map[string]int{}, last: time.Now()}
	diary, err := os.Create(filepath.Join(t.ArtifactDir(), "diary"))
	is.NoErr(err)
	t.Cleanup(func() { _ = diary.Close() })
	t.Cleanup(func() { // last of all: a summary shows the end of an output
		if t.Failed() {
			t.Logf("what was wrong:\n%s", strings.Join(s.wrong, "\n"))
		}
	})
	s.diary = diary
	mux := http.NewServeMux()
	s.site = httptest.NewServer(mux)
	t.Cleanup(s.site.Close)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { page(w, stormPage) })
	mux.HandleFunc("/favicon.ico", http.NotFound)
	mux.HandleFunc("/slow", func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(2 * time.Second) // a navigation that is under way
		page(w, "<title>slow</title>")
	})
	mux.HandleFunc("/visit/", func(w http.ResponseWriter, r *http.Request) {
		s.effect(strings.TrimPrefix(r.URL.Path, "/visit/"))
		w.Header().Set("Cache-Control", "max-age=7200") // whoever goes back does not visit it again
		page(w, "<title>visited</title>")
	})
	mux.HandleFunc("POST /effect", func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(io.LimitReader(r.Body, 100))
		s.effect(string(data))
		w.WriteHeader(http.StatusNoContent)
	})

	// The extension dials 127.0.0.1 only, and the backend serves its own port only:
	// so the proxy is there under the same port as the backend on 127.0.0.2.
	s.proxy = chaos.New(t, "")
	s.host = s.proxy.Addr()
	_, port, err := net.SplitHostPort(s.host)
	is.NoErr(err)
	s.address = "127.0.0.2:" + port
	s.proxy.Point(s.address)
	s.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", s.address)
	}}}
	_, err = app.FindHome(string(s.home))
	is.NoErr(err)
	s.token, err = s.home.Token(httpapi.ScopeOperator)
	is.NoErr(err)
	s.serve()
	t.Cleanup(s.silence)

	extension := filepath.Join(dir, "extension")
	is.NoErr(os.CopyFS(extension, os.DirFS(e2e.Extension(t))))
	is.NoErr(app.WriteBootstrap(extension, "ws://"+s.host, s.code(), "storm"))
	s.cdp, _ = cdp.Launch(t, chromium.Options{Extension: extension})
	for _, p := range s.processes("browser") {
		s.browser = p
	}
	is.True(s.browser > 0)
	e2e.Await(t, "the browser is connected", s.connected)
	return s
}

// tell writes a line into the diary, which -artifacts keeps.
func (s *stormRun) tell(format string, args ...any) {
	fmt.Fprintf(s.diary, time.Now().UTC().Format("15:04:05.000 ")+format+"\n", args...)
}

func page(w http.ResponseWriter, html string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, html)
}

func (s *stormRun) effect(id string) {
	s.mu.Lock()
	s.effects[id]++
	s.mu.Unlock()
}

// serve starts the backend and returns when it serves.
func (s *stormRun) serve() {
	log, err := os.OpenFile(s.said, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		s.t.Error(err)
		return
	}
	defer log.Close()
	c := exec.Command(s.binary, "serve", "--listen", s.address, "--config-dir", string(s.home))
	c.Stderr = log
	if err := c.Start(); err != nil {
		s.t.Error(err)
		return
	}
	s.mu.Lock()
	s.backend = c
	s.mu.Unlock()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if status, _ := s.http(s.t.Context(), http.MethodGet, "/healthz", ""); status == http.StatusOK {
			return
		}
		if time.Now().After(end) {
			s.t.Errorf("the backend does not serve:\n%s", s.logged())
			return
		}
	}
}

// silence ends the backend.
func (s *stormRun) silence() {
	s.mu.Lock()
	c := s.backend
	s.mu.Unlock()
	_ = c.Process.Signal(syscall.SIGKILL)
	_ = c.Wait()
	if s.t.Failed() {
		s.t.Logf("the backend said last:\n%s", s.logged())
	}
}

// logged is the end of the backend's log.
func (s *stormRun) logged() string {
	data, _ := os.ReadFile(s.said)
	return strings.Join(tail(strings.Split(string(data), "\n"), 60), "\n")
}

// http asks the backend directly; status 0 means that there was no answer.
func (s *stormRun) http(ctx context.Context, method, path, body string) (status int, answer []byte) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, "http://"+s.host+path, strings.NewReader(body))
	if err != nil {
		return 0, nil
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.client.Do(req)
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(resp.Body); err != nil {
		return 0, nil
	}
	return resp.StatusCode, answer
}

// code is a new pairing code.
func (s *stormRun) code() string {
	var made struct{ Code string }
	_, body := s.http(s.t.Context(), http.MethodPost, "/api/pair", "")
	if err := json.Unmarshal(body, &made); err != nil {
		s.t.Errorf("no pairing code: %s", body)
	}
	return made.Code
}

// device is the one that is paired, "" for none.
func (s *stormRun) device() (id string, connected bool) {
	var list []struct {
		ID        string
		Connected bool
	}
	_, body := s.http(s.t.Context(), http.MethodGet, "/api/devices", "")
	if json.Unmarshal(body, &list) != nil || len(list) == 0 {
		return "", false
	}
	d := list[len(list)-1]
	return d.ID, d.Connected
}

func (s *stormRun) connected() bool {
	_, yes := s.device()
	return yes
}

// processes are the browser's processes of one type.
func (s *stormRun) processes(kind string) (list []int) {
	ctx, cancel := context.WithTimeout(s.t.Context(), 3*time.Second)
	defer cancel()
	var out struct {
		ProcessInfo []struct {
			Type string
			ID   int
		}
	}
	if s.cdp.Send(ctx, "", "SystemInfo.getProcessInfo", nil, &out) != nil {
		return nil
	}
	for _, p := range out.ProcessInfo {
		if p.Type == kind {
			list = append(list, p.ID)
		}
	}
	return list
}

// inWorker evaluates an expression in the extension's worker.
func (s *stormRun) inWorker(ctx context.Context, expression string, out any) error {
	return s.withWorker(ctx, func(session string) error { return s.cdp.Eval(ctx, session, expression, out) })
}

func (s *stormRun) withWorker(ctx context.Context, do func(session string) error) error {
	return s.cdp.Within(ctx, "service_worker", "chrome-extension://", do)
}

// ask is what a page of the extension asks the worker.
func (s *stormRun) ask(ctx context.Context, method, args string) error {
	var answer struct {
		OK    any
		Error *struct{ Message string }
	}
	err := s.inWorker(ctx, fmt.Sprintf(`new Promise(answered => chrome.runtime.onMessage.dispatch({kind: "bridge_request", method: %q, args: %s},
		{id: chrome.runtime.id, url: chrome.runtime.getURL("popup.html")}, answered))`, method, args), &answer)
	if err == nil && answer.Error != nil {
		err = fmt.Errorf("%s: %s", method, answer.Error.Message)
	}
	return err
}
