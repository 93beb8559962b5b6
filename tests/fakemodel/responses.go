package fakemodel

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// responses is OpenAI's Responses, of a model that thinks and for which nothing is
// stored.
func (s *Server) responses(in body) (string, []string, *refusal) {
	if no := only(in, "Unknown parameter: '%s'.", "model", "input", "instructions", "tools", "tool_choice", "stream", "store", "include", "temperature", "max_output_tokens", "prompt_cache_key"); no != nil {
		return "", nil, no
	}
	for name, refused := range map[string]bool{"temperature": s.Traits.NoTemperature, "max_output_tokens": s.Traits.NoMaxTokens} {
		if in[name] != nil && refused {
			return "", nil, &refusal{400, "unsupported_parameter", name, "Unsupported parameter: '" + name + "' is not supported with this model."}
		}
	}
	if n, ok := in["max_output_tokens"].(float64); ok && n < 16 {
		return "", nil, &refusal{400, "integer_below_min_value", "max_output_tokens", "Invalid 'max_output_tokens': integer below minimum value."}
	}
	if in["include"] != nil && s.Traits.NoThoughts {
		return "", nil, &refusal{400, "", "include", "Encrypted content is not supported with this model."}
	}
	if in["store"] != false || !s.Traits.NoThoughts && !strings.Contains(encode(in["include"]), "reasoning.encrypted_content") {
		return "", nil, bad("this conversation is not to be stored")
	}
	req := chat.Request{System: text(in["instructions"]), Choice: chat.Choice(text(in["tool_choice"]))}
	for _, x := range list(in["tools"]) {
		p, _ := x["parameters"].(map[string]any)
		if x["type"] != "function" || text(x["name"]) == "" || p["type"] != "object" || x["strict"] == nil {
			return "", nil, bad("Missing required parameter: 'tools[0].name'.")
		}
		req.Tools = append(req.Tools, chat.Tool{Name: text(x["name"])})
	}
	if in["tool_choice"] != nil && len(req.Tools) == 0 {
		return "", nil, bad("Tool choice '%v' must be specified with 'tools' parameter.", in["tool_choice"])
	}
	if no := s.items(list(in["input"]), &req); no != nil {
		return "", nil, no
	}
	return s.responseEvents(in, s.mind(in, req))
}

// items reads a conversation. A thought must be followed by what it is of, and what a
// thought is of needs it when it is named.
func (s *Server) items(items []body, req *chat.Request) *refusal {
	waiting := map[string]bool{}
	seen := map[string]bool{}
	thoughts := map[string]bool{}
	open := "" // a thought that nothing follows yet
	last := ""
	model := func() *chat.Message {
		if n := len(req.Messages) - 1; n < 0 || last != "model" {
			req.Messages = append(req.Messages, chat.Message{Role: chat.RoleModel})
		}
		last = "model"
		return &req.Messages[len(req.Messages)-1]
	}
	for i, x := range items {
		id := text(x["id"])
		if needs, ok := s.wasIssued(id); ok && needs != "" && !thoughts[needs] {
			return bad("Item '%s' of type '%s' was provided without its required 'reasoning' item: '%s'.", id, x["type"], needs)
		}
		if id != "" && !strings.HasPrefix(id, map[string]string{"reasoning": "rs_", "function_call": "fc_", "message": "msg_"}[text(x["type"])]) {
			return bad("Invalid 'input[%d].id': '%s'.", i, id)
		}
		follows := false
		switch {
		case x["type"] == "reasoning":
			if _, ok := s.wasIssued(id); !ok || x["encrypted_content"] != "enc-"+id {
				return &refusal{404, "", "input", "Item with id '" + id + "' not found. Items are not persisted when `store` is set to false."}
			}
			if open != "" {
				return bad("Item '%s' of type 'reasoning' was provided without its required following item.", open)
			}
			if _, ok := x["summary"].([]any); !ok {
				return bad("Missing required parameter: 'input[%d].summary'.", i)
			}
			thoughts[id], open, follows = true, id, true
		case x["type"] == "function_call":
			call := text(x["call_id"])
			if call == "" || len(call) > 64 || seen[call] || !strings.HasPrefix(text(x["arguments"]), "{") {
				return bad("Invalid 'input[%d].call_id'.", i)
			}
			seen[call], waiting[call], open = true, true, ""
			m := model()
			m.Calls = append(m.Calls, chat.Call{ID: call, Name: text(x["name"]), Arguments: text(x["arguments"])})
			continue
		case x["type"] == "function_call_output":
			call := text(x["call_id"])
			if !waiting[call] {
				return &refusal{400, "", "input", "No tool call found for function call output with call_id " + call + "."}
			}
			delete(waiting, call)
			req.Messages = append(req.Messages, chat.Message{Role: chat.RoleTool, CallID: call, Text: text(x["output"])})
		case x["role"] == "assistant":
			m := model()
			m.Text += text(x["content"])
			for _, p := range list(x["content"]) {
				if p["type"] != "output_text" || p["annotations"] == nil {
					return bad("Invalid value: '%v'. Supported values are: 'output_text' and 'refusal'.", p["type"])
				}
				m.Text += text(p["text"])
			}
			open = ""
			continue
		case x["role"] == "user":
			u := chat.Message{Role: chat.RoleUser}
			for _, p := range list(x["content"]) {
				switch p["type"] {
				case "input_text":
					u.Text += text(p["text"])
				case "input_image":
					u.Pictures = append(u.Pictures, picture(text(p["image_url"])))
				default:
					return bad("Invalid value: '%v'.", p["type"])
				}
			}
			if u.Text == "" && len(u.Pictures) == 0 {
				return bad("Invalid 'input[%d].content': empty array.", i)
			}
			req.Messages = append(req.Messages, u)
		default:
			return bad("Invalid value: '%v'.", x["type"])
		}
		if open != "" && !follows {
			return bad("Item '%s' of type 'reasoning' was provided without its required following item.", open)
		}
		if !follows {
			last = text(x["type"])
		}
		if x["role"] == "user" && len(waiting) > 0 {
			return &refusal{400, "", "input", "No tool output found for function call."}
		}
	}
	if len(waiting) > 0 {
		return &refusal{400, "", "input", "No tool output found for function call."}
	}
	if open != "" {
		return bad("Item '%s' of type 'reasoning' was provided without its required following item.", open)
	}
	if last == "model" {
		return bad("nobody is to be answered")
	}
	return nil
}

