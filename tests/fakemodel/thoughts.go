package fakemodel

import (
	"encoding/json"

	"github.com/zapvol/bua/core/agent/chat"
)

// mind is what the policy answers, where the answer's bound leaves room for it behind what
// the model thinks first.
func (s *Server) mind(in body, r chat.Request) Say {
	if n := bound(in); s.Traits.Thinks > 0 && n > 0 && n <= s.Traits.Thinks {
		return Say{Reasoning: "hm, and then", Cut: true}
	}
	return s.policy(r)
}

// bound is how many tokens a request allows the answer, 0 for any number.
func bound(in body) int {
	for _, inner := range []string{"generationConfig", "options"} {
		if m, ok := in[inner].(map[string]any); ok {
			if n := bound(m); n > 0 {
				return n
			}
		}
	}
	for _, name := range []string{"max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens", "num_predict"} {
		if n, ok := in[name].(float64); ok {
			return int(n)
		}
	}
	return 0
}

// read is the body of a request that came.
func read(data string) (in body) {
	_ = json.Unmarshal([]byte(data), &in)
	return in
}
