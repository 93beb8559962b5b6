package model

import (
	"context"
	"encoding/json"

	"github.com/zapvol/bua/core/agent/chat"
)

// responses speaks OpenAI's Responses: there a model that thinks goes on with its
// thoughts after a call. Nothing is kept at the provider, so the thoughts go back with
// each request, encrypted.
type responses struct{ completions }

func (w *responses) chat(ctx context.Context, r request, d *draft) error {
	body := map[string]any{"model": r.model, "stream": true, "store": false, "input": r.responseItems()}
	if !r.has[NoThoughts] {
		body["include"] = []string{"reasoning.encrypted_content"}
	}
	if r.System != "" {
		body["instructions"] = r.System
	}
	if t, ok := r.temperature(); ok {
		body["temperature"] = t
	}
	if r.MaxTokens > 0 && !r.has[NoMaxTokens] {
		body["max_output_tokens"] = max(r.MaxTokens, 16) // no less is taken
	}
	var tools []map[string]any
	for _, t := range r.tools() {
		f := map[string]any{"type": "function", "name": t.Name, "parameters": fields(t.Schema), "strict": false}
		if t.Description != "" {
			f["description"] = t.Description
		}
		tools = append(tools, f)
	}
	if len(tools) > 0 {
		body["tools"] = tools
	}
	if c := r.choice(); c != chat.ChoiceAuto {
		body["tool_choice"] = c
	}
	if r.has[CacheKey] {
		body["prompt_cache_key"] = r.cacheKey()
	}
	for k, v := range r.body {
		body[k] = v
	}
	s := responseStream{d: d, at: map[int]int{}}
	return w.c.stream(ctx, w.c.provider.Base+"/responses", body, nil, s.add)
}

// responseItems are the messages in this form: each piece of an answer is an item.
func (r request) responseItems() (list []map[string]any) {
	add := func(item map[string]any) { list = append(list, item) }
	for _, t := range r.turns {
		switch t.role {
		case chat.RoleUser:
			var parts []map[string]any
			if t.text != "" {
				parts = append(parts, map[string]any{"type": "input_text", "text": t.text})
			}
			for _, p := range t.pictures {
				parts = append(parts, map[string]any{"type": "input_image", "detail": "auto", "image_url": "data:" + p.MIME + ";base64," + p.Data})
			}
			add(map[string]any{"type": "message", "role": "user", "content": parts})
		case chat.RoleTool:
			for _, x := range t.results {
				add(map[string]any{"type": "function_call_output", "call_id": x.id, "output": x.text})
			}
		case chat.RoleModel:
			t.responseItems(add)
		}
	}
	return list
}

// responseItems adds the items of one answer, as the provider gave it. What a thought
// is followed by names it, so a thought that cannot go back takes those names along.
func (t turn) responseItems(add func(map[string]any)) {
	pieces := t.pieces()
	named := true
	for _, p := range pieces {
		if p.call == nil && p.text == "" && !encrypted(p.raw) {
			named = false
		}
	}
	var thoughts []map[string]any
	for _, p := range pieces {
		item := map[string]any{}
		if p.raw != nil && (named || p.call == nil && p.text == "") {
			_ = json.Unmarshal(p.raw, &item)
		}
		switch {
		case p.call != nil:
			item["type"], item["call_id"], item["name"], item["arguments"] = "function_call", p.call.ID, p.call.Name, p.call.Arguments
		case p.text != "" && item["id"] != nil:
			item["type"], item["role"], item["status"] = "message", "assistant", "completed"
			item["content"] = []map[string]any{{"type": "output_text", "text": p.text, "annotations": []any{}}}
		case p.text != "":
			item["type"], item["role"], item["content"] = "message", "assistant", p.text
		default:
			if named {
				thoughts = append(thoughts, item) // one that nothing follows is refused
			}
			continue
		}
		for _, x := range thoughts {
			add(x)
		}
		thoughts = nil
		add(item)
	}
}

