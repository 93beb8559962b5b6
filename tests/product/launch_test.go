package product

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/matryer/is"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// processes lists the processes whose command line names text.
func processes(t *testing.T, text string) []int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(files) == 0 {
		t.Skip("there is no /proc to look into")
	}
	var found []int
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err == nil && strings.Contains(string(data), text) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			found = append(found, pid)
		}
	}
	return found
}

// TestLaunch_EndsTogether: whatever bua mcp --launch started ends with it.
func TestLaunch_EndsTogether(t *testing.T) {
	for _, end := range []struct {
		name string
		how  func(cmd *exec.Cmd, s *mcp.ClientSession)
	}{
		{"the client closes stdin", func(_ *exec.Cmd, s *mcp.ClientSession) { _ = s.Close() }},
		{"SIGTERM", func(cmd *exec.Cmd, _ *mcp.ClientSession) { _ = cmd.Process.Signal(syscall.SIGTERM) }},
		{"SIGINT", func(cmd *exec.Cmd, _ *mcp.ClientSession) { _ = cmd.Process.Signal(syscall.SIGINT) }},
		{"SIGKILL", func(cmd *exec.Cmd, _ *mcp.ClientSession) { _ = cmd.Process.Kill() }},
	} {
		t.Run(end.name, func(t *testing.T) {
			if end.name == "SIGINT" {
				size.LeaveToAll(t, size.Trial) // it is taken as SIGTERM is
			}
			is := is.New(t)
			dir := t.TempDir()
			profile := filepath.Join(dir, "profile")
			cmd := exec.Command(e2e.Binary(t), "mcp", "--launch", "--headless", "--extension", e2e.Extension(t), "--config-dir", dir, "--user-data-dir", profile)
			// The temporary folder with the one-time code has to go as well.
			cmd.Env = append(os.Environ(), "TMPDIR="+dir)
			cmd.Stderr = os.Stderr
			s, err := mcp.NewClient(&mcp.Implementation{Name: "spec", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
			is.NoErr(err)
			e2e.Await(t, "the browser runs", func() bool { return len(processes(t, "--user-data-dir="+profile)) > 0 })
			end.how(cmd, s)
			t.Cleanup(func() { _ = s.Close() })
			e2e.Await(t, "the browser ended", func() bool { return len(processes(t, profile)) == 0 })
			if end.name == "SIGKILL" {
				return // nobody is left to remove the folder
			}
			e2e.Await(t, "the folder with the code is gone", func() bool {
				left, _ := filepath.Glob(filepath.Join(dir, "bua-extension-*"))
				return len(left) == 0
			})
		})
	}
}

// TestLaunch_NoWindow: where the browser runs without a window, or with the
// agent's alone, a tab for the person gets a window of their own.
func TestLaunch_NoWindow(t *testing.T) {
	is := is.New(t)
	policies, err := app.PolicyFolders("/")
	is.NoErr(err)
	if len(policies) > 0 {
		t.Skip("a browser without a window never tells what these policies are: ", policies)
	}
	site := e2e.NewSite(t, pages, "pages")
	for _, first := range []string{"", "the agent's window"} {
		b := e2e.New(t, e2e.Options{Args: []string{"--no-startup-window", "--keep-alive-for-test"}})
		agents := 0
		if first != "" {
			agents = whole(b.Get(t, map[string]any{"type": "open_tab", "url": site.URL("/plain.html")})["windowId"])
		}
		got := b.Get(t, map[string]any{"type": "open_tab", "url": site.URL("/plain.html?2"), "focus": true})
		is.True(whole(got["windowId"]) != agents)
		var shown bool
		b.InWorker(t, fmt.Sprintf("chrome.tabs.get(%d).then(t => t.active)", whole(got["tabId"])), &shown)
		is.True(shown)
	}
}

func whole(n any) int { f, _ := n.(float64); return int(f) }
