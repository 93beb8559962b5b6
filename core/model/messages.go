package model

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// messages speaks Anthropic's Messages.
type messages struct{}

func (messages) ask(r *request) (string, value) {
	t := &text{}
	bound := r.MaxTokens
	if bound == 0 {
		bound = 4096 // there must be one
	}
	t.form(`{"model":$,"max_tokens":#,"messages":[`, r.model, strconv.Itoa(bound))
	r.messageTurns(t)
	t.form(`],"stream":true`)
	if r.has[CacheMarks] {
		t.some(`"system":[`+marked+"]", r.System)
	} else {
		t.some(`"system":[`+plainText+"]", r.System)
	}
	t.some(`"temperature":#`, r.temperature())
	r.listTools(t, `"tools":[`, `{"name":$`, `,"input_schema":#}`, "]")
	switch r.choice() {
	case chat.ChoiceRequired:
		t.item(`"tool_choice":{"type":"any"}`)
	case chat.ChoiceNone:
		t.item(`"tool_choice":{"type":"none"}`)
	}
	t.form("}")
	return "/v1/messages", t.out
}

func (messages) reader(d *draft) reader { return &messageStream{d: d, at: map[int]*block{}} }

func (messages) list() (path, member string) { return "/v1/models?limit=1000", "data" }

func (messages) listed(all value) (list []Info) {
	for l := all.each(); l.next(); {
		list = append(list, Info{ID: l.is.str("id"), Window: l.is.num("max_input_tokens")})
	}
	return list
}

// messageTurns are the messages in this form: results stand first in the user's, and what
// follows one another of one role is one.
func (r *request) messageTurns(to *text) {
	open := ""
	for i := range r.turns {
		t := &r.turns[i]
		blocks, role := text{}, "user"
		if t.role == chat.RoleModel {
			role = "assistant"
			t.messageAnswer(&blocks)
		} else {
			t.messageUser(&blocks)
			if n := len(blocks.out); n > 0 && t.kept && r.has[CacheMarks] {
				blocks.out = blocks.out[:n-1] // into the last of them
				blocks.item(`"cache_control":{"type":"ephemeral"}}`)
			}
		}
		if len(blocks.out) == 0 {
			continue
		}
		if role != open {
			if open != "" {
				to.form("]}")
			}
			open = role
			to.item(`{"role":$,"content":[`, role)
		}
		to.item("#", string(blocks.out))
	}
	if open != "" {
		to.form("]}")
	}
}

// messageUser is what the user says, or the results.
func (t *turn) messageUser(to *text) {
	if !blank(t.text) {
		to.item(plainText, t.text)
	}
	for i := range t.pictures {
		p := &t.pictures[i]
		to.item(`{"type":"image","source":{"type":"base64","media_type":$,"data":$}}`, p.MIME, p.Data)
	}
	for i := range t.results {
		x := &t.results[i]
		to.item(`{"type":"tool_result","tool_use_id":$`, x.id)
		if x.failed {
			to.item(`"is_error":true`)
		}
		if !blank(x.text) {
			to.item(`"content":[`+plainText+"]", x.text)
		}
		to.form("}")
	}
}

// messageAnswer is an answer piece by piece.
func (t *turn) messageAnswer(to *text) {
	for l := t.pieces(); l.next(); {
		switch {
		case l.call != nil:
			to.item(`{"type":"tool_use","id":$,"name":$,"input":#}`, l.call.ID, l.call.Name, l.call.Arguments)
		case !blank(l.text):
			to.item(plainText, l.text)
		case strings.HasSuffix(l.raw.str("type"), "thinking"):
			to.item("#", string(l.raw))
		}
	}
}
