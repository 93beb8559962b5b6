package chromium

import (
	"os/exec"
	"syscall"
)

// group gives the browser a process group of its own, so that its children
// end with it and a Ctrl-C in the terminal does not reach it first. Should this
// process be killed without a chance to close the browser, the kernel tells
// the browser to end: it does so when the thread ends that started it, which
// is why that thread stays (see [run]).
func group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}

func terminate(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }

func kill(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
