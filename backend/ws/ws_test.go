package ws_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/ws"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

const extensionID = "abcdefghijklmnopabcdefghijklmnop"

// doorman is an Authenticator that lets everybody in.
type doorman struct {
	place chan link.ChannelBinding
	// revoked is how many questions are answered before the device is revoked,
	// 0 for never.
	revoked, asked int
	// fails is why nobody can be judged.
	fails error
}

func (d *doorman) Verify(_ context.Context, _ protocol.Hello, at link.ChannelBinding, _ *protocol.Ack) (user, device string, err error) {
	d.place <- at
	if d.fails != nil {
		return "", "", d.fails
	}
	return "ann", "d1", nil
}

func (d *doorman) Active(string, string) bool {
	d.asked++
	return d.revoked == 0 || d.asked < d.revoked
}

func (d *doorman) Name(string, string) string { return "" }

// peer keeps what it is given.
type peer struct {
	hello    protocol.Hello
	messages chan []byte
	detached chan string
}

func (p *peer) Handle(raw []byte) error { p.messages <- raw; return nil }
func (p *peer) Detach(reason string)    { p.detached <- reason }
func (p *peer) Lost(reason string)      { p.detached <- "lost: " + reason }

type harness struct {
	server  *httptest.Server
	doorman *doorman
	peer    *peer
	log     bytes.Buffer
}

func newHarness(t *testing.T, o ws.Options) *harness {
	t.Helper()
	r := &harness{doorman: &doorman{place: make(chan link.ChannelBinding, 100)}, peer: &peer{messages: make(chan []byte, 100), detached: make(chan string, 100)}}
	o.ExtensionIDs, o.Auth, o.ServerVersion = []string{extensionID}, r.doorman, "7"
	o.Log = slog.New(slog.NewTextHandler(&r.log, nil))
	o.Attach = func(_ string, h protocol.Hello, _ *ws.Socket) ws.Peer {
		r.peer.hello = h
		return r.peer
	}
	r.server = httptest.NewServer(ws.Handler(o))
	t.Cleanup(r.server.Close)
	return r
}

func (r *harness) dial(t *testing.T, hello string) *websocket.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	c, w, err := websocket.Dial(ctx, r.server.URL+"/ws/browser", &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {link.Origin(extensionID)}}, CompressionMode: websocket.CompressionContextTakeover})
	if err != nil {
		t.Fatal(err)
	}
	if e := w.Header.Get("Sec-WebSocket-Extensions"); e != "" {
		t.Errorf("compression was agreed on: %s", e)
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	if err := c.Write(ctx, websocket.MessageText, []byte(hello)); err != nil {
		t.Fatal(err)
	}
	return c
}

func read(t *testing.T, c *websocket.Conn) (string, int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, data, err := c.Read(ctx)
	return string(data), int(websocket.CloseStatus(err))
}

const plain = `{"type":"hello","protocolVersion":4,"clientVersion":"1","pairingToken":"t"}`

func TestHandler_answers_a_plain_version_4_hello_in_kind(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, ws.Options{})
	c := r.dial(t, plain)
	text, _ := read(t, c)
	is.Equal(text, `{"type":"ack","protocolVersion":4,"serverVersion":"7"}`) // nothing that version 4 does not know
	at := <-r.doorman.place
	is.Equal(at, link.ChannelBinding{SocketURL: "ws" + strings.TrimPrefix(r.server.URL, "http") + "/ws/browser", ExtensionID: extensionID})
	is.NoErr(c.Write(t.Context(), websocket.MessageText, []byte(`{"type":"beat"}`)))
	is.Equal(string(<-r.peer.messages), `{"type":"beat"}`)
	is.Equal(r.peer.hello.Caps.Device.ID, "d1") // the authenticated one
	is.NoErr(c.Close(1000, ""))
	is.Equal(<-r.peer.detached, "closed by the browser with 1000")
}

func TestHandler_agrees_on_what_both_have(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, ws.Options{})
	c := r.dial(t, `{"type":"hello","protocolVersion":4,"clientVersion":"1","pairingToken":"t","caps":{"features":["cancel","teleport"],"device":{"id":"other","name":"laptop"}}}`)
	text, _ := read(t, c)
	is.True(strings.Contains(text, `"features":["beat","cancel","effects","secrets","fill_secrets","secret_rules","clicks","after","keys","may","panel","dialog",`))
	is.NoErr(c.Write(t.Context(), websocket.MessageText, []byte(`x`)))
	<-r.peer.messages
	is.Equal(*r.peer.hello.Caps, protocol.Caps{Features: []protocol.Feature{"cancel"}, Device: &protocol.Device{ID: "d1", Name: "laptop"}})
}

// A refusal by a server with TLS ends an extension's trying; a backend whose
// store is away has not judged it.
func TestHandler_refuses_nobody_for_its_own_trouble(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, ws.Options{})
	r.doorman.fails = protocol.NewError(protocol.CodeInternal, "the disk is full")
	text, code := read(t, r.dial(t, plain))
	is.Equal(text, "") // no reject
	is.Equal(code, 1013)
	r.doorman.fails = protocol.NewError(protocol.CodeInvalidAction, "not paired").Because(protocol.ReasonNotPaired)
	c := r.dial(t, plain)
	text, _ = read(t, c)
	is.True(strings.Contains(text, `"reject"`) && strings.Contains(text, `"reason":"not_paired"`))
	_, code = read(t, c)
	is.Equal(code, link.CloseUnpaired)
}

