package model

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// completionStream joins the chunks of an answer.
type completionStream struct {
	d  *draft
	at map[int]int    // calls by index, which some servers leave out and some repeat
	by map[string]int // calls by id
	// details go back, and so does what the draft has of thoughts.
	details []*detail
	extra   value
}

// words are text, or what some servers have in its place: nothing, parts of a text, an
// object that is not written as text.
func words(v value) string {
	if v == nil || v.is('"') {
		return v.text()
	}
	var all strings.Builder
	for l := v.each(); l.next(); {
		part := l.is
		if !part.is('{') {
			return string(v)
		}
		all.WriteString(part.str("text"))
	}
	if !v.is('[') {
		return string(v)
	}
	return all.String()
}

func (s *completionStream) add(x value) *trouble {
	if x.at("error") != nil {
		return &trouble{kind: reported, event: x}
	}
	choices, u := x.at("choices"), x.at("usage")
	if !choices.is('[') && !u.is('{') {
		return troubled(shapeless)
	}
	if name := x.str("model"); name != "" {
		s.d.model = name
	}
	if u != nil {
		s.d.usage = chat.Usage{
			In: u.num("prompt_tokens"), Out: u.num("completion_tokens"),
			CachedIn:  max(u.num("prompt_tokens_details.cached_tokens"), u.num("prompt_cache_hit_tokens")),
			WrittenIn: u.num("prompt_tokens_details.cache_write_tokens"),
			Reasoning: u.num("completion_tokens_details.reasoning_tokens"),
		}
	}
	choice := choices.first()
	s.piece(choice.at("delta"))
	s.piece(choice.at("message")) // of an answer in one piece
	if reason := choice.str("finish_reason"); reason != "" {
		s.d.end = completionEnd(reason)
	}
	return nil
}

func (s *completionStream) piece(p value) {
	reasoning := words(p.at("reasoning_content"))
	s.d.think(reasoning)
	s.d.thought.WriteString(reasoning)
	s.d.think(words(p.at("reasoning")))
	for l := p.at("reasoning_details").each(); l.next(); {
		s.detail(l.is)
	}
	if extra := p.at("extra_content"); extra != nil {
		s.extra = extra // a signature by itself
	}
	s.d.write(words(p.at("content")))
	s.d.write(words(p.at("refusal")))
	for l := p.at("tool_calls").each(); l.next(); {
		s.call(l.is)
	}
}

// call takes a piece of a call.
func (s *completionStream) call(t value) {
	id, name, index := t.str("id"), t.str("function.name"), t.at("index")
	n, known := s.find(id, name, index)
	if !known {
		n = s.d.call(id, name)
		if id != "" {
			s.by[id] = n
		}
	}
	if index != nil {
		s.at[index.whole()] = n
	}
	s.d.calls[n].Arguments += words(t.at("function.arguments"))
	if extra := t.at("extra_content"); extra != nil {
		s.d.about(n, form(`{"extra_content":#}`, string(extra)))
	}
}

// find finds the call that a piece belongs to. A new id with a name is a new call,
// whatever its index says; so is a known one at a new index, or after a call that is
// whole, since some servers give one id to all.
func (s *completionStream) find(id, name string, index value) (int, bool) {
	at, seen := 0, false
	if index != nil {
		at, seen = s.at[index.whole()]
	}
	if n, ok := s.by[id]; ok && id != "" {
		again := index != nil && !seen || index == nil && isObject(s.d.calls[n].Arguments)
		return n, name == "" || !again
	}
	if id != "" && name != "" {
		return 0, false
	}
	if seen {
		return at, true
	}
	if name == "" && len(s.d.calls) > 0 {
		return len(s.d.calls) - 1, true
	}
	return 0, false
}

// detail is a thought as it goes back, and its texts, which come in pieces.
type detail struct {
	is    *object
	grows []grown
}

type grown struct {
	name string
	text []byte
}

// detail adds a piece of a thought to what came of it before: a signature is of the
// whole.
func (s *completionStream) detail(x value) {
	last, index := (*detail)(nil), x.at("index")
	if n := len(s.details) - 1; n >= 0 {
		last = s.details[n]
	}
	if last == nil || index == nil || string(last.is.at("index")) != string(index) || string(last.is.at("type")) != string(x.at("type")) {
		last = &detail{is: &object{}}
		s.details = append(s.details, last)
	}
	for l := x.members(); l.next(); {
		name := string(l.name)
		switch {
		case l.is.is('"') && (name == "text" || name == "summary" || name == "data"):
			last.grow(name, l.is.text())
		case string(l.is) != "null":
			last.is.set(name, l.is)
		}
	}
}

// grow adds to a text.
func (d *detail) grow(name, more string) {
	for i := range d.grows {
		if g := &d.grows[i]; g.name == name {
			g.text = append(g.text, more...)
			return
		}
	}
	d.grows = append(d.grows, grown{name, []byte(more)})
}

// json is what has come of a thought.
func (d *detail) json() value {
	for i := range d.grows {
		d.is.str(d.grows[i].name, string(d.grows[i].text))
	}
	return d.is.json()
}

func (s *completionStream) done() {
	back := text{}
	back.some(`"reasoning_content":$`, s.d.thought.String())
	for i := range s.details {
		begin := "#"
		if i == 0 {
			begin = `"reasoning_details":[#`
		}
		back.item(begin, string(s.details[i].json()))
	}
	if len(s.details) > 0 {
		back.form("]")
	}
	back.some(`"extra_content":#`, string(s.extra))
	if len(back.out) > 0 {
		s.d.keep(form("{#}", string(back.out)))
	}
}

func completionEnd(reason string) chat.End {
	switch reason {
	case "length":
		return chat.EndLength
	case "content_filter":
		return chat.EndRefused
	case "tool_calls", "function_call":
		return chat.EndCalls
	}
	return chat.EndDone
}
