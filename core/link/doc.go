// Package link is the extension's end of the wire as a pure step function. It
// decides when to connect and to which URL, what the hello proves, whether the
// server has proved itself, what a close code means, when to beat, how long to
// back off and when to give up. It also owns what both ends must compute alike:
// the canonical bytes under the two proofs ([HelloInput], [AckInput]), the
// token's text ([Token]), the socket URL ([ParseURL]) and which Host and Origin
// may speak to a backend at all ([HostAllowed], [ExtensionOf]).
//
// It never imports a clock, a random source, a socket or crypto: time and a
// random number come in with every [Event]; MACs, nonces, sockets, storage and
// HTTP are asked for as [Effect] values. Across its door go protocol messages:
// a request comes out as [Deliver], its answer goes back in as [Outgoing].
//
// # The loop of whoever drives it
//
//	var state link.State
//	handle := func(what link.What) {      // one event after another, never nested
//		state, effects = link.Step(state, link.Event{Now: ms(), Rand: rnd(), What: what})
//		for each effect, in order: perform it
//	}
//	handle(link.Started{…})
//
// The rules that the driver keeps:
//
//  1. Events are handled one at a time. An effect that is answered at once
//     puts its answer at the end of the queue; Step is never re-entered.
//  2. [Open] makes a WebSocket and tags all its events ([Opened], [Text],
//     [Closed]) with the effect's Conn. A constructor that throws is a [Closed].
//     After [Close], later events of that Conn may come or not: they are ignored.
//  3. [Mac], [Random] and [Redeem] are answered once each, also when they fail
//     (empty bytes, status 0). Redeem gives up by itself after 10 s.
//  4. There is one timer: [SetTimer] replaces it, [StopTimer] removes it, and
//     [Timer] brings back its ID. A stale one is ignored.
//  5. [Deliver] hands a [protocol.Request] to the dispatcher, and whoever
//     answers it sends [Outgoing] with the same Conn, whether that connection
//     still is or not: where both ends resume, the answer goes to the next one
//     (see resume.go), else it is dropped, because the backend has given that
//     request up. A [protocol.Cancel] is delivered the same way. A
//     [protocol.Panel] goes both ways, on one connection and on no later one.
//  6. [Save] writes one key of chrome.storage; a nil value removes it. The
//     storage event that this causes may come back as [ConfigChanged].
//  7. The chrome alarm (30 s) is a [Wake]; it brings back a worker that was
//     killed while it backed off.
//
// Nothing but the hello leaves before the server's proof holds, and nothing is
// delivered before it either: requests that come early wait, at most
// [MaxHeld] of them.
//
// It imports: core/protocol, core/scan.
package link
