// Package runs keeps runs of bua's own agent going: it is the driver of core/agent.
// It decides what is written down before what ([Runs]), what a run's effects are in
// terms of its ports, which run has a tab, and what is begun again after a restart.
//
// A run is its journal: a [Head], then every event. An event is on the disk before
// its effects are carried out, so a process may end anywhere. [Runs.Restore] folds
// the journals and goes on: a question to the model is asked again, a reading is made
// again, and an act whose outcome nobody knows is not repeated.
//
// The models, the browser, the journal and the clock are ports (ports.go). Who may
// start and answer runs is decided by the doors before it.
//
// # Goroutines and state
//
// A run handles its events one at a time, on a goroutine that is there while it has
// some; each effect under way has one. [Runs.Close] ends and awaits them all. A run's
// state is its own ([run]), guarded by its mutex.
//
// It imports: core/agent, core/agent/adapter, core/agent/budget, core/agent/chat,
// core/agent/risk, core/agent/schedule, core/agent/tools, core/protocol, core/record, core/scan,
// core/session.
package runs
