package model

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// gemini speaks Google's generateContent.
type gemini struct{ c *Client }

func (w *gemini) chat(x *exchange, r request, d *draft) *trouble {
	generation := &object{}
	if t := r.temperature(); t != nil {
		generation.set("temperature", t)
	}
	if r.MaxTokens > 0 && !r.has[NoMaxTokens] {
		generation.num("maxOutputTokens", r.MaxTokens)
	}
	body := new(object).array("contents", r.geminiContents()).obj("generationConfig", generation)
	if r.System != "" {
		body.obj("systemInstruction", new(object).array("parts", []value{with("text", r.System).json()}))
	}
	var tools []value
	for _, t := range r.tools() {
		tools = append(tools, with("name", t.Name).some("description", t.Description).set("parametersJsonSchema", fields(t.Schema)).json())
	}
	if len(tools) > 0 {
		body.array("tools", []value{new(object).array("functionDeclarations", tools).json()})
		mode := "AUTO"
		switch r.choice() {
		case chat.ChoiceRequired:
			mode = "ANY"
		case chat.ChoiceNone:
			mode = "NONE"
		}
		body.obj("toolConfig", new(object).obj("functionCallingConfig", with("mode", mode)))
	}
	r.own(body)
	return w.c.stream(x, w.address(r.model)+":streamGenerateContent?alt=sse", body, func(x value) *trouble { return w.event(x, d) })
}

func (w *gemini) address(model string) string {
	return w.c.provider.Base + "/models/" + escape(strings.TrimPrefix(model, "models/"))
}

// geminiContents are the messages in this form. Results are the user's, and stand
// alone; what a part was signed with goes back with that part.
func (r request) geminiContents() (list []value) {
	ids := map[string]string{} // of calls that the provider named
	for _, t := range r.turns {
		role, parts := "user", []value(nil)
		switch t.role {
		case chat.RoleUser:
			if t.text != "" {
				parts = append(parts, with("text", t.text).json())
			}
			for _, p := range t.pictures {
				parts = append(parts, new(object).obj("inlineData", with("mimeType", p.MIME).str("data", p.Data)).json())
			}
		case chat.RoleTool:
			for _, x := range t.results {
				kind := "output"
				if x.failed {
					kind = "error"
				}
				f := new(object).some("id", ids[x.id]).str("name", x.name).obj("response", with(kind, x.text))
				parts = append(parts, new(object).obj("functionResponse", f).json())
			}
		case chat.RoleModel:
			role, parts = "model", r.geminiAnswer(t, ids)
		}
		list = append(list, with("role", role).array("parts", parts).json())
	}
	return list
}

// geminiAnswer is an answer piece by piece. The ids that the provider gave its calls are
// put into ids.
func (r request) geminiAnswer(t turn, ids map[string]string) (parts []value) {
	first := true
	for _, p := range t.pieces() {
		id, signature := p.raw.at("id").text(), p.raw.at("thoughtSignature").text()
		switch {
		case p.call != nil:
			if signature == "" && first && r.has[SignedCalls] {
				signature = unsigned
			}
			first = false
			if id != "" {
				ids[p.call.ID] = id
			}
			f := new(object).some("id", id).str("name", p.call.Name).set("args", value(p.call.Arguments))
			parts = append(parts, new(object).obj("functionCall", f).some("thoughtSignature", signature).json())
		case p.text != "":
			parts = append(parts, with("text", p.text).some("thoughtSignature", signature).json())
		case signature != "":
			parts = append(parts, with("text", "").str("thoughtSignature", signature).json()) // by itself
		}
	}
	return parts
}

// event reads a piece of an answer.
func (w *gemini) event(x value, d *draft) *trouble {
	if x.at("error") != nil {
		return &trouble{kind: reported, event: x}
	}
	candidates, u, block := x.at("candidates"), x.at("usageMetadata"), x.at("promptFeedback", "blockReason").text()
	if !candidates.is('[') && !u.is('{') && block == "" {
		return troubled(shapeless)
	}
	if name := x.at("modelVersion").text(); name != "" {
		d.model = name
	}
	if u != nil {
		thoughts := u.at("thoughtsTokenCount").whole()
		d.usage = chat.Usage{In: u.at("promptTokenCount").whole(), CachedIn: u.at("cachedContentTokenCount").whole(), Out: u.at("candidatesTokenCount").whole() + thoughts, Reasoning: thoughts}
	}
	if block != "" {
		d.end = chat.EndRefused
	}
	candidate := candidates.first()
	if candidate == nil {
		return nil
	}
	for p := range candidate.at("content", "parts").each() {
		d.part(p)
	}
	switch candidate.at("finishReason").text() {
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

// part adds a part to the answer, with what it is signed with.
func (d *draft) part(p value) {
	text, call := p.at("text").text(), p.at("functionCall")
	sign := new(object).some("id", call.at("id").text()).some("thoughtSignature", p.at("thoughtSignature").text())
	var raw value
	if len(sign.list) > 0 {
		raw = sign.json()
	}
	switch {
	case call != nil:
		n := d.call(call.at("id").text(), call.at("name").text())
		d.calls[n].Arguments = string(call.at("args"))
		if raw != nil {
			d.about(n, raw)
		}
	case p.at("thought").true():
		d.think(text)
	case text != "" && raw != nil:
		d.signed(text, raw) // it may not be joined with others
	case text != "":
		d.write(text)
	case raw != nil:
		d.keep(raw)
	}
}

func (w *gemini) models(x *exchange) ([]Info, *trouble) {
	out, t := w.c.get(x, "GET", w.c.provider.Base+"/models?pageSize=1000", nil)
	if t != nil {
		return nil, t
	}
	models := out.at("models")
	if !models.is('[') {
		return nil, troubled(shapeless)
	}
	var list []Info
	for m := range models.each() {
		for _, can := range m.at("supportedGenerationMethods").texts() {
			if can == "generateContent" {
				list = append(list, Info{ID: strings.TrimPrefix(m.at("name").text(), "models/"), Window: m.at("inputTokenLimit").whole()})
			}
		}
	}
	return list, nil
}
