// Package cluster makes several backends that share one NATS serve one
// population of browsers. It decides which backend has a browser's socket, how
// a request reaches it there, and what its caller learns when that backend is
// gone. What is kept (keys, codes, nonces, settings, the audit) is in the store
// that they share; live sockets and requests in flight belong to one backend
// each, and what is here about them is in memory and true for a moment only.
//
// # Who has which browser
//
// A backend subscribes to a subject of each browser that is connected to it. Who
// wants to know where a browser is asks on that subject: its backend answers, and
// nats.ErrNoResponders says that nobody has it. Nothing is copied, and nothing is
// said while nothing happens. An answer serves for a tenth of a second.
//
// A backend that a browser connects to claims it on that subject. Another that
// has it compares: the later connection stays, and the other backend is told to
// end its own. Claims that may have been lost are said again: after some seconds,
// after a reconnection to NATS, and when a backend is heard that was not.
//
// For a minute after a browser has left, its backend answers on a second subject
// when that was, and hears there that it has connected to another.
//
// # Which backends there are
//
// Each says once a second that it is there. One that says nothing for three
// seconds is gone, and its browsers may be on their way to another backend:
// nothing else follows from it.
//
// # A request at another backend
//
// It goes to the backend that has the browser, on a subject of that backend, and
// is carried out there, with its row in the audit, as one that was made there. The
// two talk by question and answer: the question is asked again until there is an
// answer, and names the request, which is begun once; so what is lost on the way,
// because a NATS server died, delays it and nothing more. A backend that has no
// subscription for two seconds, or gives no sign for three, is gone: its
// outcome is unknown when the request may have reached it. Answers come in parts
// that fit the server's max_payload; a request must fit at once.
//
// # A backend without NATS
//
// cannot know what was revoked. [Cluster.Ready] holds actions back until it is
// connected and has read anew what it may have missed; after five seconds alone
// it is told to let its browsers go, so that they find another.
//
// # Goroutines and state
//
// From [Join] to [Cluster.Close], which waits for them, one goroutine publishes,
// one makes and ends subscriptions, one takes what comes for browsers, and one
// looks at the time; a request that is passed on has one at its backend, which
// ends with it. The mutex of Cluster guards what is known of browsers and backends,
// that of remoteRequests what is carried out for others; they are never held
// together, and never while a message is sent or another room is called.
//
// The account of the NATS servers must be bua's alone: whoever may publish in it
// can ask for actions.
//
// It imports: core/protocol.
package cluster
