// Package coretest has fakes of every port of core, a manual clock, what a program
// writes, and a world that joins them around a dispatcher and knows what must hold
// in it.
//
// A fake is a small working model, not a list of canned answers: [Browser] has
// windows and tabs and reports what happens to them, [Store] has two areas and
// a quota, [CDP] refuses a tab that is not attached. Faults are switched on
// where a test needs them. [World.Violations] may be called after any step.
//
// Tests import it, from an external test package; nothing else does.
//
// It imports: core/debugger, core/dispatch, core/downloads, core/internal/sink,
// core/protocol, core/session, core/supervisor.
package coretest
