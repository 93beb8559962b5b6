// Package steps is what an agent's call comes to that asks for more than one action:
// which of several are done, and what is read of the page after them.
//
// It decides when what follows was planned for something else, and which reading an act is
// worth. Who does the actions, and how an answer is written, is the caller's.
//
// It imports: core/protocol.
package steps
