package serviceworker

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// peer is a backend that speaks the wire and nothing else, so that a spec sees
// every message and decides every answer.
type peer struct {
	address string
	code    string
	key     []byte
	wires   chan *wire
	// offers are features of the ack beyond those of every spec.
	offers []protocol.Feature
}

func newPeer(t testing.TB) *peer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{address: l.Addr().String(), code: rand.Text(), key: make([]byte, 32), wires: make(chan *wire, 16)}
	_, _ = rand.Read(p.key)
	mux := http.NewServeMux()
	mux.HandleFunc(link.PairingPath, p.pair)
	mux.HandleFunc("/", p.accept)
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { _ = srv.Close() })
	return p
}

func (p *peer) url() string { return "ws://" + p.address + "/" }

func (p *peer) pair(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
	h.Set("Access-Control-Allow-Headers", "content-type")
	if r.Method != http.MethodPost {
		return
	}
	var ask struct{ Code string }
	if json.NewDecoder(r.Body).Decode(&ask) != nil || ask.Code != p.code {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"deviceId": "device", "key": hex.EncodeToString(p.key), "serverUrl": p.url()})
}

// accept proves itself to whoever proves to hold the key.
func (p *peer) accept(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return
	}
	ws.SetReadLimit(protocol.MaxFromExtension)
	ctx := context.Background()
	_, data, err := ws.Read(ctx)
	if err != nil {
		return
	}
	m, err := protocol.Decode(data)
	hello, ok := m.(protocol.Hello)
	token, good := link.ParseToken(hello.PairingToken)
	place := link.ChannelBinding{SocketURL: p.url(), ExtensionID: strings.TrimPrefix(r.Header.Get("Origin"), "chrome-extension://")}
	if err != nil || !ok || !good || p.mac(link.HelloInput(hello, token, place)) != token.MAC {
		_ = ws.Close(link.CloseUnpaired, "no proof")
		return
	}
	ack := protocol.Ack{ProtocolVersion: protocol.Version, ServerVersion: "spec",
		Caps: &protocol.Caps{Features: append([]protocol.Feature{protocol.FeatureBeat, protocol.FeatureCancel}, p.offers...)}}
	ack.ServerProof = p.mac(link.AckInput(ack, token, place))
	if ws.Write(ctx, websocket.MessageText, protocol.Append(nil, ack)) != nil {
		return
	}
	wire := &wire{ws: ws, pending: map[string]chan protocol.Response{}, closed: make(chan struct{})}
	p.wires <- wire
	wire.read()
}

func (p *peer) mac(data []byte) string {
	h := hmac.New(sha256.New, p.key)
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// await returns the next connection that has proved itself.
func (p *peer) await(t testing.TB, limit time.Duration) *wire {
	t.Helper()
	select {
	case w := <-p.wires:
		return w
	case <-time.After(limit):
		t.Fatalf("the extension did not connect within %v", limit)
		return nil
	}
}

// wire is one proven connection.
type wire struct {
	ws     *websocket.Conn
	closed chan struct{}
	next   atomic.Int64

	mu      sync.Mutex
	pending map[string]chan protocol.Response
	strays  []string
}

func (w *wire) read() {
	defer close(w.closed)
	for {
		_, data, err := w.ws.Read(context.Background())
		if err != nil {
			return
		}
		m, err := protocol.Decode(data)
		if err != nil {
			w.stray("undecodable: " + err.Error())
			continue
		}
		r, ok := m.(protocol.Response)
		if !ok {
			continue
		}
		w.mu.Lock()
		ch := w.pending[r.ID]
		delete(w.pending, r.ID)
		w.mu.Unlock()
		if ch == nil {
			w.stray("an answer that nobody waits for: " + r.ID)
			continue
		}
		ch <- r
	}
}

func (w *wire) stray(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.strays = append(w.strays, what)
}

// start sends a request with the JSON of its action.
func (w *wire) start(t testing.TB, action string) <-chan protocol.Response {
	t.Helper()
	id := "r" + protocolID(w.next.Add(1))
	ch := make(chan protocol.Response, 1)
	w.mu.Lock()
	w.pending[id] = ch
	w.mu.Unlock()
	text := `{"type":"request","id":"` + id + `","action":` + action + `}`
	if err := w.ws.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
	return ch
}

// do sends a request and waits for its answer.
func (w *wire) do(t testing.TB, action string) protocol.Response {
	t.Helper()
	return answer(t, w.start(t, action), 30*time.Second)
}

// get is do for a request that must succeed; the result is decoded into out.
func (w *wire) get(t testing.TB, action string, out any) {
	t.Helper()
	r := w.do(t, action)
	if r.Error != nil {
		t.Fatalf("%s: %v", action, r.Error)
	}
	if out != nil {
		if err := json.Unmarshal(r.Result, out); err != nil {
			t.Fatal(err)
		}
	}
}

func answer(t testing.TB, ch <-chan protocol.Response, limit time.Duration) protocol.Response {
	t.Helper()
	select {
	case r := <-ch:
		return r
	case <-time.After(limit):
		t.Fatalf("no answer within %v", limit)
		return protocol.Response{}
	}
}

func protocolID(n int64) string {
	return hex.EncodeToString([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
}
