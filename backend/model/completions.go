package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// completions speaks OpenAI's Chat Completions.
type completions struct{ c *Client }

func (w *completions) chat(ctx context.Context, r request, d *draft) error {
	body := map[string]any{"model": r.model, "messages": r.completionMessages()}
	if t, ok := r.temperature(); ok {
		body["temperature"] = t
	}
	switch {
	case r.MaxTokens == 0 || r.has[NoMaxTokens]:
	case r.has[CompletionTokens]:
		body["max_completion_tokens"] = r.MaxTokens
	default:
		body["max_tokens"] = r.MaxTokens
	}
	var tools []map[string]any
	for _, t := range r.tools() {
		f := map[string]any{"name": t.Name, "parameters": fields(t.Schema)}
		if t.Description != "" {
			f["description"] = t.Description
		}
		tools = append(tools, map[string]any{"type": "function", "function": f})
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
	if !r.has[WholeWithTools] || len(tools) == 0 {
		body["stream"] = true
		if !r.has[NoStreamOptions] {
			body["stream_options"] = map[string]any{"include_usage": true}
		}
	}
	for k, v := range r.body {
		body[k] = v
	}
	base := w.c.provider.Base
	if r.has[AzurePath] {
		base += "/openai/deployments/" + url.PathEscape(r.model)
	}
	s := completionStream{d: d, at: map[int64]int{}, by: map[string]int{}}
	err := w.c.stream(ctx, base+"/chat/completions", body, nil, s.add)
	s.done()
	return err
}

// cacheKey is the same one for all requests of a conversation.
func (r request) cacheKey() string {
	sum := sha256.Sum256([]byte(r.System + "\x00" + r.Messages[0].Text))
	return "bua-" + hex.EncodeToString(sum[:12])
}

// completionMessages are the messages in this form.
func (r request) completionMessages() (list []map[string]any) {
	if r.System != "" {
		m := map[string]any{"role": "system", "content": r.System}
		if r.has[CacheMarks] {
			m["content"] = []any{textPart(r.System, true)}
		}
		list = append(list, m)
	}
	for i, t := range r.turns {
		switch t.role {
		case chat.RoleUser:
			if r.has[ModelAfterTool] && i > 0 && r.turns[i-1].role == chat.RoleTool {
				list = append(list, map[string]any{"role": "assistant", "content": "I have the results."})
			}
			list = append(list, t.completionUser(r.has[CacheMarks] && t.kept))
		case chat.RoleModel:
			list = append(list, r.completionModel(t))
		case chat.RoleTool:
			for _, x := range t.results {
				list = append(list, map[string]any{"role": "tool", "tool_call_id": x.id, "content": x.text})
			}
		}
	}
	return list
}

// completionModel is an answer, with what belongs to the whole of it and to its calls.
func (r request) completionModel(t turn) map[string]any {
	m := t.extra()
	if m == nil {
		m = map[string]any{}
	}
	if r.has[EchoReasoning] && len(t.calls) > 0 && m["reasoning_content"] == nil {
		m["reasoning_content"] = ""
	}
	m["role"] = "assistant"
	if t.text != "" {
		m["content"] = t.text
	}
	var calls []map[string]any
	for _, p := range t.pieces() {
		if p.call == nil {
			continue
		}
		c := map[string]any{}
		if p.raw != nil {
			_ = json.Unmarshal(p.raw, &c)
		} else if len(calls) == 0 && r.has[SignedCalls] {
			c["extra_content"] = map[string]any{"google": map[string]any{"thought_signature": unsigned}}
		}
		c["id"], c["type"], c["function"] = p.call.ID, "function", map[string]any{"name": p.call.Name, "arguments": p.call.Arguments}
		calls = append(calls, c)
	}
	if len(calls) > 0 {
		m["tool_calls"] = calls
	}
	return m
}

// unsigned is what Google takes for calls that its model did not sign.
const unsigned = "skip_thought_signature_validator"

func textPart(text string, mark bool) map[string]any {
	part := map[string]any{"type": "text", "text": text}
	if mark {
		part["cache_control"] = map[string]any{"type": "ephemeral"}
	}
	return part
}

func (t turn) completionUser(mark bool) map[string]any {
	if len(t.pictures) == 0 && !mark {
		return map[string]any{"role": "user", "content": t.text}
	}
	var parts []any
	if t.text != "" {
		parts = append(parts, textPart(t.text, mark))
	}
	for _, p := range t.pictures {
		parts = append(parts, map[string]any{"type": "image_url", "image_url": map[string]any{"url": "data:" + p.MIME + ";base64," + p.Data}})
	}
	return map[string]any{"role": "user", "content": parts}
}

func (w *completions) models(ctx context.Context) ([]Info, error) {
	var out struct {
		Data []struct {
			ID string
			// Servers say under several names how large the window is.
			A int `json:"max_model_len"`
			B int `json:"context_length"`
			C int `json:"context_window"`
			D int `json:"max_context_length"`
		}
	}
	if err := w.c.get(ctx, http.MethodGet, w.c.provider.Base+"/models", nil, &out); err != nil {
		return nil, err
	}
	if out.Data == nil {
		return nil, errShape
	}
	var list []Info
	for _, m := range out.Data {
		info := Info{ID: m.ID}
		for _, n := range []int{m.A, m.B, m.C, m.D} {
			if info.Window == 0 {
				info.Window = n
			}
		}
		list = append(list, info)
	}
	slices.SortFunc(list, func(a, b Info) int { return strings.Compare(a.ID, b.ID) })
	return list, nil
}
