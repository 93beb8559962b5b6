//go:build tinygo

// The program that answers vectors inside wasm, under the same runtime as the
// worker's: bytes in linear memory, an export per call on a 16 KiB stack.
package main

import (
	"unsafe"

	"github.com/zapvol/bua/tests/vectors/answer"
)

// in and out hold one input and one answer; the host reads and writes them.
var in, out []byte

//go:wasmexport alloc
func alloc(n uint32) uintptr {
	in = make([]byte, n+1)[:n]
	return uintptr(unsafe.Pointer(unsafe.SliceData(in)))
}

// reply answers what is in memory: the door's name, a newline, the input. It
// returns the length of the answer, which begins with 1 when it was read and
// 0 when it was refused.
//
//go:wasmexport reply
func reply() uint32 {
	for i, b := range in {
		if b == '\n' {
			text, read := answer.To(string(in[:i]), in[i+1:])
			mark := "0"
			if read {
				mark = "1"
			}
			out = append(out[:0], mark+text...)
			break
		}
	}
	return uint32(len(out))
}

//go:wasmexport result
func result() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(out))) }

func main() { select {} }
