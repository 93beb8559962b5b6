package model

import (
	"strconv"

	"github.com/zapvol/bua/core/agent/chat"
)

// completions speaks OpenAI's Chat Completions.
type completions struct{}

func (completions) ask(r *request) (string, value) {
	t := &text{}
	t.form(`{"model":$,"messages":[`, r.model)
	r.completionMessages(t)
	t.form("]")
	t.some(`"temperature":#`, r.temperature())
	bound := strconv.Itoa(r.MaxTokens)
	switch {
	case r.MaxTokens == 0 || r.has[NoMaxTokens]:
	case r.has[CompletionTokens]:
		t.item(`"max_completion_tokens":#`, bound)
	default:
		t.item(`"max_tokens":#`, bound)
	}
	tools := r.functions(t)
	t.some(`"tool_choice":$`, string(r.choice()))
	if r.has[CacheKey] {
		t.item(`"prompt_cache_key":$`, r.cacheKey())
	}
	if !r.has[WholeWithTools] || !tools {
		t.item(`"stream":true`)
		if !r.has[NoStreamOptions] {
			t.item(`"stream_options":{"include_usage":true}`)
		}
	}
	t.form("}")
	if r.has[AzurePath] {
		return "/openai/deployments/" + escape(r.model) + "/chat/completions", t.out
	}
	return "/chat/completions", t.out
}

func (completions) reader(d *draft) reader {
	return &completionStream{d: d, at: map[int]int{}, by: map[string]int{}}
}

// functions adds the tools in this form, and reports whether there are any.
func (r *request) functions(t *text) bool {
	return r.listTools(t, `"tools":[`, `{"type":"function","function":{"name":$`, `,"parameters":#}}`, "]")
}

// listTools adds the tools: what stands before all of them, before the description of each,
// behind it, and behind all. It reports whether there are any.
func (r *request) listTools(t *text, first, begin, end, last string) bool {
	tools := r.tools()
	for i := range tools {
		if i > 0 {
			first = ""
		}
		t.item(first+begin, tools[i].Name)
		t.some(`"description":$`, tools[i].Description)
		t.form(end, fields(tools[i].Schema))
	}
	if len(tools) > 0 {
		t.form(last)
	}
	return len(tools) > 0
}

// cacheKey is the same one for all requests of a conversation.
func (r *request) cacheKey() string { return "bua-" + mark(r.System+"\x00"+r.Messages[0].Text, 12) }

// completionMessages are the messages in this form.
func (r *request) completionMessages(to *text) {
	switch {
	case r.System == "":
	case r.has[CacheMarks]:
		to.item(`{"role":"system","content":[`+marked+`]}`, r.System)
	default:
		to.item(`{"role":"system","content":$}`, r.System)
	}
	for i := range r.turns {
		t := &r.turns[i]
		switch t.role {
		case chat.RoleUser:
			if r.has[ModelAfterTool] && i > 0 && r.turns[i-1].role == chat.RoleTool {
				to.item(`{"role":"assistant","content":"I have the results."}`)
			}
			t.completionUser(to, r.has[CacheMarks] && t.kept)
		case chat.RoleModel:
			to.item("#", r.completionModel(t))
		case chat.RoleTool:
			for i := range t.results {
				to.item(`{"role":"tool","tool_call_id":$,"content":$}`, t.results[i].id, t.results[i].text)
			}
		}
	}
}

// completionModel is an answer, with what belongs to the whole of it and to its calls.
func (r *request) completionModel(t *turn) string {
	m := open(t.extra())
	if r.has[EchoReasoning] && len(t.calls) > 0 && m.at("reasoning_content") == nil {
		m.str("reasoning_content", "")
	}
	m.str("role", "assistant")
	if t.text != "" {
		m.str("content", t.text)
	}
	calls := text{}
	for l := t.pieces(); l.next(); {
		if l.call == nil {
			continue
		}
		c := open(l.raw)
		if l.raw == nil && len(calls.out) == 0 && r.has[SignedCalls] {
			c.set("extra_content", form(`{"google":{"thought_signature":$}}`, unsigned))
		}
		c.str("id", l.call.ID)
		c.str("type", "function")
		c.set("function", form(`{"name":$,"arguments":$}`, l.call.Name, l.call.Arguments))
		calls.item("#", string(c.json()))
	}
	if len(calls.out) > 0 {
		m.set("tool_calls", form("[#]", string(calls.out)))
	}
	return string(m.json())
}

const (
	// unsigned is what Google takes for calls that its model did not sign.
	unsigned = "skip_thought_signature_validator"
	// plainText is the form of a text, marked of one up to which all may be kept.
	plainText = `{"type":"text","text":$}`
	marked    = `{"type":"text","text":$,"cache_control":{"type":"ephemeral"}}`
)

func (t *turn) completionUser(to *text, mark bool) {
	if len(t.pictures) == 0 && !mark {
		to.item(`{"role":"user","content":$}`, t.text)
		return
	}
	to.item(`{"role":"user","content":[`)
	if mark {
		to.some(marked, t.text)
	} else {
		to.some(plainText, t.text)
	}
	for i := range t.pictures {
		to.item(`{"type":"image_url","image_url":{"url":$}}`, dataURL(&t.pictures[i]))
	}
	to.form("]}")
}

func dataURL(p *chat.Picture) string { return "data:" + p.MIME + ";base64," + p.Data }

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