// encrypted reports whether a thought can go back.
func encrypted(raw json.RawMessage) bool {
	var item struct {
		Encrypted string `json:"encrypted_content"`
	}
	return json.Unmarshal(raw, &item) == nil && item.Encrypted != ""
}

// responseStream reads the events of an answer.
type responseStream struct {
	d  *draft
	at map[int]int // calls by their place in the answer
}

type responseEvent struct {
	Type     string          `json:"type"`
	Delta    words           `json:"delta"`
	At       int             `json:"output_index"`
	Item     json.RawMessage `json:"item"`
	Response json.RawMessage `json:"response"`
}

type responseItem struct {
	Type      string `json:"type"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Arguments words  `json:"arguments"`
}

type responseWhole struct {
	Model      string `json:"model"`
	Incomplete struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Usage struct {
		In      int `json:"input_tokens"`
		Out     int `json:"output_tokens"`
		Details struct {
			Cached  int `json:"cached_tokens"`
			Written int `json:"cache_write_tokens"`
		} `json:"input_tokens_details"`
		OutDetails struct {
			Reasoning int `json:"reasoning_tokens"`
		} `json:"output_tokens_details"`
	} `json:"usage"`
}

func (s *responseStream) add(data []byte) error {
	var e responseEvent
	if err := json.Unmarshal(data, &e); err != nil {
		return err
	}
	var item responseItem
	var whole responseWhole
	_ = json.Unmarshal(e.Item, &item)
	_ = json.Unmarshal(e.Response, &whole)
	switch e.Type {
	case "response.created":
		s.d.model = whole.Model
	case "response.output_item.added":
		if item.Type == "function_call" {
			s.at[e.At] = s.d.call(item.CallID, item.Name)
		}
	case "response.output_text.delta", "response.refusal.delta":
		s.d.write(string(e.Delta))
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		s.d.think(string(e.Delta))
	case "response.function_call_arguments.delta":
		if n, ok := s.at[e.At]; ok {
			s.d.calls[n].Arguments += string(e.Delta)
		}
	case "response.output_item.done":
		s.item(e, item)
	case "response.completed", "response.incomplete":
		u := whole.Usage
		s.d.usage = chat.Usage{In: u.In, CachedIn: u.Details.Cached, WrittenIn: u.Details.Written, Out: u.Out, Reasoning: u.OutDetails.Reasoning}
		switch whole.Incomplete.Reason {
		case "max_output_tokens":
			s.d.end = chat.EndLength
		case "content_filter":
			s.d.end = chat.EndRefused
		default:
			s.d.end = chat.EndDone
		}
	case "response.failed":
		return &eventError{e.Response}
	case "error":
		return &eventError{data}
	case "":
		return errShape
	}
	return nil
}

// item takes an item that is whole.
func (s *responseStream) item(e responseEvent, x responseItem) {
	switch x.Type {
	case "reasoning":
		s.d.keep(without(e.Item, "status"))
	case "message":
		s.d.mark(without(e.Item, "type", "role", "content", "status"))
	case "function_call":
		n, ok := s.at[e.At]
		if !ok {
			n = s.d.call(x.CallID, x.Name)
			s.at[e.At] = n
		}
		if x.Arguments != "" {
			s.d.calls[n].Arguments = string(x.Arguments)
		}
		s.d.about(n, without(e.Item, "type", "call_id", "name", "arguments", "status"))
	}
}

// without leaves fields of an object out.
func without(raw []byte, names ...string) json.RawMessage {
	var item map[string]json.RawMessage
	if json.Unmarshal(raw, &item) != nil {
		return nil
	}
	for _, n := range names {
		delete(item, n)
	}
	for n, v := range item {
		if string(v) == "null" {
			delete(item, n)
		}
	}
	out, err := json.Marshal(item)
	if err != nil || len(item) == 0 {
		return nil
	}
	return out
}
