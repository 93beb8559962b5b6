// Package heap is the worker's memory: an allocator, and a collector that runs
// only while no Go code does.
//
// TinyGo's own collectors may run at any allocation, so the compiler has every
// function write its pointers to a list in memory, which was a fifth of the
// whole worker. This one needs no list: the shim calls it when the scheduler
// has returned. Every goroutine is then unwound into its stack, which is an
// object of this heap, so all pointers there are stand in memory: in the
// globals, and in what can be reached from them. That asyncify saves what a function
// holds is what this rests on (ADR 0254). The figures beside its tricks are of
// processor time, for 400,000 objects of 16 to 216 bytes, half of them without pointers,
// and 800 of up to 320 KB, on the machine that compiled them; those for up to 1 KB, of
// 16 to 1,016 bytes.
//
// It decides where an object lies and when it is gone. Every word of an object
// that may hold pointers is taken for one when it points into another object,
// wherever in it; objects without pointers are not looked at.
//
// The package needs unsafe and nothing else, allocates nothing, and knows neither
// wasm nor TinyGo: memory is given to it with [Heap.Add]. wasm/seam/memory.go ties it to
// the runtime.
//
// It imports: no other room.
package heap
