package fakemodel

import (
	"encoding/base64"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// skip is what Google takes for a call that its model did not sign.
const skip = "skip_thought_signature_validator"

// gemini is Google's generateContent.
func (s *Server) gemini(in body) (string, []string, *refusal) {
	if no := only(in, "Invalid JSON payload received. Unknown name \"%s\": Cannot find field.", "contents", "systemInstruction", "tools", "toolConfig", "generationConfig"); no != nil {
		return "", nil, no
	}
	g, _ := in["generationConfig"].(map[string]any)
	if no := only(g, "Invalid JSON payload received. Unknown name \"%s\" at 'generation_config': Cannot find field.", "temperature", "maxOutputTokens"); no != nil {
		return "", nil, no
	}
	if g["temperature"] != nil && s.Traits.NoTemperature {
		return "", nil, bad("temperature is not supported")
	}
	system, _ := in["systemInstruction"].(map[string]any)
	req := chat.Request{}
	for _, p := range list(system["parts"]) {
		req.System += text(p["text"])
	}
	for _, t := range list(in["tools"]) {
		for _, f := range list(t["functionDeclarations"]) {
			p, _ := f["parametersJsonSchema"].(map[string]any)
			if no := only(f, "Unknown name \"%s\" at 'tools[0].function_declarations[0]'", "name", "description", "parametersJsonSchema"); no != nil || p["type"] != "object" {
				return "", nil, bad("GenerateContentRequest.tools[0].function_declarations[0].parameters: should be of OBJECT type")
			}
			req.Tools = append(req.Tools, chat.Tool{Name: text(f["name"])})
		}
	}
	config, _ := in["toolConfig"].(map[string]any)
	calling, _ := config["functionCallingConfig"].(map[string]any)
	if calling != nil && len(req.Tools) == 0 {
		return "", nil, bad("Function calling config is set without function_declarations.")
	}
	req.Choice = map[string]chat.Choice{"ANY": chat.ChoiceRequired, "NONE": chat.ChoiceNone}[text(calling["mode"])]
	if no := s.contents(list(in["contents"]), &req); no != nil {
		return "", nil, no
	}
	return s.geminiEvents(in, s.mind(in, req))
}

func (s *Server) contents(contents []body, req *chat.Request) *refusal {
	var waiting []chat.Call
	before := ""
	for i, c := range contents {
		role := text(c["role"])
		parts := list(c["parts"])
		if role != "user" && role != "model" {
			return bad("Please use a valid role: user, model.")
		}
		if len(parts) == 0 {
			return bad("* GenerateContentRequest.contents[%d].parts: contents.parts must not be empty.", i)
		}
		u := chat.Message{Role: map[string]chat.Role{"user": chat.RoleUser, "model": chat.RoleModel}[role]}
		answers := 0
		for n, p := range parts {
			call, _ := p["functionCall"].(map[string]any)
			answer, _ := p["functionResponse"].(map[string]any)
			image, _ := p["inlineData"].(map[string]any)
			sign := text(p["thoughtSignature"])
			if _, ok := s.wasIssued(sign); sign != "" && sign != skip && !ok {
				return bad("Invalid thought signature.")
			}
			switch {
			case call != nil:
				if before == "" || before == "model" {
					return bad("Please ensure that function call turn comes immediately after a user turn or after a function response turn.")
				}
				if s.Traits.SignedCalls && len(u.Calls) == 0 && sign == "" {
					return bad("Function call is missing a thought_signature in functionCall parts. position %d", n)
				}
				if _, ok := call["args"].(map[string]any); !ok {
					return bad("Invalid value at 'contents[%d].parts[%d].function_call.args' (type.googleapis.com/google.protobuf.Struct)", i, n)
				}
				u.Calls = append(u.Calls, chat.Call{ID: text(call["id"]), Name: text(call["name"]), Arguments: encode(call["args"])})
			case answer != nil:
				if answers >= len(waiting) || text(answer["name"]) != waiting[answers].Name || text(answer["id"]) != waiting[answers].ID {
					return bad("Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.")
				}
				said, _ := answer["response"].(map[string]any)
				if said == nil {
					return bad("Invalid value at 'function_response.response'")
				}
				req.Messages = append(req.Messages, chat.Message{Role: chat.RoleTool, CallID: waiting[answers].ID, Text: text(said["output"]) + text(said["error"]), Failed: said["error"] != nil})
				answers++
			case image != nil:
				u.Pictures = append(u.Pictures, chat.Picture{MIME: text(image["mimeType"]), Data: text(image["data"])})
			case text(p["text"]) == "" && sign == "":
				return bad("* GenerateContentRequest.contents[%d].parts[%d].data: required oneof field 'data' must have one initialized field", i, n)
			default:
				u.Text += text(p["text"])
			}
		}
		if answers != len(waiting) {
			return bad("Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.")
		}
		if answers > 0 && answers != len(parts) {
			return bad("Please ensure that function response turn comes immediately after a function call turn.")
		}
		waiting = u.Calls
		if u.Text != "" || len(u.Pictures)+len(u.Calls) > 0 {
			req.Messages = append(req.Messages, u)
		}
		if before == "" && role == "model" {
			return bad("Please ensure that the first content is the user's.")
		}
		before = role
	}
	if before != "user" || len(waiting) > 0 {
		return bad("Please ensure that single turn requests end with a user role or a function response.")
	}
	return nil
}

func (s *Server) geminiEvents(in body, say Say) (string, []string, *refusal) {
	var out []string
	usage := body{"promptTokenCount": len(encode(in)) / 4, "cachedContentTokenCount": 5, "candidatesTokenCount": 4, "thoughtsTokenCount": 3, "totalTokenCount": 9}
	tell := func(parts []body, finish string) {
		c := body{"content": body{"role": "model", "parts": parts}, "index": 0}
		if finish != "" {
			c["finishReason"] = finish
		}
		out = append(out, strings.ReplaceAll(event(body{"candidates": []body{c}, "usageMetadata": usage, "modelVersion": s.Traits.Model, "responseId": "x"}), "\n", "\r\n"))
	}
	sign := func() string {
		id := base64.StdEncoding.EncodeToString([]byte(s.id()))
		s.issue(id, "")
		return id
	}
	if say.Reasoning != "" {
		tell([]body{{"text": say.Reasoning, "thought": true}}, "")
	}
	for _, h := range halves(say.Text) {
		if h != "" {
			tell([]body{{"text": h}}, "")
		}
	}
	if say.Text != "" && s.Traits.SignedCalls {
		tell([]body{{"text": "", "thoughtSignature": sign()}}, "")
	}
	var parts []body
	for i, c := range say.Calls {
		call := body{"name": c.Name, "args": raw(c.Arguments)}
		if s.Traits.SignedCalls {
			call["id"] = s.id()
		}
		p := body{"functionCall": call}
		if i == 0 && s.Traits.SignedCalls {
			p["thoughtSignature"] = sign()
		}
		parts = append(parts, p)
	}
	if len(parts) > 0 {
		tell(parts, "")
	}
	finish := "STOP"
	if say.Cut {
		finish = "MAX_TOKENS"
	}
	tell([]body{}, finish)
	return "text/event-stream", out, nil
}
