package link

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

func TestParseConfig(t *testing.T) {
	const ok = `"serverUrl":"ws://127.0.0.1:48123","deviceId":"d1","key":"` + testKey + `"`
	for _, row := range []struct{ name, text, field string }{
		{"a full pairing", `{` + ok + `,"deviceName":"laptop"}`, ""},
		{"unknown members are ignored", `{` + ok + `,"theme":{"dark":true}}`, ""},
		{"a code that was declined, and no pairing", `{"code":"ABCD"}`, ""},
		{"not an object", `[1]`, "bridge_config"},
		{"not JSON", `{"serverUrl"`, "bridge_config"},
		{"a member twice", `{` + ok + `,"key":"x"}`, "bridge_config"},
		{"nested deeper than anything of ours", `{"a":[[[[[[1]]]]]]}`, "bridge_config"},
		{"no server", `{"deviceId":"d1","key":"` + testKey + `"}`, "bridge_config.serverUrl"},
		{"a server of the wrong type", `{"serverUrl":1}`, "bridge_config.serverUrl"},
		{"plain ws to a far host", `{"serverUrl":"ws://hub.example","deviceId":"d1","key":"` + testKey + `"}`, "bridge_config.serverUrl"},
		{"no device", `{"serverUrl":"ws://127.0.0.1:1","key":"` + testKey + `"}`, "bridge_config.deviceId"},
		{"a device with a dot", `{"serverUrl":"ws://127.0.0.1:1","deviceId":"a.b","key":"` + testKey + `"}`, "bridge_config.deviceId"},
		{"a short key", `{"serverUrl":"ws://127.0.0.1:1","deviceId":"d1","key":"00"}`, "bridge_config.key"},
		{"a key in upper case", `{"serverUrl":"ws://127.0.0.1:1","deviceId":"d1","key":"` + strings.ToUpper(testKey) + `"}`, "bridge_config.key"},
		{"a long name", `{` + ok + `,"deviceName":"` + strings.Repeat("x", 129) + `"}`, "bridge_config.deviceName"},
		{"a token that proves nothing", `{"serverUrl":"wss://hub.example","token":"t"}`, "bridge_config.deviceId"},
		{"a token in place of a key", `{"serverUrl":"wss://hub.example","deviceId":"d1","token":"t"}`, "bridge_config.key"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			c, err := ParseConfig([]byte(row.text))
			if row.field != "" {
				is.True(err != nil)
				is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
				is.True(strings.HasPrefix(protocol.AsError(err).Message, row.field+": "))
				is.True(!strings.Contains(err.Error(), testKey)) // a key is never in a message
				return
			}
			is.NoErr(err)
			again, err := ParseConfig(c.Append(nil))
			is.NoErr(err)
			is.Equal(again, c)
		})
	}
	for _, text := range []string{"", "null"} {
		c, err := ParseConfig([]byte(text))
		if err != nil || c.paired() {
			t.Errorf("%q is not unpaired: %v", text, err)
		}
	}
}
