package budget

import "github.com/zapvol/bua/core/agent/chat"

// The numbers of a conversation. Those of the first three are of LocalWindow, and grow
// with the window: each compaction costs a request and all that the provider has kept.
const (
	mostMessages = 50
	mostChars    = 80_000
	keptMessages = 30
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

// scaled is a number of a conversation in a window.
func scaled(n, window int) int { return n * max(1, window/LocalWindow) }

// Kept is how many of the last messages a compaction keeps, where half of the window
// holds them.
func Kept(window int) int { return scaled(keptMessages, window) }

// Due reports whether a conversation must become shorter before it is sent.
// Tokens are all of the next request, the system's text and the tools included.
func Due(messages []chat.Message, tokens, window int) bool {
	if len(messages) > scaled(mostMessages, window) || tokens > window/4*3 {
		return true
	}
	chars := 0
	for i := range messages {
		chars += len(messages[i].Text)
		for j := range messages[i].Calls {
			chars += len(messages[i].Calls[j].Arguments)
		}
	}
	return chars > scaled(mostChars, window)
}

// Tail is where the part of a conversation begins that stays: at most most
// messages, as many as half of the window holds, beginning with an answer of the
// model's, so that no call is parted from its result. It is len(messages) when not
// even the last turn fits.
func Tail(messages []chat.Message, most, window int) int {
	from := len(messages)
	for i, tokens, chars := len(messages)-1, 0, 0; i > 0; i-- {
		tokens += Message(&messages[i])
		chars += len(messages[i].Text)
		if tokens > window/2 || chars > scaled(mostChars, window)/2 || len(messages)-i > most {
			break
		}
		if messages[i].Role == chat.RoleModel {
			from = i
		}
	}
	return from
}
