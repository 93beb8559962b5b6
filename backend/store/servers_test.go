package store

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestParseServers(t *testing.T) {
	for _, row := range []struct {
		name, text string
		plain      bool
		says       string // of the error, "" for none
	}{
		{"this machine without TLS", "nats://127.0.0.1:4222", false, ""},
		{"several, with spaces", "nats://[::1]:4222, nats://localhost:4223", false, ""},
		{"elsewhere with TLS, and no port", "tls://nats.example.com", false, ""},
		{"elsewhere without TLS", "nats://nats.example.com", false, "--nats-plain"},
		{"elsewhere without TLS when it is asked for", "nats://10.1.2.3:4222", true, ""},
		{"one of several elsewhere without TLS", "nats://127.0.0.1:4222,nats://10.1.2.3:4222", false, "--nats-plain"},
		{"a mix", "tls://a.example.com,nats://127.0.0.1:4222", false, "all servers or for none"},
		{"another protocol", "http://127.0.0.1:4222", false, "begin with nats or tls"},
		{"no address", "nats", false, "must be an address"},
		{"nothing", "", false, "must be an address"},
		{"a path", "nats://127.0.0.1:4222/x", false, "end after host and port"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			_, err := ParseServers(row.text, ServersOptions{Plain: row.plain})
			is.Equal(err == nil, row.says == "")
			if err != nil {
				is.True(strings.Contains(err.Error(), row.says))
			}
		})
	}
}

func TestParseServers_prints_no_secret(t *testing.T) {
	is := is.New(t)
	s, err := ParseServers("tls://ann:canary@a.example.com,tls://canary@b.example.com:4333", ServersOptions{})
	is.NoErr(err)
	is.Equal(s.String(), "tls://a.example.com:4222,tls://b.example.com:4333")
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "servers", s)
	data, err := json.Marshal(map[string]any{"servers": s})
	is.NoErr(err)
	for _, text := range []string{fmt.Sprint(s), fmt.Sprintf("%v %+v %#v %s", s, s, s, s), log.String(), string(data)} {
		is.True(!strings.Contains(text, "canary"))
	}
	_, err = Open(Options{Servers: must(t, "nats://ann:canary@127.0.0.1:1"), Node: "n", Log: slog.New(slog.DiscardHandler)})
	is.True(err != nil && !strings.Contains(err.Error(), "canary") && strings.Contains(err.Error(), "nats://127.0.0.1:1"))
	_, err = ParseServers("nats://ann:canary@nats.example.com", ServersOptions{})
	is.True(err != nil && !strings.Contains(err.Error(), "canary"))
	_, err = ParseServers("nats://ann:canary%zz@127.0.0.1", ServersOptions{})
	is.True(err != nil && !strings.Contains(err.Error(), "canary"))
}

func must(t testing.TB, text string) *Servers {
	t.Helper()
	s, err := ParseServers(text, ServersOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
