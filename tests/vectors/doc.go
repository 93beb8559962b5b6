// Package vectors holds the wire by example: what a message reads as, and in
// which words another one is refused. Each *.txtar file is a list of pairs.
// The first section of a pair names the door and says in a sentence what is
// shown; its text is the input, without the last newline. The second is the
// answer:
//
//	-- action: a click takes a uid --
//	{"uid":"e3","type":"click"}
//	-- reads as --
//	{"type":"click","uid":"e3"}
//	-- action: a click needs an element --
//	{"type":"click"}
//	-- refused --
//	invalid_action: action must have exactly one of selector and uid, got neither
//
// The doors are message, action, result KIND and id (RequestID). In an input
// <<3*ab>> stands for ababab, and <<hex ff>> for the byte.
//
// The tests run every vector natively and in wasm, in the same TinyGo as the
// worker's, and both must agree to the byte. `go test ./tests/vectors -update`
// writes the answers anew: read the diff before you commit it.
package vectors
