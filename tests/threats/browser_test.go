package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// browser is the extension's end of one socket, as small as it can be, so that
// ten thousand of them fit into one process.
type browser struct {
	id, key string
	conn    *websocket.Conn
}

// preload puts paired devices into the store of a home in which nothing runs.
func preload(t *testing.T, home app.Home, devices []pairing.Credential) {
	t.Helper()
	s, err := store.Open(store.Options{Dir: home.StoreDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b, err := s.Bucket("devices", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range devices {
		data, err := json.Marshal(r)
		if err == nil {
			err = b.Put(r.ID, data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// device makes a record with a key of its own.
func device(user string, n int) pairing.Credential {
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	return pairing.Credential{Device: pairing.Device{ID: fmt.Sprintf("device-%06d", n), User: user, Name: fmt.Sprintf("browser %d", n), CreatedAt: time.Now().UTC()}, Key: hex.EncodeToString(key)}
}

// hello is the first message of a device, proved with its key for the URL that
// proofs are bound to.
func hello(id, key, bound string) ([]byte, error) {
	var nonce [16]byte
	_, _ = rand.Read(nonce[:])
	h := protocol.Hello{ProtocolVersion: protocol.Version, ClientVersion: "trust",
		Caps: &protocol.Caps{Features: []protocol.Feature{protocol.FeatureBeat, protocol.FeatureCancel}, Device: &protocol.Device{ID: id}}}
	at, err := link.ParseURL("URL", bound)
	if err != nil {
		return nil, err
	}
	token := link.Token{DeviceID: id, AtMS: time.Now().UnixMilli(), Nonce: hex.EncodeToString(nonce[:])}
	secret, err := hex.DecodeString(key)
	if err != nil {
		return nil, err
	}
	m := hmac.New(sha256.New, secret)
	m.Write(link.HelloInput(h, token, link.ChannelBinding{SocketURL: at.String(), ExtensionID: app.ExtensionID}))
	token.MAC = hex.EncodeToString(m.Sum(nil))
	h.PairingToken = token.String()
	return protocol.Append(nil, h), nil
}

// connect opens the socket at address, under the URL that proofs are bound to,
// and shakes hands.
func (b *browser) connect(ctx context.Context, address, bound, host, from string) error {
	header := http.Header{"Origin": {link.Origin(app.ExtensionID)}}
	if from != "" {
		header.Set("X-Forwarded-For", from)
	}
	c, _, err := websocket.Dial(ctx, "ws://"+address+link.SocketPath, &websocket.DialOptions{HTTPHeader: header, Host: host, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return err
	}
	c.SetReadLimit(protocol.MaxToExtension)
	h, err := hello(b.id, b.key, bound)
	if err != nil {
		return err
	}
	if err := c.Write(ctx, websocket.MessageText, h); err != nil {
		return err
	}
	_, data, err := c.Read(ctx)
	if err != nil {
		return err
	}
	msg, err := protocol.Decode(data)
	if err != nil {
		return err
	}
	if _, ok := msg.(protocol.Ack); !ok {
		_ = c.CloseNow()
		return errors.New("no ack: " + string(data))
	}
	b.conn = c
	return nil
}

// serve answers until the socket ends: beats with beats, requests with what act
// says, nothing for nil.
func (b *browser) serve(ctx context.Context, act func(protocol.Request) []byte) error {
	for {
		_, data, err := b.conn.Read(ctx)
		if err != nil {
			return err
		}
		msg, err := protocol.Decode(data)
		if err != nil {
			return err
		}
		switch msg := msg.(type) {
		case protocol.Beat:
			err = b.conn.Write(ctx, websocket.MessageText, protocol.Append(nil, protocol.Beat{}))
		case protocol.Request:
			if result := act(msg); result != nil {
				err = b.conn.Write(ctx, websocket.MessageText, protocol.Append(nil, protocol.Response{ID: msg.ID, Result: result}))
			}
		}
		if err != nil {
			return err
		}
	}
}
