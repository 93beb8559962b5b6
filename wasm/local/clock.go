package local

import "time"

// Clock is the time as the person's clock shows it. TinyGo knows no time zones.
type Clock struct {
	// Wall returns the milliseconds since the epoch.
	Wall func() int64
	// Minutes is how far the person's clock is ahead of UTC; the document tells it.
	Minutes int
	// Place is the name of the place whose clock it is, "" where nobody says; the document
	// tells it.
	Place string
}

// Now implements [runs.Clock].
func (c *Clock) Now() time.Time {
	return time.UnixMilli(c.Wall()).In(time.FixedZone("", c.Minutes*60))
}

// AfterFunc implements [runs.Clock].
func (c *Clock) AfterFunc(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
