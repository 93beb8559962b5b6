package link

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestParseURL(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"a loopback port gets the root path", "ws://127.0.0.1:48123", "ws://127.0.0.1:48123/"},
		{"scheme and host are lower case", "WSS://Hub.Example/WS/Browser", "wss://hub.example/WS/Browser"},
		{"a default port is left out, as browsers do in Host", "wss://hub.example:443/ws/browser", "wss://hub.example/ws/browser"},
		{"another port stays", "wss://hub.example:444/", "wss://hub.example:444/"},
		{"IPv6 loopback", "ws://[::1]:48123/ws/browser", "ws://[::1]:48123/ws/browser"},
		{"localhost", "ws://localhost:1", "ws://localhost:1/"},
		{"plain ws to another host is refused", "ws://hub.example", ""},
		{"plain ws to a name that only starts like loopback is refused", "ws://127.0.0.1.evil.test:1", ""},
		{"a numeric spelling of loopback is refused for ws", "ws://2130706433:48123", ""},
		{"http is no socket", "http://127.0.0.1:48123", ""},
		{"a user part is refused", "wss://a@hub.example/", ""},
		{"a query is refused: secrets end up there", "wss://hub.example/ws?token=1", ""},
		{"a fragment is refused", "wss://hub.example/#x", ""},
		{"dot segments are refused", "wss://hub.example/a/../b", ""},
		{"an escape is refused", "wss://hub.example/%61", ""},
		{"a backslash is refused", `wss://hub.example\evil`, ""},
		{"port 0 is refused", "wss://hub.example:0", ""},
		{"port with a leading zero is refused", "wss://hub.example:0443", ""},
		{"an empty port is refused", "wss://hub.example:/", ""},
		{"an empty host is refused", "wss:///x", ""},
		{"white space is refused", " wss://hub.example", ""},
		{"empty is refused", "", ""},
		{"an overlong URL is refused", "wss://hub.example/" + strings.Repeat("a", 512), ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			u, err := ParseURL("serverUrl", row.text)
			if row.want == "" {
				is.True(err != nil)
				is.True(strings.HasPrefix(err.Error(), "invalid_action: serverUrl: "))
				return
			}
			is.NoErr(err)
			is.Equal(u.String(), row.want)
			again, err := ParseURL("serverUrl", u.String())
			is.NoErr(err)
			is.Equal(again, u) // the canonical spelling is its own
		})
	}
}

func TestHostAllowed(t *testing.T) {
	for _, row := range []struct {
		name    string
		host    string
		allowed []string
		want    bool
	}{
		{"127.0.0.1 with our port", "127.0.0.1:48123", nil, true},
		{"localhost in any case", "LocalHost:48123", nil, true},
		{"IPv6 loopback", "[::1]:48123", nil, true},
		{"another port", "127.0.0.1:48124", nil, false},
		{"no port", "127.0.0.1", nil, false},
		{"a rebound name", "evil.test:48123", nil, false},
		{"no Host at all", "", nil, false},
		{"a configured name", "hub.example", []string{"hub.example"}, true},
		{"loopback when another name is configured", "127.0.0.1:48123", []string{"hub.example"}, false},
		{"a name below the configured one", "x.hub.example", []string{"hub.example"}, false},
		{"an empty entry allows nothing", "", []string{""}, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(HostAllowed(row.host, 48123, row.allowed), row.want)
		})
	}
}

func TestExtensionOf(t *testing.T) {
	ours, theirs := "chrome-extension://"+testID, strings.Repeat("a", 32)
	for _, row := range []struct {
		name     string
		origins  []string
		accepted []string
		want     string
	}{
		{"ours, once", []string{ours}, []string{testID}, testID},
		{"one of several", []string{ours}, []string{theirs, testID}, testID},
		{"the other of several", []string{Origin(theirs)}, []string{theirs, testID}, theirs},
		{"none", nil, []string{testID}, ""},
		{"twice", []string{ours, ours}, []string{testID}, ""},
		{"two that are accepted", []string{ours, Origin(theirs)}, []string{testID, theirs}, ""},
		{"ours and another in one header", []string{ours + ", http://evil.test"}, []string{testID}, ""},
		{"with a path", []string{ours + "/"}, []string{testID}, ""},
		{"in upper case", []string{strings.ToUpper(ours)}, []string{testID}, ""},
		{"another extension", []string{Origin(theirs)}, []string{testID}, ""},
		{"no id is configured", []string{"chrome-extension://"}, []string{""}, ""},
		{"nothing is accepted", []string{ours}, nil, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(ExtensionOf(row.origins, row.accepted), row.want)
		})
	}
}
