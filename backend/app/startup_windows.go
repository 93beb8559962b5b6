package app

import (
	"os/exec"
	"syscall"
)

// detached is DETACHED_PROCESS: no console, and none of the one that started it.
const detached = 0x00000008

// apart gives a process a group of its own and no console: the end of the one
// that started it is not its own.
func apart(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | detached, HideWindow: true}
}
