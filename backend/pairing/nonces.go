package pairing

import "time"

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
