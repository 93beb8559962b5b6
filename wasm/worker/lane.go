package worker

import "sync"

// lane runs functions one after another on one goroutine, in the order in
// which they were put. It is unbounded: who puts never waits.
type lane struct {
	mu    sync.Mutex
	queue []func()
	busy  bool
}

// put adds a function. It may be called from within one.
func (l *lane) put(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, f)
	if !l.busy {
		l.busy = true
		go l.run()
	}
}

func (l *lane) run() {
	for {
		l.mu.Lock()
		if len(l.queue) == 0 {
			l.busy, l.queue = false, nil
			l.mu.Unlock()
			return
		}
		f := l.queue[0]
		l.queue[0] = nil
		l.queue = l.queue[1:]
		l.mu.Unlock()
		f()
	}
}
