package model

import (
	"strconv"

	"github.com/zapvol/bua/core/agent/chat"
)

// responses speaks OpenAI's Responses: there a model that thinks goes on with its
// thoughts after a call. Nothing is kept at the provider, so the thoughts go back with
// each request, encrypted.
type responses struct{ completions }

func (responses) ask(r *request) (string, value) {
	t := &text{}
	t.form(`{"model":$,"stream":true,"store":false,"input":[`, r.model)
	r.responseItems(t)
	t.form("]")
	if !r.has[NoThoughts] {
		t.item(`"include":["reasoning.encrypted_content"]`)
	}
	t.some(`"instructions":$`, r.System)
	t.some(`"temperature":#`, r.temperature())
	if r.MaxTokens > 0 && !r.has[NoMaxTokens] {
		t.item(`"max_output_tokens":#`, strconv.Itoa(max(r.MaxTokens, 16))) // no less is taken
	}
	tools := r.tools()
	for i := range tools {
		begin := `{"type":"function","name":$,"parameters":#,"strict":false`
		if i == 0 {
			begin = `"tools":[` + begin
		}
		t.item(begin, tools[i].Name, fields(tools[i].Schema))
		t.some(`"description":$`, tools[i].Description)
		t.form("}")
	}
	if len(tools) > 0 {
		t.form("]")
	}
	t.some(`"tool_choice":$`, string(r.choice()))
	if r.has[CacheKey] {
		t.item(`"prompt_cache_key":$`, r.cacheKey())
	}
	t.form("}")
	return "/responses", t.out
}

func (responses) reader(d *draft) reader { return &responseStream{d: d, at: map[int]int{}} }

// responseItems are the messages in this form: each piece of an answer is an item.
func (r *request) responseItems(to *text) {
	for i := range r.turns {
		t := &r.turns[i]
		switch t.role {
		case chat.RoleUser:
			to.item(`{"type":"message","role":"user","content":[`)
			to.some(`{"type":"input_text","text":$}`, t.text)
			for i := range t.pictures {
				to.item(`{"type":"input_image","detail":"auto","image_url":$}`, dataURL(&t.pictures[i]))
			}
			to.form("]}")
		case chat.RoleTool:
			for i := range t.results {
				to.item(`{"type":"function_call_output","call_id":$,"output":$}`, t.results[i].id, t.results[i].text)
			}
		case chat.RoleModel:
			t.responseItems(to)
		}
	}
}

// responseItems are the items of one answer, as the provider gave it. What a thought
// is followed by names it, so a thought that cannot go back takes those names along.
func (t *turn) responseItems(to *text) {
	named := true
	for l := t.pieces(); l.next(); {
		if l.isOther() && l.raw.str("encrypted_content") == "" {
			named = false
		}
	}
	thoughts := text{}
	for l := t.pieces(); l.next(); {
		item := &object{}
		if named || l.isOther() {
			item = open(l.raw)
		}
		switch {
		case l.call != nil:
			item.str("type", "function_call")
			item.str("call_id", l.call.ID)
			item.str("name", l.call.Name)
			item.str("arguments", l.call.Arguments)
		case !l.isOther() && item.at("id") != nil:
			item.str("type", "message")
			item.str("role", "assistant")
			item.str("status", "completed")
			item.set("content", form(`[{"type":"output_text","text":$,"annotations":[]}]`, l.text))
		case !l.isOther():
			item.str("type", "message")
			item.str("role", "assistant")
			item.str("content", l.text)
		default:
			if named {
				thoughts.item("#", string(item.json())) // one that nothing follows is refused
			}
			continue
		}
		to.some("#", string(thoughts.out))
		to.item("#", string(item.json()))
		thoughts = text{}
	}
}
