// Package jobs keeps the planned tasks of bua's own agent, in a backend and in a browser
// alike: it is the driver of core/agent/schedule. It decides what is written down before
// what ([Jobs]), when the clock is looked at, what is begun again after a restart, and how
// the run of a job begins and ends ([Driver]).
//
// A job is on the disk before its effects are carried out. A run's ID is made of the
// job's and of the number of the occurrence, so whoever begins it can tell that it is
// there already: a process may end anywhere.
//
// A user's planned tasks can be switched off as a whole ([Jobs.Switch]): one row of the
// table, which is written first and which every event of a job is handed.
//
// The table, the runs, the clock and the zones of the world are ports (ports.go).
//
// # Goroutines and state
//
// Jobs and their timers are guarded by one mutex ([Jobs]), under which they are written
// down and a zone is asked for, too: a job changes a few times an hour. Each run that
// begins or ends has a goroutine. [Jobs.Close] ends the timers and awaits the goroutines.
//
// It imports: core/agent, core/agent/chat, core/agent/schedule, core/protocol, core/record,
// core/runs, core/scan.
package jobs
