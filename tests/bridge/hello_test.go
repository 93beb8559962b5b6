package bridge_test

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// hello returns a hello with a good proof.
func (b *backend) hello(p pairing.Pairing, features ...protocol.Feature) []byte {
	b.t.Helper()
	u, err := link.ParseURL("url", b.url())
	if err != nil {
		b.t.Fatal(err)
	}
	nonce := make([]byte, 16)
	_, _ = rand.Read(nonce)
	h := protocol.Hello{ProtocolVersion: protocol.Version, ClientVersion: "1",
		Caps: &protocol.Caps{Features: features, Device: &protocol.Device{ID: p.DeviceID, Name: "bare"}}}
	t := link.Token{DeviceID: p.DeviceID, AtMS: time.Now().UnixMilli(), Nonce: hex.EncodeToString(nonce)}
	key, err := hex.DecodeString(p.Key)
	if err != nil {
		b.t.Fatal(err)
	}
	m := hmac.New(sha256.New, key)
	m.Write(link.HelloInput(h, t, link.ChannelBinding{SocketURL: u.String(), ExtensionID: extensionID}))
	t.MAC = hex.EncodeToString(m.Sum(nil))
	h.PairingToken = t.String()
	return protocol.Append(nil, h)
}
