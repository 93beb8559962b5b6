package pool

import (
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// Grace is how much longer than an action's own limit the pool waits: the
// browser's own timeout, with its exact code, should arrive first.
const Grace = 5 * time.Second

// Limit returns how long an action may take in the browser.
func Limit(a protocol.Action) time.Duration {
	switch a := a.(type) {
	case protocol.WaitFor:
		return time.Duration(a.Limit()) * time.Millisecond
	case protocol.Downloads:
		if a.Do == protocol.TakeWait && a.TimeoutMS > 0 {
			return time.Duration(a.TimeoutMS) * time.Millisecond
		}
		return 30 * time.Second
	case protocol.Help:
		return time.Duration(a.Limit()) * time.Millisecond
	case protocol.Evaluate:
		return 10 * time.Second
	case protocol.GetTabs, protocol.CloseTab:
		return 10 * time.Second
	default:
		return 30 * time.Second
	}
}
