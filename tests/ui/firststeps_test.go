package ui

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// TestFirstSteps: bua install ends with an agent's press on the page that it shows in the
// person's own browser, the first time and again; bua uninstall takes all of it back.
func TestFirstSteps(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	_, err := d.run(t, "uninstall", "--yes")
	is.NoErr(err)
	is.NoErr(os.MkdirAll(filepath.Join(d.config, ".claude"), 0o700))
	shown := filepath.Join(d.config, "shown")
	bin := t.TempDir()
	// It stands for the command of the browser that runs: tests have no window to hand it to.
	is.NoErr(os.WriteFile(filepath.Join(bin, "chromium"), []byte("#!/bin/sh\necho \"$1\" > "+shown+"\n"), 0o700))
	extension := filepath.Join(d.config, "bua-extension")
	var conn *cdp.Conn
	for range 2 {
		var said bytes.Buffer
		c := exec.CommandContext(t.Context(), d.program, "install", "--yes", "--no-service", "--to", filepath.Join(d.config, "bin"), "--extension", extension)
		c.Env = append(os.Environ(), "HOME="+d.config, "XDG_CONFIG_HOME="+d.config, "PATH="+bin+":"+os.Getenv("PATH"))
		c.Stdout, c.Stderr = &said, &said
		is.NoErr(c.Start())
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		var address []byte
		e2e.Await(t, "the page is shown", func() bool {
			address, err = os.ReadFile(shown)
			return len(address) > 0
		})
		is.NoErr(os.Remove(shown))
		if conn == nil {
			conn = d.browser(t, extension)
		}
		page, _, err := conn.NewPage(t.Context(), strings.TrimSpace(string(address)))
		is.NoErr(err)
		if err := <-ended; err != nil {
			t.Fatalf("%v\n%s", err, &said)
		}
		t.Log(said.String())
		var button, status string
		is.NoErr(conn.Eval(t.Context(), page, "document.querySelector('#press').textContent", &button))
		is.Equal(button, "Pressed")
		e2e.Await(t, "the page says that bua works", func() bool { // it was told, and draws it now
			is.NoErr(conn.Eval(t.Context(), page, "document.querySelector('output').textContent", &status))
			return strings.HasPrefix(status, "bua works.")
		})
		is.True(strings.Contains(said.String(), "Start Claude Code anew"))
		_, err = os.Stat(filepath.Join(extension, "bootstrap.json"))
		is.True(os.IsNotExist(err)) // the code is used up
	}
	d.stop(t)
	out, err := d.run(t, "uninstall", "--yes")
	is.NoErr(err)
	for _, path := range []string{"bin", "bua-extension", ".claude.json", "chromium/NativeMessagingHosts"} {
		if _, err := os.Stat(filepath.Join(d.config, path)); !os.IsNotExist(err) {
			t.Errorf("%s is left: %s", path, out)
		}
	}
}
