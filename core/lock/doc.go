// Package lock has the mutex of core's state. On several threads it is
// sync.Mutex. In the worker there is one, and goroutines change only where one
// of them waits: what is done under this lock without waiting needs none, and
// that a lock might wait costs the worker's program several KB, because every
// function that takes one has to be ready to be unwound.
//
// So whoever holds it may not wait for anything: no channel, no port but the
// clock, no other kind of lock. What must be held over a wait is a channel of
// one, or sync.Mutex.
//
// It imports: no other room.
package lock
