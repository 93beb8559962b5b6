package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/zapvol/bua/backend/httpapi"
)

// startup is how long a backend may take from its start until it answers.
const startup = 20 * time.Second

// LogFile is the path of what a backend that was started in the background logs.
func (h Home) LogFile() string { return h.Path("serve.log") }

// Start returns the operator's client of the backend of a home, which it starts
// in the background when none runs: program is this binary. A port that another
// program has is given up for a free one.
func Start(ctx context.Context, home Home, program string) (*httpapi.Client, error) {
	client, err := ConnectOperator(ctx, home)
	if !errors.Is(err, httpapi.ErrNoBackend) && !errors.Is(err, httpapi.ErrStranger) {
		return client, err
	}
	if err := home.settle(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startup)
	defer cancel()
	ended, err := home.detach(program)
	if err != nil {
		return nil, err
	}
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		client, err := ConnectOperator(ctx, home)
		if err == nil {
			return client, nil
		}
		select {
		case <-ended:
			// Another may have been faster: its backend is good as well.
			if client, err := ConnectOperator(ctx, home); err == nil {
				return client, nil
			}
			return nil, fmt.Errorf("the backend ended as soon as it was started; %s says why", home.LogFile())
		case <-ctx.Done():
			return nil, fmt.Errorf("the backend did not answer in time; %s may say why", home.LogFile())
		case <-tick.C:
		}
	}
}

// detach starts bua serve as a process that outlives this one. The channel is
// closed when it ends before.
func (h Home) detach(program string) (ended <-chan struct{}, err error) {
	log, err := os.OpenFile(h.LogFile(), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	c := exec.Command(program, "serve", "--config-dir", string(h))
	c.Stdout, c.Stderr = log, log
	apart(c)
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("the backend could not be started: %w", err)
	}
	done := make(chan struct{})
	go func() {
		_ = c.Wait()
		close(done)
	}()
	return done, nil
}
