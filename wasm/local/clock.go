package local

import (
	"time"

	"github.com/zapvol/bua/wasm/chrome"
)

// clock is the time as the person's clock shows it. TinyGo knows no time zones.
type clock struct {
	chrome.Clock
	// minutes is how far the person's clock is ahead of UTC; the document tells it.
	minutes int
	// place is the name of the place whose clock it is, "" where nobody says; the document
	// tells it.
	place string
}

// Now implements [runs.Clock].
func (c *clock) Now() time.Time {
	return c.Clock.Now().In(time.FixedZone("", c.minutes*60))
}
