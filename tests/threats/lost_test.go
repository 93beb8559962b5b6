package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// TestCluster_without_NATS takes the only NATS server away from a backend: it
// refuses actions with a reason, lets its browser go, and goes on by itself when
// the server is back, with what it had kept there.
func TestCluster_without_NATS(t *testing.T) {
	t.Parallel() // it waits more than it works
	is := is.New(t)
	c := startNATS(t, 1)
	c.settle(0)
	servers, err := store.ParseServers(c.url(), store.ServersOptions{})
	is.NoErr(err)
	d := device("ann", 1)
	s, err := store.Open(store.Options{Servers: servers, Node: "test"})
	is.NoErr(err)
	b, err := s.Bucket("devices", 0)
	is.NoErr(err)
	data, err := json.Marshal(d)
	is.NoErr(err)
	is.NoErr(b.Put(d.ID, data))
	s.Close()
	users := filepath.Join(t.TempDir(), "users")
	is.NoErr(os.WriteFile(users, nil, 0o600))
	home, err := app.FindHome(filepath.Join(t.TempDir(), "home"))
	is.NoErr(err)
	o := app.Options{Mode: app.Server, Home: home, Hosts: []string{publicHost}, UsersFile: users, Address: "127.0.0.1:0", NATS: servers, Log: slog.New(slog.DiscardHandler)}
	m, err := app.New(o)
	is.NoErr(err)
	is.NoErr(m.Run(t.Context()))
	defer m.Close()
	second, err := app.New(o)
	is.NoErr(err)
	err = second.Run(t.Context())
	is.True(err != nil && strings.Contains(err.Error(), "--config-dir of its own")) // one name has one backend

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	twin := &browser{id: d.ID, key: d.Key}
	var acted int
	connect := func() <-chan error {
		over := make(chan error, 1)
		for twin.connect(ctx, m.Address(), "wss://"+publicHost+"/ws/browser", publicHost, "10.0.0.1") != nil {
			is.NoErr(ctx.Err())
			time.Sleep(50 * time.Millisecond)
		}
		go func() {
			over <- twin.serve(ctx, func(protocol.Request) []byte { acted++; return []byte(`{"ok":true}`) })
		}()
		return over
	}
	act := func() error {
		_, err := m.Do(ctx, protocol.Caller{User: "ann"}, "", protocol.CloseTab{TabID: 1})
		return err
	}
	over := connect()
	is.NoErr(act())

	c.kill(0)
	begin := time.Now()
	err = act()
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	is.Equal(protocol.OutcomeOf(err), protocol.ErrorNotDone)
	t.Logf("refused after %s: %v", time.Since(begin).Round(time.Millisecond), err)
	is.True(<-over != nil) // let go, for another backend to take
	is.Equal(acted, 1)

	c.start(0)
	connect() // as soon as it may
	is.NoErr(act())
	t.Logf("back %s after the loss", time.Since(begin).Round(time.Millisecond))
	is.Equal(acted, 2)
	s, err = store.Open(store.Options{Servers: servers, Node: "test"})
	is.NoErr(err)
	defer s.Close()
	report, err := s.Audit.Verify(ctx)
	is.NoErr(err)
	is.Equal(report.Faults, nil)
	is.Equal(len(report.Chains), 1)
}
