package chaos

import (
	"errors"
	"net"
	"sync"
	"testing"
	"time"
)

// Direction is one of the two ways that bytes go.
type Direction int

// The directions: from whoever dialled to the server, and back.
const (
	Up Direction = iota
	Down
)

// Proxy forwards connections to a server. Its faults hold for the connections
// that are open; later ones are whole.
type Proxy struct {
	listener net.Listener
	server   string

	mu    sync.Mutex
	flows map[*flow]bool
	dials int
}

// New starts a proxy to a server on a free port, until the test ends.
func New(tb testing.TB, server string) *Proxy {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	p := &Proxy{listener: l, server: server, flows: map[*flow]bool{}}
	go p.accept()
	tb.Cleanup(func() { _ = l.Close(); p.Cut() })
	return p
}

// Addr is where the proxy listens.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Point changes the server for later connections.
func (p *Proxy) Point(server string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.server = server
}

// Dials counts the connections so far.
func (p *Proxy) Dials() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dials
}

func (p *Proxy) accept() {
	for {
		c, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		server := p.server
		p.dials++
		p.mu.Unlock()
		s, err := net.Dial("tcp", server)
		if err != nil {
			_ = c.Close()
			continue
		}
		f := &flow{ends: [2]net.Conn{c, s}}
		p.mu.Lock()
		p.flows[f] = true
		p.mu.Unlock()
		go func() {
			var both sync.WaitGroup
			both.Go(func() { f.pump(Up) })
			both.Go(func() { f.pump(Down) })
			both.Wait()
			p.mu.Lock()
			delete(p.flows, f)
			p.mu.Unlock()
		}()
	}
}

func (p *Proxy) each(do func(*flow)) {
	p.mu.Lock()
	all := make([]*flow, 0, len(p.flows))
	for f := range p.flows {
		all = append(all, f)
	}
	p.mu.Unlock()
	for _, f := range all {
		do(f)
	}
}

// Cut ends the connections on both sides without a word: both see a reset.
func (p *Proxy) Cut() { p.each((*flow).cut) }

// Silence lets nothing more pass in the directions. Nobody is told: the
// connections are half-open until somebody gives up.
func (p *Proxy) Silence(d ...Direction) {
	p.each(func(f *flow) {
		for _, d := range d {
			f.set(func() { f.silent[d] = true })
		}
	})
}

// CutAfter cuts each connection when so many more bytes have passed in the
// direction, so mostly in the middle of a frame.
func (p *Proxy) CutAfter(d Direction, bytes int) {
	p.each(func(f *flow) { f.set(func() { f.left[d], f.counts[d] = bytes, true }) })
}

// Delay keeps what passes back for a time.
func (p *Proxy) Delay(wait time.Duration) {
	p.each(func(f *flow) { f.set(func() { f.wait = wait }) })
}

// flow is one connection through the proxy.
type flow struct {
	ends [2]net.Conn // who dialled, the server

	mu     sync.Mutex
	silent [2]bool
	counts [2]bool
	left   [2]int
	wait   time.Duration
}

func (f *flow) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

func (f *flow) cut() {
	for _, c := range f.ends {
		if t, ok := c.(*net.TCPConn); ok {
			_ = t.SetLinger(0) // a reset, not a good-bye
		}
		_ = c.Close()
	}
}

// pump copies one direction. In a silent direction it reads on and drops, as a
// network does; an end that closes there is not told to the other.
func (f *flow) pump(d Direction) {
	from, to := f.ends[d], f.ends[1-d]
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		f.mu.Lock()
		silent, counts, left, wait := f.silent[d], f.counts[d], f.left[d], f.wait
		if counts {
			f.left[d] -= n
		}
		f.mu.Unlock()
		if wait > 0 {
			time.Sleep(wait)
		}
		if n > 0 && !silent {
			last := counts && n >= left
			if last {
				n = left
			}
			if _, werr := to.Write(buf[:n]); werr != nil || last {
				f.cut()
				return
			}
		}
		if err != nil {
			f.mu.Lock()
			silent = f.silent[d]
			f.mu.Unlock()
			if silent {
				return
			}
			if errors.Is(err, net.ErrClosed) {
				return
			}
			f.cut()
			return
		}
	}
}
