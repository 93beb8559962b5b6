package heap

import "unsafe"

// Due reports whether enough was given out for a collection to be worth it.
func (h *Heap) Due() bool { return h.given > max(h.due, LeastDue) }

// Collect frees every object that cannot be reached from the words between two
// addresses. No pointer may be anywhere else: not in a variable of a function
// that is running.
func (h *Heap) Collect(from, to uintptr) {
	h.close()
	h.look(from, to)
	h.drain()
	for h.missed {
		h.missed = false
		for i := range h.count {
			c := &h.chunks[i]
			for o := c.base; o < c.stop; o += uintptr(*size(o)) &^ flagged {
				if *size(o)&(marked|opaque) == marked {
					h.inside(o)
					h.drain()
				}
			}
		}
	}
	h.sweep()
}

// look marks what the words between two addresses point to.
func (h *Heap) look(from, to uintptr) {
	for ; from+unsafe.Sizeof(from) <= to; from += unsafe.Sizeof(from) {
		h.mark(*word(from))
	}
}

func (h *Heap) inside(o uintptr) { h.look(o+head, o+uintptr(*size(o))&^flagged) }

func (h *Heap) drain() {
	for h.depth > 0 {
		h.depth--
		h.inside(h.work[h.depth])
	}
}

// mark marks the object that an address lies in, if it lies in one. The end of
// a slice may be the next object's header: that does not count.
func (h *Heap) mark(addr uintptr) {
	c := h.chunk(addr)
	if c == nil {
		return
	}
	o := c.object(addr)
	if addr-o < head || *size(o)&(marked|hole) != 0 {
		return
	}
	*size(o) |= marked
	if *size(o)&opaque != 0 {
		return
	}
	if h.depth == len(h.work) {
		h.missed = true
		return
	}
	h.work[h.depth] = o
	h.depth++
}

// sweep makes holes of what was not marked, neighbours together, and lists
// them anew, lowest address first in each chunk.
func (h *Heap) sweep() {
	h.holes, h.given = 0, 0
	var live uintptr
	link := &h.holes
	for i := range h.count {
		c := &h.chunks[i]
		var free uintptr // the hole that is being gathered, 0 for none
		for o := c.base; o <= c.stop; {
			if o < c.stop && *size(o)&marked == 0 {
				n := uintptr(*size(o)) &^ flagged
				if free == 0 {
					free = o
				} else {
					c.unset(o)
				}
				o += n
				continue
			}
			if free != 0 {
				h.open(c, free, o)
				if o-free >= listed {
					*link = free
					link = word(free + head)
					*link = 0
				}
				free = 0
			}
			if o == c.stop {
				break
			}
			*size(o) &^= marked
			n := uintptr(*size(o)) &^ flagged
			live += n
			o += n
		}
	}
	h.due = live / 2
}
