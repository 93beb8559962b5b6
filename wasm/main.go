//go:build tinygo

// Command wasm is the brain of the service worker: core, with its ports on
// the seam. It is compiled by TinyGo and run by serviceworker/. What it is made
// of is in wasm/chrome and wasm/worker, which build natively too, for their
// tests.
//
// It imports: core/debugger, core/dispatch, core/protocol, wasm/chrome,
// wasm/heap, wasm/worker.
package main

import (
	// First, so that package unicode is initialised before package context:
	// TinyGo then sees at compile time that its maps are unused. 15 KB gzip.
	_ "bytes"

	"time"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/chrome"
	"github.com/zapvol/bua/wasm/worker"
)

// idle is how long without any input counts as nobody there.
const idle = 30 * time.Minute

func main() {
	clock := chrome.Clock{Wall: func() int64 { return int64(hostNow()) }}
	presence := chrome.Presence{Host: &browser, Idle: idle}
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
	}, func(cdp debugger.CDP) *debugger.Debugger { return debugger.New(cdp, clock, chrome.Engine) })
	w = worker.New(worker.Config{
		Host:       &browser,
		Clock:      clock,
		Dispatcher: gate,
		CDP:        tabs,
		Rand:       func() uint32 { return hostSeed() },
	})
	w.Start()
	for {
		d := browser.next()
		w.Deliver(d.kind, d.id, d.data)
	}
}
