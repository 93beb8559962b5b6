//go:build tinygo

// Command agent is bua's own agent in the browser itself: the driver of its runs, the
// panel's other end and the way to models, on the seam. The document of the extension's
// that hosts it is offscreen/. It is compiled by TinyGo.
//
// It imports: wasm/local, wasm/seam.
package main

import (
	_ "bytes" // first, as in the worker's program

	"github.com/zapvol/bua/wasm/local"
	"github.com/zapvol/bua/wasm/seam"
)

func main() {
	l := local.New(local.Config{
		Host:   &seam.Browser,
		Wall:   seam.Now,
		Names:  &seam.Browser,
		Random: func() uint64 { return uint64(seam.Random())<<32 | uint64(seam.Random()) },
	})
	go l.Start()
	for {
		d := seam.Browser.Next()
		l.Deliver(d.Kind, d.ID, d.Data)
	}
}
