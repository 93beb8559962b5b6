//go:build unix

package start

import (
	"os/exec"
	"syscall"
)

// detach keeps a Ctrl-C in the terminal from reaching the backend before start
// ends it: the browser would lose its backend first and show an error.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
