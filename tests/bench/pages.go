package main

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
)

// serve answers the benchmark's pages on loopback: /rows?n=N is a page with N
// buttons in a table, /form a small form, /tall a page of many screens.
func serve() (base string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/rows", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.FormValue("n"))
		html(w, rows(n))
	})
	mux.HandleFunc("/form", func(w http.ResponseWriter, _ *http.Request) { html(w, form) })
	s := &http.Server{Handler: mux}
	go func() { _ = s.Serve(l) }()
	return "http://" + l.Addr().String(), func() { _ = s.Close() }, nil
}

func html(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><html lang=en><meta charset=utf-8><title>bench</title><body>", body)
}

func rows(n int) string {
	var b strings.Builder
	b.WriteString("<main><h1>Orders</h1><table>")
	for i := range n {
		fmt.Fprintf(&b, "<tr><td>Order %d</td><td>%d.00 EUR</td><td><button>Open %d</button></td></tr>", i, i*3, i)
	}
	b.WriteString("</table></main>")
	return b.String()
}

const form = `<main><h1>Contact</h1><form onsubmit="return false">
<p><label>Name <input id=name autofocus></label>
<p><label>Message <textarea id=message></textarea></label>
<p><button id=send type=button>Send</button></form></main>`
