package install

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/matryer/is"
)

// TestStart_Apart: a browser that the installer opens is in a session of its own: it would end
// with the terminal.
func TestStart_Apart(t *testing.T) {
	is := is.New(t)
	told := filepath.Join(t.TempDir(), "told")
	is.NoErr(syscall.Mkfifo(told, 0o600))
	is.NoErr(start("sh", "-c", "cat /proc/$$/stat >"+told))
	text, err := os.ReadFile(told)
	is.NoErr(err)
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest) // state, parent, process group, session
	pid, _, _ := strings.Cut(string(text), " ")
	is.Equal(fields[3], pid)
}
