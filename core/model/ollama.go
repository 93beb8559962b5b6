package model

import (
	"strconv"

	"github.com/zapvol/bua/core/agent/chat"
)

// ollama speaks Ollama's own API: its other one ignores the size of the window.
type ollama struct{}

func (ollama) ask(r *request) (string, value) {
	t := &text{}
	t.form(`{"model":$,"messages":[`, r.model)
	r.ollamaMessages(t)
	t.form(`],"stream":true,"truncate":false,"options":{"num_ctx":#`, strconv.Itoa(max(r.window, Least)))
	t.some(`"temperature":#`, r.temperature())
	if r.MaxTokens > 0 {
		t.item(`"num_predict":#`, strconv.Itoa(r.MaxTokens))
	}
	t.form("}")
	if r.Choice != chat.ChoiceNone { // there is no choice on this wire
		r.functions(t)
	}
	t.form("}")
	return "/api/chat", t.out
}

func (ollama) reader(d *draft) reader { return &ollamaStream{d} }

func (ollama) list() (path, member string) { return "/api/tags", "models" }

func (ollama) listed(all value) (list []Info) {
	for l := all.each(); l.next(); {
		list = append(list, Info{ID: l.is.str("name")})
	}
	return list
}

func (r *request) ollamaMessages(to *text) {
	to.some(`{"role":"system","content":$}`, r.System)
	for i := range r.turns {
		t := &r.turns[i]
		switch t.role {
		case chat.RoleUser:
			to.item(`{"role":"user","content":$`, t.text)
			for i := range t.pictures {
				begin := "$"
				if i == 0 {
					begin = `"images":[$`
				}
				to.item(begin, t.pictures[i].Data)
			}
			if len(t.pictures) > 0 {
				to.form("]")
			}
			to.form("}")
		case chat.RoleModel:
			to.item(`{"role":"assistant","content":$`, t.text)
			to.some(`"thinking":$`, t.extra().str("thinking"))
			t.ollamaCalls(to)
			to.form("}")
		case chat.RoleTool:
			for i := range t.results {
				to.item(`{"role":"tool","content":$`, t.results[i].text)
				to.some(`"tool_name":$`, t.results[i].name)
				to.form("}")
			}
		}
	}
}

// ollamaCalls are the calls of an answer as they came, with our names and arguments.
func (t *turn) ollamaCalls(to *text) {
	calls := text{}
	for l := t.pieces(); l.next(); {
		if l.call == nil {
			continue
		}
		call := open(l.raw)
		f := open(call.at("function"))
		f.str("name", l.call.Name)
		f.set("arguments", value(l.call.Arguments))
		call.set("function", f.json())
		calls.item("#", string(call.json()))
	}
	to.some(`"tool_calls":[#]`, string(calls.out))
}
