package main

import (
	"bufio"
	"context"
	"flag"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/e2e"
)

// The long run: -kills 100
var kills = flag.Int("kills", 5, "how often the backend is killed under load")

// TestAudit_Backend kills the built backend under load again and again: each
// request that ever reached the browser has its row, numbers have no gap, the
// chain holds, no request reached the browser twice.
func TestAudit_Backend(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	binary := e2e.Binary(t)
	home, err := app.FindHome(filepath.Join(dir, "home"))
	is.NoErr(err)
	d := device(app.Local, 1)
	preload(t, home, []pairing.Credential{d})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	is.NoErr(err)
	address := l.Addr().String()
	is.NoErr(l.Close())
	token, err := home.Token(httpapi.ScopeAgent)
	is.NoErr(err)

	reached := map[string]int{}
	var mu sync.Mutex
	var answered atomic.Int64
	for range *kills {
		life(t, binary, home, address, token, d, &answered, func(id string) {
			mu.Lock()
			reached[id]++
			mu.Unlock()
		})
	}

	s, err := store.Open(store.Options{Dir: home.StoreDir(), Log: slog.New(slog.DiscardHandler)})
	is.NoErr(err)
	defer s.Close()
	report, err := s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Faults, nil)
	is.Equal(report.Chains[0].Last, report.Rows)
	asked, done := map[string]bool{}, 0
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{}, func(r store.Row) error {
		switch r.What {
		case store.WhatAsked:
			asked[r.ID] = true
		case store.WhatDone:
			done++
		}
		return nil
	}))
	missing, twice := 0, 0
	for id, n := range reached {
		if !asked[id] {
			missing++
		}
		if n > 1 {
			twice++
		}
	}
	t.Logf("%d kills of the backend, %d rows: %d requests reached the browser, %d without a row, %d twice; %d answered, %d rows of an end; chain valid", *kills, report.Rows, len(reached), missing, twice, answered.Load(), done)
	is.Equal(missing, 0)
	is.Equal(twice, 0)
	is.True(len(reached) > 10**kills)
}

// life runs the backend under load until it is killed.
func life(t *testing.T, binary string, home app.Home, address, token string, d pairing.Credential, answered *atomic.Int64, reached func(id string)) {
	t.Helper()
	is := is.New(t)
	c := exec.Command(binary, "serve", "--listen", address, "--config-dir", string(home))
	errs, err := c.StderrPipe()
	is.NoErr(err)
	is.NoErr(c.Start())
	ready := make(chan bool)
	go func() {
		lines, told := bufio.NewScanner(errs), false
		for lines.Scan() {
			if !told && strings.Contains(lines.Text(), "try it") {
				told = true
				close(ready)
			}
		}
		if !told {
			close(ready)
		}
	}()
	<-ready
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	b := &browser{id: d.ID, key: d.Key}
	is.NoErr(b.connect(ctx, address, "ws://"+address+link.SocketPath, "", ""))
	var all sync.WaitGroup
	all.Go(func() {
		_ = b.serve(ctx, func(q protocol.Request) []byte {
			reached(q.ID)
			return []byte(`{"ok":true}`)
		})
	})
	for range 8 {
		all.Go(func() {
			for ctx.Err() == nil {
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/api/act", strings.NewReader(`{"type":"click","uid":"e1","tabId":7}`))
				if err != nil {
					return
				}
				req.Header.Set("Content-Type", "application/json")
				req.Header.Set("Authorization", "Bearer "+token)
				resp, err := http.DefaultClient.Do(req)
				if err != nil {
					return // it is dead
				}
				if resp.StatusCode == http.StatusOK {
					answered.Add(1)
				}
				_ = resp.Body.Close()
			}
		})
	}
	time.Sleep(time.Duration(150+rand.IntN(400)) * time.Millisecond)
	is.NoErr(c.Process.Signal(syscall.SIGKILL))
	_ = c.Wait()
	cancel()
	all.Wait()
	_ = b.conn.CloseNow()
}
