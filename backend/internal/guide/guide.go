package guide

import (
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

//go:embed guide.html
var page string

var pageTemplate = template.Must(template.New("guide").Parse(page))

// State is what the page shows.
type State string

// The states. Refused stands with its reason.
const (
	Loading   State = "loading"   // the extension is not there yet
	Connected State = "connected" // an agent is about to press
	Done      State = "done"
	Refused   State = "refused"
)

// Button is the CSS selector of what the agent presses.
const Button = "#press"

// Guide is the page while it is served. Its channels and methods are for
// any goroutine.
type Guide struct {
	URL     string
	server  *http.Server
	pressed chan bool
	seen    chan struct{}
	told    chan struct{}

	mu     sync.Mutex
	state  State
	reason string
}

// Open serves the page about a folder with the extension, until Close.
func Open(folder string) (*Guide, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	path := "/" + rand.Text() + "/"
	g := &Guide{URL: "http://" + l.Addr().String() + path, state: Loading, pressed: make(chan bool, 1), seen: make(chan struct{}, 1), told: make(chan struct{}, 1)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+path+"{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_ = pageTemplate.Execute(w, struct{ Folder string }{folder})
	})
	mux.HandleFunc("GET "+path+"state", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("visible") == "true" {
			offer(g.seen, struct{}{})
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(map[string]string{"state": string(g.state), "reason": g.reason})
		if g.state == Done || g.state == Refused {
			offer(g.told, struct{}{})
		}
	})
	mux.HandleFunc("POST "+path+"pressed", func(_ http.ResponseWriter, r *http.Request) {
		var p struct{ Trusted bool }
		if json.NewDecoder(io.LimitReader(r.Body, 1024)).Decode(&p) == nil {
			offer(g.pressed, p.Trusted)
		}
	})
	g.server = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = g.server.Serve(l) }()
	return g, nil
}

func offer[T any](c chan T, v T) {
	select {
	case c <- v:
	default:
	}
}

// Say has the page show a state.
func (g *Guide) Say(s State, reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.state, g.reason = s, reason
}

// Seen tells when a window shows the page; an old word counts too.
func (g *Guide) Seen() <-chan struct{} { return g.seen }

// Told tells that the page has heard how it ended.
func (g *Guide) Told() <-chan struct{} { return g.told }

// Pressed tells of a press of the button, and whether the browser calls it a person's.
func (g *Guide) Pressed() <-chan bool { return g.pressed }

// Close ends it once the answers under way are out. The page stays as it is.
func (g *Guide) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = g.server.Shutdown(ctx)
	_ = g.server.Close()
}
