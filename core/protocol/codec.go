package protocol

// The doors of the codec. Their bodies are generated (see doc.go).

// Decode reads one envelope. It refuses, with invalid_action and a message
// that names the field, whatever breaks a rule: size is the caller's concern,
// depth, UTF-8, duplicate names, types, ranges and the rules of each action
// are checked here, before anything is acted on. Unknown optional fields are
// ignored.
func Decode(data []byte) (Message, error) { return nil, NewError(CodeInternal, "codec not generated") }

// Append appends the JSON of one envelope to dst.
func Append(dst []byte, m Message) []byte { return dst }

// DecodeAction reads one action: the content of a request's "action".
func DecodeAction(data []byte) (Action, error) {
	return nil, NewError(CodeInternal, "codec not generated")
}

// AppendAction appends the JSON of one action to dst.
func AppendAction(dst []byte, a Action) []byte { return dst }

// DecodeResult reads the result of an action of the given kind.
func DecodeResult(kind Kind, data []byte) (Result, error) {
	return nil, NewError(CodeInternal, "codec not generated")
}

// AppendResult appends the JSON of one result to dst.
func AppendResult(dst []byte, r Result) []byte { return dst }

// Validate checks an action that was built in Go by the same rules as
// [DecodeAction].
func Validate(a Action) error { return nil }
