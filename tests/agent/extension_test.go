package agent

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// extension is a browser's end without a browser: it pairs, proves itself and
// answers every request through do.
type extension struct {
	id, key, url string
	version      string // "" is none of a release
	do           func(protocol.Request) protocol.Response
}

// pair redeems a code as the extension does.
func pair(t *testing.T, code, server string) *extension {
	t.Helper()
	body, _ := json.Marshal(map[string]string{"code": code, "deviceName": "fake", "browser": "none"})
	url := strings.Replace(server, "ws://", "http://", 1)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, strings.TrimSuffix(url, "/")+link.PairingPath, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Origin", link.Origin(app.ExtensionID))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var got struct{ DeviceID, Key, ServerURL string }
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil || got.Key == "" {
		t.Fatalf("pairing answered %s: %v", resp.Status, err)
	}
	return &extension{id: got.DeviceID, key: got.Key, url: got.ServerURL}
}

// connect opens the socket, shakes hands and serves until the socket ends or
// the returned function is called.
func (e *extension) connect(t *testing.T) (drop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	c, _, err := websocket.Dial(ctx, e.url, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {link.Origin(app.ExtensionID)}}})
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	c.SetReadLimit(protocol.MaxToExtension)
	var nonce [16]byte
	_, _ = rand.Read(nonce[:])
	h := protocol.Hello{ProtocolVersion: protocol.Version, ClientVersion: cmp.Or(e.version, "fake"),
		Caps: &protocol.Caps{Features: []protocol.Feature{protocol.FeatureBeat, protocol.FeatureSecretRules}, Device: &protocol.Device{ID: e.id, Name: "fake"}}}
	token := link.Token{DeviceID: e.id, AtMS: time.Now().UnixMilli(), Nonce: hex.EncodeToString(nonce[:])}
	key, _ := hex.DecodeString(e.key)
	m := hmac.New(sha256.New, key)
	m.Write(link.HelloInput(h, token, link.ChannelBinding{SocketURL: e.url, ExtensionID: app.ExtensionID}))
	token.MAC = hex.EncodeToString(m.Sum(nil))
	h.PairingToken = token.String()
	if err := c.Write(ctx, websocket.MessageText, protocol.Append(nil, h)); err != nil {
		t.Fatal(err)
	}
	_, data, err := c.Read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if ack, err := protocol.Decode(data); err != nil {
		t.Fatal(err)
	} else if _, ok := ack.(protocol.Ack); !ok {
		t.Fatalf("no ack but %s", data)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		for {
			_, data, err := c.Read(ctx)
			if err != nil {
				return
			}
			if m, err := protocol.Decode(data); err == nil {
				if r, ok := m.(protocol.Request); ok {
					_ = c.Write(ctx, websocket.MessageText, protocol.Append(nil, e.do(r)))
				}
			}
		}
	}()
	drop = func() { cancel(); _ = c.CloseNow(); <-served }
	t.Cleanup(drop)
	return drop
}
