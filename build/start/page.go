package start

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

//go:embed page.html
var pageHTML []byte

// click is what the page says happened to it.
type click struct {
	Button  string `json:"button"`
	Trusted bool   `json:"trusted"`
}

// shop is the page of the demonstration on a port of loopback, and its own
// account of what happened in it: the witness that is not the product.
type shop struct {
	URL    string
	clicks chan click
	server *http.Server
}

func openShop() (*shop, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &shop{URL: "http://" + l.Addr().String() + "/", clicks: make(chan click, 16)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(pageHTML)
	})
	mux.HandleFunc("POST /clicked", func(w http.ResponseWriter, r *http.Request) {
		var c click
		if json.NewDecoder(io.LimitReader(r.Body, 4096)).Decode(&c) == nil {
			select {
			case s.clicks <- c:
			default:
			}
		}
	})
	s.server = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = s.server.Serve(l) }()
	return s, nil
}

// clicked waits for the page's report.
func (s *shop) clicked(ctx context.Context) (click, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	select {
	case c := <-s.clicks:
		return c, nil
	case <-ctx.Done():
		return click{}, errors.New("the page saw no click within 5 seconds")
	}
}

func (s *shop) close() { _ = s.server.Close() }
