package model

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// gemini speaks Google's generateContent.
type gemini struct{}

func (gemini) ask(r *request) (string, value) {
	t := &text{}
	t.form(`{"contents":[`)
	r.geminiContents(t)
	t.form(`],"generationConfig":{`)
	t.some(`"temperature":#`, r.temperature())
	if r.MaxTokens > 0 && !r.has[NoMaxTokens] {
		t.item(`"maxOutputTokens":#`, strconv.Itoa(r.MaxTokens))
	}
	t.form("}")
	t.some(`"systemInstruction":{"parts":[{"text":$}]}`, r.System)
	if r.listTools(t, `"tools":[{"functionDeclarations":[`, `{"name":$`, `,"parametersJsonSchema":#}`, "]}]") {
		mode := "AUTO"
		switch r.choice() {
		case chat.ChoiceRequired:
			mode = "ANY"
		case chat.ChoiceNone:
			mode = "NONE"
		}
		t.item(`"toolConfig":{"functionCallingConfig":{"mode":$}}`, mode)
	}
	t.form("}")
	return "/models/" + escape(strings.TrimPrefix(r.model, "models/")) + ":streamGenerateContent?alt=sse", t.out
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
func (r *request) geminiContents(to *text) {
	ids := map[string]string{} // of calls that the provider named
	for i := range r.turns {
		t := &r.turns[i]
		if t.role == chat.RoleModel {
			to.item(`{"role":"model","parts":[`)
			r.geminiAnswer(to, t, ids)
			to.form("]}")
			continue
		}
		to.item(`{"role":"user","parts":[`)
		to.some(`{"text":$}`, t.text)
		for i := range t.pictures {
			p := &t.pictures[i]
			to.item(`{"inlineData":{"mimeType":$,"data":$}}`, p.MIME, p.Data)
		}
		for i := range t.results {
			x, kind := &t.results[i], "output"
			if x.failed {
				kind = "error"
			}
			to.item(`{"functionResponse":{`)
			to.some(`"id":$`, ids[x.id])
			to.item(`"name":$,"response":{$:$}}}`, x.name, kind, x.text)
		}
		to.form("]}")
	}
}

// geminiAnswer is an answer piece by piece. The ids that the provider gave its calls are
// put into ids.
func (r *request) geminiAnswer(to *text, t *turn, ids map[string]string) {
	first := true
	for l := t.pieces(); l.next(); {
		id, signature := l.raw.str("id"), l.raw.str("thoughtSignature")
		switch {
		case l.call != nil:
			if signature == "" && first && r.has[SignedCalls] {
				signature = unsigned
			}
			first = false
			to.item(`{"functionCall":{`)
			if id != "" {
				ids[l.call.ID] = id
				to.item(`"id":$`, id)
			}
			to.item(`"name":$,"args":#}`, l.call.Name, l.call.Arguments)
		case l.text != "" || signature != "": // a signature may be by itself
			to.item(`{"text":$`, l.text)
		default:
			continue
		}
		to.some(`"thoughtSignature":$`, signature)
		to.form("}")
	}
}