func (s *Server) responseEvents(in body, say Say) (string, []string, *refusal) {
	var out []string
	n := 0
	tell := func(kind string, v body) {
		v["sequence_number"] = n
		n++
		out = append(out, named(kind, v))
	}
	whole := body{"id": "resp_1", "object": "response", "created_at": 1, "model": s.Traits.Model, "status": "in_progress", "output": []any{}, "error": nil, "incomplete_details": nil}
	tell("response.created", body{"response": whole})
	at, thought := 0, ""
	item := func(x body, deltas func()) {
		if x["type"] != "reasoning" {
			s.issue(text(x["id"]), thought)
		}
		start := body{}
		for k, v := range x {
			start[k] = v
		}
		start["status"] = "in_progress"
		delete(start, "encrypted_content")
		if x["type"] == "function_call" {
			start["arguments"] = ""
		}
		if x["type"] == "message" {
			start["content"] = []any{}
		}
		tell("response.output_item.added", body{"output_index": at, "item": start})
		deltas()
		x["status"] = "completed"
		tell("response.output_item.done", body{"output_index": at, "item": x})
		at++
	}
	if say.Reasoning != "" {
		thought = "rs_" + s.id()
		s.issue(thought, "")
		item(body{"type": "reasoning", "id": thought, "summary": []body{{"type": "summary_text", "text": say.Reasoning}}, "encrypted_content": "enc-" + thought}, func() {
			tell("response.reasoning_summary_text.delta", body{"output_index": at, "summary_index": 0, "delta": say.Reasoning})
		})
	}
	if say.Text != "" {
		item(body{"type": "message", "id": "msg_" + s.id(), "role": "assistant", "phase": "commentary", "content": []body{{"type": "output_text", "text": say.Text, "annotations": []any{}}}}, func() {
			for _, h := range halves(say.Text) {
				tell("response.output_text.delta", body{"output_index": at, "content_index": 0, "delta": h})
			}
		})
	}
	for _, c := range say.Calls {
		item(body{"type": "function_call", "id": "fc_" + s.id(), "call_id": s.id(), "name": c.Name, "arguments": c.Arguments}, func() {
			for _, h := range halves(c.Arguments) {
				tell("response.function_call_arguments.delta", body{"output_index": at, "delta": h})
			}
		})
	}
	end := body{}
	for k, v := range whole {
		end[k] = v
	}
	end["status"] = "completed"
	kind := "response.completed"
	if say.Cut {
		kind, end["status"], end["incomplete_details"] = "response.incomplete", "incomplete", body{"reason": "max_output_tokens"}
	}
	end["usage"] = body{"input_tokens": len(encode(in)) / 4, "input_tokens_details": body{"cached_tokens": 5, "cache_write_tokens": 3}, "output_tokens": 7, "output_tokens_details": body{"reasoning_tokens": 3}, "total_tokens": 9}
	tell(kind, body{"response": end})
	return "text/event-stream", out, nil
}
