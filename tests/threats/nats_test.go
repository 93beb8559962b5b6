package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// natsServer makes the test binary one NATS server of a cluster, so that it can
// be killed as a process is.
const natsServer = "BUA_TEST_NATS_SERVER"

func TestMain(m *testing.M) {
	if text := os.Getenv(natsServer); text != "" {
		serveNATS(text)
	}
	os.Exit(m.Run())
}

// member says what one server of a cluster is.
type member struct {
	Name           string
	Port, Cluster  int
	Routes         []string
	Dir, User, Key string
}

func serveNATS(text string) {
	var m member
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		panic(err)
	}
	o := &server.Options{ServerName: m.Name, Host: "127.0.0.1", Port: m.Port, JetStream: true, StoreDir: m.Dir, NoSigs: true, NoLog: true,
		Username: m.User, Password: m.Key, JetStreamMaxStore: 8 << 30, JetStreamMaxMemory: 64 << 20}
	if len(m.Routes) > 0 {
		o.Cluster = server.ClusterOpts{Name: "bua-test", Host: "127.0.0.1", Port: m.Cluster}
	}
	for _, r := range m.Routes {
		u, err := url.Parse(r)
		if err != nil {
			panic(err)
		}
		o.Routes = append(o.Routes, u)
	}
	s, err := server.NewServer(o)
	if err != nil {
		panic(err)
	}
	s.Start()
	_, _ = io.Copy(io.Discard, os.Stdin) // ends with the test
	os.Exit(0)
}

// natsCluster is a server, or three that belong together, on this machine.
type natsCluster struct {
	t       *testing.T
	members []member
	run     []*exec.Cmd
}

// natsUser and natsKey are in the addresses, and in nothing that is printed.
const (
	natsUser = "bua"
	natsKey  = "canary-password-of-the-nats-user"
)

func startNATS(t *testing.T, n int) *natsCluster {
	t.Helper()
	c := &natsCluster{t: t, run: make([]*exec.Cmd, n)}
	dir := t.TempDir()
	for i := range n {
		c.members = append(c.members, member{Name: fmt.Sprint("n", i), Port: freePort(t), Cluster: freePort(t), Dir: filepath.Join(dir, fmt.Sprint(i)), User: natsUser, Key: natsKey})
	}
	for i := range c.members {
		for _, other := range c.members[:n-n%3] {
			c.members[i].Routes = append(c.members[i].Routes, fmt.Sprintf("nats://127.0.0.1:%d", other.Cluster))
		}
		c.start(i)
	}
	t.Cleanup(func() {
		for i := range c.run {
			c.kill(i)
		}
	})
	return c
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func (c *natsCluster) start(i int) {
	c.t.Helper()
	data, err := json.Marshal(c.members[i])
	if err != nil {
		c.t.Fatal(err)
	}
	p := exec.Command(os.Args[0])
	p.Env = append(os.Environ(), natsServer+"="+string(data))
	p.Stderr = os.Stderr
	if _, err = p.StdinPipe(); err == nil { // open as long as the test lives
		err = p.Start()
	}
	if err != nil {
		c.t.Fatal(err)
	}
	c.run[i] = p
}

// kill kills a server at once.
func (c *natsCluster) kill(i int) {
	if p := c.run[i]; p != nil {
		_ = p.Process.Signal(syscall.SIGKILL)
		_ = p.Wait()
		c.run[i] = nil
	}
}

// url are the addresses, password included.
func (c *natsCluster) url() string {
	var list []string
	for _, m := range c.members {
		list = append(list, fmt.Sprintf("nats://%s:%s@127.0.0.1:%d", m.User, m.Key, m.Port))
	}
	return strings.Join(list, ",")
}

// settle returns when three servers take part and every stream has as many
// copies as it should, all up to date.
func (c *natsCluster) settle(streams int) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	var why string
	for ctx.Err() == nil {
		try, cancel := context.WithTimeout(ctx, 2*time.Second)
		why = c.unsettled(try, streams)
		cancel()
		if why == "" {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.t.Fatal("the NATS cluster does not settle: " + why)
}

func (c *natsCluster) unsettled(ctx context.Context, streams int) string {
	conn, err := nats.Connect(c.url(), nats.Timeout(time.Second))
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(time.Second))
	if err != nil {
		return err.Error()
	}
	if streams == 0 { // one that has copies everywhere is the proof
		if _, err = js.CreateStream(ctx, jetstream.StreamConfig{Name: "PROOF", Replicas: len(c.members)}); err == nil {
			err = js.DeleteStream(ctx, "PROOF")
		}
		if err != nil {
			return err.Error()
		}
		return ""
	}
	n := 0
	list := js.ListStreams(ctx)
	for info := range list.Info() {
		n++
		if info.Cluster == nil || info.Cluster.Leader == "" || len(info.Cluster.Replicas) != 2 {
			return info.Config.Name + " has no leader or too few copies"
		}
		for _, r := range info.Cluster.Replicas {
			if !r.Current || r.Offline {
				return info.Config.Name + " has a copy that is behind"
			}
		}
	}
	if list.Err() != nil {
		return list.Err().Error()
	}
	if n < streams {
		return fmt.Sprintf("%d streams of %d", n, streams)
	}
	return ""
}

// leader is the server that leads a stream.
func (c *natsCluster) leader(stream string) int {
	c.t.Helper()
	conn, err := nats.Connect(c.url())
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		c.t.Fatal(err)
	}
	s, err := js.Stream(c.t.Context(), stream)
	if err != nil {
		c.t.Fatal(err)
	}
	for i, m := range c.members {
		if m.Name == s.CachedInfo().Cluster.Leader {
			return i
		}
	}
	return 0
}
