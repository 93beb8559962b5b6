package pairing

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Limits of a proof's age.
const (
	window    = link.WindowMS * time.Millisecond
	nonceLife = 2 * time.Minute
)

// Verify judges the proof in a hello and puts the server's proof into the ack,
// whose other fields must be final. It returns whose device it is. Errors, which
// say why as a [protocol.Reason]:
//
//   - timeout when the proof is right but the clocks are more than a minute
//     apart, so that nobody looks for a wrong key;
//   - invalid_action for everything else, with one message for an unknown
//     device and a wrong key.
func (s *Service) Verify(_ context.Context, h protocol.Hello, at link.ChannelBinding, ack *protocol.Ack) (user, device string, err error) {
	t, ok := link.ParseToken(h.PairingToken)
	if !ok {
		return "", "", notPaired()
	}
	if err := s.lookUp(t.DeviceID); err != nil {
		s.o.Log.Error("a device could not be looked up", "err", err)
		return "", "", protocol.NewError(protocol.CodeInternal, "the backend cannot read its store; see its log")
	}
	user, device, err = s.prove(h, t, at, ack)
	if err != nil {
		return "", "", err
	}
	// On the disk before it is answered: else a hello that was overheard could
	// be played again after a restart.
	switch err := s.o.Store.PutNonce(t.Nonce, s.o.Now()); {
	case err == nil:
	case errors.Is(err, ErrTaken):
		return "", "", replayed()
	default:
		s.o.Log.Error("a handshake could not be stored", "err", err)
		return "", "", protocol.NewError(protocol.CodeInternal, "the backend cannot write to its store; see its log")
	}
	return user, device, nil
}

func (s *Service) prove(h protocol.Hello, t link.Token, at link.ChannelBinding, ack *protocol.Ack) (user, device string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.devices[t.DeviceID]
	key := make([]byte, sha256.Size)
	if r != nil {
		if key, err = hex.DecodeString(r.Key); err != nil {
			return "", "", notPaired()
		}
	}
	mac, _ := hex.DecodeString(t.MAC)
	right := hmac.Equal(mac, sum(key, link.HelloInput(h, t, at)))
	if r == nil || !right {
		return "", "", notPaired()
	}
	if h.Caps == nil || h.Caps.Device == nil || h.Caps.Device.ID != t.DeviceID {
		return "", "", protocol.NewError(protocol.CodeInvalidAction, "caps.device.id: must be the device of the pairing token; update the extension").Because(protocol.ReasonOldExtension)
	}
	now := s.o.Now()
	if off := now.Sub(time.UnixMilli(t.AtMS)); off > window || off < -window {
		return "", "", protocol.NewError(protocol.CodeTimeout, "the clocks of the browser and the backend are "+
			strconv.FormatInt(int64(off.Abs()/time.Second), 10)+" s apart, at most 60 s are allowed: set the clock").Because(protocol.ReasonClock)
	}
	if !s.nonces.fresh(t.Nonce, now) {
		return "", "", replayed()
	}
	r.LastSeen, r.Version, r.Policy = now.UTC(), scan.Clip(h.ClientVersion, 64), policyOf(h)
	ack.ServerProof = hex.EncodeToString(sum(key, link.AckInput(*ack, t, at)))
	return r.User, r.ID, nil
}

func replayed() *protocol.Error {
	return protocol.NewError(protocol.CodeInvalidAction, "pairingToken: was used before; connect again").Because(protocol.ReasonReplayed)
}

func notPaired() *protocol.Error {
	return protocol.NewError(protocol.CodeInvalidAction, "pairingToken: this browser is not paired here; pair it again in the extension's options").Because(protocol.ReasonNotPaired)
}

func sum(key, data []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write(data)
	return m.Sum(nil)
}
