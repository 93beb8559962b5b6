package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/zapvol/bua/backend/cluster"
	"github.com/zapvol/bua/core/protocol"
)

// roleVariable makes this program one of the processes that it measures.
const roleVariable = "BUA_SCALE_ROLE"

// role is what a process is: a NATS server, or a backend when URL is set.
type role struct {
	Name            string
	Port, Peer      int
	Peers           []int
	Super           bool
	URL             string
	First, Browsers int
}

// stat is what a process says of itself.
type stat struct {
	// RSS and Heap are bytes after a collection.
	RSS, Heap uint64
	// In and Out are messages that a server has taken and given since it began.
	In, Out int64
	Subs    uint32
}

// play does what a role asks for, and says how it stands for each line that it
// reads, until there are no more.
func play(text string) error {
	var r role
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return err
	}
	figures := func() stat { return stat{} }
	if r.URL == "" {
		s, err := serve(r)
		if err != nil {
			return err
		}
		figures = func() stat {
			v, err := s.Varz(nil)
			if err != nil {
				return stat{}
			}
			return stat{In: v.InMsgs, Out: v.OutMsgs, Subs: s.NumSubscriptions()}
		}
	} else {
		b, err := join(r.URL)
		if err != nil {
			return err
		}
		for i := range r.Browsers {
			b.Here(browser(r.First + i))
		}
	}
	lines := bufio.NewScanner(os.Stdin)
	for fmt.Println(`{}`); lines.Scan(); {
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		s := figures()
		s.RSS, s.Heap = rss(), m.HeapAlloc
		data, err := json.Marshal(s)
		if err != nil {
			return err
		}
		fmt.Println(string(data))
	}
	return lines.Err()
}

// serve starts a NATS server: a member of the cluster, or a cluster of its own.
func serve(r role) (*server.Server, error) {
	o := &server.Options{ServerName: r.Name, Host: "127.0.0.1", Port: r.Port, NoSigs: true, NoLog: true, MaxPending: 256 << 20}
	if r.Super {
		o.Gateway = server.GatewayOpts{Name: r.Name, Host: "127.0.0.1", Port: r.Peer}
		for i, p := range r.Peers {
			o.Gateway.Gateways = append(o.Gateway.Gateways, &server.RemoteGatewayOpts{Name: fmt.Sprint("n", i), URLs: []*url.URL{{Scheme: "nats", Host: fmt.Sprint("127.0.0.1:", p)}}})
		}
	} else {
		o.Cluster = server.ClusterOpts{Name: "scale", Host: "127.0.0.1", Port: r.Peer}
		for _, p := range r.Peers {
			o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: fmt.Sprint("127.0.0.1:", p)})
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		return nil, errors.New("the NATS server does not start")
	}
	return s, nil
}

// join makes a backend, with the options of the store's connection.
func join(address string) (*cluster.Cluster, error) {
	conn, err := nats.Connect(address, nats.MaxReconnects(-1), nats.ReconnectBufSize(-1), nats.PingInterval(2*time.Second), nats.IgnoreDiscoveredServers())
	if err != nil {
		return nil, err
	}
	return cluster.Join(cluster.Options{Conn: conn, Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
		Act: func(_ context.Context, r cluster.Request) (protocol.Result, error) {
			return protocol.EvaluateResult{Type: "string", Value: []byte(strconv.Quote(r.Device))}, nil
		},
		Unsent:   func(m string) error { return protocol.NewError(protocol.CodeInternal, m) },
		IsUnsent: func(error) bool { return false },
		Moved:    func(string, string, int64) { fmt.Fprintln(os.Stderr, "a browser has moved: none should") },
		Came:     func(string, string) {},
		Left:     func(string, string, time.Time) {},
		Lost:     func() {},
		Heard:    func(string, []byte) {},
		Refresh:  func() error { return nil },
		Alone:    func() { fmt.Fprintln(os.Stderr, "a backend is alone") },
	})
}

// browser is the i-th: each is another user's, with names as long as real ones.
func browser(i int) cluster.Presence {
	return cluster.Presence{User: userOf(i), Device: protocol.Device{ID: deviceOf(i), Name: "Chrome on Linux", Browser: "Chrome 156"}, ClientVersion: "1.0.0", Since: time.Now()}
}

func userOf(i int) string   { return fmt.Sprintf("user-%07d@example.com", i) }
func deviceOf(i int) string { return fmt.Sprintf("%08x-4a1f-4c0e-9d5e-5f3a2b1c0d9e", i) }

// rss is how many bytes of this process are in memory.
func rss() uint64 {
	data, err := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(data))
	if err != nil || len(fields) < 2 {
		return 0 // no Linux
	}
	pages, err := strconv.ParseUint(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

// child is a process that plays a role.
type child struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
}

// spawn starts a process and returns when it has done what its role asks for.
func spawn(r role) (*child, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	p := exec.Command(os.Args[0])
	p.Env, p.Stderr = append(os.Environ(), roleVariable+"="+string(data)), os.Stderr
	in, err := p.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.Start(); err != nil {
		return nil, err
	}
	c := &child{p, in, bufio.NewScanner(out)}
	if _, err := c.read(); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *child) read() (s stat, err error) {
	if !c.out.Scan() {
		return s, errors.New("a process has ended: see what it said")
	}
	return s, json.Unmarshal(c.out.Bytes(), &s)
}

// stat asks a process how it stands.
func (c *child) stat() (stat, error) {
	if _, err := io.WriteString(c.in, "stat\n"); err != nil {
		return stat{}, err
	}
	return c.read()
}

func (c *child) end() {
	_ = c.in.Close()
	_ = c.process.Wait()
}
