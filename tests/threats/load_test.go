package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/e2e"
)

// The long run: -conns 10000 -rate 2000 -for 10m
var (
	conns = flag.Int("conns", 300, "authenticated connections")
	pace  = flag.Int("rate", 200, "requests a second")
	last  = flag.Duration("for", 3*time.Second, "how long requests come")
)

const (
	publicHost = "bua.example.test"
	perUser    = 100 // devices
)

// TestLoad runs the built backend in server mode with many browsers, asks them
// through the HTTP door at a steady pace, and counts what is lost or crossed.
// Every action is recorded, synced to the disk, before it is sent.
func TestLoad(t *testing.T) {
	is := is.New(t)
	l := startLoad(t)
	begin := time.Now()
	l.connectAll()
	up := time.Since(begin)
	before := l.rss()
	busy := l.cpu()
	quiet := l.ask(*last, nil)
	busy = l.cpu() - busy
	t.Logf("%d connections up in %s, resident %d MB; %s", *conns, up.Round(time.Millisecond), before>>20, quiet)
	t.Logf("the backend's processor time: %s a request, its row on the disk included", (busy / time.Duration(quiet.asked)).Round(time.Microsecond))
	// A hundredth of the browsers stop reading and answering; the others must not
	// notice. (A queue that fills up is in tests/bridge: here the system's own
	// buffers take what is sent.)
	slow := l.stall(max(*conns/100, 1))
	shared := l.ask(max(*last/10, 2*time.Second), slow)
	t.Logf("with %d browsers that neither read nor answer: %s; resident %d MB", len(slow), shared, l.rss()>>20)
	is.Equal(quiet.lost+shared.lost, 0)
	is.Equal(quiet.crossed+shared.crossed, 0)
	is.Equal(int(l.gone.Load()), 0) // no connection ended by itself
	is.True(before <= 450<<20)
}

// load is a backend and its browsers.
type load struct {
	t        *testing.T
	address  string
	process  *exec.Cmd
	all      []*leanBrowser
	tokens   []string
	users    int
	stalled  sync.Map     // ids of browsers that do not read any more
	stalling atomic.Int64 // how many there are, at least
	gone     atomic.Int64
	apart    *http.Client // for requests to browsers that do not answer
}

// startLoad starts the backend. The default suite has no load: that answers are not
// lost and not crossed is in tests/bridge, with few browsers.
func startLoad(t *testing.T) *load {
	t.Helper()
	size.LeaveToAll(t, size.Load)
	is := is.New(t)
	// Collecting its own garbage would be the load's doing, not the backend's.
	percent, most := debug.SetGCPercent(-1), debug.SetMemoryLimit(2<<30)
	t.Cleanup(func() { debug.SetGCPercent(percent); debug.SetMemoryLimit(most) })
	dir := t.TempDir()
	binary := e2e.Binary(t)
	l := &load{t: t, users: (*conns + perUser - 1) / perUser, apart: &http.Client{Transport: &http.Transport{}}}
	home := app.Home(filepath.Join(dir, "home"))
	is.NoErr(os.Mkdir(string(home), 0o700))
	var users strings.Builder
	for u := range l.users {
		l.tokens = append(l.tokens, tokenOf(u))
		sum := sha256.Sum256([]byte(tokenOf(u)))
		fmt.Fprintf(&users, "%s %s\n", hex.EncodeToString(sum[:]), userName(u))
	}
	file := filepath.Join(dir, "users")
	is.NoErr(os.WriteFile(file, []byte(users.String()), 0o600))
	var devices []pairing.Credential
	for n := range *conns {
		d := device(userName(n/perUser), n)
		devices = append(devices, d)
		l.all = append(l.all, &leanBrowser{id: d.ID, key: d.Key})
	}
	preload(t, home, devices)
	l.process = exec.Command(binary, "serve", "--mode", "server", "--host", publicHost, "--users", file, "--listen", "127.0.0.1:0", "--config-dir", string(home))
	said, err := l.process.StderrPipe()
	is.NoErr(err)
	is.NoErr(l.process.Start())
	t.Cleanup(func() { _ = l.process.Process.Signal(syscall.SIGKILL); _ = l.process.Wait() })
	lines := bufio.NewScanner(said)
	for l.address == "" && lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), " on 127.0.0.1:"); ok {
			port, _, _ := strings.Cut(at, ".")
			l.address = "127.0.0.1:" + port
		}
	}
	is.True(l.address != "") // it says where it serves
	go func() { _, _ = io.Copy(io.Discard, said) }()
	return l
}

func userName(u int) string { return "user" + strconv.Itoa(u) }
func tokenOf(u int) string  { return "token-of-the-user-number-" + strconv.Itoa(u) }

// connectAll opens every socket, from an address each.
func (l *load) connectAll() {
	l.t.Helper()
	next := make(chan int)
	var workers sync.WaitGroup
	for range 64 {
		workers.Go(func() {
			for n := range next {
				ctx, cancel := context.WithTimeout(l.t.Context(), 30*time.Second)
				err := l.all[n].connect(ctx, l.address, "wss://"+publicHost+"/ws/browser", publicHost, fmt.Sprintf("10.%d.%d.%d", n>>16, n>>8&255, n&255))
				cancel()
				if err != nil {
					l.t.Errorf("browser %d: %v", n, err)
					continue
				}
				go l.serve(l.all[n])
			}
		})
	}
	for n := range l.all {
		next <- n
	}
	close(next)
	workers.Wait()
	if l.t.Failed() {
		l.t.FailNow()
	}
}

