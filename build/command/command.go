// Package command runs the tools that the build calls. It decides how they
// start, how they end when the build is interrupted, and that a failure shows
// everything the tool said.
package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Cmd is one call of a tool.
type Cmd struct {
	// Dir is where it runs, "" for here.
	Dir string
	// Env is added to the environment; a later entry wins.
	Env []string
	// Argv is the program and its arguments.
	Argv []string
	// Out, when set, receives the output as it comes as well.
	Out io.Writer
	// Terminal leaves the tool in the terminal's foreground, so that it can ask
	// for a password. Everything else gets a process group of its own, so that
	// an interrupt ends it with its children.
	Terminal bool
}

// Error is a tool's failure with everything it printed.
type Error struct {
	Argv   []string
	Output string
	Err    error
}

// Error returns the call, why it failed, and the tool's output.
func (e *Error) Error() string {
	text := strings.TrimSpace(e.Output)
	if text != "" {
		text = "\n" + text
	}
	return fmt.Sprintf("%s: %v%s", strings.Join(e.Argv, " "), e.Err, text)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Run runs the tool and returns what it printed on both streams.
func Run(ctx context.Context, c Cmd) (string, error) {
	if len(c.Argv) == 0 {
		return "", errors.New("no command")
	}
	var all bytes.Buffer
	var out io.Writer = &all
	if c.Out != nil {
		out = io.MultiWriter(&all, c.Out)
	}
	cmd := prepare(ctx, c)
	cmd.Stdout, cmd.Stderr = out, out
	err := cmd.Run()
	spend(ctx, cmd.ProcessState)
	if err != nil {
		return all.String(), fail(ctx, c, all.String(), err)
	}
	return all.String(), nil
}

// Output runs the tool and returns its standard output, trimmed.
func Output(ctx context.Context, c Cmd) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd := prepare(ctx, c)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	spend(ctx, cmd.ProcessState)
	if err != nil {
		return "", fail(ctx, c, stdout.String()+stderr.String(), err)
	}
	return strings.TrimSpace(stdout.String()), nil
}

func prepare(ctx context.Context, c Cmd) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Argv[0], c.Argv[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.Env...)
	cmd.WaitDelay = 5 * time.Second
	if c.Terminal {
		cmd.Stdin = os.Stdin
	} else {
		group(cmd)
	}
	return cmd
}

func fail(ctx context.Context, c Cmd, output string, err error) error {
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return &Error{Argv: c.Argv, Output: output, Err: err}
}
