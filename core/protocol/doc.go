// Package protocol is the vocabulary that both ends share: the envelope, the
// actions and their results, the events, the error codes, and every limit and
// rule that a message must keep. It decides what is a valid message and says,
// in one sentence that names the field, why another one is not.
//
// The Go types here are the only description of the wire. `go run ./build gen`
// writes from them the reflection-free codec (*_gen.go), the JSON Schema and
// the TypeScript types.
//
// It imports no other room, and of the standard library nothing that pulls in
// reflection (fmt, encoding/json, regexp) or the outside world (os, net).
package protocol
