package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/internal/lock"
)

// jobs counts the clean-ups under way. One may begin while another part waits
// for all of them, which a sync.WaitGroup does not allow.
type jobs struct {
	mu   lock.Mutex
	n    int
	idle chan struct{} // closed when n is 0; nil while nobody waits
}

// run starts a clean-up on a goroutine of its own.
func (j *jobs) run(job func()) {
	j.mu.Lock()
	j.n++
	j.mu.Unlock()
	go func() {
		defer j.end()
		job()
	}()
}

func (j *jobs) end() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.n--; j.n == 0 && j.idle != nil {
		close(j.idle)
		j.idle = nil
	}
}

// wait blocks until none is under way, or until ctx ends.
func (j *jobs) wait(ctx context.Context) {
	j.mu.Lock()
	if j.n > 0 && j.idle == nil {
		j.idle = make(chan struct{})
	}
	idle := j.idle
	j.mu.Unlock()
	if idle == nil {
		return
	}
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
