package link

import (
	"github.com/zapvol/bua/core/scan"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// ChannelBinding is where a handshake happens. Both ends put it under their proofs, so
// that a hello taken by whoever squats on a port is worth nothing elsewhere.
type ChannelBinding struct {
	// SocketURL is [URL.String] of the URL that the extension dials.
	SocketURL   string
	ExtensionID string
}

// Token is a hello's pairingToken when it carries a proof.
type Token struct {
	DeviceID string
	// AtMS is the extension's clock.
	AtMS int64
	// Nonce is 32 hex digits, used once.
	Nonce string
	// MAC is 64 hex digits: HMAC-SHA-256 of [HelloInput].
	MAC string
}

// String returns the token as it stands in the hello.
func (t Token) String() string {
	return "v1." + t.DeviceID + "." + strconv.FormatInt(t.AtMS, 10) + "." + t.Nonce + "." + t.MAC
}

// ParseToken reads a token. It reports false for anything that [Token.String]
// does not write.
func ParseToken(text string) (Token, bool) {
	part := strings.Split(text, ".")
	if len(part) != 5 || part[0] != "v1" {
		return Token{}, false
	}
	at, ok := scan.Int(part[2])
	t := Token{DeviceID: part[1], AtMS: at, Nonce: part[3], MAC: part[4]}
	if !ok || at < 0 || !ValidDeviceID(t.DeviceID) || !isHex(t.Nonce, 32) || !isHex(t.MAC, 64) || t.String() != text {
		return Token{}, false
	}
	return t, true
}

// ValidDeviceID reports whether id can name a device: 1 to 64 letters, digits,
// - and _. A dot would be ambiguous in a token.
func ValidDeviceID(id string) bool {
	return id != "" && len(id) <= 64 &&
		only(strings.ToLower(id), "abcdefghijklmnopqrstuvwxyz0123456789-_")
}

// HelloInput returns the bytes under the hello's MAC: every field of the hello
// but the token, the token's own fields but the MAC, and the place. Each is
// written with its length, so that no two hellos have the same bytes.
func HelloInput(h protocol.Hello, t Token, at ChannelBinding) []byte {
	b := field(nil, "bua hello v1")
	b = field(b, at.SocketURL)
	b = field(b, at.ExtensionID)
	b = field(b, t.DeviceID)
	b = number(b, t.AtMS)
	b = field(b, t.Nonce)
	b = number(b, int64(h.ProtocolVersion))
	b = field(b, h.ClientVersion)
	return caps(b, h.Caps)
}

// AckInput returns the bytes under the server's proof: every field of the ack
// but the proof, and the hello that it answers, by its device and nonce.
func AckInput(a protocol.Ack, t Token, at ChannelBinding) []byte {
	b := field(nil, "bua ack v1")
	b = field(b, at.SocketURL)
	b = field(b, at.ExtensionID)
	b = field(b, t.DeviceID)
	b = field(b, t.Nonce)
	b = number(b, int64(a.ProtocolVersion))
	b = field(b, a.ServerVersion)
	return caps(b, a.Caps)
}

func caps(b []byte, c *protocol.Caps) []byte {
	if c == nil {
		c = &protocol.Caps{}
	}
	b = number(b, int64(len(c.Features)))
	for _, f := range c.Features {
		b = field(b, string(f))
	}
	if c.Device == nil {
		return number(b, 0)
	}
	b = number(b, 1)
	b = field(b, c.Device.ID)
	b = field(b, c.Device.Name)
	return field(b, c.Device.Browser)
}

// field appends s as a netstring: its length in decimal, a colon, its bytes, a comma.
func field(b []byte, s string) []byte {
	b = strconv.AppendInt(b, int64(len(s)), 10)
	b = append(b, ':')
	b = append(b, s...)
	return append(b, ',')
}

func number(b []byte, n int64) []byte { return field(b, strconv.FormatInt(n, 10)) }