// serve answers with the browser's own id, so that an answer of another shows.
func (l *load) serve(b *leanBrowser) {
	answer := protocol.AppendResult(nil, protocol.EvaluateResult{Type: "string", Value: []byte(strconv.Quote(b.id))})
	err := b.serve(string(answer), func() {
		if l.stalling.Load() == 0 {
			return
		}
		if _, yes := l.stalled.Load(b.id); yes {
			<-l.t.Context().Done() // it reads no more
		}
	})
	if _, yes := l.stalled.Load(b.id); err != nil && l.t.Context().Err() == nil && !yes {
		if l.gone.Add(1) == 1 {
			l.t.Logf("%s: its connection ended: %v", b.id, err)
		}
	}
}

// stall makes some browsers stop reading and keeps their queues full.
func (l *load) stall(n int) map[string]bool {
	slow := map[string]bool{}
	big, _ := json.Marshal(map[string]any{"type": "type", "uid": "e1", "text": strings.Repeat("x", 200_000)})
	for i := range n {
		k := i * len(l.all) / n
		b := l.all[k]
		slow[b.id] = true
		l.stalled.Store(b.id, true)
		l.stalling.Add(1)
		for range 3 {
			go func() { _, _ = l.act(l.apart, k/perUser, b.id, big) }()
			time.Sleep(10 * time.Millisecond)
		}
	}
	time.Sleep(time.Second)
	return slow
}

// cpu is the processor time that the backend has had.
func (l *load) cpu() time.Duration {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", l.process.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	f := strings.Fields(rest)
	if len(f) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return time.Duration(user+system) * 10 * time.Millisecond // ticks of 1/100 s
}

// measured is what a phase saw.
type measured struct {
	asked, lost, crossed, failed int
	p50, p99, p999, max          time.Duration
	// second is the p99 of the middle one of all seconds, which what else the
	// machine did in some of them does not change.
	second time.Duration
	rate   float64
}

// String is the phase in one line.
func (m measured) String() string {
	return fmt.Sprintf("%d requests at %.0f/s: p50 %s, p99 %s (of the median second %s), p99.9 %s, slowest %s; %d lost, %d crossed, %d failed",
		m.asked, m.rate, m.p50.Round(10*time.Microsecond), m.p99.Round(10*time.Microsecond), m.second.Round(10*time.Microsecond), m.p999.Round(10*time.Microsecond), m.max.Round(10*time.Microsecond), m.lost, m.crossed, m.failed)
}

// ask sends requests at the pace to browsers at random, all but those left out.
// A request is due at its time whether or not earlier ones are answered, and its
// latency counts from there, so a backend that stalls cannot hide it.
func (l *load) ask(last time.Duration, but map[string]bool) measured {
	const action = `{"type":"evaluate","expression":"return 1"}`
	n := int(last.Seconds() * float64(*pace))
	took := make([]time.Duration, n)
	var lost, crossed, failed atomic.Int64
	due := make(chan int, n)
	var workers sync.WaitGroup
	begin := time.Now()
	at := func(i int) time.Time {
		return begin.Add(time.Duration(float64(i) / float64(*pace) * float64(time.Second)))
	}
	for range 128 {
		workers.Go(func() {
			c := leanCaller{address: l.address}
			for i := range due {
				k := rand.IntN(len(l.all))
				for but[l.all[k].id] {
					k = rand.IntN(len(l.all))
				}
				status, body := c.act(l.tokens[k/perUser], l.all[k].id, action)
				took[i] = time.Since(at(i))
				switch {
				case status == 0:
					lost.Add(1)
				case status != http.StatusOK:
					failed.Add(1)
					l.t.Logf("%d %s", status, body)
				case !bytes.Contains(body, []byte(l.all[k].id)):
					crossed.Add(1)
				}
			}
			if c.conn != nil {
				_ = c.conn.Close()
			}
		})
	}
	for i := range n {
		time.Sleep(time.Until(at(i)))
		due <- i
	}
	close(due)
	workers.Wait()
	m := measured{asked: n, lost: int(lost.Load() + failed.Load()), crossed: int(crossed.Load()), failed: int(failed.Load()), rate: float64(n) / time.Since(begin).Seconds()}
	var seconds []time.Duration
	for part := range slices.Chunk(took, max(*pace, 1)) {
		slices.Sort(part)
		seconds = append(seconds, part[len(part)*99/100])
	}
	slices.Sort(seconds)
	m.second = seconds[len(seconds)/2]
	slices.Sort(took)
	m.p50, m.p99, m.p999, m.max = took[n/2], took[n*99/100], took[n*999/1000], took[n-1]
	return m
}

// act asks one browser of a user; status 0 means no answer.
func (l *load) act(client *http.Client, user int, device string, action []byte) (status int, body []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+l.address+"/api/act?device="+device, strings.NewReader(string(action)))
	if err != nil {
		return 0, nil
	}
	req.Host = publicHost
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+tokenOf(user))
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil
	}
	return resp.StatusCode, body
}

// rss is the backend's resident size in bytes.
func (l *load) rss() int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", l.process.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if v, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.Atoi(strings.Fields(v)[0])
			return kb << 10
		}
	}
	return 0
}
