package model

import "github.com/zapvol/bua/core/agent/chat"

// ollama speaks Ollama's own API: its other one ignores the size of the window.
type ollama struct{}

func (ollama) ask(r request) (string, *object) {
	options := new(object).num("num_ctx", max(r.window, Least))
	if t := r.temperature(); t != nil {
		options.set("temperature", t)
	}
	if r.MaxTokens > 0 {
		options.num("num_predict", r.MaxTokens)
	}
	body := with("model", r.model).array("messages", r.ollamaMessages()).flag("stream", true).flag("truncate", false).obj("options", options)
	var tools []value
	if r.Choice != chat.ChoiceNone { // there is no choice on this wire
		for _, t := range r.tools() {
			f := with("name", t.Name).some("description", t.Description).set("parameters", fields(t.Schema))
			tools = append(tools, with("type", "function").obj("function", f).json())
		}
	}
	if len(tools) > 0 {
		body.array("tools", tools)
	}
	r.own(body)
	return "/api/chat", body
}

func (ollama) reader(d *draft) reader { return &ollamaStream{d} }

func (ollama) list() (path, member string) { return "/api/tags", "models" }

func (ollama) listed(all value) (list []Info) {
	for l := all.each(); l.next(); {
		list = append(list, Info{ID: l.is.str("name")})
	}
	return list
}

func (r request) ollamaMessages() (list []value) {
	if r.System != "" {
		list = append(list, with("role", "system").str("content", r.System).json())
	}
	for _, t := range r.turns {
		switch t.role {
		case chat.RoleUser:
			m := with("role", "user").str("content", t.text)
			var images []value
			for _, p := range t.pictures {
				images = append(images, quote(p.Data))
			}
			if len(images) > 0 {
				m.array("images", images)
			}
			list = append(list, m.json())
		case chat.RoleModel:
			m := with("role", "assistant").str("content", t.text).some("thinking", t.extra().str("thinking"))
			var calls []value
			for _, p := range t.pieces() {
				if p.call != nil {
					calls = append(calls, ollamaCall(p))
				}
			}
			if len(calls) > 0 {
				m.array("tool_calls", calls)
			}
			list = append(list, m.json())
		case chat.RoleTool:
			for _, x := range t.results {
				list = append(list, with("role", "tool").str("content", x.text).some("tool_name", x.name).json())
			}
		}
	}
	return list
}

// ollamaCall is a call as it came, with our name and arguments.
func ollamaCall(p piece) value {
	call := open(p.raw)
	f := open(call.at("function")).str("name", p.call.Name).set("arguments", value(p.call.Arguments))
	return call.obj("function", f).json()
}
