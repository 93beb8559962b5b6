package model

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// messages speaks Anthropic's Messages.
type messages struct{}

func (messages) ask(r request) (string, *object) {
	body := with("model", r.model).num("max_tokens", r.MaxTokens).array("messages", r.messageTurns()).flag("stream", true)
	if r.MaxTokens == 0 {
		body.num("max_tokens", 4096) // there must be a bound
	}
	if r.System != "" {
		body.array("system", []value{textPart(r.System, r.has[CacheMarks])})
	}
	if t := r.temperature(); t != nil {
		body.set("temperature", t)
	}
	var tools []value
	for _, t := range r.tools() {
		tools = append(tools, with("name", t.Name).some("description", t.Description).set("input_schema", fields(t.Schema)).json())
	}
	if len(tools) > 0 {
		body.array("tools", tools)
	}
	switch r.choice() {
	case chat.ChoiceRequired:
		body.obj("tool_choice", with("type", "any"))
	case chat.ChoiceNone:
		body.obj("tool_choice", with("type", "none"))
	}
	r.own(body)
	return "/v1/messages", body
}

func (messages) reader(d *draft) reader { return &messageStream{d: d, at: map[int]*block{}} }

func (messages) list() (path, member string) { return "/v1/models?limit=1000", "data" }

func (messages) listed(all value) (list []Info) {
	for l := all.each(); l.next(); {
		list = append(list, Info{ID: l.is.str("id"), Window: l.is.num("max_input_tokens")})
	}
	return list
}

// messageTurn is one message in this form.
type messageTurn struct {
	role   string
	blocks []value
}

// messageTurns are the messages in this form: results stand first in the user's.
func (r request) messageTurns() (list []value) {
	var turns []messageTurn
	add := func(role string, blocks []value) {
		if n := len(turns) - 1; n >= 0 && turns[n].role == role {
			turns[n].blocks = append(turns[n].blocks, blocks...)
		} else if len(blocks) > 0 {
			turns = append(turns, messageTurn{role, blocks})
		}
	}
	for _, t := range r.turns {
		if t.role == chat.RoleModel {
			add("assistant", t.messageAnswer())
			continue
		}
		var blocks []*object
		if !blank(t.text) {
			blocks = append(blocks, with("type", "text").str("text", t.text))
		}
		for _, p := range t.pictures {
			blocks = append(blocks, with("type", "image").obj("source", with("type", "base64").str("media_type", p.MIME).str("data", p.Data)))
		}
		for _, x := range t.results {
			b := with("type", "tool_result").str("tool_use_id", x.id)
			if x.failed {
				b.flag("is_error", true)
			}
			if !blank(x.text) {
				b.array("content", []value{textPart(x.text, false)})
			}
			blocks = append(blocks, b)
		}
		if n := len(blocks) - 1; n >= 0 && t.kept && r.has[CacheMarks] {
			blocks[n].obj("cache_control", with("type", "ephemeral"))
		}
		var written []value
		for _, b := range blocks {
			written = append(written, b.json())
		}
		add("user", written)
	}
	for _, t := range turns {
		list = append(list, with("role", t.role).array("content", t.blocks).json())
	}
	return list
}

// messageAnswer is an answer piece by piece.
func (t turn) messageAnswer() (blocks []value) {
	for _, p := range t.pieces() {
		switch {
		case p.call != nil:
			blocks = append(blocks, with("type", "tool_use").str("id", p.call.ID).str("name", p.call.Name).set("input", value(p.call.Arguments)).json())
		case !blank(p.text):
			blocks = append(blocks, textPart(p.text, false))
		case strings.HasSuffix(p.raw.str("type"), "thinking"):
			blocks = append(blocks, p.raw)
		}
	}
	return blocks
}
