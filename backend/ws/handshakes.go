package ws

import "sync"

// handshakes counts those under way, so that strangers cannot hold more
// than a bounded amount of memory and sockets.
type handshakes struct {
	mu         sync.Mutex
	all        int
	perAddress map[string]int
}

// enter reports whether one more may begin; leave ends it.
func (g *handshakes) enter(address string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all >= maxPending || g.perAddress[address] >= maxPendingAddress {
		return false
	}
	g.all++
	g.perAddress[address]++
	return true
}

func (g *handshakes) leave(address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all--
	if g.perAddress[address]--; g.perAddress[address] <= 0 {
		delete(g.perAddress, address)
	}
}
