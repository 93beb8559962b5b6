package link

import (
	"reflect"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

func TestParseToken(t *testing.T) {
	is := is.New(t)
	want := Token{DeviceID: "d-1", AtMS: 1_700_000_000_000, Nonce: strings.Repeat("0a", 16), MAC: strings.Repeat("0b", 32)}
	got, ok := ParseToken(want.String())
	is.True(ok)
	is.Equal(got, want)
	for _, bad := range []string{
		"", "v1", "secret", "v2." + strings.TrimPrefix(want.String(), "v1."), want.String() + ".x", want.String() + " ",
		strings.Replace(want.String(), "d-1", "d.1", 1), strings.Replace(want.String(), "d-1", "", 1),
		strings.Replace(want.String(), ".17", ".+17", 1), strings.Replace(want.String(), ".17", ".017", 1),
		strings.Replace(want.String(), ".17", ".-17", 1), strings.ToUpper(want.String()),
	} {
		if _, ok := ParseToken(bad); ok {
			t.Errorf("%q is taken for a token", bad)
		}
	}
}

// A proof says something about a field only if a change of the field changes
// the bytes under it. Every field of the messages is tried, so that a new one
// cannot be forgotten.
func TestHelloInput_covers_every_field(t *testing.T) {
	hello := protocol.Hello{ProtocolVersion: 4, ClientVersion: "0.1.0", PairingToken: "not covered: it carries the MAC",
		Caps: &protocol.Caps{Features: []protocol.Feature{"beat"}, Device: &protocol.Device{ID: "d", Name: "n", Browser: "b"}}}
	token := Token{DeviceID: "d", AtMS: 1, Nonce: "n", MAC: "not covered: it is the MAC"}
	place := ChannelBinding{SocketURL: "ws://127.0.0.1:1/", ExtensionID: testID}
	base := string(HelloInput(hello, token, place))
	changes(t, &hello, base, []string{"PairingToken"}, func() string { return string(HelloInput(hello, token, place)) })
	changes(t, &token, base, []string{"MAC"}, func() string { return string(HelloInput(hello, token, place)) })
	changes(t, &place, base, nil, func() string { return string(HelloInput(hello, token, place)) })
}

func TestAckInput_covers_every_field(t *testing.T) {
	ack := protocol.Ack{ProtocolVersion: 4, ServerVersion: "1", ServerProof: "not covered: it is the MAC",
		Caps: &protocol.Caps{Features: []protocol.Feature{"beat"}, Device: &protocol.Device{ID: "d", Name: "n", Browser: "b"}}}
	token := Token{DeviceID: "d", Nonce: "n"}
	place := ChannelBinding{SocketURL: "ws://127.0.0.1:1/", ExtensionID: testID}
	base := string(AckInput(ack, token, place))
	changes(t, &ack, base, []string{"ServerProof"}, func() string { return string(AckInput(ack, token, place)) })
	changes(t, &token, base, []string{"MAC", "AtMS"}, func() string { return string(AckInput(ack, token, place)) })
	changes(t, &place, base, nil, func() string { return string(AckInput(ack, token, place)) })
}

// changes alters each field of what v points to, one at a time, and expects
// other bytes, or the same for a field in except.
func changes(t *testing.T, v any, base string, except []string, input func() string) {
	t.Helper()
	walk(reflect.ValueOf(v).Elem(), "", func(path string) {
		skip := false
		for _, e := range except {
			skip = skip || path == e
		}
		if same := input() == base; same != skip {
			t.Errorf("%s: changed the bytes: %v", path, !same)
		}
	})
}

func walk(v reflect.Value, path string, check func(string)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			walk(v.Field(i), strings.TrimPrefix(path+"."+v.Type().Field(i).Name, "."), check)
		}
	case reflect.Pointer:
		walk(v.Elem(), path, check)
		old := v.Elem()
		v.Set(reflect.Zero(v.Type()))
		check(path + "=nil")
		v.Set(old.Addr())
	case reflect.Slice:
		walk(v.Index(0), path+"[0]", check)
	case reflect.String:
		old := v.String()
		v.SetString(old + "x")
		check(path)
		v.SetString(old)
	default:
		old := v.Int()
		v.SetInt(old + 1)
		check(path)
		v.SetInt(old)
	}
}

func TestHelloInput_moves_no_byte_from_one_field_to_the_next(t *testing.T) {
	is := is.New(t)
	at := ChannelBinding{SocketURL: "ws://127.0.0.1:1/", ExtensionID: testID}
	device := func(id, name string) []byte {
		return HelloInput(protocol.Hello{Caps: &protocol.Caps{Device: &protocol.Device{ID: id, Name: name}}}, Token{}, at)
	}
	is.True(string(device("ab", "c")) != string(device("a", "bc")))
	is.True(string(device("a,1:b", "c")) != string(device("a", "b,1:c")))
	is.True(string(HelloInput(protocol.Hello{Caps: &protocol.Caps{Features: []protocol.Feature{"a", "b"}}}, Token{}, at)) !=
		string(HelloInput(protocol.Hello{Caps: &protocol.Caps{Features: []protocol.Feature{"a,1:b"}}}, Token{}, at)))
}
