package model

import (
	"slices"

	"github.com/zapvol/bua/core/agent/chat"
)

// responseStream reads the events of an answer.
type responseStream struct {
	d  *draft
	at map[int]int // calls by their place in the answer
}

func (s *responseStream) add(e value) *trouble {
	item, whole, at := e.at("item"), e.at("response"), e.num("output_index")
	switch e.str("type") {
	case "response.created":
		s.d.model = whole.str("model")
	case "response.output_item.added":
		if item.str("type") == "function_call" {
			s.at[at] = s.d.call(item.str("call_id"), item.str("name"))
		}
	case "response.output_text.delta", "response.refusal.delta":
		s.d.write(words(e.at("delta")))
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		s.d.think(words(e.at("delta")))
	case "response.function_call_arguments.delta":
		if n, ok := s.at[at]; ok {
			s.d.calls[n].Arguments += words(e.at("delta"))
		}
	case "response.output_item.done":
		s.item(at, item)
	case "response.completed", "response.incomplete":
		s.end(whole)
	case "response.failed":
		return &trouble{kind: reported, event: whole}
	case "error":
		return &trouble{kind: reported, event: e}
	case "":
		return troubled(shapeless)
	}
	return nil
}

func (*responseStream) done() {}

// end takes what is said of the whole answer.
func (s *responseStream) end(whole value) {
	u := whole.at("usage")
	s.d.usage = chat.Usage{
		In: u.num("input_tokens"), Out: u.num("output_tokens"),
		CachedIn:  u.num("input_tokens_details.cached_tokens"),
		WrittenIn: u.num("input_tokens_details.cache_write_tokens"),
		Reasoning: u.num("output_tokens_details.reasoning_tokens"),
	}
	switch whole.str("incomplete_details.reason") {
	case "max_output_tokens":
		s.d.end = chat.EndLength
	case "content_filter":
		s.d.end = chat.EndRefused
	default:
		s.d.end = chat.EndDone
	}
}

// item takes an item that is whole.
func (s *responseStream) item(at int, x value) {
	switch x.str("type") {
	case "reasoning":
		s.d.keep(without(x, "status"))
	case "message":
		s.d.mark(without(x, "type", "role", "content", "status"))
	case "function_call":
		n, ok := s.at[at]
		if !ok {
			n = s.d.call(x.str("call_id"), x.str("name"))
			s.at[at] = n
		}
		if all := words(x.at("arguments")); all != "" {
			s.d.calls[n].Arguments = all
		}
		s.d.about(n, without(x, "type", "call_id", "name", "arguments", "status"))
	}
}

// without leaves members of an object out, and those that are null; nil where none is left.
func without(x value, names ...string) value {
	left := &object{}
	for l := x.members(); l.next(); {
		if name := string(l.name); !slices.Contains(names, name) && string(l.is) != "null" {
			left.set(name, l.is)
		}
	}
	if len(left.list) == 0 {
		return nil
	}
	return left.json()
}
