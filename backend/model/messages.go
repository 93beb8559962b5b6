package model

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// messages speaks Anthropic's Messages.
type messages struct{ c *Client }

// anthropicVersion is the form of which this is.
var anthropicVersion = map[string]string{"Anthropic-Version": "2023-06-01"}

var ephemeral = map[string]any{"type": "ephemeral"}

func (w *messages) chat(ctx context.Context, r request, d *draft) error {
	body := map[string]any{"model": r.model, "max_tokens": r.MaxTokens, "messages": r.messageTurns(), "stream": true}
	if r.MaxTokens == 0 {
		body["max_tokens"] = 4096 // there must be a bound
	}
	if r.System != "" {
		block := map[string]any{"type": "text", "text": r.System}
		if r.has[CacheMarks] {
			block["cache_control"] = ephemeral
		}
		body["system"] = []any{block}
	}
	if t, ok := r.temperature(); ok {
		body["temperature"] = t
	}
	var tools []map[string]any
	for _, t := range r.tools() {
		tool := map[string]any{"name": t.Name, "input_schema": fields(t.Schema)}
		if t.Description != "" {
			tool["description"] = t.Description
		}
		tools = append(tools, tool)
	}
	if len(tools) > 0 {
		body["tools"] = tools
	}
	switch r.choice() {
	case chat.ChoiceRequired:
		body["tool_choice"] = map[string]any{"type": "any"}
	case chat.ChoiceNone:
		body["tool_choice"] = map[string]any{"type": "none"}
	}
	for k, v := range r.body {
		body[k] = v
	}
	s := messageStream{d: d, at: map[int]*block{}}
	return w.c.stream(ctx, w.c.provider.Base+"/v1/messages", body, anthropicVersion, s.add)
}

type messageTurn struct {
	Role    string `json:"role"`
	Content []any  `json:"content"`
}

// messageTurns are the messages in this form: results stand first in the user's.
func (r request) messageTurns() []messageTurn {
	var list []messageTurn
	add := func(role string, blocks []any) {
		if n := len(list) - 1; n >= 0 && list[n].Role == role {
			list[n].Content = append(list[n].Content, blocks...)
		} else if len(blocks) > 0 {
			list = append(list, messageTurn{role, blocks})
		}
	}
	for _, t := range r.turns {
		if t.role == chat.RoleModel {
			add("assistant", t.messageAnswer())
			continue
		}
		var blocks []any
		if strings.TrimSpace(t.text) != "" {
			blocks = append(blocks, map[string]any{"type": "text", "text": t.text})
		}
		for _, p := range t.pictures {
			blocks = append(blocks, map[string]any{"type": "image", "source": map[string]any{"type": "base64", "media_type": p.MIME, "data": p.Data}})
		}
		for _, x := range t.results {
			b := map[string]any{"type": "tool_result", "tool_use_id": x.id}
			if x.failed {
				b["is_error"] = true
			}
			if strings.TrimSpace(x.text) != "" {
				b["content"] = []any{map[string]any{"type": "text", "text": x.text}}
			}
			blocks = append(blocks, b)
		}
		if n := len(blocks) - 1; n >= 0 && t.kept && r.has[CacheMarks] {
			if b, ok := blocks[n].(map[string]any); ok {
				b["cache_control"] = ephemeral
			}
		}
		add("user", blocks)
	}
	return list
}

// messageAnswer is an answer piece by piece.
func (t turn) messageAnswer() (blocks []any) {
	for _, p := range t.pieces() {
		var kind struct{ Type string }
		switch {
		case p.call != nil:
			blocks = append(blocks, map[string]any{"type": "tool_use", "id": p.call.ID, "name": p.call.Name, "input": json.RawMessage(p.call.Arguments)})
		case strings.TrimSpace(p.text) != "":
			blocks = append(blocks, map[string]any{"type": "text", "text": p.text})
		case p.raw != nil && json.Unmarshal(p.raw, &kind) == nil && strings.HasSuffix(kind.Type, "thinking"):
			blocks = append(blocks, p.raw)
		}
	}
	return blocks
}

// block is a piece of an answer on its way.
type block struct {
	Type      string `json:"type"`
	ID        string `json:"id"`
	Name      string `json:"name"`
	Text      string `json:"text"`
	Thinking  string `json:"thinking"`
	Signature string `json:"signature"`
	Data      string `json:"data"`
	Partial   string `json:"partial_json"`
	Stop      string `json:"stop_reason"`
	call      int
}

type messageUsage struct {
	In      int `json:"input_tokens"`
	Cached  int `json:"cache_read_input_tokens"`
	Written int `json:"cache_creation_input_tokens"`
	Out     int `json:"output_tokens"`
}

type messageEvent struct {
	Type    string          `json:"type"`
	Error   json.RawMessage `json:"error"`
	Index   int             `json:"index"`
	Block   block           `json:"content_block"`
	Delta   block           `json:"delta"`
	Usage   messageUsage    `json:"usage"`
	Message struct {
		Model string       `json:"model"`
		Usage messageUsage `json:"usage"`
	} `json:"message"`
}

type messageStream struct {
	d  *draft
	at map[int]*block
}

func (s *messageStream) add(data []byte) error {
	var e messageEvent
	if err := json.Unmarshal(data, &e); err != nil {
		return err
	}
	switch e.Type {
	case "error":
		return &eventError{data}
	case "message_start":
		u := e.Message.Usage
		s.d.model = e.Message.Model
		s.d.usage = chat.Usage{In: u.In + u.Cached + u.Written, CachedIn: u.Cached, WrittenIn: u.Written}
	case "content_block_start":
		b := &e.Block
		s.at[e.Index] = b
		switch b.Type {
		case "tool_use":
			b.call = s.d.call(b.ID, b.Name)
		case "text":
			s.d.write(b.Text)
		}
	case "content_block_delta":
		if b := s.at[e.Index]; b != nil {
			s.delta(b, e.Delta)
		}
	case "content_block_stop":
		if b := s.at[e.Index]; b != nil {
			s.stop(b)
		}
	case "message_delta":
		s.d.usage.Out = e.Usage.Out
		switch e.Delta.Stop {
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

func (s *messageStream) delta(b *block, x block) {
	switch x.Type {
	case "text_delta":
		s.d.write(x.Text)
	case "input_json_delta":
		if b.Type == "tool_use" {
			s.d.calls[b.call].Arguments += x.Partial
		}
	case "thinking_delta":
		b.Thinking += x.Thinking
		s.d.think(x.Thinking)
	case "signature_delta":
		b.Signature += x.Signature
	}
}

// stop keeps what goes back of a block that is whole.
func (s *messageStream) stop(b *block) {
	var back map[string]string
	switch b.Type {
	case "thinking":
		back = map[string]string{"type": b.Type, "thinking": b.Thinking, "signature": b.Signature}
	case "redacted_thinking":
		back = map[string]string{"type": b.Type, "data": b.Data}
	}
	if raw, err := json.Marshal(back); err == nil && back != nil {
		s.d.keep(raw)
	}
}

func (w *messages) models(ctx context.Context) ([]Info, error) {
	var out struct {
		Data []struct {
			ID     string
			Window int `json:"max_input_tokens"`
		}
	}
	if err := w.c.get(ctx, http.MethodGet, w.c.provider.Base+"/v1/models?limit=1000", nil, &out); err != nil {
		return nil, err
	}
	if out.Data == nil {
		return nil, errShape
	}
	var list []Info
	for _, m := range out.Data {
		list = append(list, Info{ID: m.ID, Window: m.Window})
	}
	return list, nil
}
