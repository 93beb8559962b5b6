// Package risk decides which act of a run needs the person's word, and whether a
// grant already gives it.
//
// It judges by code alone: by what the act is, by what the browser tells of the
// element that is about to be pressed ([Facts]), by where the run may write, and
// by where the words of a text come from. Neither what the model says of an act
// nor what a page says of itself counts.
//
// A run has two sets of origins. It may read everywhere, as far as the blocklist
// lets it, and what it has read is remembered as a source. It may write where the
// person has sent it: in the tab it began in, on the sites that the task names,
// and where a grant says so. Nothing that a page says widens them.
//
// What an act would do to the page is judged where the page is. An act carries
// what it [State.May] do unasked. The browser's end does not do what goes beyond
// that, and tells the facts instead. So nothing can change between the judgement
// and the act.
//
// It imports: core/protocol, core/record, core/scan, core/session.
package risk
