package coretest

import (
	"slices"
	"sync"
	"time"
)

// Clock is manual time: it stands still until Advance.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	timers []*timer
	// changes counts the timers that were set or stopped.
	changes int
}

// Machine is the machine's clock, or that of a synctest bubble.
type Machine struct{}

// Now returns the time.
func (Machine) Now() time.Time { return time.Now() }

// AfterFunc runs f on its own goroutine after d.
func (Machine) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}

type timer struct {
	at time.Time
	f  func()
}

// NewClock returns a clock at some moment of 2026.
func NewClock() *Clock { return &Clock{now: time.Unix(1_780_000_000, 0).UTC()} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc arranges for Advance to run f once d has passed.
func (c *Clock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	t := &timer{c.now.Add(d), f}
	c.timers = append(c.timers, t)
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		i := slices.Index(c.timers, t)
		if i >= 0 {
			c.changes++
			c.timers = slices.Delete(c.timers, i, i+1)
		}
		return i >= 0
	}
}

// Timers returns how many timers wait.
func (c *Clock) Timers() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.timers)
}

// Changes returns how often a timer was set or stopped. While the number stands
// still, nothing is at work.
func (c *Clock) Changes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changes
}

// Advance moves time and runs, in order and on the caller's goroutine, every
// timer that falls due, also those that a timer sets.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	end := c.now.Add(d)
	for {
		next := -1
		for i, t := range c.timers {
			if !t.at.After(end) && (next < 0 || t.at.Before(c.timers[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		t := c.timers[next]
		c.timers = slices.Delete(c.timers, next, next+1)
		if t.at.After(c.now) {
			c.now = t.at
		}
		c.mu.Unlock()
		t.f()
		c.mu.Lock()
	}
	if end.After(c.now) {
		c.now = end
	}
	c.mu.Unlock()
}
