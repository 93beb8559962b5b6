//go:build unix

package command

import (
	"os/exec"
	"syscall"
)

// group makes the tool the leader of its own process group and interrupts the whole
// group when the context does: go test would otherwise leave browsers behind.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
}
