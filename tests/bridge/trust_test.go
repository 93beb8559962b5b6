package bridge_test

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/matryer/is"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/bridge"
)

// squatter listens on a port in the backend's place and plays it: it takes the
// hello, answers what it is told, and sends requests.
func squatter(t *testing.T, addr, ack string) (url string, hellos, others chan []byte) {
	t.Helper()
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	hellos, others = make(chan []byte, 100), make(chan []byte, 100)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
		if err != nil {
			return
		}
		defer c.CloseNow()
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_, hello, err := c.Read(ctx)
		if err != nil {
			return
		}
		hellos <- hello
		_ = c.Write(ctx, websocket.MessageText, []byte(ack))
		for i := range 100 {
			_ = c.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"type":"request","id":"%d","action":{"type":"get_tabs"}}`, i))
		}
		for {
			_, data, err := c.Read(ctx)
			if err != nil {
				return
			}
			others <- data
		}
	})}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return "ws://" + l.Addr().String(), hellos, others
}

func TestTrust_a_squatter_learns_nothing_and_is_obeyed_in_nothing(t *testing.T) {
	for _, row := range []struct{ name, ack string }{
		{"it sends no proof", `{"type":"ack","protocolVersion":4,"serverVersion":"1"}`},
		{"it sends a proof that it made up", `{"type":"ack","protocolVersion":4,"serverVersion":"1","serverProof":"` + strings.Repeat("ab", 32) + `"}`},
		{"it sends no ack at all", `{"type":"beat"}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			b := newBackend(t, nil)
			config, p := b.config("ann")
			url, hellos, others := squatter(t, "127.0.0.1:0", row.ack)
			x := extension(t, bridge.Options{Config: strings.Replace(config, b.url(), url, 1)})
			hello := <-hellos
			b.await(x, func(s link.Status) bool { return s.State == link.ModeBackoff })
			is.Equal(len(others), 0) // nothing but the hello
			is.Equal(x.Acted(), 0)   // 0 of 100
			noKey(t, hello, p.Key)   // nothing of the key
			is.Equal(replay(t, b, hello), link.CloseUnpaired)
		})
	}
}

func TestTrust_a_hello_that_was_overheard_is_worth_nothing(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	config, p := b.config("ann")
	var hello []byte
	x := extension(t, bridge.Options{Config: config, Sent: func(text []byte) {
		if hello == nil {
			hello = text
		}
	}})
	b.await(x, connected)
	noKey(t, hello, p.Key)
	for range 3 {
		is.Equal(replay(t, b, hello), link.CloseUnpaired)
	}
	is.True(connected(x.Status())) // and the real one is not pushed out
}

func TestTrust_a_reject_of_a_squatter_does_not_last(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	config, _ := b.config("ann")
	b.stop()
	func() { // somebody takes the port while the backend is away
		t.Run("squat", func(t *testing.T) {
			_, hellos, _ := squatter(t, b.addr, `{"type":"reject","requiredMinProtocolVersion":9,"error":{"code":"invalid_action","message":"never come back"}}`)
			x := bridge.Start(bridge.Options{Client: client(), Config: config})
			<-hellos
			b.await(x, func(s link.Status) bool { return s.State == link.ModeBackoff })
			is.Equal(x.Stored(link.KeyRejected), "")
			x.Stop()
		})
	}()
	b.start()
	x := extension(t, bridge.Options{Config: config})
	b.await(x, connected)
}

// noKey looks for the key, and for any part of it that is long enough to mean
// something, as bytes, hex and base64.
func noKey(t *testing.T, text []byte, key string) {
	t.Helper()
	raw, err := hex.DecodeString(key)
	if err != nil || len(raw) != 32 {
		t.Fatal("the test has no key")
	}
	s := string(text)
	for i := 0; i+8 <= len(raw); i++ {
		part := raw[i : i+8]
		for _, form := range []string{string(part), hex.EncodeToString(part), strings.TrimRight(base64.StdEncoding.EncodeToString(part), "=")[:10]} {
			if strings.Contains(strings.ToLower(s), strings.ToLower(form)) {
				t.Fatalf("the hello holds bytes %d to %d of the key", i, i+8)
			}
		}
	}
}

// replay sends a hello that was captured and returns the close code.
func replay(t *testing.T, b *backend, hello []byte) int {
	t.Helper()
	c := b.dial()
	write(t, c, string(hello))
	m, _ := next(t, c)
	if _, ok := m.(protocol.Reject); !ok {
		t.Fatalf("answered with %T", m)
	}
	_, code := next(t, c)
	return code
}
