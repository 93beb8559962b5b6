package fakemodel

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// messages is Anthropic's form.
func (s *Server) messages(in body) (string, []string, *refusal) {
	if no := only(in, "%s: Extra inputs are not permitted", "model", "messages", "system", "tools", "tool_choice", "stream", "temperature", "max_tokens"); no != nil {
		return "", nil, no
	}
	if n, _ := in["max_tokens"].(float64); n < 1 {
		return "", nil, bad("max_tokens: Field required")
	}
	if in["temperature"] != nil && s.Traits.NoTemperature {
		return "", nil, bad("`temperature` may only be set to 1 for this model.")
	}
	if strings.Count(encode(in), `"cache_control"`) > 4 {
		return "", nil, bad("A maximum of 4 blocks with cache_control may be provided.")
	}
	choice, _ := in["tool_choice"].(map[string]any)
	if choice != nil && in["tools"] == nil {
		return "", nil, bad("tool_choice may only be specified while providing tools")
	}
	if choice["type"] == "any" && s.Traits.NoRequired {
		return "", nil, bad("Thinking may not be enabled when tool_choice forces tool use.")
	}
	req := chat.Request{System: joined(in["system"]), Choice: map[string]chat.Choice{"any": chat.ChoiceRequired, "none": chat.ChoiceNone}[text(choice["type"])]}
	for _, x := range list(in["tools"]) {
		req.Tools = append(req.Tools, chat.Tool{Name: text(x["name"])})
	}
	waiting := map[string]bool{}
	role := "assistant"
	for i, m := range list(in["messages"]) {
		if text(m["role"]) == role {
			return "", nil, bad("messages: roles must alternate")
		}
		role = text(m["role"])
		blocks := list(m["content"])
		if len(blocks) == 0 {
			return "", nil, bad("messages.%d: content must not be empty", i)
		}
		u := chat.Message{Role: chat.RoleUser}
		if role == "assistant" {
			u.Role = chat.RoleModel
		}
		for n, b := range blocks {
			switch b["type"] {
			case "text":
				if strings.TrimSpace(text(b["text"])) == "" {
					return "", nil, bad("messages: text content blocks must contain non-whitespace text")
				}
				u.Text += text(b["text"])
			case "image":
				from, _ := b["source"].(map[string]any)
				u.Pictures = append(u.Pictures, chat.Picture{MIME: text(from["media_type"]), Data: text(from["data"])})
			case "tool_result":
				id := text(b["tool_use_id"])
				if n > 0 && blocks[n-1]["type"] != "tool_result" || !waiting[id] {
					return "", nil, bad("messages.%d.content.%d: unexpected `tool_use_id` found in `tool_result` blocks: %s.", i, n, id)
				}
				delete(waiting, id)
				req.Messages = append(req.Messages, chat.Message{Role: chat.RoleTool, CallID: id, Text: joined(b["content"]), Failed: b["is_error"] == true})
			case "tool_use":
				id := text(b["id"])
				if _, ok := b["input"].(map[string]any); !ok || waiting[id] || id == "" {
					return "", nil, bad("messages.%d.content.%d.tool_use.input: Input should be a valid dictionary", i, n)
				}
				waiting[id] = true
				u.Calls = append(u.Calls, chat.Call{ID: id, Name: text(b["name"]), Arguments: encode(b["input"])})
			case "thinking":
				if b["signature"] != "c2lnbg==" {
					return "", nil, bad("messages.%d.content.%d: Invalid `signature` in `thinking` block", i, n)
				}
			default:
				return "", nil, bad("messages.%d.content.%d: unknown type", i, n)
			}
		}
		if role == "user" && len(waiting) > 0 {
			return "", nil, bad("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after", i)
		}
		if u.Text != "" || len(u.Pictures)+len(u.Calls) > 0 {
			req.Messages = append(req.Messages, u)
		}
	}
	if role != "user" {
		return "", nil, bad("This model does not support assistant message prefill.")
	}
	say := s.mind(in, req)
	out := []string{named("message_start", body{"message": body{"id": "msg_1", "type": "message", "role": "assistant", "model": s.Traits.Model, "content": []any{}, "stop_reason": nil, "usage": body{"input_tokens": len(encode(in)) / 4, "cache_read_input_tokens": 5, "cache_creation_input_tokens": 3, "output_tokens": 1}}})}
	out = append(out, named("ping", body{}))
	n := 0
	add := func(start body, deltas ...body) {
		out = append(out, named("content_block_start", body{"index": n, "content_block": start}))
		for _, d := range deltas {
			out = append(out, named("content_block_delta", body{"index": n, "delta": d}))
		}
		out = append(out, named("content_block_stop", body{"index": n}))
		n++
	}
	if say.Reasoning != "" {
		add(body{"type": "thinking", "thinking": "", "signature": ""}, body{"type": "thinking_delta", "thinking": say.Reasoning}, body{"type": "signature_delta", "signature": "c2lnbg=="})
	}
	if say.Text != "" {
		var deltas []body
		for _, h := range halves(say.Text) {
			deltas = append(deltas, body{"type": "text_delta", "text": h})
		}
		add(body{"type": "text", "text": ""}, deltas...)
	}
	for _, c := range say.Calls {
		var deltas []body
		for _, h := range halves(c.Arguments) {
			deltas = append(deltas, body{"type": "input_json_delta", "partial_json": h})
		}
		add(body{"type": "tool_use", "id": s.id(), "name": c.Name, "input": body{}}, deltas...)
	}
	stop := "end_turn"
	if len(say.Calls) > 0 {
		stop = "tool_use"
	}
	if say.Cut {
		stop = "max_tokens"
	}
	out = append(out, named("message_delta", body{"delta": body{"stop_reason": stop, "stop_sequence": nil}, "usage": body{"output_tokens": 7}}))
	return "text/event-stream", append(out, named("message_stop", body{})), nil
}

