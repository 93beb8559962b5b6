package main

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
)

// serve answers the benchmark's pages on loopback: /rows?n=N is a page with N
// buttons in a table, /form a small form, /article a long article, /grid?n=N a
// page of N elements, which with watched=1 watches its main thread, /frames?n=N one with N forms, /sites?n=N
// with those of N other sites, /shadow?n=N one with N shadow roots, /pictures?n=N
// one with N pictures, /link one with a link to itself; /hop?n=N leads to the form by N redirects.
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
	mux.HandleFunc("/article", func(w http.ResponseWriter, _ *http.Request) { html(w, article()) })
	mux.HandleFunc("/grid", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.FormValue("n"))
		html(w, grid(n, r.FormValue("watched") != ""))
	})
	mux.HandleFunc("/frames", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.FormValue("n"))
		html(w, "<h1>Frames</h1>"+strings.Repeat(`<iframe src="/form" width=300 height=120></iframe>`, n))
	})
	mux.HandleFunc("/sites", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.FormValue("n"))
		_, port, _ := net.SplitHostPort(r.Host)
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `<iframe src="http://site%d.localhost:%s/form" width=300 height=120></iframe>`, i, port)
		}
		html(w, "<h1>Sites</h1>"+b.String())
	})
	mux.HandleFunc("/shadow", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.FormValue("n"))
		html(w, "<h1>Parts</h1>"+strings.Repeat(shadow, n))
	})
	mux.HandleFunc("/pictures", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.FormValue("n"))
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `<img alt="" src="/picture?%d">`, i)
		}
		html(w, "<h1>Pictures</h1>"+b.String())
	})
	mux.HandleFunc("/picture", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/svg+xml")
		w.Header().Set("Cache-Control", "no-store")
		fmt.Fprint(w, `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>`)
	})
	mux.HandleFunc("/link", func(w http.ResponseWriter, _ *http.Request) { html(w, `<a id=go href="/link">Go on</a>`) })
	mux.HandleFunc("/hop", func(w http.ResponseWriter, r *http.Request) {
		to := "/form"
		if n, _ := strconv.Atoi(r.FormValue("n")); n > 1 {
			to = "/hop?n=" + strconv.Itoa(n-1)
		}
		http.Redirect(w, r, to, http.StatusFound)
	})
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

// article is a long article, with what stands around one on most sites.
func article() string {
	var b strings.Builder
	links := func(n int, word string) {
		for i := range n {
			fmt.Fprintf(&b, `<li><a href="/%s/%d">%s %d</a></li>`, word, i, word, i)
		}
	}
	b.WriteString(`<header><nav><ul>`)
	links(30, "Section")
	b.WriteString(`</ul></nav></header><main><article><h1>How a river is measured</h1><p class=byline>By A. Writer, 3 May</p>`)
	for s := range 30 {
		fmt.Fprintf(&b, "<h2 id=s%d>Part %d</h2>", s, s+1)
		for p := range 4 {
			fmt.Fprintf(&b, `<p>The gauge at mile %d was built of <em>oak</em>, and whoever kept it wrote down, each morning, how high the water stood, `+
				`as <a href="/note/%d-%d">an older note</a> says. In dry years the river fell below its mark, and the keeper had to <a href="/place/%d">walk upstream</a> `+
				`to the second post, which <b>nobody</b> had cleaned, before the number could be read<sup><a href="#f%d">[%d]</a></sup>. `+
				`What was lost in those weeks was guessed later, from the rain that had come down on the hills, and the guesses are in <code>table %d</code>.</p>`, s*4+p, s, p, p, s, s, p)
		}
		if s%5 == 4 {
			b.WriteString(`<figure><img alt="The gauge" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><figcaption>The gauge, seen from the bridge.</figcaption></figure><ul>`)
			for i := range 6 {
				fmt.Fprintf(&b, "<li>Reading %d was taken before noon.</li>", i)
			}
			b.WriteString(`</ul>`)
		}
	}
	b.WriteString(`</article><aside class=related><h2>Related stories</h2><ul>`)
	links(20, "Story")
	b.WriteString(`</ul></aside></main><footer><ul>`)
	links(20, "About")
	b.WriteString(`</ul>© 2026</footer>`)
	return b.String()
}

const form = `<main><h1>Contact</h1><form onsubmit="return false">
<p><label>Name <input id=name autofocus></label>
<p><label>Message <textarea id=message></textarea></label>
<p><button id=send type=button>Send</button></form></main>`

const shadow = `<div><template shadowrootmode=open><p>Part</p><button>Order</button></template></div>`

// grid is a table of n elements in all, of which every tenth is a button or a
// link. A watched one has a script that runs all the time, and writes how long it
// was kept from running at most into the root element.
func grid(n int, watched bool) string {
	var b strings.Builder
	if watched {
		b.WriteString(`<script>const c=new MessageChannel(),d=document.documentElement.dataset;let last=performance.now();` +
			`c.port1.onmessage=()=>{const now=performance.now();if(now-last>(+d.longest||0))d.longest=now-last;last=now;c.port2.postMessage(0)};c.port2.postMessage(0)</script>`)
	}
	b.WriteString(`<main><h1>Stock</h1><p><button id=first>First</button></p><table>`)
	for i := range n / 10 { // a row is ten elements
		fmt.Fprintf(&b, "<tr><td>Part %d</td><td><b>%d</b> in stock</td><td>%d.00 EUR</td><td><span>Shelf %d</span></td><td>", i, i%90, i*3, i%40)
		if i%2 == 0 {
			fmt.Fprintf(&b, "<button>Order %d</button>", i)
		} else {
			fmt.Fprintf(&b, `<a href="/part/%d">Part %d</a>`, i, i)
		}
		b.WriteString("</td><td></td></tr>")
	}
	b.WriteString("</table></main>")
	return b.String()
}
