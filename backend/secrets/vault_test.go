package secrets

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zalando/go-keyring"

	"github.com/zapvol/bua/core/protocol"
)

const canary = "canary-value-of-a-secret"

func TestVault_in_the_file(t *testing.T) {
	is := is.New(t)
	v := &Vault{File: filepath.Join(t.TempDir(), "secrets.json")}
	list, err := v.List("")
	is.NoErr(err)
	is.Equal(len(list), 0)
	ring, err := v.Set(Secret{Entry{User: "local", Name: "github", Origins: []string{"https://github.com", "HTTPS://GitHub.com:443/"}}, canary})
	is.NoErr(err)
	is.True(!ring)
	_, err = v.Set(Secret{Entry{User: "ann", Name: "github", Origins: []string{"https://example.com:8443"}}, "of ann"})
	is.NoErr(err)
	info, err := os.Stat(v.File)
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o600))

	value, err := v.Value("local", "github")
	is.NoErr(err)
	is.Equal(value.Value, canary)
	is.Equal(value.Origins, []string{"https://github.com"})
	list, err = v.List("")
	is.NoErr(err)
	is.Equal(len(list), 2)
	is.True(!strings.Contains(fmt.Sprintf("%+v", list), canary))

	_, err = v.Value("bob", "github") // each user has their own
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
	_, err = v.Value("local", "gitlab")
	is.True(strings.Contains(err.Error(), "stored are github"))

	_, err = v.Set(Secret{Entry{User: "local", Name: "github", Origins: []string{"https://github.com"}}, "another"})
	is.NoErr(err)
	value, err = v.Value("local", "github")
	is.NoErr(err)
	is.Equal(value.Value, "another") // in place of the first
	is.NoErr(v.Remove("local", "github"))
	is.Equal(protocol.CodeOf(v.Remove("local", "github")), protocol.CodeInvalidAction)
	_, err = v.Value("ann", "github")
	is.NoErr(err)
	files, err := os.ReadDir(filepath.Dir(v.File))
	is.NoErr(err)
	is.Equal(len(files), 1) // nothing is left behind
}

func TestVault_in_the_keyring(t *testing.T) {
	is := is.New(t)
	keyring.MockInit()
	v := &Vault{File: filepath.Join(t.TempDir(), "secrets.json"), Ring: system{}}
	ring, err := v.Set(Secret{Entry{User: "local", Name: "github", Origins: []string{"https://github.com"}}, canary})
	is.NoErr(err)
	is.True(ring)
	data, err := os.ReadFile(v.File)
	is.NoErr(err)
	is.True(!strings.Contains(string(data), canary))
	value, err := v.Value("local", "github")
	is.NoErr(err)
	is.Equal(value.Value, canary)

	_, err = (&Vault{File: v.File}).Value("local", "github") // the keyring is gone
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	is.True(!strings.Contains(err.Error(), canary))

	keyring.MockInitWithError(errors.New("locked"))
	_, err = v.Value("local", "github")
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	is.True(v.Remove("local", "github") != nil)
	ring, err = v.Set(Secret{Entry{User: "local", Name: "github", Origins: []string{"https://github.com"}}, canary}) // where no keyring takes it, the file does
	is.NoErr(err)
	is.True(!ring)
	value, err = v.Value("local", "github")
	is.NoErr(err)
	is.Equal(value.Value, canary)
}

func TestVault_refuses(t *testing.T) {
	for _, row := range []struct {
		name, secret, origin, value string
	}{
		{"a name with a slash", "a/b", "https://example.com", "x"},
		{"no name", "", "https://example.com", "x"},
		{"an empty value", "a", "https://example.com", ""},
		{"a value of two lines", "a", "https://example.com", "x\ny"},
		{"a value that is too long", "a", "https://example.com", strings.Repeat("x", maxValue+1)},
		{"a site without TLS", "a", "http://example.com", "x"},
		{"a path", "a", "https://example.com/login", "x"},
		{"a user", "a", "https://me@example.com", "x"},
		{"a host alone", "a", "example.com", "x"},
		{"a pattern", "a", "https://*.example.com", "x"},
		{"a host in another script", "a", "https://exämple.com", "x"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			v := &Vault{File: filepath.Join(t.TempDir(), "secrets.json")}
			_, err := v.Set(Secret{Entry{User: "local", Name: row.secret, Origins: []string{row.origin}}, row.value})
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			_, err = os.Stat(v.File)
			is.True(err != nil)
		})
	}
	t.Run("a file that others can read, or a link", func(t *testing.T) {
		is := is.New(t)
		v := &Vault{File: filepath.Join(t.TempDir(), "secrets.json")}
		_, err := v.Set(Secret{Entry{User: "local", Name: "a", Origins: []string{"https://example.com"}}, canary})
		is.NoErr(err)
		is.NoErr(os.Chmod(v.File, 0o644))
		_, err = v.List("")
		is.True(err != nil && strings.Contains(err.Error(), "chmod 600"))
		_, err = v.Value("local", "a")
		is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
		is.NoErr(os.Chmod(v.File, 0o600))
		is.NoErr(os.Rename(v.File, v.File+".real"))
		is.NoErr(os.Symlink(v.File+".real", v.File))
		_, err = v.List("")
		is.True(err != nil)
	})
	t.Run("a damaged file, without quoting it", func(t *testing.T) {
		is := is.New(t)
		v := &Vault{File: filepath.Join(t.TempDir(), "secrets.json")}
		is.NoErr(os.WriteFile(v.File, []byte(`{"version":1,"secrets":[{"value":"`+canary+`","user":7}]}`), 0o600))
		_, err := v.List("")
		is.True(err != nil && !strings.Contains(err.Error(), canary))
	})
}

func TestParseOrigin(t *testing.T) {
	for text, want := range map[string]string{
		"https://Example.com": "https://example.com", "https://example.com:443": "https://example.com", "https://example.com:8443/": "https://example.com:8443",
		"http://127.0.0.1:8080": "http://127.0.0.1:8080", "http://localhost:80": "http://localhost", "https://[::1]:9": "https://[::1]:9",
	} {
		got, err := ParseOrigin(text)
		if err != nil || got != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}
