package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// The long run: -outages 3
var outages = flag.Int("outages", 1, "how many of the three NATS servers are killed, in turn; each takes some ten seconds to agree on leaders anew")

const clusterUsers = 4

// answerWithin is how long a call may take: the wait for a browser that is away,
// the audit's, the action's own limit, and some.
const answerWithin = 100 * time.Second

// TestCluster runs three backends on three NATS servers and one browser a user,
// asks every browser through every backend all the time, and kills NATS servers
// and each backend in turn. No request is carried out twice, each is answered or
// told why not, no answer is another's, and every chain of the audit holds.
func TestCluster(t *testing.T) {
	is := is.New(t)
	c := startCrowd(t)
	c.progress("at the beginning")

	t.Run("an answer that is larger than a message of NATS", func(t *testing.T) {
		for n := range c.nodes {
			status, body := c.act(t.Context(), n, 0, `{"type":"screenshot","tabId":7}`)
			if status != http.StatusOK || !bytes.Contains(body, []byte(bigPicture)) {
				t.Errorf("backend %d: %d, %d bytes", n, status, len(body))
			}
		}
	})
	t.Run("every backend knows every browser", func(t *testing.T) {
		is := is.New(t)
		for n := range c.nodes {
			for u := range clusterUsers {
				is.Equal(c.connected(n, u), 1)
			}
		}
	})
	backup := ""
	t.Run("it is backed up", func(t *testing.T) { backup = c.backUp(t) })
	first := c.nats.leader("BUA_AUDIT") // the one that is missed most
	for k := range *outages {
		i := (first + k) % 3
		begin := time.Now()
		c.nats.kill(i)
		c.progress(fmt.Sprintf("after NATS server %d was killed", i))
		took := time.Since(begin)
		c.nats.start(i)
		c.nats.settle(c.streams)
		t.Logf("NATS server %d killed: every backend reached every browser again after %s; it was back after %s", i, took.Round(time.Millisecond), time.Since(begin).Round(time.Millisecond))
	}
	for n := range c.nodes {
		begin := time.Now()
		c.nodes[n].kill()
		c.progress(fmt.Sprintf("after backend %d was killed", n))
		took := time.Since(begin)
		c.nodes[n].start(t)
		c.progress(fmt.Sprintf("after backend %d was started again", n))
		t.Logf("backend %d killed: the others reached every browser again after %s", n, took.Round(time.Millisecond))
	}
	t.Run("a browser that connects to another backend leaves the older", func(t *testing.T) { c.move(t) })
	t.Run("a revocation reaches every backend within a second", func(t *testing.T) { c.revoke(t) })

	c.stop()
	executed := c.executed()
	most, _ := c.slowest()
	t.Logf("%d answered, %d told why not (%s), %d whose backend was killed; %d reached a browser; slowest %s", c.answered.Load(), c.told.Load(), c.reasons(), c.cut.Load(), len(executed), most)
	for what, n := range executed {
		if n > 1 {
			t.Errorf("%s was carried out %d times", what, n)
		}
	}
	is.Equal(c.crossed.Load(), int64(0))
	is.Equal(c.hung.Load(), int64(0))
	is.Equal(c.wrong.Load(), int64(0))

	s := c.open()
	defer s.Close()
	report, err := s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Faults, nil)
	is.Equal(len(report.Chains), len(c.nodes))
	asked := map[string]bool{}
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{What: store.WhatAsked}, func(r store.Row) error { asked[r.ID] = true; return nil }))
	without := 0
	for id := range c.ids() {
		if !asked[id] {
			without++
		}
	}
	t.Logf("%d rows in %d chains, valid; %d requests without a row", report.Rows, len(report.Chains), without)
	is.Equal(without, 0)
	for _, n := range c.nodes {
		if said := n.said.String(); strings.Contains(said, natsKey) || strings.Contains(said, natsUser+":") {
			t.Error("a backend prints the password of its NATS")
		}
	}
	t.Run("the backup is put into new servers", func(t *testing.T) { c.restore(t, backup) })
}

var bigPicture = strings.Repeat("QUJD", 750_000) // 3 MB

// move connects a browser's twin to another backend: the older connection ends
// with 4004, and requests go to the newer.
func (c *crowd) move(t *testing.T) {
	is := is.New(t)
	d := c.devices[1]
	at := int(c.homes[1].Load())
	other := (at + 1) % 3
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	closed := make(chan websocket.StatusCode, 1)
	first := &browser{id: d.ID, key: d.Key}
	is.NoErr(first.connect(ctx, c.nodes[at].address, "wss://"+publicHost+"/ws/browser", publicHost, "10.0.1.1"))
	go func() {
		err := first.serve(ctx, func(r protocol.Request) []byte { return c.carry(1, r) })
		closed <- websocket.CloseStatus(err)
	}()
	second := &browser{id: d.ID, key: d.Key}
	is.NoErr(second.connect(ctx, c.nodes[other].address, "wss://"+publicHost+"/ws/browser", publicHost, "10.0.1.2"))
	defer func() { _ = second.conn.CloseNow() }()
	is.Equal(<-closed, websocket.StatusCode(link.CloseReplaced))
	_ = second.conn.CloseNow()
	c.progress("after a browser has moved")
}

// revoke revokes a device through a backend that does not have its browser.
func (c *crowd) revoke(t *testing.T) {
	is := is.New(t)
	d := c.devices[0]
	is.True(c.homes[0].Load() >= 0)
	at := int(c.homes[0].Load())
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	begin := time.Now()
	status, body := c.http(ctx, (at+1)%3, 0, http.MethodDelete, "/api/devices/"+d.ID, "")
	if status/100 != 2 {
		t.Fatalf("%d %s", status, body)
	}
	for c.connected(at, 0) > 0 {
		is.True(time.Since(begin) < time.Second)
		time.Sleep(time.Millisecond)
	}
	t.Logf("closed after %s", time.Since(begin).Round(time.Millisecond))
	for n := range c.nodes {
		again := &browser{id: d.ID, key: d.Key}
		err := again.connect(ctx, c.nodes[n].address, "wss://"+publicHost+"/ws/browser", publicHost, "10.0.2.1")
		is.True(err != nil) // a revoked key opens no socket anywhere
	}
}
