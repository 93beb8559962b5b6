package heap

import "unsafe"

const (
	// grain is what sizes and addresses are multiples of.
	grain = 8
	// head is the size of the header before each object: its size with the
	// flags below, and four bytes unused.
	head = 8
	// maxChunks is how often memory can be added.
	maxChunks = 32
	// small objects are cut from one hole after another; for others the first
	// hole that is large enough is looked for. Without that an object of up to
	// 1 KB would take 1.6 µs instead of 0.9; with that for all sizes, the same
	// work would need 27 MB instead of 4.
	small = 1 << 10
	// listed is the size of the smallest hole that is used at all. Were all
	// listed, an object would take 0.36 µs instead of 0.06.
	listed = 64
	// LeastDue is how many bytes are given out, at the least, before a
	// collection is worth its time. With 64 KB the same work takes 1.6 times as long.
	LeastDue = 1 << 20
	// least is how much memory [Heap.Wants] asks for at the least. Room for
	// twice what the worker ever holds in ordinary work costs nothing: what is
	// not needed is never touched, because low addresses are taken first. With
	// 64 KB the same work takes 1.7 times as long.
	least = 4 << 20
)

// Flags in the low bits of an object's size.
const (
	marked  = 1 << iota // reached, during a collection
	opaque              // holds no pointers: a collection takes 0.5 ms instead of 0.7
	hole                // no object at all
	flagged = grain - 1
)

// chunk is one stretch of memory, filled with objects and holes without a gap.
type chunk struct {
	// starts has one bit for each grain: an object or a hole begins there.
	starts     uintptr
	base, stop uintptr
}

// Heap is ready for use when zero. Not safe for use by several threads.
type Heap struct {
	chunks [maxChunks]chunk
	count  int
	total  uintptr
	// at and stop bound the hole that small objects are cut from.
	at, stop uintptr
	// holes is the first of the listed holes. Each holds the next one's
	// address behind its header.
	holes uintptr
	// given is how much was given out since the last collection; due is from
	// when on the next one is worth it.
	given, due uintptr

	// work are the objects that were reached and not looked into yet; missed
	// says that one did not fit, for which all memory is walked again: five times
	// for a slice of 5,000 pointers.
	work   [1024]uintptr
	depth  int
	missed bool
}

// Word and size access. Addresses are integers here, because most of them are
// no pointers to anything of Go's.
func word(addr uintptr) *uintptr { return (*uintptr)(pointer(addr)) }
func size(addr uintptr) *uint32  { return (*uint32)(pointer(addr)) }

// pointer converts by arithmetic, which vet takes from a pointer only. Where TinyGo does
// not optimise, a variable whose address is taken would be an object of the collector's
// in each call. It is no unsafe.Add to nil: LLVM takes what is reached by that for
// nobody else's memory.
//
//go:nocheckptr
func pointer(addr uintptr) unsafe.Pointer { return unsafe.Pointer(uintptr(unsafe.Pointer(nil)) + addr) }

// Add gives the heap memory: n bytes from start on, all zero, aligned to 16
// bytes, and its own for good.
func (h *Heap) Add(start, n uintptr) {
	bits := (n/grain/8 + grain - 1) &^ (grain - 1)
	if h.count == maxChunks || n < bits+listed {
		return
	}
	c := &h.chunks[h.count]
	h.count++
	*c = chunk{starts: start, base: start + bits, stop: (start + n) &^ (grain - 1)}
	h.total += n
	h.open(c, c.base, c.stop)
	*word(c.base + head) = h.holes
	h.holes = c.base
}

// Wants says how much memory to add so that an object of n bytes fits.
func (h *Heap) Wants(n uintptr) uintptr {
	n += n/32 + 2*listed // the bits, and the header
	return max(n, h.total/2, least)
}

// Take returns the address of n new bytes, all zero, or 0 when memory must be
// added first. plain says that they will never hold a pointer.
func (h *Heap) Take(n uintptr, plain bool) uintptr {
	n = max((n+head+grain-1)&^(grain-1), head+grain)
	o := h.at
	if h.stop-o < n {
		if o = h.find(n); o == 0 {
			return 0
		}
	} else {
		h.at = o + n
	}
	h.given += n
	c := h.chunk(o)
	c.set(o)
	*size(o) = uint32(n)
	if plain {
		*size(o) |= opaque
	}
	clear(unsafe.Slice((*byte)(pointer(o+head)), n-head))
	return o + head
}

// find makes room for n bytes, header included, where the current hole has none.
func (h *Heap) find(n uintptr) uintptr {
	for link := &h.holes; *link != 0; link = word(*link + head) {
		o := *link
		have := uintptr(*size(o)) &^ flagged
		if have < n {
			continue
		}
		*link = *word(o + head)
		if n <= small {
			// What is left of the current hole waits for the next collection.
			h.close()
			h.at, h.stop = o+n, o+have
			return o
		}
		c := h.chunk(o)
		if rest := have - n; rest >= listed {
			h.open(c, o+n, o+have)
			*word(o + n + head) = *link
			*link = o + n
		} else if rest > 0 {
			h.open(c, o+n, o+have)
		}
		return o
	}
	return 0
}

// open makes a hole of what lies between two addresses.
func (h *Heap) open(c *chunk, from, to uintptr) {
	c.set(from)
	*size(from) = uint32(to-from) | hole
}

// close gives up the hole that small objects are cut from.
func (h *Heap) close() {
	if h.at < h.stop {
		h.open(h.chunk(h.at), h.at, h.stop)
	}
	h.at, h.stop = 0, 0
}

// chunk returns the chunk that an address lies in, nil for none.
func (h *Heap) chunk(addr uintptr) *chunk {
	for i := h.count - 1; i >= 0; i-- {
		if c := &h.chunks[i]; addr >= c.base && addr < c.stop {
			return c
		}
	}
	return nil
}

// bit returns the word of starts and the bit in it for an address.
func (c *chunk) bit(addr uintptr) (*uint32, uint32) {
	g := (addr - c.base) / grain
	return size(c.starts + g/32*4), 1 << (g % 32)
}

func (c *chunk) set(addr uintptr) {
	w, b := c.bit(addr)
	*w |= b
}

func (c *chunk) unset(addr uintptr) {
	w, b := c.bit(addr)
	*w &^= b
}

// object returns where the object or hole begins that an address lies in.
func (c *chunk) object(addr uintptr) uintptr {
	g := (addr - c.base) / grain
	w := *size(c.starts + g/32*4) << (31 - g%32)
	for w == 0 {
		// The first grain of a chunk always begins something.
		g = g&^31 - 1
		w = *size(c.starts + g/32*4)
	}
	for ; w>>31 == 0; w <<= 1 {
		g--
	}
	return c.base + g*grain
}
