package pairing

import (
	"time"

	"golang.org/x/time/rate"
)

// Limits of attempts.
const (
	// attemptBurst is how many attempts an address has at once; one more comes
	// every attemptEvery.
	attemptBurst = 10
	attemptEvery = time.Minute / attemptBurst
	// maxAddresses bounds the memory: when more addresses than this have tried
	// within a minute, new ones wait.
	maxAddresses = 10_000
	// sweepEvery is how often addresses are looked through for those that have all
	// their attempts back: a crowd of strangers must not make each call do that.
	sweepEvery = time.Second
)

// attempts bounds them per address.
type attempts struct {
	from  map[string]*rate.Limiter
	swept time.Time
}

// allow reports whether the address may try now, and counts it if so.
func (a *attempts) allow(address string, now time.Time) bool {
	l := a.from[address]
	if l == nil {
		if len(a.from) >= maxAddresses && now.Sub(a.swept) >= sweepEvery {
			a.sweep(now)
		}
		if len(a.from) >= maxAddresses {
			return false
		}
		l = rate.NewLimiter(rate.Every(attemptEvery), attemptBurst)
		a.from[address] = l
	}
	return l.AllowN(now, 1)
}

// sweep forgets the addresses that have all their attempts back.
func (a *attempts) sweep(now time.Time) {
	a.swept = now
	for address, l := range a.from {
		if l.TokensAt(now) >= attemptBurst {
			delete(a.from, address)
		}
	}
}
