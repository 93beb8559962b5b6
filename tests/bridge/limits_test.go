package bridge_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/ws"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/bridge"
)

// shaken returns a bare socket behind a good handshake, for a peer that then
// misbehaves. The hello is the one that core/link builds.
func (b *backend) shaken(user string, features ...protocol.Feature) (*websocket.Conn, pairing.Pairing) {
	b.t.Helper()
	_, p := b.config(user)
	c := b.dial()
	write(b.t, c, string(b.hello(p, features...)))
	if m, code := next(b.t, c); code != 0 {
		b.t.Fatalf("closed with %d\n%s", code, b.log)
	} else if _, ok := m.(protocol.Ack); !ok {
		b.t.Fatalf("answered with %T\n%s", m, b.log)
	}
	return c, p
}

func TestSocket_closes_with_the_code_that_fits(t *testing.T) {
	for _, row := range []struct {
		name string
		send func(ctx context.Context, c *websocket.Conn) error
		code int
	}{
		{"a binary message", func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageBinary, []byte("{}"))
		}, 1003},
		{"text that is not UTF-8", func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageText, []byte("{\"type\":\"\xff\"}"))
		}, 1007},
		{"more than 16 MiB", func(ctx context.Context, c *websocket.Conn) error {
			_ = c.Write(ctx, websocket.MessageText, []byte(strings.Repeat(" ", protocol.MaxFromExtension+1)))
			return nil // the socket may be closed before all of it is written
		}, 1009},
		{"what is no JSON", func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageText, []byte(`{"type":`))
		}, 1008},
		{"what nests too deep", func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageText, []byte(`{"type":"event","event":`+strings.Repeat("[", 40)+strings.Repeat("]", 40)+`}`))
		}, 1008},
		{"a member twice", func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageText, []byte(`{"type":"beat","type":"beat"}`))
		}, 1008},
		{"a second hello", func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageText, []byte(`{"type":"hello","protocolVersion":4,"clientVersion":"1","pairingToken":""}`))
		}, 1008},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			b := newBackend(t, nil)
			c, _ := b.shaken("ann")
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			is.NoErr(row.send(ctx, c))
			_, code := next(t, c)
			is.Equal(code, row.code)
			eventually(t, "it is gone from the pool", func() bool { return !b.pool.Connected("ann") })
		})
	}
}

// 2 MiB is far above the library's own limit; that 16 are taken is tested in
// backend/ws, without a codec that the race detector makes slow.
func TestSocket_takes_a_large_answer_and_hears_of_one_too_large(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	b.joined(func(_ context.Context, r protocol.Request) protocol.Response {
		size := 2 << 20
		if r.Action.Kind() == protocol.KindClick {
			size = protocol.MaxFromExtension
		}
		return protocol.Response{ID: r.ID, Result: []byte(`{"dataUrl":"` + strings.Repeat("x", size) + `"}`)}
	})
	r, err := b.ask(t.Context(), "", protocol.Screenshot{})
	is.NoErr(err)
	is.Equal(len(r.(protocol.ScreenshotResult).DataURL), 2<<20)
	_, err = b.ask(t.Context(), "", click)
	is.True(strings.Contains(err.Error(), "larger than 16 MiB")) // said by the extension, nothing is cut off
	is.True(b.pool.Connected("ann"))
}

func TestHandshake_refuses(t *testing.T) {
	b := newBackend(t, func(o *ws.Options) { o.HelloWait = 300 * time.Millisecond })
	for _, row := range []struct {
		name, hello string
		message     string
		code        int
	}{
		{"an unknown token", `{"type":"hello","protocolVersion":4,"clientVersion":"1","pairingToken":"secret"}`, "not paired", link.CloseUnpaired},
		{"an older version", `{"type":"hello","protocolVersion":3,"clientVersion":"1","pairingToken":"secret"}`, "update the extension", link.CloseVersion},
		{"a newer version", `{"type":"hello","protocolVersion":5,"clientVersion":"1","pairingToken":"secret"}`, "update the backend", link.CloseVersion},
		{"another message first", `{"type":"beat"}`, "first message must be hello", 1008},
		{"a field of the wrong type", `{"type":"hello","protocolVersion":"4","clientVersion":"1","pairingToken":"x"}`, "hello.protocolVersion must be", 1008},
		{"no JSON", `hello`, "", 1008},
		{"more than 4 KiB", `{"type":"hello","x":"` + strings.Repeat("x", protocol.MaxHello) + `"}`, "-", 1009},
		{"nothing at all", "", "-", 1008},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			c := b.dial()
			if row.hello != "" {
				write(t, c, row.hello)
			}
			m, code := next(t, c)
			if row.message != "-" {
				r, ok := m.(protocol.Reject)
				is.True(ok) // a reject before the close
				is.Equal(r.RequiredMinProtocolVersion, protocol.MinVersion)
				is.True(strings.Contains(r.Error.Message, row.message))
				if row.code == link.CloseVersion { // a code that every state of version 4 reads
					is.Equal(r.Error.Reason, protocol.ReasonVersion)
					is.True(strings.Contains(b.log.String(), row.message)) // and so is who reads the backend's log
				}
				_, code = next(t, c)
			}
			is.Equal(code, row.code)
		})
	}
	if n := b.pool.Stats().Connections; n != 0 {
		t.Errorf("%d connections reached the pool", n)
	}
}

