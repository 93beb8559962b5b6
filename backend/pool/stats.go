package pool

import "sync/atomic"

// Stats is what a pool has done. The counters only grow.
type Stats struct {
	Connections int `json:"connections"`
	InFlight    int `json:"inFlight"`
	// Requests counts the actions that were accepted for sending.
	Requests uint64 `json:"requests"`
	// Timeouts, Aborted, Unknown and Stopped count requests that ended without
	// an answer: limit reached, caller gone, connection lost after sending,
	// Stop all.
	Timeouts uint64 `json:"timeouts"`
	Aborted  uint64 `json:"aborted"`
	Unknown  uint64 `json:"unknown"`
	Stopped  uint64 `json:"stopped"`
	// Resumed counts requests that outlived a lost connection.
	Resumed uint64 `json:"resumed"`
	// Passed counts actions that were passed on to another backend.
	Passed uint64 `json:"passed"`
	// Late, Duplicate and Stray count answers that were dropped: for a request
	// given up, for one already answered, for one never made.
	Late      uint64 `json:"late"`
	Duplicate uint64 `json:"duplicate"`
	Stray     uint64 `json:"stray"`
	// Invalid counts messages and results that broke a rule.
	Invalid uint64 `json:"invalid"`
	// Replaced counts connections that a newer one of the same device ended,
	// Slow those that did not read.
	Replaced uint64 `json:"replaced"`
	Slow     uint64 `json:"slow"`
}

type counters struct {
	inFlight                                      atomic.Int64
	requests, timeouts, aborted, unknown, stopped atomic.Uint64
	resumed, passed                               atomic.Uint64
	late, duplicate, stray, invalid               atomic.Uint64
	replaced, slow                                atomic.Uint64
}

// Stats returns the counters of now.
func (p *Pool) Stats() Stats {
	p.mu.Lock()
	n := 0
	for _, devices := range p.conns {
		n += len(devices)
	}
	p.mu.Unlock()
	c := &p.count
	return Stats{
		Connections: n, InFlight: int(c.inFlight.Load()),
		Requests: c.requests.Load(), Timeouts: c.timeouts.Load(), Aborted: c.aborted.Load(),
		Unknown: c.unknown.Load(), Stopped: c.stopped.Load(), Resumed: c.resumed.Load(), Passed: c.passed.Load(),
		Late: c.late.Load(), Duplicate: c.duplicate.Load(), Stray: c.stray.Load(),
		Invalid: c.invalid.Load(), Replaced: c.replaced.Load(), Slow: c.slow.Load(),
	}
}
