package fakemodel

import (
	"encoding/json"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// signature and details are what must come back as they are.
const (
	signature = `{"google":{"thought_signature":"c2lnbg=="}}`
	details   = `[{"index":0,"signature":"c2lnbg==","text":"I think","type":"reasoning.text"},{"data":"x","index":1,"type":"reasoning.encrypted"}]`
)

func (s *Server) completions(in body) (string, []string, *refusal) {
	if no := only(in, "Unrecognized request argument supplied: %s", "model", "messages", "tools", "tool_choice", "stream", "stream_options", "temperature", "max_tokens", "max_completion_tokens", "prompt_cache_key"); no != nil {
		return "", nil, no
	}
	t := s.Traits
	for name, refused := range map[string]bool{"temperature": t.NoTemperature, "max_tokens": t.NoMaxTokens, "stream_options": t.NoStreamOptions} {
		if in[name] != nil && refused {
			return "", nil, &refusal{400, "unsupported_parameter", name, "Unsupported parameter: '" + name + "' is not supported with this model."}
		}
	}
	tools := list(in["tools"])
	if in["tool_choice"] != nil && len(tools) == 0 {
		return "", nil, bad("'tool_choice' is only allowed when 'tools' are specified.")
	}
	if in["tool_choice"] == "required" && t.NoRequired {
		return "", nil, &refusal{400, "unsupported_value", "tool_choice", "tool_choice required is not supported while thinking"}
	}
	if len(tools) > 0 && in["stream"] == true && t.NoToolStream {
		return "", nil, bad("tools are not supported with stream=true")
	}
	req := chat.Request{Choice: chat.Choice(text(in["tool_choice"]))}
	for _, x := range tools {
		f, _ := x["function"].(map[string]any)
		p, _ := f["parameters"].(map[string]any)
		if p["type"] != "object" {
			return "", nil, bad("Invalid schema for function '%v': schema must be a JSON Schema of 'type: \"object\"'", f["name"])
		}
		if t.PlainSchema && strings.Contains(encode(p), `"minItems"`) {
			return "", nil, bad("schema keyword minItems is not supported")
		}
		req.Tools = append(req.Tools, chat.Tool{Name: text(f["name"])})
	}
	waiting := map[string]bool{}
	before := ""
	for i, m := range list(in["messages"]) {
		role := text(m["role"])
		if role != "tool" && len(waiting) > 0 {
			return "", nil, bad("An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.")
		}
		switch role {
		case "system":
			if i > 0 {
				return "", nil, bad("System message must be at the beginning.")
			}
			req.System = joined(m["content"])
		case "user":
			if before == "tool" && t.NoUserAfterTool {
				return "", nil, bad("Unexpected role 'user' after role 'tool'")
			}
			u := chat.Message{Role: chat.RoleUser, Text: joined(m["content"])}
			for _, p := range list(m["content"]) {
				if p["type"] == "image_url" {
					if t.NoPictures {
						return "", nil, bad("unknown variant `image_url`, expected `text`")
					}
					image, _ := p["image_url"].(map[string]any)
					u.Pictures = append(u.Pictures, picture(text(image["url"])))
				}
			}
			if u.Text == "" && len(u.Pictures) == 0 {
				return "", nil, bad("Invalid content: empty user message")
			}
			req.Messages = append(req.Messages, u)
		case "assistant":
			a := chat.Message{Role: chat.RoleModel, Text: joined(m["content"])}
			for n, c := range list(m["tool_calls"]) {
				f, _ := c["function"].(map[string]any)
				id := text(c["id"])
				switch {
				case id == "" || len(id) > 40 || waiting[id]:
					return "", nil, bad("Invalid 'messages[%d].tool_calls[%d].id'", i, n)
				case t.ShortIDs && (len(id) != 9 || strings.ContainsAny(id, "_-")):
					return "", nil, bad("Tool call id was %s but must be a-z, A-Z, 0-9, with a length of 9.", id)
				case n == 0 && t.SignedCalls && !strings.Contains(encode(c["extra_content"]), "thought_signature"):
					return "", nil, bad("Function call is missing a thought_signature in functionCall parts.")
				case !strings.HasPrefix(text(f["arguments"]), "{"):
					return "", nil, bad("arguments must be a JSON object")
				}
				waiting[id] = true
				a.Calls = append(a.Calls, chat.Call{ID: id, Name: text(f["name"]), Arguments: text(f["arguments"])})
			}
			if a.Text == "" && len(a.Calls) == 0 {
				return "", nil, bad("Assistant message must have either content or tool_calls, but not none.")
			}
			if t.EchoReasoning && len(a.Calls) > 0 && m["reasoning_content"] == nil {
				return "", nil, bad("Missing `reasoning_content` field in the assistant message")
			}
			if t.SignAlone && len(a.Calls) > 0 && encode(m["extra_content"]) != signature {
				return "", nil, bad("Function call is missing a thought_signature.")
			}
			if t.Details && len(a.Calls) > 0 && encode(m["reasoning_details"]) != details {
				return "", nil, bad("Invalid signature in thinking block")
			}
			req.Messages = append(req.Messages, a)
		case "tool":
			id := text(m["tool_call_id"])
			if !waiting[id] {
				return "", nil, bad("messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.")
			}
			delete(waiting, id)
			req.Messages = append(req.Messages, chat.Message{Role: chat.RoleTool, CallID: id, Text: joined(m["content"])})
		default:
			return "", nil, bad("Invalid value: '%s'.", role)
		}
		before = role
	}
	if len(waiting) > 0 || before == "assistant" {
		return "", nil, bad("An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.")
	}
	return s.completionAnswer(in, s.mind(in, req))
}

// picture reads a data address.
func picture(address string) chat.Picture {
	kind, data, _ := strings.Cut(strings.TrimPrefix(address, "data:"), ";base64,")
	return chat.Picture{MIME: kind, Data: data}
}

// joined is the text of a content, which is a string or parts.
func joined(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	var out []string
	for _, p := range list(v) {
		if p["type"] == "text" {
			out = append(out, text(p["text"]))
		}
	}
	return strings.Join(out, "")
}

func (s *Server) completionAnswer(in body, say Say) (string, []string, *refusal) {
	t := s.Traits
	usage := body{"prompt_tokens": len(encode(in)) / 4, "completion_tokens": 7, "total_tokens": 9, "prompt_tokens_details": body{"cached_tokens": 5, "cache_write_tokens": 3}}
	if t.CacheHits {
		delete(usage, "prompt_tokens_details")
		usage["prompt_cache_hit_tokens"] = 5
	}
	finish := "stop"
	if len(say.Calls) > 0 && !t.StopForCalls {
		finish = "tool_calls"
	}
	if say.Cut {
		finish = "length"
	}
	var calls []body
	for i, c := range say.Calls {
		call := body{"index": i, "id": s.id(), "type": "function", "function": body{"name": c.Name, "arguments": c.Arguments}}
		if t.NoIndex {
			delete(call, "index")
		}
		if t.SameIndex {
			call["index"] = 0
		}
		if t.SignedCalls && i == 0 {
			call["extra_content"] = body{"google": body{"thought_signature": "c2lnbg=="}}
		}
		calls = append(calls, call)
	}
	if in["stream"] != true {
		m := body{"role": "assistant", "content": say.Text}
		if len(calls) > 0 {
			m["tool_calls"] = calls
		}
		return "application/json", []string{encode(body{"id": "x", "object": "chat.completion", "model": t.Model, "usage": usage, "choices": []body{{"index": 0, "message": m, "finish_reason": finish}}})}, nil
	}
	chunk := func(delta body, finish any) string {
		return event(body{"id": "x", "object": "chat.completion.chunk", "created": 1, "model": t.Model, "choices": []body{{"index": 0, "delta": delta, "finish_reason": finish}}})
	}
	out := []string{": keep-alive\n\n", chunk(body{"role": "assistant", "content": ""}, nil)}
	if say.Reasoning != "" {
		out = append(out, chunk(body{"reasoning_content": say.Reasoning}, nil))
	}
	if t.Details {
		for _, piece := range []string{`{"type":"reasoning.text","index":0,"text":"I th"}`, `{"type":"reasoning.text","index":0,"text":"ink","signature":null}`, `{"type":"reasoning.text","index":0,"signature":"c2lnbg=="}`, `{"type":"reasoning.encrypted","index":1,"data":"x"}`} {
			out = append(out, chunk(body{"reasoning_details": []json.RawMessage{raw(piece)}}, nil))
		}
	}
	pieces := halves(say.Text)
	if t.Words {
		pieces = strings.SplitAfter(say.Text, " ")
	}
	for _, piece := range pieces {
		out = append(out, chunk(body{"content": piece}, nil))
	}
	for _, c := range calls {
		args := halves(text(c["function"].(body)["arguments"]))
		for i, a := range args {
			if i == 0 {
				c["function"].(body)["arguments"] = a
				out = append(out, chunk(body{"tool_calls": []body{c}}, nil))
				continue
			}
			more := body{"function": body{"arguments": a}}
			if n, ok := c["index"]; ok {
				more["index"] = n
			}
			out = append(out, chunk(body{"tool_calls": []body{more}}, nil))
		}
	}
	if t.SignAlone {
		out = append(out, chunk(body{"extra_content": raw(signature)}, nil))
	}
	out = append(out, chunk(body{}, finish))
	if o, _ := in["stream_options"].(map[string]any); o["include_usage"] == true && !t.NoUsage {
		out = append(out, event(body{"id": "x", "object": "chat.completion.chunk", "created": 1, "model": t.Model, "choices": []body{}, "usage": usage}))
	}
	return "text/event-stream", append(out, "data: [DONE]\n\n"), nil
}

func halves(s string) []string {
	if len(s) < 2 {
		return []string{s}
	}
	r := []rune(s)
	return []string{string(r[:len(r)/2]), string(r[len(r)/2:])}
}
