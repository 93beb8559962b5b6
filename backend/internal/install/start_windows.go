package install

import "os/exec"

// apart does nothing: a program outlives the terminal that began it.
func apart(*exec.Cmd) {}