func named(kind string, v body) string {
	v["type"] = kind
	return "event: " + kind + "\n" + event(v)
}

// ollama is Ollama's chat.
func (s *Server) ollama(in body) (string, []string, *refusal) {
	if no := only(in, "unknown field %s", "model", "messages", "tools", "stream", "truncate", "options", "think"); no != nil {
		return "", nil, no
	}
	var req chat.Request
	for _, x := range list(in["tools"]) {
		f, _ := x["function"].(map[string]any)
		req.Tools = append(req.Tools, chat.Tool{Name: text(f["name"])})
	}
	open := 0
	last := ""
	for _, m := range list(in["messages"]) {
		last = text(m["role"])
		if last != "tool" && open > 0 {
			return "", nil, bad("a call has no result")
		}
		switch last {
		case "system":
			req.System = text(m["content"])
		case "user":
			u := chat.Message{Role: chat.RoleUser, Text: text(m["content"])}
			images, _ := m["images"].([]any)
			if len(images) > 0 && s.Traits.NoPictures {
				return "", nil, bad("this model is missing data required for image input")
			}
			for _, data := range images {
				u.Pictures = append(u.Pictures, chat.Picture{Data: text(data)})
			}
			req.Messages = append(req.Messages, u)
		case "assistant":
			a := chat.Message{Role: chat.RoleModel, Text: text(m["content"])}
			for _, c := range list(m["tool_calls"]) {
				f, _ := c["function"].(map[string]any)
				if _, ok := f["arguments"].(map[string]any); !ok {
					return "", nil, bad("json: cannot unmarshal string into Go struct field .arguments of type api.ToolCallFunctionArguments")
				}
				if s.Traits.SignedCalls && text(c["thought_signature"]) != "c2lnbg==" {
					return "", nil, bad("Function call is missing a thought_signature in functionCall parts.")
				}
				if s.Traits.EchoReasoning && text(m["thinking"]) == "" {
					return "", nil, bad("the thought is missing")
				}
				a.Calls = append(a.Calls, chat.Call{Name: text(f["name"]), Arguments: encode(f["arguments"])})
				open++
			}
			req.Messages = append(req.Messages, a)
		case "tool":
			if open == 0 {
				return "", nil, bad("a result belongs to no call")
			}
			open--
			req.Messages = append(req.Messages, chat.Message{Role: chat.RoleTool, Text: text(m["content"])})
		default:
			return "", nil, bad("invalid role")
		}
	}
	if open > 0 || last == "assistant" {
		return "", nil, bad("nobody is to be answered")
	}
	say := s.mind(in, req)
	line := func(m body, more body) string {
		m["role"] = "assistant"
		if m["content"] == nil {
			m["content"] = ""
		}
		x := body{"model": s.Traits.Model, "created_at": "2026-01-01T00:00:00Z", "message": m, "done": false}
		for k, v := range more {
			x[k] = v
		}
		return encode(x) + "\n"
	}
	var out []string
	if say.Reasoning != "" {
		out = append(out, line(body{"thinking": say.Reasoning}, nil))
	}
	for _, h := range halves(say.Text) {
		out = append(out, line(body{"content": h}, nil))
	}
	for _, c := range say.Calls {
		call := body{"function": body{"name": c.Name, "arguments": raw(c.Arguments)}}
		if s.Traits.SignedCalls {
			call["thought_signature"] = "c2lnbg=="
		}
		out = append(out, line(body{"tool_calls": []body{call}}, nil))
	}
	reason := "stop"
	if say.Cut {
		reason = "length"
	}
	return "application/x-ndjson", append(out, line(body{}, body{"done": true, "done_reason": reason, "prompt_eval_count": len(encode(in)) / 4, "eval_count": 7})), nil
}
