package model

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// gemini speaks Google's generateContent.
type gemini struct{ c *Client }

type geminiPart struct {
	Text      string          `json:"text,omitempty"`
	Inline    *geminiBlob     `json:"inlineData,omitempty"`
	Call      *geminiCall     `json:"functionCall,omitempty"`
	Response  *geminiResponse `json:"functionResponse,omitempty"`
	Thought   bool            `json:"thought,omitempty"`
	Signature string          `json:"thoughtSignature,omitempty"`
}

type geminiBlob struct {
	MIME string `json:"mimeType"`
	Data string `json:"data"`
}

type geminiCall struct {
	ID   string          `json:"id,omitempty"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args,omitempty"`
}

type geminiResponse struct {
	ID       string            `json:"id,omitempty"`
	Name     string            `json:"name"`
	Response map[string]string `json:"response"`
}

type geminiContent struct {
	Role  string `json:"role,omitempty"`
	Parts []any  `json:"parts"`
}

// geminiSign is what is kept of a part that goes back.
type geminiSign struct {
	ID        string `json:"id,omitempty"`
	Signature string `json:"thoughtSignature,omitempty"`
}

func (w *gemini) chat(ctx context.Context, r request, d *draft) error {
	generation := map[string]any{}
	if t, ok := r.temperature(); ok {
		generation["temperature"] = t
	}
	if r.MaxTokens > 0 && !r.has[NoMaxTokens] {
		generation["maxOutputTokens"] = r.MaxTokens
	}
	body := map[string]any{"contents": r.geminiContents(), "generationConfig": generation}
	if r.System != "" {
		body["systemInstruction"] = geminiContent{Parts: []any{geminiPart{Text: r.System}}}
	}
	var tools []map[string]any
	for _, t := range r.tools() {
		f := map[string]any{"name": t.Name, "parametersJsonSchema": fields(t.Schema)}
		if t.Description != "" {
			f["description"] = t.Description
		}
		tools = append(tools, f)
	}
	if len(tools) > 0 {
		body["tools"] = []map[string]any{{"functionDeclarations": tools}}
		mode := map[chat.Choice]string{chat.ChoiceAuto: "AUTO", chat.ChoiceRequired: "ANY", chat.ChoiceNone: "NONE"}[r.choice()]
		body["toolConfig"] = map[string]any{"functionCallingConfig": map[string]any{"mode": mode}}
	}
	for k, v := range r.body {
		body[k] = v
	}
	return w.c.stream(ctx, w.address(r.model)+":streamGenerateContent?alt=sse", body, nil, func(data []byte) error { return w.event(data, d) })
}

func (w *gemini) address(model string) string {
	return w.c.provider.Base + "/models/" + url.PathEscape(strings.TrimPrefix(model, "models/"))
}

// geminiContents are the messages in this form. Results are the user's, and stand
// alone; what a part was signed with goes back with that part.
func (r request) geminiContents() []geminiContent {
	var list []geminiContent
	ids := map[string]string{} // of calls that the provider named
	for _, t := range r.turns {
		c := geminiContent{Role: "user"}
		switch t.role {
		case chat.RoleUser:
			if t.text != "" {
				c.Parts = append(c.Parts, geminiPart{Text: t.text})
			}
			for _, p := range t.pictures {
				c.Parts = append(c.Parts, geminiPart{Inline: &geminiBlob{p.MIME, p.Data}})
			}
		case chat.RoleTool:
			for _, x := range t.results {
				kind := "output"
				if x.failed {
					kind = "error"
				}
				c.Parts = append(c.Parts, geminiPart{Response: &geminiResponse{ids[x.id], x.name, map[string]string{kind: x.text}}})
			}
		case chat.RoleModel:
			c.Role = "model"
			first := true
			for _, p := range t.pieces() {
				var sign geminiSign
				if p.raw != nil {
					_ = json.Unmarshal(p.raw, &sign)
				}
				switch {
				case p.call != nil:
					if sign.Signature == "" && first && r.has[SignedCalls] {
						sign.Signature = unsigned
					}
					first = false
					if sign.ID != "" {
						ids[p.call.ID] = sign.ID
					}
					c.Parts = append(c.Parts, geminiPart{Call: &geminiCall{sign.ID, p.call.Name, json.RawMessage(p.call.Arguments)}, Signature: sign.Signature})
				case p.text != "":
					c.Parts = append(c.Parts, geminiPart{Text: p.text, Signature: sign.Signature})
				case sign.Signature != "":
					c.Parts = append(c.Parts, map[string]string{"text": "", "thoughtSignature": sign.Signature}) // by itself
				}
			}
		}
		list = append(list, c)
	}
	return list
}

