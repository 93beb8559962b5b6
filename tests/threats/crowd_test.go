package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/e2e"
)

// crowd is the whole: servers, backends, browsers, callers.
type crowd struct {
	t        *testing.T
	nats     *natsCluster
	nodes    []*node
	devices  []pairing.Credential
	homes    []atomic.Int32 // at which backend each browser is; -1 nowhere
	streams  int
	ctx      context.Context
	end      context.CancelFunc
	all      sync.WaitGroup
	client   *http.Client
	reached  [][]atomic.Int64 // answers by backend and user
	answered atomic.Int64
	told     atomic.Int64
	cut      atomic.Int64
	crossed  atomic.Int64
	hung     atomic.Int64
	wrong    atomic.Int64
	// next is the backend to which a balancer sends the next connection; nil where each
	// caller and each browser has a backend of its own. Then browsers take their time, too.
	next  func() int
	quiet atomic.Bool // nothing new is asked
	asks  sync.WaitGroup

	mu     sync.Mutex
	took   []time.Duration
	calls  map[string]int // by what was asked
	known  map[string]bool
	why    map[string]int
	prefer []int // where each browser connects first
}

// node is one backend.
type node struct {
	binary, dir, users, nats string
	address                  string
	process                  *exec.Cmd
	more                     []string // arguments
	said                     coretest.Output
}

// startCrowd is startNodes with browsers that connect, and callers that ask each
// browser through each backend all the time.
func startCrowd(t *testing.T) *crowd {
	t.Helper()
	c := startNodes(t)
	for u := range clusterUsers {
		c.all.Go(func() { c.browse(u) })
		for n := range c.nodes {
			c.asks.Go(func() { c.call(u, strconv.Itoa(n), func() int { return n }) })
		}
	}
	t.Cleanup(c.stop)
	return c
}

// startNodes starts three backends on three NATS servers, with a paired device for
// each user.
func startNodes(t *testing.T, more ...string) *crowd {
	t.Helper()
	is := is.New(t)
	dir := t.TempDir()
	binary := e2e.Binary(t)
	c := &crowd{t: t, nats: startNATS(t, 3), homes: make([]atomic.Int32, clusterUsers), client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}},
		calls: map[string]int{}, known: map[string]bool{}, why: map[string]int{}}
	c.ctx, c.end = context.WithCancel(t.Context())
	var users strings.Builder
	for u := range clusterUsers {
		sum := sha256.Sum256([]byte(tokenOf(u)))
		fmt.Fprintf(&users, "%s %s operator\n", hex.EncodeToString(sum[:]), userName(u))
		c.devices = append(c.devices, device(userName(u), u))
		c.prefer = append(c.prefer, u%3)
	}
	file := filepath.Join(dir, "users")
	is.NoErr(os.WriteFile(file, []byte(users.String()), 0o600))
	address := filepath.Join(dir, "nats")
	is.NoErr(os.WriteFile(address, []byte(c.nats.url()), 0o600))
	c.nats.settle(0)
	c.preload()
	for n := range 3 {
		c.nodes = append(c.nodes, &node{binary: binary, dir: filepath.Join(dir, "home", strconv.Itoa(n)), users: file, nats: address, more: more})
		c.nodes[n].start(t)
		t.Cleanup(c.nodes[n].kill)
	}
	c.streams = 8 // devices, policy, codes, nonces, claims, audit, the beginnings of its chains and what is kept of them
	c.nats.settle(c.streams)
	c.reached = make([][]atomic.Int64, 3)
	for n := range c.reached {
		c.reached[n] = make([]atomic.Int64, clusterUsers)
	}
	return c
}

// open opens what the backends keep in the NATS servers, as one more of them.
func (c *crowd) open() *store.Store {
	c.t.Helper()
	is := is.New(c.t)
	servers, err := store.ParseServers(c.nats.url(), store.ServersOptions{})
	is.NoErr(err)
	s, err := store.Open(store.Options{Servers: servers, Node: "test"})
	is.NoErr(err)
	return s
}

func (c *crowd) preload() {
	c.t.Helper()
	is := is.New(c.t)
	s := c.open()
	defer s.Close()
	b, err := s.Bucket("devices", 0)
	is.NoErr(err)
	for _, r := range c.devices {
		data, err := json.Marshal(r)
		is.NoErr(err)
		is.NoErr(b.Put(r.ID, data))
	}
}

