//go:build unix && !linux

package chromium

import (
	"os/exec"
	"syscall"
)

// group gives the browser a process group of its own, so that its children
// end with it and a Ctrl-C in the terminal does not reach it first.
func group(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func terminate(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }

func kill(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
