package local

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/panel"
)

// TestList: a provider is asked for its own list at its own address, with the key that is
// stored or given. What the organisation or the extension refuses asks nobody, and no answer
// has a key.
func TestList(t *testing.T) {
	const stored = "https://api.openai.com/v1/models"
	for _, row := range []struct {
		name, policy string
		ask          panel.ListModels
		code         string
		fetched      string
	}{
		{"the stored key", `{}`, panel.ListModels{Provider: "openai"}, "model_unreachable", stored},
		{"a key that is given", `{}`, panel.ListModels{Provider: "anthropic", Key: canary}, "model_unreachable", "https://api.anthropic.com/v1/v1/models?limit=1000"},
		{"a server of one's own", `{}`, panel.ListModels{Base: "https://llm.example/v1/", Key: canary}, "model_unreachable", "https://llm.example/v1/models"},
		{"no provider", `{}`, panel.ListModels{Provider: "nobody"}, "invalid_action", ""},
		{"a key that is none", `{}`, panel.ListModels{Provider: "openai", Key: "two words"}, "invalid_action", ""},
		{"an address on which others read along", `{}`, panel.ListModels{Base: "http://llm.example/v1", Key: canary}, "invalid_action", ""},
		{"another name of this computer", `{}`, panel.ListModels{Base: "http://localhost:1/v1"}, "invalid_action", ""},
		{"a provider that the organisation does not allow", `{"agentModels":["ollama/llama"]}`, panel.ListModels{Provider: "openai"}, "invalid_action", ""},
		{"another server, where the models are fixed", `{"agentModels":["openai/*"]}`, panel.ListModels{Base: "https://llm.example/v1"}, "model_policy", ""},
		{"a key, where none may be given", `{"agentOwnKeys":"refuse"}`, panel.ListModels{Provider: "openai", Key: canary}, "model_policy", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			l, d := home(t, chosen, row.policy)
			_, err := l.models.list(t.Context(), row.ask)
			is.Equal(code(err), row.code)
			is.Equal(strings.Join(d.fetched, " "), row.fetched)
			is.True(!strings.Contains(err.Error(), canary) && !strings.Contains(err.Error(), "sk-1"))
		})
	}
}
