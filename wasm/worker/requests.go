package worker

import (
	"context"
	"sync"
)

// requests are those in execution, by id. It is the only owner of their
// contexts.
type requests struct {
	mu      sync.Mutex
	running map[string]context.CancelFunc
}

// begin reports false for an id that is in execution already.
func (r *requests) begin(id string) (context.Context, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, twice := r.running[id]; twice {
		return nil, false
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.running[id] = cancel
	return ctx, true
}

// cancel gives a request up; the dispatcher then answers it.
func (r *requests) cancel(id string) {
	r.mu.Lock()
	cancel := r.running[id]
	r.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// end forgets a request and returns how many are left.
func (r *requests) end(id string) {
	r.mu.Lock()
	cancel := r.running[id]
	delete(r.running, id)
	r.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// count returns how many are in execution.
func (r *requests) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.running)
}
