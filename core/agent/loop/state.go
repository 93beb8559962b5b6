package loop

import (
	"slices"
	"strings"
)

// State is what is remembered of the calls so far. The zero State is a run that
// begins. It holds hashes alone, nothing of a page.
type State struct {
	last     []uint32   // keys of the last calls since the last progress
	calls    memory     // keys
	outcomes memory     // of what was read
	places   memory     // addresses
	families []family32 // visits since the last progress
	point    uint32
	presses  int
	stale    int // halves of calls in a row that were made before
	nudges   int
	healthy  int
	looks    []look // the latest readings
	polls    int
}

// family32 counts the visits to a family of addresses.
type family32 struct {
	of uint32
	n  int
}

// look is when a reading was made last.
type look struct {
	key uint32
	at  int64
}

// memory holds the latest hashes.
type memory []uint32

func (m memory) has(h uint32) bool { return slices.Contains(m, h) }

// add appends to a memory of its own, so that an earlier State stays as it was.
func (m *memory) add(h uint32) {
	if m.has(h) {
		return
	}
	from := 0
	if len(*m) >= remembers {
		from = 1
	}
	*m = append(append(make(memory, 0, len(*m)+1), (*m)[from:]...), h)
}

// Clone is a State that shares nothing with this one.
func (s State) Clone() State {
	s.last = append([]uint32(nil), s.last...)
	s.families = append([]family32(nil), s.families...)
	return s
}

// hash is FNV-1a over parts that are kept apart.
func hash(parts ...string) uint32 {
	h := uint32(2166136261)
	for _, p := range parts {
		for i := 0; i < len(p); i++ {
			h = (h ^ uint32(p[i])) * 16777619
		}
		h = (h ^ 0xff) * 16777619
	}
	return h
}

// family is an address without what tells one of its pages from the next: query,
// fragment, and the numbers in its path.
func family(address string) string {
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		address = address[:i]
	}
	var b strings.Builder
	number := false
	for i := 0; i < len(address); i++ {
		digit := address[i] >= '0' && address[i] <= '9'
		if digit && number {
			continue
		}
		number = digit
		if digit {
			b.WriteByte('0')
		} else {
			b.WriteByte(address[i])
		}
	}
	return b.String()
}
