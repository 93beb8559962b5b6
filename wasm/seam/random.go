//go:build tinygo

package seam

//lint:file-ignore U1000 libc calls it by its exported name

//go:wasmimport bua seed
func hostSeed() uint32

// arc4random is the C function that TinyGo's runtime asks for the seeds of its
// maps. libc's own would bring in printf for an assertion: 10 KB.
//
//export arc4random
func arc4random() uint32 { return hostSeed() }
