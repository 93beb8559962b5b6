package start

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/progress"
)

// scripted is the name under which the script is added as a model, and removed again.
const scripted = "scripted"

// model is a program that answers as a model's server does, by a script.
type model struct {
	cmd   *exec.Cmd
	stdin interface{ Close() error }
	url   string
}

// play starts the program and reads where it listens.
func play(ctx context.Context, program string, args ...string) (*model, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	m := &model{cmd: cmd, stdin: in}
	line, err := bufio.NewReader(out).ReadString('\n')
	if m.url = strings.TrimSpace(line); err != nil || m.url == "" {
		m.close()
		return nil, errors.New("the scripted model did not start")
	}
	return m, nil
}

// close ends the program: it goes with its input.
func (m *model) close() {
	_ = m.stdin.Close()
	_ = m.cmd.Wait()
}

// task lets bua's own agent do in words what the round trip did action by action. Its
// model is a script, so that nobody needs one to see it.
func task(ctx context.Context, o Options, env []string, device string) error {
	s, err := openShop()
	if err != nil {
		return err
	}
	defer s.close()
	m, err := play(ctx, o.Model, wanted, "In the basket: Darjeeling.")
	if err != nil {
		return err
	}
	defer m.close()
	bua := func(ctx context.Context, args ...string) error {
		_, err := command.Run(ctx, command.Cmd{Env: env, Argv: append([]string{o.Binary}, args...)})
		return err
	}
	if err := bua(ctx, "models", "add", scripted+"/"+scripted, "--url", m.url, "--no-key", "--no-test"); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = bua(ctx, "models", "remove", scripted)
	}()
	const words = "Put Darjeeling into the basket."
	o.Say.Note("agent", "bua run %q: the model that answers is a script for this page, not an AI", words)
	begin := time.Now()
	_, err = command.Run(ctx, command.Cmd{Env: env, Out: o.Say, Argv: []string{o.Binary, "run", words, "--url", s.URL, "--model", scripted + "/" + scripted, "--device", device}})
	if err != nil {
		return fmt.Errorf("bua run: %w", err)
	}
	seen, err := s.clicked(ctx)
	if err != nil {
		return err
	}
	if seen.Button != wanted || !seen.Trusted {
		return fmt.Errorf("the page saw a click on %q, trusted: %v", seen.Button, seen.Trusted)
	}
	o.Say.Note("start", "bua's own agent did a task given in words, by a scripted model, and the page shows it: %s", progress.Elapsed(time.Since(begin)))
	return nil
}
