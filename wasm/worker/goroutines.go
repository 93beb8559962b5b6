package worker

import "sync"

// lane runs functions one after another on one goroutine, in the order in
// which they were put. It is unbounded: who puts never waits. The goroutine
// stays: in the worker each new one costs a stack.
type lane struct {
	mu    sync.Mutex
	queue []func()
	wake  chan struct{} // nil before the first put
}

// put adds a function. It may be called from within one.
func (l *lane) put(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, f)
	if l.wake == nil {
		l.wake = make(chan struct{}, 1)
		go l.run()
	}
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *lane) run() {
	for {
		l.mu.Lock()
		queue := l.queue
		l.queue = nil
		l.mu.Unlock()
		for i, f := range queue {
			queue[i] = nil
			f()
		}
		if len(queue) == 0 {
			<-l.wake
		}
	}
}

// idleGoroutines is how many goroutines a worker pool keeps for later.
const idleGoroutines = 8

// workerPool runs functions side by side and keeps some of its goroutines, for the
// same reason.
type workerPool struct {
	mu   sync.Mutex
	idle []chan func()
}

// run starts a function and returns at once.
func (c *workerPool) run(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.idle); n > 0 {
		c.idle[n-1] <- f
		c.idle = c.idle[:n-1]
		return
	}
	go c.member(f)
}

func (c *workerPool) member(f func()) {
	next := make(chan func(), 1)
	for {
		f()
		c.mu.Lock()
		if len(c.idle) == idleGoroutines {
			c.mu.Unlock()
			return
		}
		c.idle = append(c.idle, next)
		c.mu.Unlock()
		f = <-next
	}
}
