//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

// TestPrivateFiles: whatever decides who may act is refused where others could
// read it or put another in its place, by every command that reads it; the
// refusal names the file and the command that mends it.
func TestPrivateFiles(t *testing.T) {
	for _, row := range []struct {
		name, file string // relative to the home, which has what a good one has
		line       []string
	}{
		{"the agents' token", "token", []string{"status"}},
		{"the agents' token, for the backend", "token", []string{"serve", "--listen", "127.0.0.1:0"}},
		{"the operator's token", "operator-token", []string{"pair", "--no-wait"}},
		{"the operator's token, for the backend", "operator-token", []string{"serve", "--listen", "127.0.0.1:0"}},
		{"where the backend runs", "backend.json", []string{"status"}},
		{"a token for a server", "mine", []string{"status", "--server", "https://127.0.0.1:1", "--token-file", "FILE"}},
		{"the users", "users", []string{"serve", "--mode", "server", "--host", "x", "--listen", "127.0.0.1:0", "--users", "FILE"}},
		{"the users that are added to", "users", []string{"users", "add", "ann", "--users", "FILE"}},
		{"the users that one is removed from", "users", []string{"users", "remove", "ann", "--users", "FILE"}},
		{"the secrets", "secrets.json", []string{"secret", "list"}},
		{"the addresses of NATS", "nats", []string{"policy", "--nats", "@FILE"}},
		{"the credentials for NATS", "creds", []string{"policy", "--nats", "nats://127.0.0.1:1", "--nats-creds", "FILE"}},
		{"the address of a browser", "cdp", []string{"serve", "--listen", "127.0.0.1:0", "--cdp", "@FILE"}},
		{"the log of a browser without the extension", "direct.json", []string{"serve", "--listen", "127.0.0.1:0", "--cdp", "http://127.0.0.1:1"}},
	} {
		for _, fault := range []struct {
			name, says, mend string
			make             func(dir, file string) error
		}{
			{"a link", "is a symbolic link", "install -m 600 FILE", func(_, file string) error {
				return errors.Join(os.Rename(file, file+".real"), os.Symlink(file+".real", file))
			}},
			{"open to others", "by others", "chmod 600 FILE", func(_, file string) error { return os.Chmod(file, 0o644) }},
			{"in a folder where others may write", "others may write in the folder DIR", "chmod go-w DIR", func(dir, _ string) error { return os.Chmod(dir, 0o777) }},
		} {
			t.Run(row.name+" is "+fault.name, func(t *testing.T) {
				is := is.New(t)
				dir := filepath.Join(t.TempDir(), "home")
				is.NoErr(os.Mkdir(dir, 0o700))
				for name, text := range map[string]string{"token": "0123456789ABCDEF0123\n", "operator-token": "0123456789ABCDEF0123\n",
					"backend.json": `{"address":"127.0.0.1:1","pid":1}`, "users": strings.Repeat("0", 64) + " ann\n", "mine": "token",
					"secrets.json": `{"version":1,"secrets":[]}`, "nats": "nats://127.0.0.1:1", "creds": "x", "cdp": "http://127.0.0.1:1", "direct.json": "{}"} {
					is.NoErr(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
				}
				file := filepath.Join(dir, row.file)
				is.NoErr(fault.make(dir, file))
				fill := strings.NewReplacer("DIR", dir, "FILE", file)
				var line []string
				for _, word := range row.line {
					line = append(line, fill.Replace(word))
				}
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				var out, errs bytes.Buffer
				code := run(ctx, append(line, "--config-dir", dir), strings.NewReader(""), &out, &errs)
				is.True(ctx.Err() == nil) // a backend did not start
				is.True(code == exitFailed || code == exitUsage)
				says, do, _ := strings.Cut(errs.String(), "; ")
				if !strings.Contains(says, fill.Replace(fault.says)) || !strings.Contains(do, "type: "+fill.Replace(fault.mend)) {
					t.Errorf("it says %q", errs.String())
				}
			})
		}
	}
}
