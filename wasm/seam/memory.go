//go:build tinygo

package seam

//lint:file-ignore U1000 the runtime calls it by its linked name, the host by its exported one

import (
	"unsafe"

	"github.com/zapvol/bua/wasm/heap"
)

// memory is the one heap of the program, ready before anything else is.
var memory heap.Heap

// noPointers is TinyGo's description of an object that never holds a pointer
// (internal/gclayout.NoPtrs).
const noPointers = 3

// page is the unit in which a module's memory grows.
const page = 64 << 10

// nowhere is what an allocation gets that does not fit. It is outside every
// memory, so its first use ends the instance, and the shim starts a new one.
// (Address 0 is inside: there is the end of the stack.)
const nowhere = ^uintptr(7)

//export llvm.wasm.memory.grow.i32
func growMemory(index, pages int32) int32

//go:extern __global_base
var globalsBegin [0]byte

//go:extern __heap_base
var globalsEnd [0]byte

// runtimeAlloc is what the compiler calls for every allocation. TinyGo is told
// -gc=none, which leaves the place empty.
//
//go:linkname runtimeAlloc runtime.alloc
func runtimeAlloc(size uintptr, layout unsafe.Pointer) unsafe.Pointer {
	plain := uintptr(layout) == noPointers
	at := memory.Take(size, plain)
	if at == 0 {
		pages := (memory.Wants(size) + page - 1) / page
		begin := growMemory(0, int32(pages))
		if begin == -1 {
			return pointer(nowhere)
		}
		memory.Add(uintptr(begin)*page, pages*page)
		at = memory.Take(size, plain)
	}
	return pointer(at)
}

// pointer makes an address of the heap's a pointer, without an allocation: it
// is called by one. vet knows no other heap than Go's own, and takes the plain
// conversion for a mistake.
func pointer(at uintptr) unsafe.Pointer { return unsafe.Add(nil, at) }

// collect is called by the host when the scheduler has returned, so that no
// pointer is in a variable of a running function.
//
//export collect
func collect() {
	if memory.Due() {
		memory.Collect(uintptr(unsafe.Pointer(&globalsBegin)), uintptr(unsafe.Pointer(&globalsEnd)))
	}
}
