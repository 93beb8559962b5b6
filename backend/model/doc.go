// Package model asks models of many providers for the next message of a
// conversation. It decides in which form each is spoken to ([Wire]), what each
// refuses or wants back ([Quirk], as data), what is tried again, and which
// [chat.Fault] a failure is.
//
// A [Client] speaks to one model: [Client.Chat], [Client.Models]; [Client.Look] and
// [Client.Probe] say how things stand, and [Discover] which servers run on this machine.
// What the providers are is in presets.json, what models cost in prices.json. A person's
// own are in the file of a [Store], and go before them.
//
// No decision looks at a sentence: a provider's codes, types and parameters are
// compared, and where it has none, what was sent is (ADR 0190). A key is in the keyring
// or in a file of [Keys] (ADR 0191); it goes to its provider's address and nowhere else:
// no redirect is followed, and without TLS only to this machine. It is in no error and in
// nothing that is printed. The environment is asked for a proxy and for a key that
// [Variable] names. No provider's library is linked (ADR 0193); they hold the same run
// with tests/fakemodel.
//
// Nothing runs beyond a call. A Client's methods may be called at once.
//
// It imports: backend/internal/private, core/agent/budget, core/agent/chat, core/scan.
package model
