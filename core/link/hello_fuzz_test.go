package link

import (
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// FuzzHelloInput looks for two hellos with the same bytes under their proofs,
// and for a token that does not read as it was written.
func FuzzHelloInput(f *testing.F) {
	f.Add("1.2", "beat", "n", "Chromium", "d", int64(7), "1.2", "beat", "n", "Chromium", "d", int64(8))
	f.Add("1", "beat", "cancel", "", "d", int64(1), "1", "", "beatcancel", "", "d", int64(1))
	f.Add("1:", "a", "", "", "d1", int64(1), "1", ":a", "", "", "d1", int64(1))
	f.Add("", "", "", "\x00", "d", int64(-1), "", "", "\x00", "", "d", int64(-1))
	type peer struct {
		version, feature, name, browser, device string
		at                                      int64
	}
	input := func(p peer) (string, Token) {
		h := protocol.Hello{ProtocolVersion: protocol.Version, ClientVersion: p.version, Caps: &protocol.Caps{
			Features: []protocol.Feature{protocol.Feature(p.feature)},
			Device:   &protocol.Device{ID: p.device, Name: p.name, Browser: p.browser}}}
		tok := Token{DeviceID: p.device, AtMS: p.at, Nonce: "00112233445566778899aabbccddeeff", MAC: testKey}
		return string(HelloInput(h, tok, ChannelBinding{SocketURL: loopback, ExtensionID: testID})), tok
	}
	f.Fuzz(func(t *testing.T, v1, f1, n1, b1, d1 string, a1 int64, v2, f2, n2, b2, d2 string, a2 int64) {
		x, y := peer{v1, f1, n1, b1, d1, a1}, peer{v2, f2, n2, b2, d2, a2}
		in1, token := input(x)
		in2, _ := input(y)
		if (x == y) != (in1 == in2) {
			t.Fatalf("%+v and %+v have the same proof: %v", x, y, in1 == in2)
		}
		again, ok := ParseToken(token.String())
		if ok && again != token {
			t.Fatalf("%q reads as %+v", token.String(), again)
		}
		if valid := ValidDeviceID(d1) && a1 >= 0; valid != ok {
			t.Fatalf("the token %q is read: %v", token.String(), ok)
		}
	})
}
