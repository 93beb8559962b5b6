// Package agent decides what a run of bua's own agent does next: [Step] takes a
// state and an event, and answers the next state and effects. A run is its
// journal: whoever drives it appends each event to the journal before it carries
// out the effects, and a state is [Fold] over the journal.
//
// The rules that the driver keeps:
//
//  1. Events are handled one at a time. Step is never re-entered.
//  2. [Ask], [Act], [Question] and [Plan] are answered once each with the effect's ID. An
//     answer that comes late, to something that is over, is ignored.
//  3. An [Act] carries what it may do unasked, and on which origin. What goes beyond
//     that is not done: [Held] tells the facts instead.
//  4. After a restart of the driver the journal is folded, and [Restarted] follows.
//     A reading is made again. An act is not: its outcome is unknown, and the model
//     has to read before it acts again.
//  5. An [Act] whose ID is below zero goes on beside what the run waits for, and may be
//     begun after the end: it closes a tab that nobody waits for any more.
//  6. [Wait] asks for one [Alarm]; a later one replaces it.
//
// Every call has exactly one result before the next request. A conversation only
// grows, but for compactions, which cut between turns.
//
// It imports: core/agent/adapter, core/agent/budget, core/agent/chat, core/agent/loop,
// core/agent/redact, core/agent/risk, core/agent/schedule, core/agent/tools, core/protocol,
// core/record, core/scan, core/steps, core/tell.
package agent
