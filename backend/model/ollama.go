package model

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// ollama speaks Ollama's own API: its other one ignores the size of the window.
type ollama struct{ c *Client }

type ollamaMessage struct {
	Role     string            `json:"role"`
	Content  string            `json:"content"`
	Thinking string            `json:"thinking,omitempty"`
	Images   []string          `json:"images,omitempty"`
	Calls    []json.RawMessage `json:"tool_calls,omitempty"`
	ToolName string            `json:"tool_name,omitempty"`
}

type ollamaTool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string         `json:"name"`
		Description string         `json:"description,omitempty"`
		Parameters  map[string]any `json:"parameters"`
	} `json:"function"`
}

func (w *ollama) chat(ctx context.Context, r request, d *draft) error {
	options := map[string]any{"num_ctx": max(r.window, Least)}
	if t, ok := r.temperature(); ok {
		options["temperature"] = t
	}
	if r.MaxTokens > 0 {
		options["num_predict"] = r.MaxTokens
	}
	body := map[string]any{"model": r.model, "messages": r.ollamaMessages(), "stream": true, "truncate": false, "options": options}
	var tools []ollamaTool
	if r.Choice != chat.ChoiceNone { // there is no choice on this wire
		for _, t := range r.tools() {
			x := ollamaTool{Type: "function"}
			x.Function.Name, x.Function.Description, x.Function.Parameters = t.Name, t.Description, fields(t.Schema)
			tools = append(tools, x)
		}
	}
	if len(tools) > 0 {
		body["tools"] = tools
	}
	for k, v := range r.body {
		body[k] = v
	}
	res, err := w.c.send(ctx, http.MethodPost, w.c.provider.Base+"/api/chat", body, nil)
	if err != nil || res.StatusCode != http.StatusOK {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	lines := bufio.NewReader(res.Body)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if e := w.line(line, d); e != nil {
				if err == io.EOF && isSyntax(e) {
					return io.ErrUnexpectedEOF // a line that was cut
				}
				if d.model == "" && strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
					return errShape // no stream
				}
				return e
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (w *ollama) line(line []byte, d *draft) error {
	var x struct {
		Model  string         `json:"model"`
		Error  string         `json:"error"`
		Turn   *ollamaMessage `json:"message"`
		Done   bool           `json:"done"`
		Reason string         `json:"done_reason"`
		In     int            `json:"prompt_eval_count"`
		Out    int            `json:"eval_count"`
	}
	if err := json.Unmarshal(line, &x); err != nil {
		return err
	}
	if x.Error != "" {
		return &eventError{line}
	}
	if x.Turn == nil && !x.Done {
		return errShape
	}
	d.model = x.Model
	if m := x.Turn; m != nil {
		d.think(m.Thinking)
		d.thought.WriteString(m.Thinking)
		d.write(m.Content)
		for _, c := range m.Calls {
			var x struct {
				Function struct {
					Name      string
					Arguments json.RawMessage
				}
			}
			if json.Unmarshal(c, &x) != nil {
				return errShape
			}
			n := d.call("", x.Function.Name)
			d.calls[n].Arguments = string(x.Function.Arguments)
			d.about(n, c) // also what only a model behind it understands
		}
	}
	if x.Done {
		if raw, err := json.Marshal(map[string]string{"thinking": d.thought.String()}); err == nil && d.thought.Len() > 0 {
			d.keep(raw)
		}
		d.usage = chat.Usage{In: x.In, Out: x.Out}
		d.end = chat.EndDone
		if x.Reason == "length" {
			d.end = chat.EndLength
		}
	}
	return nil
}

func (r request) ollamaMessages() []ollamaMessage {
	var list []ollamaMessage
	if r.System != "" {
		list = append(list, ollamaMessage{Role: "system", Content: r.System})
	}
	for _, t := range r.turns {
		switch t.role {
		case chat.RoleUser:
			m := ollamaMessage{Role: "user", Content: t.text}
			for _, p := range t.pictures {
				m.Images = append(m.Images, p.Data)
			}
			list = append(list, m)
		case chat.RoleModel:
			m := ollamaMessage{Role: "assistant", Content: t.text}
			m.Thinking, _ = t.extra()["thinking"].(string)
			for _, p := range t.pieces() {
				if p.call != nil {
					m.Calls = append(m.Calls, ollamaCall(p))
				}
			}
			list = append(list, m)
		case chat.RoleTool:
			for _, x := range t.results {
				list = append(list, ollamaMessage{Role: "tool", Content: x.text, ToolName: x.name})
			}
		}
	}
	return list
}

// ollamaCall is a call as it came, with our name and arguments.
func ollamaCall(p piece) json.RawMessage {
	call := map[string]any{}
	_ = json.Unmarshal(p.raw, &call)
	f, ok := call["function"].(map[string]any)
	if !ok {
		f = map[string]any{}
	}
	f["name"], f["arguments"] = p.call.Name, json.RawMessage(p.call.Arguments)
	call["function"] = f
	out, err := json.Marshal(call)
	if err != nil {
		return json.RawMessage("{}")
	}
	return out
}

func (w *ollama) models(ctx context.Context) ([]Info, error) {
	var out struct {
		Models []struct{ Name string }
	}
	if err := w.c.get(ctx, http.MethodGet, w.c.provider.Base+"/api/tags", nil, &out); err != nil {
		return nil, err
	}
	if out.Models == nil {
		return nil, errShape
	}
	var list []Info
	for _, m := range out.Models {
		list = append(list, Info{ID: m.Name})
	}
	return list, nil
}

// show reads what Ollama says of one model. Its own window is the most that can be
// asked for.
func (w *ollama) show(ctx context.Context) (Info, error) {
	var out struct {
		Capabilities []string
		ModelInfo    map[string]json.RawMessage `json:"model_info"`
	}
	if err := w.c.get(ctx, http.MethodPost, w.c.provider.Base+"/api/show", map[string]any{"model": w.c.model}, &out); errors.Is(err, errNoPath) {
		return Info{}, errNoModel
	} else if err != nil {
		return Info{}, err
	}
	info := Info{ID: w.c.model, there: Yes, Tools: No, Vision: No, Window: max(w.c.window, Least)}
	for _, c := range out.Capabilities {
		switch c {
		case "tools":
			info.Tools = Yes
		case "vision":
			info.Vision = Yes
		case "thinking":
			info.Thinks = Yes
		}
	}
	if len(out.Capabilities) == 0 {
		info.Tools, info.Vision = "", "" // an old one says nothing
	}
	for name, v := range out.ModelInfo {
		var most int
		if strings.HasSuffix(name, ".context_length") && json.Unmarshal(v, &most) == nil && most > 0 {
			info.Window = min(info.Window, most)
		}
	}
	return info, nil
}

// loaded is the window with which the model is in memory, 0 where that is not known.
func (w *ollama) loaded(ctx context.Context) int {
	var out struct {
		Models []struct {
			Name, Model string
			Window      int `json:"context_length"`
		}
	}
	if w.c.get(ctx, http.MethodGet, w.c.provider.Base+"/api/ps", nil, &out) != nil {
		return 0
	}
	for _, m := range out.Models {
		for _, name := range []string{m.Name, m.Model} {
			if name == w.c.model || name == w.c.model+":latest" {
				return m.Window
			}
		}
	}
	return 0
}
