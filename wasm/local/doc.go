// Package local is the home of the agent's runs in the browser itself, where there is no
// backend: the ports of core/runs and of core/panel on the door to the document that
// hosts the program. It decides how what they keep is named in the document's database,
// and which of the person's models a run gets.
//
// # Goroutines and state
//
// [Local.Deliver] is called by one goroutine and never waits.
//
// It imports: core/agent/adapter, core/agent/budget, core/agent/chat, core/agent/schedule,
// core/jobs, core/model, core/panel, core/protocol, core/record, core/runs, core/scan, core/session, wasm/chrome.
package local
