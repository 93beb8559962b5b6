package fakemodel

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/chat"
	core "github.com/zapvol/bua/core/model"
)

// TestOffers: a provider's own list is asked in each form, with the key. What holds no
// conversation is left out; where there is no list there are no names, and no fault.
func TestOffers(t *testing.T) {
	others := []string{"b-chat", "text-embedding-3-small", "gpt-4o-mini-tts", "whisper-1"}
	for _, row := range []struct {
		name, preset, path string
		traits             Traits
		change             func(*core.Config)
		offers             string
		want               chat.Code
		says               string
	}{
		{"completions", "openai", "/v1", Traits{Key: "k", Model: "gpt-x", Others: others}, nil, "b-chat gpt-x", "", ""},
		{"anthropic", "anthropic", "", Traits{Key: "k", Model: "claude-x", Others: others}, nil, "claude-x b-chat", "", ""},
		{"gemini", "google", "/v1beta", Traits{Key: "k", Model: "gemini-x", Others: others}, nil, "gemini-x b-chat", "", ""},
		{"ollama", "ollama", "", Traits{Model: "qwen3", Others: others}, nil, "qwen3 b-chat", "", ""},
		{"LM Studio", "lmstudio", "/v1", Traits{Kind: LMStudio, Model: "qwen3"}, nil, "qwen3", "", ""},
		{"a server without a list", "openai", "/v1", Traits{Key: "k", NoList: true}, nil, "", "", ""},
		{"a provider that is known to have none", "azure", "/v1", Traits{Key: "k"}, nil, "", "", ""},
		{"a wrong key", "openai", "/v1", Traits{Key: "k"}, wrongKey, "", chat.CodeKey, "OpenAI refuses the key."},
		{"a wrong key, anthropic", "anthropic", "", Traits{Key: "k"}, wrongKey, "", chat.CodeKey, "Anthropic refuses the key."},
		{"a wrong key, gemini", "google", "/v1beta", Traits{Key: "k"}, wrongKey, "", chat.CodeKey, "Google Gemini refuses the key."},
		{"nobody is there", "openai", "/v1", Traits{Key: "k"}, func(c *core.Config) { c.Provider.Base = "http://127.0.0.1:1/v1" }, "", chat.CodeUnreachable, "Nothing answers at http://127.0.0.1:1/v1"},
		{"another path", "openai", "/v2", Traits{Key: "k"}, nil, "", chat.CodeNonsense, "Look at the address, which often has to end with /v1."},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, row.traits, hello)
			c := client(t, s, row.preset, row.path, func(c *core.Config) {
				c.Model = ""
				if row.change != nil {
					row.change(c)
				}
			})
			names, err := c.Offers(t.Context())
			is.Equal(code(err), row.want)
			if err != nil {
				is.True(strings.Contains(err.Error(), row.says))
				is.True(!strings.Contains(err.Error(), "sk-wrong"))
			}
			is.Equal(strings.Join(names, " "), row.offers)
			is.Equal(len(s.Bodies()), 0) // no model was asked
		})
	}
}

func wrongKey(c *core.Config) { c.Key = "sk-wrong" }
