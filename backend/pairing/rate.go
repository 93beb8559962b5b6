package pairing

import "time"

// Limits of attempts.
const (
	ratePerMinute = 10
	// rateAddresses bounds the memory: when more addresses than this have
	// tried within a minute, new ones wait.
	rateAddresses = 10_000
)

// rate counts attempts per address over the last minute.
type rate struct {
	hits map[string][]time.Time
}

// allow reports whether the address may try now, and counts it if so.
func (r *rate) allow(address string, now time.Time) bool {
	recent := r.hits[address][:0:0]
	for _, t := range r.hits[address] {
		if now.Sub(t) < time.Minute {
			recent = append(recent, t)
		}
	}
	if len(recent) >= ratePerMinute {
		r.hits[address] = recent
		return false
	}
	if len(recent) == 0 && len(r.hits) >= rateAddresses {
		for a, times := range r.hits {
			if now.Sub(times[len(times)-1]) >= time.Minute {
				delete(r.hits, a)
			}
		}
		if len(r.hits) >= rateAddresses {
			return false
		}
	}
	r.hits[address] = append(recent, now)
	return true
}

// nonces remembers the nonces of valid hellos for as long as their time could
// still pass.
type nonces struct {
	seen  map[string]time.Time
	swept time.Time
}

// fresh reports whether the nonce is new, and remembers it.
func (n *nonces) fresh(nonce string, now time.Time) bool {
	if now.Sub(n.swept) > nonceLife {
		for k, t := range n.seen {
			if now.Sub(t) > nonceLife {
				delete(n.seen, k)
			}
		}
		n.swept = now
	}
	if t, ok := n.seen[nonce]; ok && now.Sub(t) <= nonceLife {
		return false
	}
	n.seen[nonce] = now
	return true
}
