package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

// The agent is answered while the backend still starts; one that cannot start
// ends the command all the same, whether the agent has said something or not.
func TestMCP_CannotStart(t *testing.T) {
	is := is.New(t)
	profile := t.TempDir()
	is.NoErr(os.WriteFile(filepath.Join(profile, "bua-store"), []byte("no folder"), 0o600))
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	in, end := io.Pipe() // it stays open: the client goes on waiting
	defer end.Close()
	var out, errs bytes.Buffer
	// No browser comes up: this one ends at once.
	code := run(ctx, []string{"mcp", "--launch", "--headless", "--chrome", "/bin/false", "--config-dir", t.TempDir(), "--user-data-dir", profile}, in, &out, &errs)
	is.NoErr(ctx.Err())
	is.Equal(code, exitFailed)
	is.True(strings.Contains(errs.String(), "bua-store"))
}
