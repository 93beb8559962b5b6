package protocol_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

func TestDecode_answers_what_was_appended(t *testing.T) {
	for _, m := range []protocol.Message{
		protocol.Hello{ProtocolVersion: 4, ClientVersion: "0.1.0", PairingToken: "v1.x", Caps: &protocol.Caps{
			Features: []protocol.Feature{protocol.FeatureBeat}, Device: &protocol.Device{ID: "d", Name: "n"}}},
		protocol.Request{ID: "1", Action: protocol.Click{Target: protocol.Target{UID: "e3"}, OnTab: protocol.OnTab{TabID: 42}}},
		protocol.Response{ID: "1", Result: []byte(`{"ok":true}`)},
		protocol.Response{ID: "1", Error: protocol.NewError(protocol.CodeTimeout, "too late")},
		protocol.EventMessage{Event: protocol.SessionStarted{Domain: "a.b", TabID: 1, StartedAt: 1 << 50}},
		protocol.Cancel{ID: "1"},
		protocol.Beat{},
	} {
		text := protocol.Append(nil, m)
		t.Run(string(text), func(t *testing.T) {
			is := is.New(t)
			got, err := protocol.Decode(text)
			is.NoErr(err)
			is.Equal(got, m)
		})
	}
}

func TestDecode_names_the_field_and_the_rule(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{`{"type":"request","id":"1","action":{"type":"wait_for","uid":"e1","timeoutMs":90000}}`, "invalid_action: action.timeoutMs must be at most 60000, got 90000"},
		{`{"type":"request","id":"1","action":{"type":"clik","uid":"e1"}}`, `invalid_action: action.type "clik" is unknown: did you mean click?`},
		{`{"type":"request","id":"1","action":{"type":"click"}}`, "invalid_action: action must have exactly one of uid and selector, got neither"},
		{`{"type":"hello","protocolVersion":4,"clientVersion":"","pairingToken":"","caps":{"device":{"id":7}}}`, "invalid_action: hello.caps.device.id must be a string, got a number"},
		{`{"type":"hello","caps":{"features":["a",1]}}`, "invalid_action: hello.caps.features[1] must be a string, got a number"},
		{`{"type":"nope"}`, `invalid_action: message.type "nope" is unknown: it must be hello, ack, reject, request, response, event, cancel, beat or panel`},
	} {
		t.Run(row.text, func(t *testing.T) {
			is := is.New(t)
			_, err := protocol.Decode([]byte(row.text))
			is.True(err != nil)
			is.Equal(err.Error(), row.want)
		})
	}
}
