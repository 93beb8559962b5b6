package pairing

import (
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

func TestVerify_answers_a_right_proof_with_its_own(t *testing.T) {
	is := is.New(t)
	d, c, _ := newService(t, Options{})
	p := pair(t, d, "ann")
	h, at := hello(t, p, c.t)
	ack := protocol.Ack{ProtocolVersion: 4, ServerVersion: "1"}
	user, device, err := d.Verify(t.Context(), h, at, &ack)
	is.NoErr(err)
	is.Equal(user, "ann")
	is.Equal(device, p.DeviceID)
	tok, _ := link.ParseToken(h.PairingToken)
	key, _ := hex.DecodeString(p.Key)
	is.Equal(ack.ServerProof, hex.EncodeToString(sum(key, link.AckInput(ack, tok, at))))
	is.Equal(d.List("ann")[0].LastSeen, c.t.UTC())
}

func TestVerify_refuses(t *testing.T) {
	d, c, _ := newService(t, Options{})
	p, q := pair(t, d, "ann"), pair(t, d, "ann")
	for _, row := range []struct {
		name   string
		change func(h *protocol.Hello, at *link.ChannelBinding)
	}{
		{"another client version than was signed", func(h *protocol.Hello, _ *link.ChannelBinding) { h.ClientVersion = "2" }},
		{"another protocol version", func(h *protocol.Hello, _ *link.ChannelBinding) { h.ProtocolVersion = 5 }},
		{"a feature more", func(h *protocol.Hello, _ *link.ChannelBinding) { h.Caps.Features = []protocol.Feature{"beat"} }},
		{"another name of the device", func(h *protocol.Hello, _ *link.ChannelBinding) { h.Caps.Device.Name = "x" }},
		{"no caps", func(h *protocol.Hello, _ *link.ChannelBinding) { h.Caps = nil }},
		{"another socket: it was taken by a squatter", func(_ *protocol.Hello, at *link.ChannelBinding) { at.SocketURL = "ws://127.0.0.1:48124/" }},
		{"another extension", func(_ *protocol.Hello, at *link.ChannelBinding) { at.ExtensionID = strings.Repeat("a", 32) }},
		{"the id of another device", func(h *protocol.Hello, _ *link.ChannelBinding) {
			h.PairingToken = strings.Replace(h.PairingToken, p.DeviceID, q.DeviceID, 1)
			h.Caps.Device.ID = q.DeviceID
		}},
		{"an unknown device", func(h *protocol.Hello, _ *link.ChannelBinding) {
			h.PairingToken = strings.Replace(h.PairingToken, p.DeviceID, "nobody", 1)
		}},
		{"a token that is none", func(h *protocol.Hello, _ *link.ChannelBinding) { h.PairingToken = "secret" }},
		{"no token", func(h *protocol.Hello, _ *link.ChannelBinding) { h.PairingToken = "" }},
		{"the key itself", func(h *protocol.Hello, _ *link.ChannelBinding) { h.PairingToken = p.Key }},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			h, at := hello(t, p, c.t)
			row.change(&h, &at)
			ack := protocol.Ack{}
			_, _, err := d.Verify(t.Context(), h, at, &ack)
			is.Equal(err, notPaired())
			is.Equal(ack.ServerProof, "")
		})
	}
}

func TestVerify_refuses_a_right_proof_for_another_device_in_caps(t *testing.T) {
	is := is.New(t)
	d, c, _ := newService(t, Options{})
	p := pair(t, d, "ann")
	h, at := hello(t, p, c.t)
	h.Caps.Device.ID = "other"
	tok, _ := link.ParseToken(h.PairingToken)
	h = sign(t, h, tok, at, p.Key)
	_, _, err := d.Verify(t.Context(), h, at, &protocol.Ack{})
	is.True(strings.Contains(err.Error(), "caps.device.id"))
}

func TestVerify_tells_a_wrong_clock_from_a_wrong_key(t *testing.T) {
	d, c, _ := newService(t, Options{})
	p := pair(t, d, "ann")
	for _, row := range []struct {
		off  time.Duration
		want string
	}{
		{0, ""}, {59 * time.Second, ""}, {-59 * time.Second, ""}, {60 * time.Second, ""},
		{61 * time.Second, "61 s apart"}, {-61 * time.Second, "61 s apart"},
		{time.Hour, "3600 s apart"}, {-10 * 365 * 24 * time.Hour, "315360000 s apart"},
	} {
		t.Run(row.off.String(), func(t *testing.T) {
			is := is.New(t)
			h, at := hello(t, p, c.t.Add(row.off))
			_, _, err := d.Verify(t.Context(), h, at, &protocol.Ack{})
			if row.want == "" {
				is.NoErr(err)
				return
			}
			is.Equal(protocol.CodeOf(err), protocol.CodeTimeout)
			is.Equal(protocol.AsError(err).Reason, protocol.ReasonClock)
			is.True(strings.Contains(err.Error(), row.want))
		})
	}
}

func TestVerify_takes_a_hello_once(t *testing.T) {
	is := is.New(t)
	d, c, _ := newService(t, Options{})
	p := pair(t, d, "ann")
	h, at := hello(t, p, c.t)
	_, _, err := d.Verify(t.Context(), h, at, &protocol.Ack{})
	is.NoErr(err)
	start := c.t
	for s := 0; s <= 600; s += 5 {
		c.t = start.Add(time.Duration(s) * time.Second)
		_, _, err = d.Verify(t.Context(), h, at, &protocol.Ack{})
		is.True(err != nil) // a replay, at any time
	}
	for range 1000 {
		h, at := hello(t, p, c.t)
		_, _, err = d.Verify(t.Context(), h, at, &protocol.Ack{})
		is.NoErr(err)
		c.t = c.t.Add(time.Second)
	}
	is.True(len(d.nonces.seen) < 300) // and old ones are forgotten
}

func TestVerify_refuses_what_is_no_proof(t *testing.T) {
	is := is.New(t)
	d, _, _ := newService(t, Options{})
	for _, token := range []string{"", "open sesame", "v1.d1"} {
		_, _, err := d.Verify(t.Context(), protocol.Hello{ProtocolVersion: 4, PairingToken: token}, link.ChannelBinding{}, &protocol.Ack{})
		is.Equal(err, notPaired())
	}
}

func FuzzVerify(f *testing.F) {
	d, c, _ := newService(f, Options{})
	p := pair(f, d, "ann")
	h, at := hello(f, p, c.t)
	f.Add(h.PairingToken, h.ClientVersion)
	f.Add("v1.a.1.b.c", "")
	f.Fuzz(func(t *testing.T, token, version string) {
		g := h
		g.PairingToken, g.ClientVersion = token, version
		if _, _, err := d.Verify(t.Context(), g, at, &protocol.Ack{}); err == nil && token != h.PairingToken {
			t.Errorf("%q was accepted", token)
		}
	})
}
