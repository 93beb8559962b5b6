//go:build tinygo

// Command wasm is the brain of the service worker: core, with its ports on
// the seam. It is compiled by TinyGo and run by serviceworker/. What it is made
// of is in wasm/chrome and wasm/worker, which build natively too, for their
// tests.
//
// It imports: core/debugger, core/dispatch, core/protocol, wasm/chrome,
// wasm/seam, wasm/worker.
package main

import (
	// First, so that package unicode is initialised before package context:
	// TinyGo then sees at compile time that its maps are unused. 15 KB gzip.
	_ "bytes"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/chrome"
	"github.com/zapvol/bua/wasm/seam"
	"github.com/zapvol/bua/wasm/worker"
)

// browser is the worker's door.
var browser = host{&seam.Browser}

type host struct{ *seam.Seam }

// Socket implements [worker.Host].
func (host) Socket(op worker.Op, conn int, data []byte) { seam.Socket(uint32(op), conn, data) }

func main() {
	clock := chrome.Clock{Wall: func() int64 { return seam.Now() }}
	presence := chrome.Presence{Host: &browser}
	presence.Watch()
	log := chrome.Log{Host: &browser}

	var w *worker.Worker
	gate, tabs := dispatch.New(dispatch.Config{
		Tabs:           chrome.Tabs{Host: &browser},
		Windows:        chrome.Windows{Host: &browser},
		Presence:       presence,
		Store:          chrome.Store{Host: &browser},
		Clock:          clock,
		CDP:            chrome.CDP{Host: &browser, Clock: clock},
		Names:          &browser,
		Files:          chrome.Files{Host: &browser},
		RequestFilters: chrome.RequestFilters{Host: &browser},
		Hold:           true,
		Events:         func(e protocol.Event) { w.Emit(e) },
		Log:            log.Line,
	}, func(cdp debugger.CDP) *debugger.Debugger {
		return debugger.New(cdp, clock, debugger.EngineSlot, debugger.PDFSlot)
	})
	w = worker.New(worker.Config{
		Host:       &browser,
		Clock:      clock,
		Dispatcher: gate,
		CDP:        tabs,
		Rand:       seam.Random,
	})
	w.Start()
	for {
		d := browser.Next()
		w.Deliver(worker.Kind(d.Kind), d.ID, d.Data)
	}
}
