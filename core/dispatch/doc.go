// Package dispatch is the gate and the route of a request: which tab it means,
// whether it is allowed, in what order it runs, and what happens to it when
// its session ends under it. It also keeps the agent's own window.
//
// The way of an action in a tab:
//
//	resolve tab -> take a place in the tab's lane -> not held after a stop ->
//	presence and live URL -> capability and blocklist -> the person's consent ->
//	ensure session -> act through the debugger, which asks the guard around the
//	act -> check where the tab is now -> record -> answer
//
// The package decides; it reaches the browser through the ports in port.go
// and the CDP conversation through [Debugger]; core/debugger is imported for
// its port types. The package never imports a host (syscall/js, net) and never
// waits for time to pass.
//
// Concurrency: Do may be called by any number of goroutines. The methods that
// report what happened in the browser never block on it: they change state and
// leave the clean-up to goroutines of their own. See docs/concurrency.md.
//
// It imports: core/debugger, core/downloads, core/internal/lock,
// core/internal/sink, core/internal/uid, core/protocol, core/scan, core/session,
// core/supervisor.
package dispatch
