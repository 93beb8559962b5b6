package main

import (
	"context"
	"embed"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
)

//go:embed pages
var pages embed.FS

// keeper is our server for the widgets of a library: its page is ours and
// small, the library is real, and what the page saves under a name is kept.
type keeper struct {
	mu   sync.Mutex
	kept map[string]string // owned by mu
}

// widget is an application that is one page of ours around a library.
func widget(name string, tasks ...task) application {
	return application{name: name, tasks: tasks, start: func(_ context.Context, p *place) error {
		l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(p.port))
		if err != nil {
			return err
		}
		k, mux := &keeper{kept: map[string]string{}}, http.NewServeMux()
		mux.Handle("GET /lib/", http.StripPrefix("/lib/", http.FileServer(http.Dir(p.modules+"/node_modules"))))
		mux.HandleFunc("GET /data/{name}", k.tell)
		mux.HandleFunc("POST /data/{name}", k.keep)
		mux.HandleFunc("GET /inner", func(w http.ResponseWriter, r *http.Request) {
			http.ServeFileFS(w, r, pages, "pages/"+name+"-inner.html")
		})
		mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, pages, "pages/"+name+".html") })
		mux.HandleFunc("GET /keep.js", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, pages, "pages/keep.js") })
		if p.more != nil {
			p.more(mux)
		}
		s := &http.Server{Handler: mux}
		go func() { _ = s.Serve(l) }()
		p.stop = append(p.stop, func() { _ = s.Close() })
		return nil
	}}
}

func (k *keeper) tell(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, _ = io.WriteString(w, k.kept[r.PathValue("name")])
}

func (k *keeper) keep(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept[r.PathValue("name")] = string(data)
}

// kept judges what a page of ours has saved under a name.
func kept(name, pattern string) judge { return answers("/data/"+name, pattern) }
