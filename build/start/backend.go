package start

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/zapvol/bua/build/command"
)

// backend is a `bua serve` that start runs.
type backend struct {
	binary string
	env    []string
	cmd    *exec.Cmd
	done   chan error // gets how it ended
	status status     // as last asked
}

// status is what `bua status --json` says, as far as it matters here.
type status struct {
	Address string
	Devices []struct {
		ID        string
		Connected bool
	}
}

// start runs the backend and waits until it answers. own gives it a free port.
func (b *backend) start(ctx context.Context, log string, own bool) error {
	if !own && b.ask(ctx) == nil {
		return fmt.Errorf("bua already runs here, on %s: end it first (Ctrl-C where it runs), or connect your agent to it with %s mcp", b.status.Address, b.binary)
	}
	if err := os.MkdirAll(filepath.Dir(log), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(log, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	args := []string{"serve"}
	if own {
		args = append(args, "--listen", "127.0.0.1:0")
	}
	b.cmd = exec.Command(b.binary, args...)
	b.cmd.Env = append(os.Environ(), b.env...)
	b.cmd.Stdout, b.cmd.Stderr = file, file
	detach(b.cmd)
	if err := b.cmd.Start(); err != nil {
		return err
	}
	b.done = make(chan error, 1)
	go func() { b.done <- b.cmd.Wait() }()
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for {
		if b.ask(ctx) == nil {
			return nil
		}
		select {
		case err := <-b.done:
			b.done <- err
			said, _ := os.ReadFile(log)
			return fmt.Errorf("the backend ended at once (%v):\n%s", err, strings.TrimSpace(string(said)))
		case <-ctx.Done():
			b.close()
			return errors.New("the backend does not answer after 20 seconds; see " + log)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// ask refreshes the status.
func (b *backend) ask(ctx context.Context) error {
	out, err := command.Output(ctx, command.Cmd{Env: b.env, Argv: []string{b.binary, "status", "--json"}})
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(out), &b.status)
}

// newcomer returns the device that has connected and is not one of known, ""
// while there is none: other browsers of this person may be connected too.
func (b *backend) newcomer(known map[string]bool) string {
	for _, d := range b.status.Devices {
		if d.Connected && !known[d.ID] {
			return d.ID
		}
	}
	return ""
}

// forget revokes the pairing of the browser that ends now.
func (b *backend) forget(device string) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, _ = command.Run(ctx, command.Cmd{Env: b.env, Argv: []string{b.binary, "devices", "revoke", device}})
}

// close ends the backend in good order, so that it takes the file that says
// where it runs with it.
func (b *backend) close() {
	if b.cmd == nil || b.cmd.Process == nil {
		return
	}
	_ = b.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-b.done:
		b.done <- err
	case <-time.After(5 * time.Second):
		_ = b.cmd.Process.Kill()
	}
}