// start starts the backend, at its old address when it had one.
func (n *node) start(t *testing.T) {
	t.Helper()
	listen := "127.0.0.1:0"
	if n.address != "" {
		listen = n.address
	}
	p := exec.Command(n.binary, append([]string{"serve", "--mode", "server", "--host", publicHost, "--users", n.users, "--listen", listen, "--config-dir", n.dir, "--nats", "@" + n.nats, "--verbose"}, n.more...)...)
	said, err := p.StderrPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	n.process = p
	lines, address := bufio.NewScanner(io.TeeReader(said, &n.said)), ""
	for address == "" && lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), " on 127.0.0.1:"); ok {
			port, _, _ := strings.Cut(at, ".")
			address = "127.0.0.1:" + port
		}
	}
	if address == "" {
		t.Fatal("a backend does not start:\n" + n.said.String())
	}
	n.address = address
	go func() { _, _ = io.Copy(&n.said, said) }()
}

func (n *node) kill() {
	if n.process != nil {
		_ = n.process.Process.Signal(syscall.SIGKILL)
		_ = n.process.Wait()
		n.process = nil
	}
}

// stop ends callers and browsers.
func (c *crowd) stop() {
	c.end()
	c.asks.Wait()
	c.all.Wait()
}

// browse keeps a browser connected to one of the backends, as an extension does
// behind a balancer.
func (c *crowd) browse(u int) {
	d := c.devices[u]
	for try := 0; c.ctx.Err() == nil; try++ {
		c.mu.Lock()
		n, back := (c.prefer[u]+try)%len(c.nodes), 50*time.Millisecond
		c.mu.Unlock()
		if c.next != nil {
			n, back = c.next(), time.Duration(rand.IntN(2000))*time.Millisecond
		}
		b := &browser{id: d.ID, key: d.Key}
		ctx, cancel := context.WithTimeout(c.ctx, 5*time.Second)
		err := b.connect(ctx, c.nodes[n].address, "wss://"+publicHost+"/ws/browser", publicHost, fmt.Sprintf("10.0.0.%d", u))
		cancel()
		c.homes[u].Store(-1)
		if err == nil {
			c.homes[u].Store(int32(n))
			err = b.serve(c.ctx, func(r protocol.Request) []byte {
				if c.next == nil {
					return c.carry(u, r)
				}
				go func() {
					if rand.IntN(10) == 0 {
						time.Sleep(time.Duration(rand.IntN(2000)) * time.Millisecond)
					}
					_ = b.conn.Write(c.ctx, websocket.MessageText, protocol.Append(nil, protocol.Response{ID: r.ID, Result: c.carry(u, r)}))
				}()
				return nil
			})
			_ = b.conn.CloseNow()
			if s := websocket.CloseStatus(err); s == websocket.StatusCode(link.CloseRevoked) {
				return
			}
			try = 0
		}
		select {
		case <-c.ctx.Done():
		case <-time.After(back):
		}
	}
}

// carry carries out a request in the browser of a user: it counts it, and says
// whose browser it was.
func (c *crowd) carry(u int, r protocol.Request) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known[r.ID] = true
	switch a := r.Action.(type) {
	case protocol.Evaluate:
		c.calls[a.Expression]++
		if !strings.HasPrefix(a.Expression, userName(u)+"/") {
			c.crossed.Add(1)
		}
		return protocol.AppendResult(nil, protocol.EvaluateResult{Type: "string", Value: []byte(strconv.Quote(a.Expression + "@" + userName(u)))})
	case protocol.Screenshot:
		return protocol.AppendResult(nil, protocol.ScreenshotResult{DataURL: "data:image/jpeg;base64," + bigPicture})
	}
	return []byte(`{"ok":true}`)
}

// refused is the status of a connection that was refused, and so has carried nothing.
const refused = -1

