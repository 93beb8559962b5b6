// Package seam is a program's side of the door to the browser's JavaScript: questions and
// their answers, what is delivered unasked, and the program's memory (wasm/heap) and seeds,
// tied to TinyGo's runtime. Only a program of TinyGo's has it. It decides nothing.
//
// It imports: wasm/chrome, wasm/heap.
package seam
