package model

import (
	"slices"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// gemini speaks Google's generateContent.
type gemini struct{}

func (gemini) ask(r request) (string, *object) {
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
	return "/models/" + escape(strings.TrimPrefix(r.model, "models/")) + ":streamGenerateContent?alt=sse", body
}

func (gemini) reader(d *draft) reader { return &geminiStream{d} }

func (gemini) list() (path, member string) { return "/models?pageSize=1000", "models" }

func (gemini) listed(all value) (list []Info) {
	for l := all.each(); l.next(); {
		if slices.Contains(l.is.at("supportedGenerationMethods").texts(), "generateContent") {
			list = append(list, Info{ID: strings.TrimPrefix(l.is.str("name"), "models/"), Window: l.is.num("inputTokenLimit")})
		}
	}
	return list
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
		id, signature := p.raw.str("id"), p.raw.str("thoughtSignature")
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
