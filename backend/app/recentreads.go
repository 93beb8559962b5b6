package app

import "sync"

// recentReads are the pages that programs have read last, by user and program,
// whatever the tab or the browser: what is read in one may be obeyed in another.
type recentReads struct {
	mu sync.Mutex
	at map[[2]string]tabLocation // owner: this
}

// maxReaders bounds how many programs are remembered: each names itself.
const maxReaders = 1024

func (r *recentReads) last(user, agent string) tabLocation {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at[[2]string{user, agent}]
}

func (r *recentReads) note(user, agent string, p tabLocation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := [2]string{user, agent}
	if r.at == nil {
		r.at = map[[2]string]tabLocation{}
	}
	if _, known := r.at[k]; !known && len(r.at) >= maxReaders {
		for any := range r.at {
			delete(r.at, any)
			break
		}
	}
	r.at[k] = p
}
