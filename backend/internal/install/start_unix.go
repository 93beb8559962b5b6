//go:build unix

package install

import (
	"os/exec"
	"syscall"
)

// apart gives a program a session of its own.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
