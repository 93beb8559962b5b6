package e2e

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// recorder is the script that every page runs first: it counts what happens to
// the page and tells the site.
//
//go:embed recorder.js
var recorder string

// PageEvent is one event as the page itself saw it.
type PageEvent struct {
	// At is when it happened, in ms since 1970.
	At int64 `json:"at"`
	// Page is the path that reported it.
	Page string `json:"page"`
	// Host is the host that the page was served from.
	Host string `json:"host"`
	// Type is the event's type, such as click.
	Type string `json:"type"`
	// Target is the id, else the name, else the tag of the event's target.
	Target string `json:"target"`
	// Trusted is the event's isTrusted.
	Trusted bool `json:"trusted"`
	// Detail is the key, the input's value, or what the page wants to tell.
	Detail string `json:"detail"`
}

// Site serves pages on loopback and keeps what they report.
type Site struct {
	// Port is the TCP port on 127.0.0.1.
	Port string
	// Mux takes further routes of a spec.
	Mux *http.ServeMux

	mu      sync.Mutex
	seen    []PageEvent
	forgot  int64
	changed chan struct{}
}

// NewSite starts a site with the pages of one folder of an embedded file
// system, until the test ends.
func NewSite(tb testing.TB, pages embed.FS, dir string) *Site {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	s := &Site{Port: port, Mux: http.NewServeMux(), changed: make(chan struct{})}
	files, err := fs.Sub(pages, dir)
	if err != nil {
		tb.Fatal(err)
	}
	s.Mux.HandleFunc("POST /witness", s.report)
	s.Mux.HandleFunc("/favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	s.Mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.page(w, r, files) })
	srv := &http.Server{Handler: s.Mux, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = srv.Serve(l) }()
	tb.Cleanup(func() { _ = srv.Close() })
	return s
}

// URL returns the address of a path on 127.0.0.1.
func (s *Site) URL(path string) string { return s.On("127.0.0.1", path) }

// On returns the address of a path under another host name. The browser of a
// product resolves every name below .test to this machine.
func (s *Site) On(host, path string) string { return "http://" + host + ":" + s.Port + path }

func (s *Site) page(w http.ResponseWriter, r *http.Request, files fs.FS) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	data, err := fs.ReadFile(files, name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if !strings.HasSuffix(name, ".html") {
		http.ServeFileFS(w, r, files, name)
		return
	}
	HTML(w, string(data))
}

// HTML answers with a page that reports what happens to it.
func HTML(w http.ResponseWriter, html string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	fmt.Fprint(w, "<!doctype html><script>", recorder, "</script>", html)
}

func (s *Site) report(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	var h PageEvent
	if err != nil || json.Unmarshal(data, &h) != nil {
		http.Error(w, "not a happening", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	if h.At >= s.forgot {
		s.seen = append(s.seen, h)
		close(s.changed)
		s.changed = make(chan struct{})
	}
	s.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

// Seen returns all that match, in the order of arrival.
func (s *Site) Seen(match func(PageEvent) bool) []PageEvent {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []PageEvent
	for _, h := range s.seen {
		if match(h) {
			out = append(out, h)
		}
	}
	return out
}

// Forget drops what happened so far, also what is reported of it later: a
// report takes its own way and may come after the action's answer.
func (s *Site) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen, s.forgot = nil, time.Now().UnixMilli()
}

// Await waits until n happenings match, and returns them; it fails the test
// when they do not come in ten seconds.
func (s *Site) Await(tb testing.TB, n int, match func(PageEvent) bool) []PageEvent {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 10*time.Second)
	defer cancel()
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if got := s.Seen(match); len(got) >= n {
			return got
		}
		select {
		case <-changed:
		case <-ctx.Done():
			tb.Fatalf("the page reported %d of %d expected events; all it reported: %+v", len(s.Seen(match)), n, s.Seen(func(PageEvent) bool { return true }))
		}
	}
}

// Type matches the happenings of one type on one target; target "" is any.
func Type(typ, target string) func(PageEvent) bool {
	return func(h PageEvent) bool { return h.Type == typ && (target == "" || h.Target == target) }
}
