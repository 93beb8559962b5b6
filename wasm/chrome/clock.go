package chrome

import "time"

// Clock is the clock port of every core room.
type Clock struct {
	// Wall returns the milliseconds since the epoch as the browser knows them;
	// the runtime's own clock stands still while the machine sleeps.
	Wall func() int64
}

// Now returns the browser's time.
func (c Clock) Now() time.Time { return time.UnixMilli(c.Wall()) }

// AfterFunc runs f on its own goroutine after d.
func (c Clock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}
