package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
)

// --server takes this machine without TLS, where nobody is on the way, and with the
// home's own token where the backend there knows it. Elsewhere it has to be https.
func TestServerFlag(t *testing.T) {
	home, other := t.TempDir(), t.TempDir()
	m, err := app.New(app.Options{Home: app.Home(home), Address: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	_, port, _ := strings.Cut(m.Address(), ":")
	tokens := t.TempDir()
	write := func(name, token string) string {
		file := filepath.Join(tokens, name)
		if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	good, bad := write("good", m.Token()), write("bad", strings.Repeat("x", 32))
	for _, row := range []struct {
		name, home, server, file, env string
		code                          int
		says                          string
	}{
		{"this home's, by its own token", home, "http://127.0.0.1:" + port, "", "", exitOK, ""},
		{"by name, with a slash", home, "http://localhost:" + port + "/", "", "", exitOK, ""},
		{"a token for another backend is set", home, "http://127.0.0.1:" + port, "", "another backend's token", exitOK, ""},
		{"another home's, without a token", other, "http://127.0.0.1:" + port, "", "", exitUsage, "--token-file"},
		{"another home's, by its token", other, "http://127.0.0.1:" + port, good, "", exitOK, ""},
		{"another home's, by the variable", other, "http://127.0.0.1:" + port, "", m.Token(), exitOK, ""},
		{"a wrong token", other, "http://127.0.0.1:" + port, bad, "", exitUsage, "token"},
		{"nothing listens", home, "http://127.0.0.1:1", "", "", exitNoBackend, "bua serve"},
		{"nothing listens, IPv6", home, "http://[::1]:1", "", "", exitNoBackend, "bua serve"},
		{"another of this machine's addresses", home, "http://127.8.8.8:1", "", "", exitNoBackend, "bua serve"},
		{"elsewhere without TLS", home, "http://192.0.2.1:80", good, "", exitUsage, "https://"},
		{"a name like this machine's", home, "http://localhost.example:80", good, "", exitUsage, "https://"},
		{"a user before another host", home, "http://127.0.0.1:80@192.0.2.1", good, "", exitUsage, "https://"},
		{"no scheme", home, "127.0.0.1:" + port, good, "", exitUsage, "https://"},
		{"a socket", home, "ws://127.0.0.1:" + port, good, "", exitUsage, "https://"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			t.Setenv("BUA_TOKEN", row.env)
			line := []string{"status", "--config-dir", row.home, "--server", row.server}
			if row.file != "" {
				line = append(line, "--token-file", row.file)
			}
			var out, errs bytes.Buffer
			code := run(t.Context(), line, strings.NewReader(""), &out, &errs)
			t.Log(errs.String())
			is.Equal(code, row.code)
			is.True(strings.Contains(errs.String(), row.says))
			is.Equal(row.code == exitOK, strings.Contains(out.String(), m.Address()))
		})
	}
}

// What means nothing in a browser that is brought up for one run is refused, and nothing
// is brought up where there is no model.
func TestRunLaunch_Refused(t *testing.T) {
	for _, row := range []struct {
		name string
		line []string
		code int
		says string
	}{
		{"a tab", []string{"--launch", "--tab", "current"}, exitUsage, "--url"},
		{"another backend", []string{"--launch", "--server", "https://a.test"}, exitUsage, "--server"},
		{"without watching", []string{"--launch", "--detach"}, exitUsage, "--detach"},
		{"a device", []string{"--launch", "--device", "laptop"}, exitUsage, "--device"},
		{"a headless browser that is not launched", []string{"--headless"}, exitUsage, "needs --launch"},
		{"a private network without --launch", []string{"--private-network", "refuse"}, exitUsage, "needs --launch"},
		{"an unknown host", []string{"--launch", "--host", "firefox"}, exitUsage, "extension or direct"},
		{"a blocklist of the extension's", []string{"--launch", "--blocklist", "x"}, exitUsage, "--host direct"},
		{"no model", []string{"--launch", "--chrome", "/nowhere"}, exitFailed, "bua models add"},
		{"no model, for programs", []string{"--launch", "--chrome", "/nowhere", "--json"}, exitFailed, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var out, errs bytes.Buffer
			code := run(t.Context(), append([]string{"run", "x", "--config-dir", t.TempDir()}, row.line...), strings.NewReader(""), &out, &errs)
			is.Equal(code, row.code)
			is.True(strings.Contains(errs.String(), row.says))
			is.Equal(row.says == "", strings.Contains(out.String(), `"code":"model_unknown"`))
		})
	}
}
