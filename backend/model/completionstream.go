package model

import (
	"encoding/json"

	"github.com/zapvol/bua/core/agent/chat"
)

// completionStream joins the chunks of an answer.
type completionStream struct {
	d  *draft
	at map[int64]int  // calls by index, which some servers leave out and some repeat
	by map[string]int // calls by id
	// details go back, and so does what the draft has of thoughts.
	details []map[string]any
	extra   json.RawMessage
}

type completionChunk struct {
	Model   string           `json:"model"`
	Error   json.RawMessage  `json:"error"`
	Usage   *completionUsage `json:"usage"`
	Choices []struct {
		Delta  completionPiece `json:"delta"`
		Whole  completionPiece `json:"message"` // of an answer in one piece
		Finish string          `json:"finish_reason"`
	} `json:"choices"`
}

type completionPiece struct {
	Content   words            `json:"content"`
	Refusal   words            `json:"refusal"`
	Reasoning words            `json:"reasoning_content"`
	Thought   words            `json:"reasoning"`
	Details   []map[string]any `json:"reasoning_details"`
	Extra     json.RawMessage  `json:"extra_content"`
	Calls     []completionCall `json:"tool_calls"`
}

type completionCall struct {
	Index    *int64 `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string `json:"name"`
		Arguments words  `json:"arguments"`
	} `json:"function"`
	Extra json.RawMessage `json:"extra_content"`
}

type completionUsage struct {
	In      int `json:"prompt_tokens"`
	Out     int `json:"completion_tokens"`
	Hits    int `json:"prompt_cache_hit_tokens"`
	Details struct {
		Cached  int `json:"cached_tokens"`
		Written int `json:"cache_write_tokens"`
	} `json:"prompt_tokens_details"`
	OutDetails struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// words are text, or what some servers have in its place: nothing, parts of a text, an
// object that is not written as text.
type words string

// UnmarshalJSON implements [json.Unmarshaler].
func (w *words) UnmarshalJSON(data []byte) error {
	var text string
	var parts []struct{ Text string }
	switch {
	case json.Unmarshal(data, &text) == nil:
		*w = words(text)
	case json.Unmarshal(data, &parts) == nil:
		for _, p := range parts {
			*w += words(p.Text)
		}
	default:
		*w = words(data)
	}
	return nil
}

func (s *completionStream) add(data []byte) error {
	var x completionChunk
	if err := json.Unmarshal(data, &x); err != nil {
		return err
	}
	if x.Error != nil && string(x.Error) != "null" {
		return &eventError{data}
	}
	if x.Choices == nil && x.Usage == nil {
		return errShape
	}
	if x.Model != "" {
		s.d.model = x.Model
	}
	if u := x.Usage; u != nil {
		s.d.usage = chat.Usage{In: u.In, CachedIn: max(u.Details.Cached, u.Hits), WrittenIn: u.Details.Written, Out: u.Out, Reasoning: u.OutDetails.Reasoning}
	}
	if len(x.Choices) == 0 {
		return nil
	}
	s.piece(x.Choices[0].Delta)
	s.piece(x.Choices[0].Whole)
	if reason := x.Choices[0].Finish; reason != "" {
		s.d.end = completionEnd(reason)
	}
	return nil
}

func (s *completionStream) piece(p completionPiece) {
	s.d.think(string(p.Reasoning))
	s.d.thought.WriteString(string(p.Reasoning))
	s.d.think(string(p.Thought))
	for _, x := range p.Details {
		s.detail(x)
	}
	if p.Extra != nil && string(p.Extra) != "null" {
		s.extra = p.Extra // a signature by itself
	}
	s.d.write(string(p.Content))
	s.d.write(string(p.Refusal))
	for _, t := range p.Calls {
		n, known := s.call(t)
		if !known {
			n = s.d.call(t.ID, t.Function.Name)
			if t.ID != "" {
				s.by[t.ID] = n
			}
		}
		if t.Index != nil {
			s.at[*t.Index] = n
		}
		s.d.calls[n].Arguments += string(t.Function.Arguments)
		if t.Extra != nil && string(t.Extra) != "null" {
			s.d.about(n, json.RawMessage(`{"extra_content":`+string(t.Extra)+`}`))
		}
	}
}

// call finds the call that a piece belongs to. A new id with a name is a new call,
// whatever its index says; so is a known one at a new index, or after a call that is
// whole, since some servers give one id to all.
func (s *completionStream) call(t completionCall) (int, bool) {
	at, seen := 0, false
	if t.Index != nil {
		at, seen = s.at[*t.Index]
	}
	if n, ok := s.by[t.ID]; ok && t.ID != "" {
		again := t.Index != nil && !seen || t.Index == nil && isObject(s.d.calls[n].Arguments)
		return n, t.Function.Name == "" || !again
	}
	if t.ID != "" && t.Function.Name != "" {
		return 0, false
	}
	if seen {
		return at, true
	}
	if t.Function.Name == "" && len(s.d.calls) > 0 {
		return len(s.d.calls) - 1, true
	}
	return 0, false
}

// detail adds a piece of a thought to what came of it before: a signature is of the
// whole.
func (s *completionStream) detail(x map[string]any) {
	if n := len(s.details) - 1; n >= 0 && s.details[n]["type"] == x["type"] && s.details[n]["index"] == x["index"] && x["index"] != nil {
		for name, v := range x {
			before, _ := s.details[n][name].(string)
			more, ok := v.(string)
			switch {
			case ok && (name == "text" || name == "summary" || name == "data"):
				s.details[n][name] = before + more
			case v != nil:
				s.details[n][name] = v
			}
		}
		return
	}
	s.details = append(s.details, x)
}

func (s *completionStream) done() {
	back := map[string]any{}
	if s.d.thought.Len() > 0 {
		back["reasoning_content"] = s.d.thought.String()
	}
	if len(s.details) > 0 {
		back["reasoning_details"] = s.details
	}
	if s.extra != nil {
		back["extra_content"] = s.extra
	}
	if raw, err := json.Marshal(back); err == nil && len(back) > 0 {
		s.d.keep(raw)
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
