// Package panel is the other end of the extension's panels, wherever the runs live. It decides what a panel
// may ask ([Call]), how much at a time, and how what a run tells is sent: in batches, and
// no faster than the panel reads.
//
// A panel is a window onto runs and never their home: its port may end at any time, and
// nothing ends with it. What is asked and told is declared in calls.go and shown.go, and how a
// run stands in core/runs ([runs.View], [runs.Update]), from which `go run ./build gen` writes contracts/panel.gen.ts. What a call comes to is
// decided behind the port [Backend]; who the panel's browser belongs to was decided
// before it.
//
// # Goroutines and state
//
// [Panels] has the open ports, guarded by its mutex. A port has one goroutine for each
// call under way, and one more for a call that streams; all end with the port. Nothing
// that is called from a connection's reader waits.
//
// It imports: core/agent, core/agent/budget, core/agent/risk, core/agent/schedule, core/jobs,
// core/protocol, core/record, core/runs, core/scan.
package panel
