// Package debugger holds the CDP conversation with a tab, one file per action
// family. It decides which commands an action is made of and in what order,
// what an action caused, and when it has settled; it decides nothing about
// policy (the [Guard] is asked) and nothing about sessions. What an event means for
// what is known of a tab core/internal/tabstate decides; here is what is done about it.
//
// The package never sees a socket or a chrome object, and keeps nothing that
// must outlive the worker: what it knows of a tab is a cache that the next
// Attach rebuilds, because the attachment outlives the worker.
//
// What crosses its door: actions in, results and coded errors out; CDP
// commands out through [CDP]; CDP events in through [Debugger.Event].
//
// Ownership. One mutex guards every tab's state and is never held across a
// command, a guard's answer or a wait. The caller runs at most one action per
// tab at a time; events may come at any moment, from any goroutine. Each
// action runs under its own context, which an event cancels with a cause: a
// dialog, a crash and a detach therefore end every command in flight at once.
//
// It imports: core/internal/engine, core/internal/lock, core/internal/sink,
// core/internal/tabstate, core/internal/uid, core/obstacle, core/protocol,
// core/scan, core/supervisor.
package debugger
