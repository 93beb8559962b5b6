package model

import "slices"

// Quirk is what a provider does otherwise than its wire's first home. Each is known
// by its name, in presets.json and in a user's own files.
type Quirk string

// The quirks.
const (
	// NoTemperature leaves the temperature out: it is refused.
	NoTemperature Quirk = "no_temperature"
	// CompletionTokens bounds the answer by max_completion_tokens: max_tokens is refused.
	CompletionTokens Quirk = "max_completion_tokens"
	// NoMaxTokens sends no bound of the answer.
	NoMaxTokens Quirk = "no_max_tokens"
	// NoRequired asks for a call by auto: required is refused, as by models that think.
	NoRequired Quirk = "no_required"
	// NoToolChoice sends no choice at all. Where no call may be made the tools are left
	// out.
	NoToolChoice Quirk = "no_tool_choice"
	// NoStreamOptions does not ask for the usage of a stream: the field is refused.
	NoStreamOptions Quirk = "no_stream_options"
	// WholeWithTools asks for the answer in one piece when there are tools.
	WholeWithTools Quirk = "whole_with_tools"
	// EchoReasoning sends reasoning_content back with every answer that had calls.
	EchoReasoning Quirk = "echo_reasoning"
	// ShortIDs writes the ids of calls with nine letters and digits.
	ShortIDs Quirk = "short_ids"
	// PlainSchema leaves of a schema what old servers know.
	PlainSchema Quirk = "plain_schema"
	// ModelAfterTool puts a message of the model between results and the user.
	ModelAfterTool Quirk = "model_after_tool"
	// CacheMarks marks what may be kept in the form of Anthropic.
	CacheMarks Quirk = "cache_marks"
	// CacheKey names the conversation, so that its requests meet the same cache.
	CacheKey Quirk = "cache_key"
	// NoPictures tells the model that a picture was left out.
	NoPictures Quirk = "no_pictures"
	// SignedCalls wants a signature with the first call of each answer, and takes a
	// fixed one for answers of other models.
	SignedCalls Quirk = "signed_calls"
	// NoThoughts does not ask for thoughts to send back: the model has none.
	NoThoughts Quirk = "no_thoughts"
	// Thinks leaves room for the model's thoughts in the bound of the answer, NoRoom does
	// not, because the server takes no larger bound.
	Thinks Quirk = "thinks"
	NoRoom Quirk = "no_room"
	// AzurePath speaks to a deployment: the model is part of the address.
	AzurePath Quirk = "azure_path"
)

func (q Quirk) known() bool {
	return slices.Contains([]Quirk{
		NoTemperature, CompletionTokens, NoMaxTokens, NoRequired, NoToolChoice, NoStreamOptions, WholeWithTools, EchoReasoning,
		ShortIDs, PlainSchema, ModelAfterTool, CacheMarks, CacheKey, NoPictures, SignedCalls, NoThoughts, Thinks, NoRoom, AzurePath,
	}, q)
}

// learnable is what the parameter that a server names in its refusal teaches, "" for
// nothing.
func learnable(param string) Quirk {
	switch param {
	case "temperature":
		return NoTemperature
	case "max_tokens":
		return CompletionTokens
	case "max_completion_tokens", "max_output_tokens":
		return NoMaxTokens
	case "tool_choice":
		return NoRequired
	case "stream_options":
		return NoStreamOptions
	case "include":
		return NoThoughts
	}
	return ""
}

type traits map[Quirk]bool