// event reads a piece of an answer.
func (w *gemini) event(data []byte, d *draft) error {
	var x struct {
		Error      json.RawMessage `json:"error"`
		Candidates []struct {
			Content struct {
				Parts []geminiPart `json:"parts"`
			} `json:"content"`
			Finish string `json:"finishReason"`
		} `json:"candidates"`
		Feedback struct {
			Block string `json:"blockReason"`
		} `json:"promptFeedback"`
		Usage *struct {
			In       int `json:"promptTokenCount"`
			Cached   int `json:"cachedContentTokenCount"`
			Out      int `json:"candidatesTokenCount"`
			Thoughts int `json:"thoughtsTokenCount"`
		} `json:"usageMetadata"`
		Model string `json:"modelVersion"`
	}
	if err := json.Unmarshal(data, &x); err != nil {
		return err
	}
	if x.Error != nil {
		return &eventError{data}
	}
	if x.Candidates == nil && x.Usage == nil && x.Feedback.Block == "" {
		return errShape
	}
	if x.Model != "" {
		d.model = x.Model
	}
	if u := x.Usage; u != nil {
		d.usage = chat.Usage{In: u.In, CachedIn: u.Cached, Out: u.Out + u.Thoughts, Reasoning: u.Thoughts}
	}
	if x.Feedback.Block != "" {
		d.end = chat.EndRefused
	}
	if len(x.Candidates) == 0 {
		return nil
	}
	for _, p := range x.Candidates[0].Content.Parts {
		p.tell(d)
	}
	switch x.Candidates[0].Finish {
	case "":
	case "MAX_TOKENS":
		d.end = chat.EndLength
	case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII":
		d.end = chat.EndRefused
	default:
		d.end = chat.EndDone // a call that it could not write has no part: the answer is empty
	}
	return nil
}

// tell adds a part to the answer.
func (p geminiPart) tell(d *draft) {
	sign := geminiSign{Signature: p.Signature}
	if p.Call != nil {
		sign.ID = p.Call.ID
	}
	var raw json.RawMessage
	if sign != (geminiSign{}) {
		raw, _ = json.Marshal(sign)
	}
	switch {
	case p.Call != nil:
		n := d.call(p.Call.ID, p.Call.Name)
		d.calls[n].Arguments = string(p.Call.Args)
		if raw != nil {
			d.about(n, raw)
		}
	case p.Thought:
		d.think(p.Text)
	case p.Text != "" && raw != nil:
		d.signed(p.Text, raw) // it may not be joined with others
	case p.Text != "":
		d.write(p.Text)
	case raw != nil:
		d.keep(raw)
	}
}

func (w *gemini) models(ctx context.Context) ([]Info, error) {
	var out struct {
		Models []struct {
			Name    string
			Window  int      `json:"inputTokenLimit"`
			Methods []string `json:"supportedGenerationMethods"`
		}
	}
	if err := w.c.get(ctx, http.MethodGet, w.c.provider.Base+"/models?pageSize=1000", nil, &out); err != nil {
		return nil, err
	}
	if out.Models == nil {
		return nil, errShape
	}
	var list []Info
	for _, m := range out.Models {
		for _, can := range m.Methods {
			if can == "generateContent" {
				list = append(list, Info{ID: strings.TrimPrefix(m.Name, "models/"), Window: m.Window})
			}
		}
	}
	return list, nil
}
