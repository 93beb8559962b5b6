package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/session"
)

// keyNumbers is the first free uid of each tab, 128 ahead: tab id, limit, tab
// id, limit, and so on. A worker that starts anew numbers on from the limit.
//
//bua:stored session []int
const keyNumbers = "uidLimits"

// reserve is how many uid numbers are taken with one write. A dead worker
// wastes at most so many, and uids stay short.
const reserve = 128

// uidCounters keeps the first free uid number of each tab, so that a uid is never
// given twice in a tab, across documents and workers.
type uidCounters struct {
	writer *session.Writer

	mu    lock.Mutex
	next  map[int]int // owned by mu
	limit map[int]int // what storage says at least, once flushed; owned by mu
}

func newUIDCounters(w *session.Writer) *uidCounters {
	return &uidCounters{writer: w, next: map[int]int{}, limit: map[int]int{}}
}

func (n *uidCounters) load(data []byte) error {
	list, err := session.ReadInts(data)
	n.mu.Lock()
	defer n.mu.Unlock()
	for i := 0; i+1 < len(list); i += 2 {
		n.next[list[i]], n.limit[list[i]] = list[i+1], list[i+1]
	}
	return err
}

func (n *uidCounters) base(tab int) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.next[tab]
}

// keep takes note of the first free number and returns after storage has a
// limit that covers it.
func (n *uidCounters) keep(ctx context.Context, tab, next int) {
	n.mu.Lock()
	n.next[tab] = max(n.next[tab], next)
	grow := n.next[tab] > n.limit[tab]
	if grow {
		n.limit[tab] = n.next[tab] + reserve
	}
	n.mu.Unlock()
	if grow {
		n.save()
		n.writer.Flush(ctx)
	}
}

func (n *uidCounters) forget(tab int) {
	n.mu.Lock()
	_, known := n.next[tab]
	delete(n.next, tab)
	delete(n.limit, tab)
	n.mu.Unlock()
	if known {
		n.save()
	}
}

func (n *uidCounters) save() {
	n.writer.Put(session.Run, keyNumbers, func() []byte {
		n.mu.Lock()
		defer n.mu.Unlock()
		list := make([]int, 0, 2*len(n.limit))
		for _, tab := range sorted(n.limit) {
			list = append(list, tab, n.limit[tab])
		}
		return session.AppendInts(nil, list)
	}, nil)
}

// sorted returns the keys of m in order. An insertion: slices.Sort is 2 KB in
// the worker, and the agent has few tabs.
func sorted[V any](m map[int]V) []int {
	list := make([]int, 0, len(m))
	for n := range m {
		i := len(list)
		for list = append(list, n); i > 0 && list[i-1] > n; i-- {
			list[i] = list[i-1]
		}
		list[i] = n
	}
	return list
}
