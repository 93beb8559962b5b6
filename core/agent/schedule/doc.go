// Package schedule decides when a job of the agent's runs: [Step] takes a job, an
// event and what the clock's zone is like, and answers the next job and effects.
//
// A job is a task of its own, or a run that goes on later. It is due once, each so
// many minutes, or by the calendar. The rules:
//
//  1. A run's ID is made of the job's and of the number of the occurrence. Who
//     carries out [Start] begins the run with that ID, or goes on with the one that
//     is there. So a job that was running when everything ended is queued and
//     started again, and nothing that its run has done is done twice.
//  2. While the tab is busy the job is queued and tried again each 30 seconds, at
//     most 120 times.
//  3. What was missed while nobody could ring runs once, however often it was due.
//  4. Nothing runs on a locked screen: the browser's sessions end there, and nobody
//     could be asked. A job that is due waits for the unlocking, or for the browser
//     where that is not connected, and its tries are not counted.
//  5. A pause ends no run that is under way. When it is over, a recurring job goes
//     on with its next time; what was paused is not missed.
//  6. While planned tasks are off everything is paused, but what the person asks for by
//     hand: they mean that nothing wakes by itself, and say this one themselves.
//  7. A recurring job that has failed five times in a row is paused, and the person
//     is told.
//
// Times are milliseconds of the wall clock since 1970. The package has no clock and
// no table of zones: [Zone] is handed in as data.
//
// It imports: core/protocol, core/record, core/session.
package schedule
