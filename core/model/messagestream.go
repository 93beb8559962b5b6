package model

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// block is a piece of an answer on its way.
type block struct {
	kind, data          string
	thinking, signature strings.Builder
	call                int
}

// messageStream reads the events of an answer.
type messageStream struct {
	d  *draft
	at map[int]*block
}

func (s *messageStream) add(e value) *trouble {
	index := e.num("index")
	switch e.str("type") {
	case "error":
		return &trouble{kind: reported, event: e}
	case "message_start":
		u := e.at("message.usage")
		cached, written := u.num("cache_read_input_tokens"), u.num("cache_creation_input_tokens")
		s.d.model = e.str("message.model")
		s.d.usage = chat.Usage{In: u.num("input_tokens") + cached + written, CachedIn: cached, WrittenIn: written}
	case "content_block_start":
		x := e.at("content_block")
		b := &block{kind: x.str("type"), data: x.str("data")}
		s.at[index] = b
		b.thinking.WriteString(x.str("thinking"))
		b.signature.WriteString(x.str("signature"))
		switch b.kind {
		case "tool_use":
			b.call = s.d.call(x.str("id"), x.str("name"))
		case "text":
			s.d.write(x.str("text"))
		}
	case "content_block_delta":
		if b := s.at[index]; b != nil {
			s.delta(b, e.at("delta"))
		}
	case "content_block_stop":
		if b := s.at[index]; b != nil {
			s.stop(b)
		}
	case "message_delta":
		s.d.usage.Out = e.num("usage.output_tokens")
		switch e.str("delta.stop_reason") {
		case "tool_use":
			s.d.end = chat.EndCalls
		case "max_tokens":
			s.d.end = chat.EndLength
		case "refusal":
			s.d.end = chat.EndRefused
		case "":
		default:
			s.d.end = chat.EndDone
		}
	}
	return nil
}

func (*messageStream) done() {}

func (s *messageStream) delta(b *block, x value) {
	switch x.str("type") {
	case "text_delta":
		s.d.write(x.str("text"))
	case "input_json_delta":
		if b.kind == "tool_use" {
			s.d.calls[b.call].Arguments += x.str("partial_json")
		}
	case "thinking_delta":
		more := x.str("thinking")
		b.thinking.WriteString(more)
		s.d.think(more)
	case "signature_delta":
		b.signature.WriteString(x.str("signature"))
	}
}

// stop keeps what goes back of a block that is whole.
func (s *messageStream) stop(b *block) {
	switch b.kind {
	case "thinking":
		s.d.keep(form(`{"type":"thinking","thinking":$,"signature":$}`, b.thinking.String(), b.signature.String()))
	case "redacted_thinking":
		s.d.keep(form(`{"type":"redacted_thinking","data":$}`, b.data))
	}
}