func TestHandshake_holds_sixteen_at_once_per_address(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, func(o *ws.Options) { o.HelloWait = time.Minute })
	headers := fmt.Sprintf("Host: 127.0.0.1:%d\r\nOrigin: %s\r\n", b.port(), link.Origin(extensionID))
	var waiting []*websocket.Conn
	for range 16 {
		waiting = append(waiting, b.dial())
	}
	is.Equal(upgrade(t, b.addr, "/", headers), 429)
	_ = waiting[0].CloseNow()
	eventually(t, "there is room again", func() bool { return upgrade(t, b.addr, "/", headers) == 101 })
}

// A client that opens connections and says nothing must not keep a paired
// browser out.
func TestHandshake_idle_connections_keep_nobody_out(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, func(o *ws.Options) { o.HelloWait = 200 * time.Millisecond })
	for range 200 {
		c, err := net.Dial("tcp", b.addr)
		is.NoErr(err)
		defer c.Close()
		_, _ = c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\nX: "))
	}
	config, _ := b.config("ann")
	x := extension(t, bridge.Options{Config: config})
	b.await(x, connected)
}

func TestSocket_beats_and_drops_the_silent(t *testing.T) {
	t.Parallel()
	fast := func(o *ws.Options) { o.Beat, o.Silence = 100*time.Millisecond, time.Second }
	t.Run("a peer that knows beats gets them, and is dropped when it stays silent", func(t *testing.T) {
		t.Parallel()
		is := is.New(t)
		b := newBackend(t, fast)
		c, _ := b.shaken("ann", protocol.FeatureBeat)
		beats, code := 0, 0
		for code == 0 {
			var m protocol.Message
			if m, code = next(t, c); code == 0 {
				is.Equal(m, protocol.Beat{})
				beats++
			}
		}
		is.Equal(code, link.CloseSilent)
		is.True(beats >= 2)
	})
	t.Run("one that beats stays", func(t *testing.T) {
		t.Parallel()
		is := is.New(t)
		b := newBackend(t, fast)
		c, _ := b.shaken("ann", protocol.FeatureBeat)
		for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
			_, code := next(t, c)
			is.Equal(code, 0)
			write(t, c, `{"type":"beat"}`)
		}
		is.True(b.pool.Connected("ann"))
	})
	t.Run("one that does not know them is pinged, gets none, and stays", func(t *testing.T) {
		t.Parallel()
		is := is.New(t)
		b := newBackend(t, fast)
		c, _ := b.shaken("ann")
		b.attached(1)
		read := make(chan error, 1)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		go func() { // reading is what answers pings
			_, _, err := c.Read(ctx)
			read <- err
		}()
		select {
		case err := <-read:
			t.Fatal("it was sent a message or closed: ", err)
		case <-time.After(2 * time.Second):
			is.True(b.pool.Connected("ann"))
		}
	})
	t.Run("one whose line is dead is dropped", func(t *testing.T) {
		t.Parallel()
		b := newBackend(t, fast)
		b.shaken("ann") // nobody reads, so no pong comes
		eventually(t, "it is dropped", func() bool { return b.pool.Stats().Connections == 0 && strings.Contains(b.log.String(), "silent") })
	})
}

// A browser that does not read is closed; the others do not notice.
func TestSocket_slow_browser_harms_nobody_else(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, func(o *ws.Options) { o.WriteWait = time.Minute }) // so that the queue fills up first
	_, slow := b.shaken("ann")                                            // never read from again
	config, good := b.config("ann")
	x := extension(t, bridge.Options{Config: config})
	b.await(x, connected)
	b.attached(2)
	big := protocol.Type{Target: protocol.Target{UID: "e1"}, Text: strings.Repeat("x", 250_000)}
	errs := make(chan error, 200)
	for range cap(errs) { // 50 MB, more than the system's own buffers hold
		go func() {
			_, err := b.ask(context.Background(), slow.DeviceID, big)
			errs <- err
		}()
	}
	for range 200 {
		_, err := b.ask(t.Context(), good.DeviceID, click)
		is.NoErr(err)
	}
	for range cap(errs) {
		is.True((<-errs) != nil)
	}
	is.Equal(b.pool.Stats().Slow, uint64(1))
	is.Equal(len(b.pool.Devices("ann")), 1)
}

func TestSocket_answers_that_nobody_asked_for_answer_nothing(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	bad, evil := b.shaken("ann")
	block := make(chan struct{})
	config, good := b.config("ann")
	x := extension(t, bridge.Options{Config: config, Act: func(_ context.Context, r protocol.Request) protocol.Response {
		<-block
		return protocol.Response{ID: r.ID, Result: []byte(`{"type":"string","value":"right"}`)}
	}})
	b.await(x, connected)
	b.attached(2)
	// One request is answered by the bad browser and then again and again.
	go func() {
		_, _ = b.ask(context.Background(), evil.DeviceID, click)
	}()
	m, _ := next(t, bad)
	known := m.(protocol.Request).ID
	got := make(chan string, 1)
	go func() {
		r, err := b.ask(context.Background(), good.DeviceID, protocol.Evaluate{Expression: "return 1"})
		if err != nil {
			got <- err.Error()
			return
		}
		got <- string(r.(protocol.EvaluateResult).Value)
	}()
	eventually(t, "the good browser has its request", func() bool { return x.Acted() == 1 })
	for i := range 1000 {
		id := known
		if i%2 == 1 {
			id = fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
		}
		write(t, bad, `{"type":"response","id":"`+id+`","result":{"ok":true}}`)
	}
	eventually(t, "all are counted", func() bool {
		s := b.pool.Stats()
		return s.Duplicate == 499 && s.Stray == 500
	})
	is.Equal(len(got), 0) // still waiting for its own browser
	close(block)
	is.Equal(<-got, `"right"`)
	is.True(b.pool.Connected("ann"))
}
