package heap

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/matryer/is"
)

// harness is a heap in a Go array, with roots that a test sets.
type harness struct {
	Heap
	memory [][]uint64
	roots  []uintptr
}

func newHarness(roots int) *harness { return &harness{roots: make([]uintptr, roots)} }

// take gives the heap memory as the worker does when it has none left.
func (r *harness) take(n uintptr, plain bool) uintptr {
	at := r.Take(n, plain)
	if at == 0 {
		words := make([]uint64, (r.Wants(n)+4095)/4096*512)
		r.memory = append(r.memory, words)
		r.Add(uintptr(unsafe.Pointer(&words[0])), uintptr(len(words))*8)
		at = r.Take(n, plain)
	}
	return at
}

func (r *harness) collect() {
	from := uintptr(unsafe.Pointer(&r.roots[0]))
	r.Collect(from, from+uintptr(len(r.roots))*unsafe.Sizeof(from))
}

// live lists the objects, lowest address first, and fails when memory is not
// filled by objects and holes without a gap.
func (r *harness) live(t *testing.T) []uintptr {
	t.Helper()
	var out []uintptr
	r.close()
	for i := range r.count {
		c := &r.chunks[i]
		o := c.base
		for o < c.stop {
			if c.object(o) != o || c.object(o+grain-1) != o {
				t.Fatalf("no object begins at %d, where the one before it ends", o-c.base)
			}
			if *size(o)&hole == 0 {
				out = append(out, o+head)
			}
			o += uintptr(*size(o)) &^ flagged
		}
		if o != c.stop {
			t.Fatal("the last object ends outside its chunk")
		}
	}
	slices.Sort(out)
	return out
}

func TestCollect(t *testing.T) {
	rows := []struct {
		name string
		// build returns how many objects must be left.
		build func(r *harness) int
	}{
		{"nothing is kept without a root", func(r *harness) int {
			r.take(100, false)
			return 0
		}},
		{"an object is kept by a pointer to it", func(r *harness) int {
			r.roots[0] = r.take(100, false)
			return 1
		}},
		{"an object is kept by a pointer into it", func(r *harness) int {
			r.roots[0] = r.take(100, false) + 99
			return 1
		}},
		{"the end of a slice keeps nothing", func(r *harness) int {
			a := r.take(104, false)
			r.take(104, false)
			r.roots[0] = a + 104
			return 0
		}},
		{"an object is kept by one that is kept", func(r *harness) int {
			a, b := r.take(16, false), r.take(5000, true)
			*word(a + 8) = b
			r.roots[0] = a
			return 2
		}},
		{"an object without pointers keeps nothing", func(r *harness) int {
			a, b := r.take(16, true), r.take(16, false)
			*word(a) = b
			r.roots[0] = a
			return 1
		}},
		{"two that keep each other go together", func(r *harness) int {
			a, b := r.take(16, false), r.take(16, false)
			*word(a), *word(b) = b, a
			return 0
		}},
		{"a chain of any length is kept", func(r *harness) int {
			for range 20_000 {
				o := r.take(24, false)
				*word(o), r.roots[0] = r.roots[0], o
			}
			return 20_000
		}},
		{"more objects are kept by one than there is room to note", func(r *harness) int {
			const n = 5000
			r.roots[0] = r.take(n*8, false)
			for i := range uintptr(n) {
				// Each has one more behind it.
				o := r.take(16, false)
				*word(o) = r.take(16, true)
				*word(r.roots[0] + i*8) = o
			}
			return 1 + 2*n
		}},
		{"what points outside the heap is no pointer", func(r *harness) int {
			r.roots[0], r.roots[1] = 1, ^uintptr(0)
			r.take(16, false)
			return 0
		}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := newHarness(2)
			want := row.build(r)
			r.collect()
			is.Equal(len(r.live(t)), want)
			clear(r.roots)
			r.collect()
			is.Equal(len(r.live(t)), 0)
			// All of it is one hole again in every chunk.
			for i := range r.count {
				c := &r.chunks[i]
				is.Equal(uintptr(*size(c.base))&^flagged, c.stop-c.base)
			}
		})
	}
}

// TestModel compares the heap with a map of what must be there, over random
// objects, pointers and collections.
func TestModel(t *testing.T) {
	zero := make([]byte, 300_008)
	for seed := range uint64(8) {
		is := is.New(t)
		r, rnd := newHarness(20), rand.New(rand.NewPCG(seed, 1))
		type object struct {
			n     uintptr
			plain bool
			to    uintptr // the object that its first word names, 0 for none
			last  byte
		}
		// mark is where an object's last byte is written. In one that may hold
		// pointers it begins the last word: any other byte of a word could make
		// it look like an address in the heap.
		mark := func(at uintptr, o *object) *byte {
			if o.plain {
				return (*byte)(pointer(at + o.n - 1))
			}
			return (*byte)(pointer(at + (o.n-1)&^(grain-1)))
		}
		there := map[uintptr]*object{}
		sizes := []uintptr{0, 1, 8, 16, 40, 200, 1000, 1016, 1017, 4096, 32 << 10, 300_000}
		for range 3000 {
			slot := rnd.IntN(len(r.roots))
			switch rnd.IntN(20) {
			case 0:
				r.collect()
				reached := map[uintptr]*object{}
				for _, at := range r.roots {
					for at != 0 && reached[at] == nil {
						reached[at] = there[at]
						at = there[at].to
					}
				}
				there = reached
				is.Equal(len(r.live(t)), len(there)) // exactly what can be reached is left
			case 1, 2, 3:
				r.roots[slot] = 0
			default:
				n := sizes[rnd.IntN(len(sizes))] + uintptr(rnd.IntN(9))
				o := &object{n: n, plain: rnd.IntN(3) == 0}
				at := r.take(n, o.plain)
				is.True(at != 0 && at%grain == 0)
				dirty := !bytes.Equal(unsafe.Slice((*byte)(pointer(at)), n), zero[:n])
				is.True(!dirty) // new memory is zero
				if n >= 8 && !o.plain {
					o.to = r.roots[slot]
					*word(at) = o.to
				}
				if n > 8 {
					o.last = byte(rnd.UintN(256))
					*mark(at, o) = o.last
				}
				there[at] = o
				r.roots[slot] = at
			}
		}
		for at, o := range there {
			if o.n > 8 {
				is.Equal(*mark(at, o), o.last) // nobody wrote over it
			}
			if o.n >= 8 && !o.plain {
				is.Equal(*word(at), o.to)
			}
		}
	}
}

// TestSteady: a program that keeps nothing needs no more memory after an hour
// than after a minute.
func TestSteady(t *testing.T) {
	is := is.New(t)
	r := newHarness(8)
	rnd := rand.New(rand.NewPCG(1, 1))
	run := func(rounds int) {
		for i := range rounds {
			r.roots[i%len(r.roots)] = r.take(uintptr(rnd.IntN(64<<10)), false)
			if r.Due() {
				r.collect()
			}
		}
	}
	run(2000)
	before := r.total
	run(20_000)
	is.Equal(r.total, before)
}

func BenchmarkTake(b *testing.B) {
	r := newHarness(1)
	for b.Loop() {
		r.take(48, false)
		if r.Due() {
			r.collect()
		}
	}
}
