// Package cluster makes several backends that share one NATS serve one
// population of browsers. It decides which backend has a browser's socket, how
// a request reaches it there, and what its caller learns when that backend is
// gone. What is kept (keys, codes, nonces, settings, the audit) is in the store
// that they share; live sockets and requests in flight belong to one backend
// each, and what is here about them is in memory and true for a moment only.
//
// # Who has which browser
//
// Each backend counts the coming and going of its browsers and tells the others
// each with its number, and the last number once a second. Who misses a number
// asks for the whole list. A backend that says nothing for three seconds is gone,
// and its browsers with it. A browser that is at two has moved: the later
// connection stays, and the other backend is told to end its own.
//
// # A request at another backend
//
// It is carried out there, with its row in the audit, as one that was made
// there. The two talk by question and answer: the question is asked again until
// there is an answer, and names the request, which is begun once; so what is
// lost on the way, because a NATS server died, delays it and nothing more. A
// backend that nobody answers for is gone: "outcome unknown:" says so when the
// request may have reached it. Answers come in parts that fit the server's
// max_payload; a request must fit at once.
//
// # A backend without NATS
//
// cannot know what was revoked. [Cluster.Ready] holds actions back until it is
// connected and has read anew what it may have missed; after five seconds alone
// it is told to let its browsers go, so that they find another.
//
// # Goroutines and state
//
// One goroutine publishes and one looks at the time, from [Join] to
// [Cluster.Close], which waits for both; a request that is passed on has one at
// its backend, which ends with it. The mutex of Cluster guards the roster, that
// of errands what is carried out for others; they are never held together, and
// never while a message is sent or another room is called.
//
// The account of the NATS servers must be bua's alone: whoever may publish in it
// can ask for actions.
//
// It imports: core/protocol.
package cluster
