package e2e

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/backend/app"
)

// Binary returns the path of the built bua: of the one that the suite has built
// (BUA_BINARY), else of a new one.
func Binary(tb testing.TB) string {
	tb.Helper()
	if built := os.Getenv("BUA_BINARY"); built != "" {
		return built
	}
	binary := filepath.Join(tb.TempDir(), "bua")
	build := exec.Command("go", "build", "-o", binary, "github.com/zapvol/bua/backend/cmd/bua")
	if out, err := build.CombinedOutput(); err != nil {
		tb.Fatalf("building bua: %v\n%s", err, out)
	}
	return binary
}

// Stdio starts bua mcp with a browser of its own as an MCP client does, and
// returns the agent at its stdio; further arguments go to bua mcp. Everything
// ends with the test.
func Stdio(tb testing.TB, args ...string) *Agent {
	tb.Helper()
	Extension(tb) // the build has put the same files into the binary's room
	ctx, cancel := context.WithTimeout(tb.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.Command(Binary(tb), append([]string{"mcp", "--launch", "--headless", "--config-dir", tb.TempDir()}, args...)...)
	cmd.Stderr = os.Stderr
	s, err := mcp.NewClient(&mcp.Implementation{Name: "spec", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return &Agent{session: s}
}

// Command runs bua on a backend's folder, and returns what it printed and its exit code.
func Command(tb testing.TB, binary string, home app.Home, in string, args ...string) (out, errs string, code int) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 90*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, binary, append([]string{"--config-dir", string(home)}, args...)...)
	var o, e bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(in), &o, &e
	var exit *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &exit) {
		tb.Fatal(err)
	}
	return o.String(), e.String(), c.ProcessState.ExitCode()
}
