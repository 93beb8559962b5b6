// Package loop decides when a run goes in circles: when its model is told so, and
// when the run is stopped.
//
// A call is the same as another when its name, its arguments and its outcome are.
// The outcome is what keeps paging, polling and long forms from false alarms. A
// reading that shows something new, or an address where the run has not been, is
// progress, and what was the same before it counts no more. An act after which
// the page has changed counts for less, because a run may press Next many times
// before it reads.
//
// It imports: core/record.
package loop