// call asks one user's browser for one thing after another, each through a backend. Where
// there is a balancer, a connection that is refused is made elsewhere.
func (c *crowd) call(u int, name string, at func() int) {
	for i := 0; !c.quiet.Load() && c.ctx.Err() == nil; i++ {
		expression := fmt.Sprintf("%s/%s/%d", userName(u), name, i)
		begin, n, status, body := time.Now(), 0, refused, []byte(nil)
		for again := true; again; again = status == refused && c.next != nil && c.ctx.Err() == nil {
			n = at()
			status, body = c.act(c.ctx, n, u, `{"type":"evaluate","expression":"`+expression+`"}`)
		}
		if c.ctx.Err() != nil {
			return
		}
		took := time.Since(begin)
		c.mu.Lock()
		c.took = append(c.took, took)
		c.mu.Unlock()
		var said struct {
			Error *protocol.Error `json:"error"`
		}
		switch {
		case took > answerWithin:
			c.hung.Add(1)
		case status <= 0: // the backend was killed
			c.cut.Add(1)
		case status == http.StatusOK && strings.Contains(string(body), strconv.Quote(expression+"@"+userName(u))):
			c.answered.Add(1)
			c.reached[n][u].Add(1)
		case status == http.StatusOK:
			c.crossed.Add(1)
		case json.Unmarshal(body, &said) == nil && said.Error != nil && said.Error.Code != "" && said.Error.Message != "":
			c.told.Add(1)
			c.mu.Lock()
			c.why[string(said.Error.Code)+": "+said.Error.Message]++
			c.mu.Unlock()
		default:
			c.wrong.Add(1)
			c.t.Logf("%d %s", status, body)
		}
		pause := 5 * time.Millisecond
		if status != http.StatusOK {
			pause = 50 * time.Millisecond
		}
		select {
		case <-c.ctx.Done():
		case <-time.After(pause):
		}
	}
}

func (c *crowd) act(ctx context.Context, n, u int, action string) (int, []byte) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin+10*time.Second)
	defer cancel()
	return c.http(ctx, n, u, http.MethodPost, "/api/act", action)
}

func (c *crowd) http(ctx context.Context, n, u int, method, path, text string) (int, []byte) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+c.nodes[n].address+path, strings.NewReader(text))
	if err != nil {
		return 0, nil
	}
	req.Host = publicHost
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+tokenOf(u))
	resp, err := c.client.Do(req)
	if errors.Is(err, syscall.ECONNREFUSED) {
		time.Sleep(50 * time.Millisecond) // the next one may be refused, too
		return refused, nil
	}
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil
	}
	return resp.StatusCode, body
}

// connected counts a user's browsers that a backend knows to be connected.
func (c *crowd) connected(n, u int) (count int) {
	_, body := c.http(c.t.Context(), n, u, http.MethodGet, "/api/status", "")
	return strings.Count(string(body), `"connected":true`)
}

// progress returns when every backend that runs has reached every browser anew.
func (c *crowd) progress(when string) {
	c.t.Helper()
	var from [3][clusterUsers]int64
	for n := range c.nodes {
		for u := range clusterUsers {
			from[n][u] = c.reached[n][u].Load()
		}
	}
	late := time.After(answerWithin)
	for {
		missing := ""
		for n := range c.nodes {
			for u := range clusterUsers {
				if c.nodes[n].process != nil && c.reached[n][u].Load() < from[n][u]+2 { // one may have been on its way
					missing = fmt.Sprintf("backend %d, user %d", n, u)
				}
			}
		}
		if missing == "" {
			return
		}
		select {
		case <-late:
			for n := range c.nodes {
				c.t.Logf("backend %d:\n%s", n, c.nodes[n].said.String())
			}
			c.t.Fatalf("%s: no answer through %s; told: %s", when, missing, c.reasons())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// slowest is the time that an answer took at most, and that 99 of 100 took at most.
func (c *crowd) slowest() (most, p99 time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.Sort(c.took)
	return c.took[len(c.took)-1].Round(time.Millisecond), c.took[len(c.took)*99/100].Round(time.Millisecond)
}

func (c *crowd) executed() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.calls
}

func (c *crowd) ids() map[string]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known
}

func (c *crowd) reasons() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for why, n := range c.why {
		list = append(list, fmt.Sprintf("%d× %s", n, why))
	}
	return strings.Join(list, "; ")
}

// stop ends a backend as its operator would.
func (n *node) stop(t *testing.T) {
	t.Helper()
	err := n.process.Process.Signal(syscall.SIGTERM)
	if err == nil {
		err = n.process.Wait()
	}
	n.process = nil
	if err != nil {
		t.Fatal(err)
	}
}