func TestHandler_takes_16_MiB_and_not_a_byte_more(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, ws.Options{})
	c := r.dial(t, plain)
	_, _ = read(t, c)
	is.NoErr(c.Write(t.Context(), websocket.MessageText, bytes.Repeat([]byte("x"), protocol.MaxFromExtension)))
	is.Equal(len(<-r.peer.messages), protocol.MaxFromExtension)
	_ = c.Write(t.Context(), websocket.MessageText, bytes.Repeat([]byte("x"), protocol.MaxFromExtension+1))
	_, code := read(t, c)
	is.Equal(code, 1009)
	is.Equal(<-r.peer.detached, "a message was too large")
}

func TestHandler_hears_a_message_that_comes_slowly(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, ws.Options{Silence: time.Second, Beat: time.Minute})
	c := r.dial(t, plain)
	_, _ = read(t, c)
	w, err := c.Writer(t.Context(), websocket.MessageText)
	is.NoErr(err)
	for range 10 { // two seconds in all: slowness is what is tested
		_, err = w.Write(bytes.Repeat([]byte("x"), 5000))
		is.NoErr(err)
		time.Sleep(200 * time.Millisecond)
	}
	is.NoErr(w.Close())
	is.Equal(len(<-r.peer.messages), 50_000)
}

func TestHandler_closes_a_device_that_was_revoked_during_the_handshake(t *testing.T) {
	for name, question := range map[string]int{"before it is attached": 1, "while it is attached": 2} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			r := newHarness(t, ws.Options{})
			r.doorman.revoked = question
			c := r.dial(t, plain)
			_, _ = read(t, c)
			_, code := read(t, c)
			is.Equal(code, link.CloseRevoked)
			if question == 2 {
				is.Equal(<-r.peer.detached, "revoked")
			}
		})
	}
}

func TestHandler_detaches_a_peer_that_panics(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, ws.Options{})
	r.server.Config.ErrorLog = log.New(io.Discard, "", 0)
	close(r.peer.messages) // so that Handle panics
	c := r.dial(t, plain)
	_, _ = read(t, c)
	is.NoErr(c.Write(t.Context(), websocket.MessageText, []byte(`{"type":"beat"}`)))
	is.Equal(<-r.peer.detached, "connection lost")
	_, _, err := c.Read(t.Context())
	is.True(err != nil)
}

func TestHandler_binds_the_proof_to_the_URL_that_browsers_dial(t *testing.T) {
	ours := http.Header{"Origin": {link.Origin(extensionID)}}
	for _, row := range []struct {
		name    string
		options ws.Options
		request func(r *http.Request)
		want    string
		status  int
	}{
		{"a configured one", ws.Options{URL: "wss://Hub.example:443/ws/browser", Hosts: []string{"hub.example"}}, nil, "wss://hub.example/ws/browser", 0},
		{"TLS ended here", ws.Options{Hosts: []string{"hub.example"}}, func(r *http.Request) { r.TLS = &tls.ConnectionState{} }, "wss://hub.example/ws/browser", 0},
		{"a proxy that nobody told us of", ws.Options{Hosts: []string{"hub.example"}}, nil, "", 500},
		{"a configured one that is none", ws.Options{URL: "https://hub.example", Hosts: []string{"hub.example"}}, nil, "", 500},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			d := &doorman{place: make(chan link.ChannelBinding, 1)}
			o := row.options
			o.ExtensionIDs, o.Auth, o.Log = []string{extensionID}, d, slog.New(slog.DiscardHandler)
			o.Attach = func(string, protocol.Hello, *ws.Socket) ws.Peer {
				return &peer{messages: make(chan []byte, 1), detached: make(chan string, 1)}
			}
			h := ws.Handler(o)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Host = "hub.example" // as a proxy passes it on
				if row.request != nil {
					row.request(r)
				}
				h.ServeHTTP(w, r)
			}))
			defer server.Close()
			c, w, err := websocket.Dial(t.Context(), server.URL+"/ws/browser", &websocket.DialOptions{HTTPHeader: ours})
			if row.status != 0 {
				is.True(err != nil)
				is.Equal(w.StatusCode, row.status)
				return
			}
			is.NoErr(err)
			defer c.CloseNow()
			is.NoErr(c.Write(t.Context(), websocket.MessageText, []byte(plain)))
			is.Equal((<-d.place).SocketURL, row.want)
		})
	}
}

func TestHandler_says_what_is_missing(t *testing.T) {
	is := is.New(t)
	var log bytes.Buffer
	h := ws.Handler(ws.Options{ExtensionIDs: []string{"x"}, Auth: &doorman{}, Attach: func(string, protocol.Hello, *ws.Socket) ws.Peer { return nil },
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/ws/browser", nil))
	is.Equal(w.Code, 500)
	is.True(strings.Contains(log.String(), "ExtensionIDs must be"))
}

func TestHandler_refuses_what_is_no_upgrade(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, ws.Options{})
	req, err := http.NewRequest("GET", r.server.URL+"/ws/browser", nil)
	is.NoErr(err)
	req.Header.Set("Origin", link.Origin(extensionID))
	res, err := http.DefaultClient.Do(req)
	is.NoErr(err)
	defer res.Body.Close()
	is.Equal(res.StatusCode, http.StatusUpgradeRequired)
}
