package link

import (
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// Whatever stands in storage, beside the manifest or on the wire: a step
// answers, keeps its promises, and sends only what is valid.
func FuzzStep(f *testing.F) {
	f.Add([]byte(config(loopback)), []byte(`{"serverUrl":"ws://localhost:1","code":"c"}`), []byte(`{"type":"reject","requiredMinProtocolVersion":4,"error":{"code":"timeout","message":"m"}}`))
	f.Add([]byte(`{"serverUrl":"wss://a.b","token":"t"}`), []byte(``), []byte(`{"type":"request","id":"r","action":{"type":"click"}}`))
	f.Add([]byte(`{"a":[[[[[`), []byte(`null`), []byte(`{"error":{"message":"x"}}`))
	f.Fuzz(func(t *testing.T, stored, boot, text []byte) {
		for _, c := range []string{string(stored), config(loopback)} {
			r := newHarness(t)
			r.do(Started{Client: Client{ExtensionID: testID}, Config: []byte(c), Bootstrap: boot, Rejected: text})
			r.do(Redeemed{r.redeem.ID, 200, text})
			r.do(Redeemed{r.redeem.ID, 403, text})
			r.do(ConfigChanged{stored})
			r.do(ConfigChanged{[]byte(config(loopback))})
			r.do(Opened{r.open.Conn})
			r.do(RandomReady{r.open.Conn, []byte("0123456789abcdef")})
			r.do(MacReady{r.open.Conn, PurposeHello, sum(r.mac.Key, r.mac.Data)})
			early := r.state
			r.do(Text{r.open.Conn, text})
			if r.state.Conn() != 0 {
				t.Fatal("connected without a proof")
			}
			r.state = early
			r.do(Text{r.open.Conn, r.ack(testKey)})
			r.do(MacReady{r.open.Conn, PurposeAck, sum(r.mac.Key, r.mac.Data)})
			for _, e := range r.do(Text{r.open.Conn, text}) {
				if s, ok := e.(Send); ok {
					if _, err := protocol.Decode(s.Text); err != nil {
						t.Fatalf("sent %s: %v", s.Text, err)
					}
				}
			}
		}
	})
}
