package dispatch

import (
	"context"
	"strconv"

	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/internal/uid"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// keyNumbers is whose the numbers of the uids are: the first that no tab has; then of each
// range its tab, its size, its end, and the first free one, 128 ahead. A worker that starts
// anew numbers on from there.
//
//bua:stored session []int
const keyNumbers = "uidRanges"

const (
	// reserve is how many uid numbers are taken with one write. A dead worker
	// wastes at most so many, and uids stay short.
	reserve = 128
	// uidBlock is how many numbers a tab gets at a time. uidRoom is how many an action
	// may need: a reading lists 200 elements, a form has 100 fields with an option each.
	uidBlock = 1000
	uidRoom  = 400
)

// uidNumbers gives the tabs their numbers for uids, out of one row for all of them: no
// uid is given twice, in whatever tab, document or worker.
type uidNumbers struct {
	writer *session.Writer

	mu     lock.Mutex
	ranges []uidRange // of tabs that are there, the oldest first; owned by mu
	free   int        // the first number that no tab has; owned by mu
}

// uidRange is numbers of one tab. stored is what storage says at least of next, once
// flushed.
type uidRange struct{ tab, first, end, next, stored int }

func newUIDNumbers(w *session.Writer) *uidNumbers { return &uidNumbers{writer: w} }

func (n *uidNumbers) load(data []byte) error {
	list, err := session.ReadInts(data)
	if len(list) == 0 {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.free = max(list[0], 0)
	for list = list[1:]; len(list) >= 4; list = list[4:] {
		r := uidRange{tab: list[0], first: list[2] - list[1], end: list[2], next: list[3], stored: list[3]}
		if 0 <= r.first && r.first <= r.next && r.next <= r.end && r.end <= n.free {
			n.ranges = append(n.ranges, r)
		}
	}
	return err
}

// base returns the first free number of a tab. Where its numbers may be too few for an
// action it gets more.
func (n *uidNumbers) base(tab int) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	at := -1
	for i, r := range n.ranges {
		if r.tab == tab {
			at = i
		}
	}
	switch {
	case at >= 0 && n.ranges[at].end-n.ranges[at].next >= uidRoom:
	case at >= 0 && n.ranges[at].end == n.free:
		n.ranges[at].end += uidBlock
		n.free += uidBlock
	default:
		at = len(n.ranges)
		n.ranges = append(n.ranges, uidRange{tab, n.free, n.free + uidBlock, n.free, n.free})
		n.free += uidBlock
	}
	return n.ranges[at].next
}

// keep takes note of the first free number and returns after storage has a
// limit that covers it.
func (n *uidNumbers) keep(ctx context.Context, tab, next int) {
	n.mu.Lock()
	grow := false
	for i := range n.ranges {
		if r := &n.ranges[i]; r.tab == tab && r.next < next && next <= r.end {
			r.next = next
			if grow = next > r.stored; grow {
				r.stored = min(next+reserve, r.end)
			}
		}
	}
	n.mu.Unlock()
	if grow {
		n.save()
		n.writer.Flush(ctx)
	}
}

// owner returns the tab that a uid was given in, 0 for none that is there.
func (n *uidNumbers) owner(s string) (tab int) {
	number, ok := uid.Parse(s)
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, r := range n.ranges {
		if ok && r.first <= number && number < r.next {
			return r.tab
		}
	}
	return 0
}

func (n *uidNumbers) forget(tab int) {
	n.mu.Lock()
	left := n.ranges[:0]
	for _, r := range n.ranges {
		if r.tab != tab {
			left = append(left, r)
		}
	}
	known := len(left) < len(n.ranges)
	n.ranges = left
	n.mu.Unlock()
	if known {
		n.save()
	}
}

func (n *uidNumbers) save() {
	n.writer.Put(session.Run, keyNumbers, func() []byte {
		n.mu.Lock()
		defer n.mu.Unlock()
		list := []int{n.free}
		for _, r := range n.ranges {
			if r.stored > r.first { // else no uid of it is given
				list = append(list, r.tab, r.end-r.first, r.end, r.stored)
			}
		}
		return session.AppendInts(nil, list)
	}, nil)
}

// given reports whether a tab has a uid.
func (n *uidNumbers) given(tab int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, r := range n.ranges {
		if r.tab == tab && r.next > r.first {
			return true
		}
	}
	return false
}

// Numbered reports whether the ticket's tab has a uid.
func (g guard) Numbered() bool { return g.d.uids.given(g.f.tab) }

// tabOf returns the tab that an action is meant for: the one that it names, else the
// one in which its uid was given, 0 for neither. A uid of another tab than the named one
// is element_stale.
func (n *uidNumbers) tabOf(a protocol.Action) (int, error) {
	named, ref := a.Tab(), protocol.UIDOf(a)
	owner := n.owner(ref)
	switch {
	case named == 0:
		return owner, nil
	case owner == 0, owner == named:
		return named, nil
	}
	return 0, protocol.NewError(protocol.CodeElementStale, ref+" is an element of tab "+strconv.Itoa(owner)+", not of tab "+strconv.Itoa(named)+"; with a uid tabId can be left out")
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
