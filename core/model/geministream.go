package model

import "github.com/zapvol/bua/core/agent/chat"

// geminiStream reads the pieces of an answer.
type geminiStream struct{ d *draft }

func (*geminiStream) done() {}

func (s *geminiStream) add(x value) *trouble {
	d := s.d
	if x.at("error") != nil {
		return &trouble{kind: reported, event: x}
	}
	candidates, u, block := x.at("candidates"), x.at("usageMetadata"), x.str("promptFeedback.blockReason")
	if !candidates.is('[') && !u.is('{') && block == "" {
		return troubled(shapeless)
	}
	if name := x.str("modelVersion"); name != "" {
		d.model = name
	}
	if u != nil {
		thoughts := u.num("thoughtsTokenCount")
		d.usage = chat.Usage{In: u.num("promptTokenCount"), CachedIn: u.num("cachedContentTokenCount"), Out: u.num("candidatesTokenCount") + thoughts, Reasoning: thoughts}
	}
	if block != "" {
		d.end = chat.EndRefused
	}
	candidate := candidates.first()
	if candidate == nil {
		return nil
	}
	for l := candidate.at("content.parts").each(); l.next(); {
		d.part(l.is)
	}
	switch candidate.str("finishReason") {
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
	said, call := p.str("text"), p.at("functionCall")
	sign := text{}
	sign.some(`"id":$`, call.str("id"))
	sign.some(`"thoughtSignature":$`, p.str("thoughtSignature"))
	var raw value
	if len(sign.out) > 0 {
		raw = form("{#}", string(sign.out))
	}
	switch {
	case call != nil:
		n := d.call(call.str("id"), call.str("name"))
		d.calls[n].Arguments = string(call.at("args"))
		if raw != nil {
			d.about(n, raw)
		}
	case p.yes("thought"):
		d.think(said)
	case said != "" && raw != nil:
		d.signed(said, raw) // it may not be joined with others
	case said != "":
		d.write(said)
	case raw != nil:
		d.keep(raw)
	}
}
