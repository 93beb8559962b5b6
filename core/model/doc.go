// Package model asks models of many providers for the next message of a
// conversation. It decides in which form each is spoken to ([Wire]), what each
// refuses or wants back ([Quirk], as data), what is tried again, and which
// [chat.Fault] a failure is.
//
// A [Client] speaks to one model: [Client.Chat], [Client.Models]; [Client.Look] and
// [Client.Probe] say how things stand. It is the same one at both ends: a [Sender]
// sends, the backend's by net/http, and the extension's by fetch. What the providers are
// and what models cost is data that whoever has it hands in ([ParseProviders],
// [ParsePrices]).
//
// No decision looks at a sentence: a provider's codes, types and parameters are
// compared, and where it has none, what was sent is (ADR 0190). A key goes to its
// provider's address and nowhere else, and without TLS only to this machine. It is in no
// error and in nothing that is printed. No provider's library is linked (ADR 0190).
//
// Nothing runs beyond a call. A Client's methods may be called at once.
//
// It imports: core/agent/budget, core/agent/chat, core/internal/lock, core/scan.
package model
