package budget

import "github.com/zapvol/bua/core/agent/chat"

// The numbers of a conversation.
const (
	mostMessages = 50
	mostChars    = 80_000
	// KeptMessages are the last ones that a compaction keeps, where half of the
	// window holds them.
	KeptMessages = 30
	// TrimmedMessages are the last ones that stay after a provider has refused the
	// conversation as too long.
	TrimmedMessages = 6
	// LocalWindow and CloudWindow are the windows of models whose own is not known.
	LocalWindow = 16_384
	CloudWindow = 131_072
	// ResultChars bounds the result of a call.
	ResultChars = 8_000
	// NotesChars bounds the notes.
	NotesChars = 8_000
)

// Window is how many tokens a model takes.
func Window(told int, local bool) int {
	switch {
	case told > 0:
		return told
	case local:
		return LocalWindow
	}
	return CloudWindow
}

// Due reports whether a conversation must become shorter before it is sent.
// Tokens are all of the next request, the system's text and the tools included.
func Due(messages []chat.Message, tokens, window int) bool {
	if len(messages) > mostMessages || tokens > window/4*3 {
		return true
	}
	chars := 0
	for i := range messages {
		chars += len(messages[i].Text)
		for j := range messages[i].Calls {
			chars += len(messages[i].Calls[j].Arguments)
		}
	}
	return chars > mostCharsIn(window)
}

// mostCharsIn is how many characters a conversation may have. A large window is
// not cut for the characters alone: 80,000 of them are a sixth of 128k tokens, and
// each compaction costs a request and all that the provider has kept.
func mostCharsIn(window int) int { return max(mostChars, window) }

// Tail is where the part of a conversation begins that stays: at most most
// messages, as many as half of the window holds, beginning with an answer of the
// model's, so that no call is parted from its result. It is len(messages) when not
// even the last turn fits.
func Tail(messages []chat.Message, most, window int) int {
	from := len(messages)
	for i, tokens, chars := len(messages)-1, 0, 0; i > 0; i-- {
		tokens += Message(&messages[i])
		chars += len(messages[i].Text)
		if tokens > window/2 || chars > mostCharsIn(window)/2 || len(messages)-i > most {
			break
		}
		if messages[i].Role == chat.RoleModel {
			from = i
		}
	}
	return from
}

// LastTurn is where the last answer of the model's begins, len(messages) when
// there is none.
func LastTurn(messages []chat.Message) int {
	for i := len(messages) - 1; i > 0; i-- {
		if messages[i].Role == chat.RoleModel {
			return i
		}
	}
	return len(messages)
}
