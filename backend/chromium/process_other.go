//go:build !unix

package chromium

import "os/exec"

func group(*exec.Cmd) {}

func terminate(c *exec.Cmd) { _ = c.Process.Kill() }

func kill(c *exec.Cmd) { _ = c.Process.Kill() }
