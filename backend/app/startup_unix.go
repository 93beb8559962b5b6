//go:build !windows

package app

import (
	"os/exec"
	"syscall"
)

// apart gives a process a session of its own: the end of the one that started
// it, or of its terminal, is not its own.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
