package runs

import (
	"strings"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
)

// notices is what the person is told of a model by an answer that was taken: what is seen,
// and what to do about it. Later is what the answer has added to the conversation.
func notices(before, after *agent.State, a *chat.Answer, later []chat.Message) (list []string) {
	if after.Used.Guessed && !before.Used.Guessed {
		list = append(list, "The model's server tells no token counts: what is shown is an estimate. What is billed, if anything is, its provider shows.")
	}
	if len(a.Message.Calls) == 0 && (called(later) || markup(a.Message.Text)) {
		list = append(list, "The model writes its calls into its text instead of calling tools, and bua can read only some of that. Switch tool calls on where its server runs (llama-server --jinja; vllm serve --enable-auto-tool-choice --tool-call-parser NAME), or choose another model.")
	}
	if a.End == chat.EndLength {
		list = append(list, "The model's answer was cut, since it was longer than an answer may be; it is asked to go on. If that happens again, choose a model that thinks less, or one with a larger window.")
	}
	return list
}

// called reports whether there are calls in messages.
func called(list []chat.Message) bool {
	for _, m := range list {
		if len(m.Calls) > 0 {
			return true
		}
	}
	return false
}

// markup reports whether a text has the marks between which models write calls when no
// server takes them out.
func markup(text string) bool {
	for _, mark := range []string{"<tool_call>", "<function=", "[TOOL_CALLS]", "<|python_tag|>", "<|tool_call", "<｜tool▁call"} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}
