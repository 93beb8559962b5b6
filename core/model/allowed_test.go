package model

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestParseAllowed(t *testing.T) {
	presets := []Provider{{Name: "openai", Base: "https://api.openai.com/v1"}, {Name: "ollama", Base: "http://127.0.0.1:11434"}, {Name: Custom}}
	for _, row := range []struct {
		name, row string
		want      Allowed
		err       string
	}{
		{"one model", "openai/gpt-5", Allowed{Provider: "openai", Model: "gpt-5"}, ""},
		{"all of a provider", " openai/* ", Allowed{Provider: "openai"}, ""},
		{"a model with a slash", "openai/a/b", Allowed{Provider: "openai", Model: "a/b"}, ""},
		{"a server of their own", "llm/qwen3 https://llm.example.com/v1", Allowed{Provider: "llm", Model: "qwen3", Base: "https://llm.example.com/v1"}, ""},
		{"one on this computer", "llm/* http://127.0.0.1:9000/v1", Allowed{Provider: "llm", Base: "http://127.0.0.1:9000/v1"}, ""},
		{"nothing", "", Allowed{}, "is no model"},
		{"a provider alone", "openai", Allowed{}, "is no model"},
		{"a provider that there is not", "opneai/gpt-5", Allowed{}, "no provider opneai"},
		{"the preset that has no address", "custom/x", Allowed{}, "no provider custom"},
		{"a preset elsewhere: its key would go there", "openai/gpt-5 https://llm.example.com/v1", Allowed{}, "another name"},
		{"an address that all can read", "llm/x http://llm.example.com/v1", Allowed{}, "https://"},
		{"no address", "llm/x llm.example.com", Allowed{}, "https://"},
		{"two addresses", "llm/x https://a.example https://b.example", Allowed{}, "https://"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			got, err := ParseAllowed(row.row, presets)
			if row.err != "" {
				is.True(err != nil && strings.Contains(err.Error(), row.err))
				return
			}
			is.NoErr(err)
			is.Equal(got, row.want)
		})
	}
}

func TestCheckOwn(t *testing.T) {
	for _, row := range []struct{ base, model, key, field string }{
		{"https://llm.example.com/v1", "qwen3", "sk-1", ""},
		{"http://127.0.0.1:9000/v1", "org/qwen3:14b", "", ""},
		{"http://llm.example.com/v1", "qwen3", "", "address: "},
		{"http://10.0.0.5/v1", "qwen3", "", "address: "},
		{"https://me@llm.example.com/v1", "qwen3", "", "address: "},
		{"https://llm.example.com/v1?x=1", "qwen3", "", "address: "},
		{"ftp://llm.example.com", "qwen3", "", "address: "},
		{"", "qwen3", "", "address: "},
		{"https://llm.example.com", "", "", "model: "},
		{"https://llm.example.com", "a\nb", "", "model: "},
		{"https://llm.example.com", "qwen3", "sk-1\nX-Evil: 1", "key: "},
		{"https://llm.example.com", "qwen3", "schlüssel", "key: "},
	} {
		t.Run(row.base+" "+row.field, func(t *testing.T) {
			is := is.New(t)
			err := CheckOwn(row.base, row.model, row.key)
			is.Equal(err == nil, row.field == "")
			if err != nil {
				is.True(strings.HasPrefix(err.Error(), row.field))
			}
		})
	}
}

func TestOwnName(t *testing.T) {
	for _, row := range []struct{ base, taken, want string }{
		{"https://LLM.example.com/v1", "", "llm.example.com"},
		{"http://127.0.0.1:9000/v1", "", "127.0.0.1-9000"},
		{"http://[::1]:9000/v1", "", "1--9000"},
		{"https://openai/v1", "openai", "openai-2"},
		{"https://" + strings.Repeat("a", 60) + ".example", "", strings.Repeat("a", 36)},
	} {
		t.Run(row.base, func(t *testing.T) {
			is := is.New(t)
			got := OwnName(row.base, func(name string) bool { return name == row.taken })
			is.Equal(got, row.want)
			is.NoErr(CheckName(got))
		})
	}
}
