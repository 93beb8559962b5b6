package model

import (
	"github.com/zapvol/bua/core/agent/chat"
)

// responses speaks OpenAI's Responses: there a model that thinks goes on with its
// thoughts after a call. Nothing is kept at the provider, so the thoughts go back with
// each request, encrypted.
type responses struct{ completions }

func (responses) ask(r request) (string, *object) {
	body := with("model", r.model).flag("stream", true).flag("store", false).array("input", r.responseItems())
	if !r.has[NoThoughts] {
		body.array("include", []value{quote("reasoning.encrypted_content")})
	}
	body.some("instructions", r.System)
	if t := r.temperature(); t != nil {
		body.set("temperature", t)
	}
	if r.MaxTokens > 0 && !r.has[NoMaxTokens] {
		body.num("max_output_tokens", max(r.MaxTokens, 16)) // no less is taken
	}
	var tools []value
	for _, t := range r.tools() {
		f := with("type", "function").str("name", t.Name).set("parameters", fields(t.Schema)).flag("strict", false)
		tools = append(tools, f.some("description", t.Description).json())
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
	r.own(body)
	return "/responses", body
}

func (responses) reader(d *draft) reader { return &responseStream{d: d, at: map[int]int{}} }

// responseItems are the messages in this form: each piece of an answer is an item.
func (r request) responseItems() (list []value) {
	for _, t := range r.turns {
		switch t.role {
		case chat.RoleUser:
			var parts []value
			if t.text != "" {
				parts = append(parts, with("type", "input_text").str("text", t.text).json())
			}
			for _, p := range t.pictures {
				parts = append(parts, with("type", "input_image").str("detail", "auto").str("image_url", dataURL(p)).json())
			}
			list = append(list, with("type", "message").str("role", "user").array("content", parts).json())
		case chat.RoleTool:
			for _, x := range t.results {
				list = append(list, with("type", "function_call_output").str("call_id", x.id).str("output", x.text).json())
			}
		case chat.RoleModel:
			list = append(list, t.responseItems()...)
		}
	}
	return list
}

// responseItems are the items of one answer, as the provider gave it. What a thought
// is followed by names it, so a thought that cannot go back takes those names along.
func (t turn) responseItems() (list []value) {
	pieces := t.pieces()
	named := true
	for _, p := range pieces {
		if p.call == nil && p.text == "" && p.raw.str("encrypted_content") == "" {
			named = false
		}
	}
	var thoughts []value
	for _, p := range pieces {
		item := &object{}
		if named || p.call == nil && p.text == "" {
			item = open(p.raw)
		}
		switch {
		case p.call != nil:
			item.str("type", "function_call").str("call_id", p.call.ID).str("name", p.call.Name).str("arguments", p.call.Arguments)
		case p.text != "" && item.at("id") != nil:
			item.str("type", "message").str("role", "assistant").str("status", "completed")
			item.array("content", []value{with("type", "output_text").str("text", p.text).array("annotations", nil).json()})
		case p.text != "":
			item.str("type", "message").str("role", "assistant").str("content", p.text)
		default:
			if named {
				thoughts = append(thoughts, item.json()) // one that nothing follows is refused
			}
			continue
		}
		list = append(append(list, thoughts...), item.json())
		thoughts = nil
	}
	return list
}
