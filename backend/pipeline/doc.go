// Package pipeline is what every action goes through between the agent that
// asks and what sends it, whichever browser it is for: the action is recorded,
// its secrets are filled in, it is sent, what comes back is cleaned of them, and
// how it ended is recorded. It decides that order, and that what fails on the way
// ends the action before anything of it is sent.
//
// What records, what keeps the secrets and what sends are ports ([Recorder],
// [Secrets], [Route]). It keeps no state and has no goroutines.
//
// It imports: core/protocol.
package pipeline
