// Package worker is the life of the extension's core in one instance: it
// starts from storage, drives core/link's step function, hands each request
// to the dispatcher on a goroutine of its own, and passes on what the browser
// tells. It decides nothing about the wire or the policy, and holds no state
// that storage does not hold but the requests in execution.
//
// Goroutines: a worker pool with one member per request in execution; one lane for the
// link, one for the browser's events (they may wait for storage, and their
// order matters); whoever calls Deliver is never blocked.
//
// The package runs natively under test.
//
// It imports: core/dispatch, core/link, core/protocol, core/session,
// wasm/chrome.
package worker
