package command

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"
)

// reapEnv tells the build program that it stands between itself and a tool.
const reapEnv = "BUA_REAP"

// Reaped returns a call that waits for every process that the tool leaves behind, such as
// those of a browser that was killed, so that a meter has their time as well.
func Reaped(c Cmd) Cmd {
	self, err := os.Executable()
	if err != nil {
		return c
	}
	c.Argv = append([]string{self}, c.Argv...)
	c.Env = append(c.Env[:len(c.Env):len(c.Env)], reapEnv+"=1")
	return c
}

// Reaping reports whether this process was started by [Reaped].
func Reaping() bool { return os.Getenv(reapEnv) != "" }

// patience is how long processes are awaited that outlive the tool.
const patience = 2 * time.Second

// Reap runs a tool and returns its exit code.
func Reap(argv []string) int {
	_ = os.Unsetenv(reapEnv)
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		fmt.Fprintln(os.Stderr, "build: processes that the tests leave behind are not measured:", err)
	}
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, unix.SIGTERM) // the tool has the same group: it ends by them, and is waited for
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 127
	}
	code, ended := 1, time.Time{}
	for {
		options := 0
		if !ended.IsZero() {
			options = unix.WNOHANG
		}
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, options, nil)
		switch {
		case err == unix.EINTR:
		case err != nil, pid == 0 && time.Since(ended) > patience:
			return code
		case pid == 0:
			time.Sleep(10 * time.Millisecond)
		case pid == cmd.Process.Pid:
			ended = time.Now()
			if code = status.ExitStatus(); status.Signaled() {
				code = 128 + int(status.Signal())
			}
		}
	}
}
