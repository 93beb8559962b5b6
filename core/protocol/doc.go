// Package protocol is the vocabulary that both ends share: the envelope, the
// actions and their results, the events, the error codes, and every limit and
// rule that a message must keep. It decides what is a valid message and says,
// in one sentence that names the field, why another one is not.
//
// The Go types here are the only description of the wire. `go run ./build gen`
// writes from them the reflection-free codec (*_gen.go), the JSON Schema
// (schema/) and the TypeScript types (contracts/).
//
// The package imports of the standard library nothing that pulls in reflection
// (fmt, encoding/json, regexp) or the outside world (os, net).
//
// # What is read
//
// A text is judged whole before anything of it is used: valid UTF-8, no deeper
// than [MaxDepth], valid JSON, every name once in its object. Then the types
// and rules of every field. Members that are not listed are ignored, for they
// may be a later build's; null for an optional field is absence, because
// models send it for what they leave out; an empty string where one is given a
// minimum is refused rather than taken for absence. An integer is one by
// value, not by spelling: 42.0 and 4.2e1 are 42. A type of event that is not
// known becomes [UnknownEvent], an error code that is none of the known ones becomes
// internal_error, an outcome or a reason of an error that is not known becomes
// unknown or refused; a message or an action of an unknown type is refused.
//
// # Tags
//
// The `json` tag is the name on the wire; omitempty makes a field optional.
// The `bua` tag holds the rules, separated by commas; limits are numbers or
// names of constants:
//
//	min=, max=  bytes of a string, value of an integer, entries of an array;
//	            without them an integer is from 0 to MaxInt (int64: MaxTime)
//	one         of the fields with it exactly one is there; on an embedded
//	            struct: of its fields, and of the struct's own with it
//	optional    on an embedded struct: at most one of its two fields
//	open        a word that may be none of its type's constants
//	else=       what a word becomes that is none of its type's constants
//	true        a boolean that is never false
//	object      any JSON that is an object
//	rare        the tool's usual text has its name and type alone
//	null        null is a value here
//
// # Adding an action
//
// Write one struct with a comment, and in the comment the line that makes it
// an action:
//
//	// Reload loads the page again.
//	//
//	//bua:action reload can=act answers=OK tells=nothing
//	type Reload struct {
//		// Hard bypasses the cache.
//		Hard bool `json:"hard,omitempty"`
//		OnTab
//	}
//
// can= is its [Capability]; read says that it gives no input and asks for nothing.
// answers= is its [Result]: [OK] or any struct or slice of this package; tells=page
// says that the answer tells what a page says. The word rare behind them has the
// tool's usual text name it and no more. The comments of the struct and of its fields are what a
// model reads in the schema. Then run `go run ./build gen`: KindReload, the
// codec, the schema and the TypeScript types follow. Add vectors in
// tests/vectors. A new action needs no new [Version]; a feature in [Caps] tells the other end.
// Events and messages are added alike, with //bua:event and //bua:message.
//
// It imports: core/scan.
package protocol
