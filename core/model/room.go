package model

import (
	"path"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// thoughtRoom is how many tokens the answer of a model that thinks may have: its thoughts
// count.
const thoughtRoom = 16384

// thinkers are names of models that think before they answer, whoever serves them, without
// what stands before the last slash. What else thinks is learned from its server, or its
// first thought.
var thinkers = [...]string{
	"o[1-9]*", "gpt-5*", "gpt-oss*", "gemini-2.5*", "gemini-[3-9]*", "deepseek-r*", "deepseek-reasoner*", "*-r1*", "qwq*", "qwen3*",
	"magistral*", "*thinking*", "*reasoning*", "glm-4.[5-9]*", "glm-[5-9]*", "grok-4*", "grok-3-mini*", "minimax-m*",
}

// thinks reports whether a model is known to think by its name.
func thinks(model string) bool {
	name := lower(model[strings.LastIndexByte(model, '/')+1:])
	for _, t := range thinkers {
		if ok, _ := path.Match(t, name); ok {
			return true
		}
	}
	return false
}

// room is how many tokens the answer may have: what is asked for and, where the model
// thinks, what its thoughts take, of which the window bounds the most: what was said
// before fills up to three quarters of it.
func (r *request) room(asked int, local bool) int {
	window := r.window
	switch {
	case asked == 0 || !r.has[Thinks] || r.has[NoRoom]:
		return asked
	case window == 0 && local:
		window = unknownLocal
	case window == 0:
		window = unknownRemote
	}
	return max(asked, min(thoughtRoom, window/4))
}

// lacksRoom reports whether an answer was all thought, since its bound was one for a model
// that does not think.
func (c *Client) lacksRoom(r *request, asked int, a *chat.Answer) bool {
	if a.End != chat.EndLength || a.Message.Text != "" || len(a.Message.Calls) > 0 {
		return false
	}
	r.has = c.traits()
	return r.room(asked, c.provider.Local) > r.MaxTokens
}
