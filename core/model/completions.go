package model

import "github.com/zapvol/bua/core/agent/chat"

// completions speaks OpenAI's Chat Completions.
type completions struct{}

func (completions) ask(r request) (string, *object) {
	body := with("model", r.model).array("messages", r.completionMessages())
	if t := r.temperature(); t != nil {
		body.set("temperature", t)
	}
	switch {
	case r.MaxTokens == 0 || r.has[NoMaxTokens]:
	case r.has[CompletionTokens]:
		body.num("max_completion_tokens", r.MaxTokens)
	default:
		body.num("max_tokens", r.MaxTokens)
	}
	var tools []value
	for _, t := range r.tools() {
		f := with("name", t.Name).some("description", t.Description).set("parameters", fields(t.Schema))
		tools = append(tools, with("type", "function").obj("function", f).json())
	}
	if len(tools) > 0 {
		body.array("tools", tools)
	}
	if c := r.choice(); c != chat.ChoiceAuto {
		body.str("tool_choice", string(c))
	}
	if r.has[CacheKey] {
		body.str("prompt_cache_key", r.cacheKey())
	}
	if !r.has[WholeWithTools] || len(tools) == 0 {
		body.flag("stream", true)
		if !r.has[NoStreamOptions] {
			body.obj("stream_options", new(object).flag("include_usage", true))
		}
	}
	r.own(body)
	if r.has[AzurePath] {
		return "/openai/deployments/" + escape(r.model) + "/chat/completions", body
	}
	return "/chat/completions", body
}

func (completions) reader(d *draft) reader {
	return &completionStream{d: d, at: map[int]int{}, by: map[string]int{}}
}

// cacheKey is the same one for all requests of a conversation.
func (r request) cacheKey() string { return "bua-" + mark(r.System+"\x00"+r.Messages[0].Text, 12) }

// completionMessages are the messages in this form.
func (r request) completionMessages() (list []value) {
	if r.System != "" {
		m := with("role", "system").str("content", r.System)
		if r.has[CacheMarks] {
			m.array("content", []value{textPart(r.System, true)})
		}
		list = append(list, m.json())
	}
	for i, t := range r.turns {
		switch t.role {
		case chat.RoleUser:
			if r.has[ModelAfterTool] && i > 0 && r.turns[i-1].role == chat.RoleTool {
				list = append(list, with("role", "assistant").str("content", "I have the results.").json())
			}
			list = append(list, t.completionUser(r.has[CacheMarks] && t.kept))
		case chat.RoleModel:
			list = append(list, r.completionModel(t))
		case chat.RoleTool:
			for _, x := range t.results {
				list = append(list, with("role", "tool").str("tool_call_id", x.id).str("content", x.text).json())
			}
		}
	}
	return list
}

// completionModel is an answer, with what belongs to the whole of it and to its calls.
func (r request) completionModel(t turn) value {
	m := open(t.extra())
	if r.has[EchoReasoning] && len(t.calls) > 0 && m.at("reasoning_content") == nil {
		m.str("reasoning_content", "")
	}
	m.str("role", "assistant")
	if t.text != "" {
		m.str("content", t.text)
	}
	var calls []value
	for _, p := range t.pieces() {
		if p.call == nil {
			continue
		}
		c := open(p.raw)
		if p.raw == nil && len(calls) == 0 && r.has[SignedCalls] {
			c.obj("extra_content", new(object).obj("google", with("thought_signature", unsigned)))
		}
		c.str("id", p.call.ID).str("type", "function").obj("function", with("name", p.call.Name).str("arguments", p.call.Arguments))
		calls = append(calls, c.json())
	}
	if len(calls) > 0 {
		m.array("tool_calls", calls)
	}
	return m.json()
}

// unsigned is what Google takes for calls that its model did not sign.
const unsigned = "skip_thought_signature_validator"

func textPart(text string, mark bool) value {
	part := with("type", "text").str("text", text)
	if mark {
		part.obj("cache_control", with("type", "ephemeral"))
	}
	return part.json()
}

func (t turn) completionUser(mark bool) value {
	m := with("role", "user")
	if len(t.pictures) == 0 && !mark {
		return m.str("content", t.text).json()
	}
	var parts []value
	if t.text != "" {
		parts = append(parts, textPart(t.text, mark))
	}
	for _, p := range t.pictures {
		parts = append(parts, with("type", "image_url").obj("image_url", with("url", dataURL(p))).json())
	}
	return m.array("content", parts).json()
}

func dataURL(p chat.Picture) string { return "data:" + p.MIME + ";base64," + p.Data }

func (completions) list() (path, member string) { return "/models", "data" }

func (completions) listed(all value) (list []Info) {
	for l := all.each(); l.next(); {
		info := Info{ID: l.is.str("id")}
		// Servers say under several names how large the window is.
		for _, name := range [...]string{"max_model_len", "context_length", "context_window", "max_context_length"} {
			if info.Window == 0 {
				info.Window = l.is.num(name)
			}
		}
		list = append(list, info)
		for i := len(list) - 1; i > 0 && list[i].ID < list[i-1].ID; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
	return list
}
