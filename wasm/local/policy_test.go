package local

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
)

// chosen is a person's choice: a model with a key, one on this computer, one of a server of
// their own.
const chosen = `{"default":"openai/gpt-5","models":[{"provider":"openai","model":"gpt-5"},{"provider":"ollama","model":"qwen3"},{"provider":"mine","model":"m"}],
	"own":[{"name":"mine","like":"custom","base":"https://mine.example/v1"}],"keys":[{"provider":"openai","key":"sk-1"},{"provider":"mine","key":"sk-2","at":"https://mine.example/v1"}]}`

func code(err error) string {
	var f *chat.Fault
	if errors.As(err, &f) {
		return string(f.Code)
	}
	return string(protocol.CodeOf(err))
}

// TestPolicy: what the organisation says decides which models there are, which of them is
// taken, and what is refused; no word that is not understood lets anything out.
func TestPolicy(t *testing.T) {
	for _, row := range []struct {
		name, policy   string
		models         string // those that the panel offers, the standard one first
		refuses, sells string
		odd            int
	}{
		{"none", `{}`, "openai/gpt-5 ollama/qwen3 mine/m", "", "openai anthropic", 0},
		{"one model, which nobody need add", `{"agentModels":["ollama/llama"]}`, "ollama/llama", "openai/gpt-5 ollama/qwen3 mine/m", "", 0},
		{"all of a provider", `{"agentModels":["openai/*"]}`, "openai/gpt-5", "ollama/qwen3 mine/m", "openai", 0},
		{"one of a provider with a key", `{"agentModels":["openai/gpt-6"]}`, "openai/gpt-6", "openai/gpt-5 mine/m", "openai", 0},
		{"one whose key is not there yet", `{"agentModels":["anthropic/x"]}`, "", "openai/gpt-5", "anthropic", 0},
		{"a server of theirs", `{"agentModels":["llm/q https://llm.example/v1","ollama/*"]}`, "llm/q ollama/qwen3", "openai/gpt-5 mine/m", "llm", 0},
		{"none at all", `{"agentModels":[]}`, "", "openai/gpt-5 ollama/qwen3 mine/m", "", 0},
		{"no list", `{"agentModels":"openai/gpt-5"}`, "", "openai/gpt-5 ollama/qwen3 mine/m", "", 1},
		{"a row that is not understood allows nothing", `{"agentModels":["openai","mine/m","ollama/qwen3"]}`, "ollama/qwen3", "openai/gpt-5 mine/m", "", 2},
		{"no keys", `{"agentOwnKeys":"refuse"}`, "ollama/qwen3 mine/m", "openai/gpt-5", "", 0},
		{"keys", `{"agentOwnKeys":"allow"}`, "openai/gpt-5 ollama/qwen3 mine/m", "", "openai anthropic", 0},
		{"a word about keys that is none", `{"agentOwnKeys":"no"}`, "ollama/qwen3 mine/m", "openai/gpt-5", "", 1},
		{"no word about keys", `{"agentOwnKeys":7}`, "ollama/qwen3 mine/m", "openai/gpt-5", "", 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			l, _ := home(t, chosen, row.policy)
			a, err := l.models.abilities()
			is.NoErr(err)
			var models, sells []string
			for _, m := range a.Models {
				models = append(models, m.Name)
			}
			for _, p := range a.Providers {
				sells = append(sells, p.Name)
			}
			is.Equal(strings.Join(models, " "), row.models)
			is.Equal(strings.Join(sells, " "), row.sells)
			is.Equal(len(a.Odd), row.odd)
			if row.models != "" {
				is.Equal(a.Default, models[0])
			}
			for _, name := range models {
				_, err := l.models.config(name)
				is.NoErr(err)
			}
			for _, name := range strings.Fields(row.refuses) {
				_, err := l.models.open(t.Context(), name)
				is.Equal(code(err), "model_policy")
				is.True(strings.Contains(err.Error(), "organisation"))
				is.Equal(code(l.models.choose(name)), "model_policy")
				is.Equal(code(l.models.try(t.Context(), name)), "model_policy")
			}
		})
	}
}

// TestPolicy_Keys: what the organisation calls by a name of the person's gets no key that the
// person gave for another address; and where keys are refused none is sent or added.
func TestPolicy_Keys(t *testing.T) {
	is := is.New(t)
	l, d := home(t, chosen, `{"agentModels":["mine/m https://other.example/v1"]}`)
	c, err := l.models.config("mine/m")
	is.NoErr(err)
	is.Equal(c.Provider.Base, "https://other.example/v1")
	is.Equal(c.Key, "")
	d.answers["policy"] = `{}`
	c, err = l.models.config("mine/m")
	is.NoErr(err)
	is.Equal(c.Key, "sk-2")
	d.answers["policy"] = `{"agentOwnKeys":"refuse"}`
	c, err = l.models.config("mine/m") // it takes none, too
	is.NoErr(err)
	is.Equal(c.Key, "")
	before := d.answers["settings"]
	is.Equal(code(l.models.add(panel.AddModel{Name: "anthropic/x", Key: "sk-3"})), "model_policy")
	is.Equal(code(l.models.add(panel.AddModel{Name: "m2", Base: "https://mine.example/v1", Key: "sk-3"})), "model_policy")
	d.answers["policy"] = `{"agentModels":["openai/*"]}`
	is.Equal(code(l.models.add(panel.AddModel{Name: "anthropic/x"})), "model_policy")
	is.Equal(code(l.models.add(panel.AddModel{Name: "m2", Base: "https://mine.example/v1"})), "model_policy")
	is.Equal(d.answers["settings"], before)
}

// TestPolicy_Change: a run that goes on asks its model no more from the next request on.
func TestPolicy_Change(t *testing.T) {
	is := is.New(t)
	l, d := home(t, chosen, `{}`)
	opened, err := l.models.open(t.Context(), "openai/gpt-5")
	is.NoErr(err)
	ask := func() error {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, err := opened.Model.Chat(ctx, chat.Request{Messages: []chat.Message{{Role: chat.RoleUser, Text: "x"}}}, func(chat.Delta) {})
		return err
	}
	is.Equal(code(ask()), "model_unreachable") // it was asked
	n := len(d.fetched)
	is.True(n > 0)
	d.answers["policy"] = `{"agentModels":["ollama/*"]}`
	is.Equal(code(ask()), "model_policy")
	is.Equal(len(d.fetched), n)
}

// TestOwn: a server at an address of the person's own is kept with its key, which goes to no
// other address, and is forgotten with its last model.
func TestOwn(t *testing.T) {
	is := is.New(t)
	l, d := home(t, "null", `{}`)
	for _, bad := range []struct{ name, base, key, field string }{
		{"m", "http://llm.example/v1", "", "address: "}, {"m", "http://localhost:9000/v1", "", "address: "}, {"m", "llm", "", "address: "},
		{"", "https://llm.example/v1", "", "model: "}, {"m", "https://llm.example/v1", "a\nb", "key: "},
	} {
		err := l.models.add(panel.AddModel{Name: bad.name, Base: bad.base, Key: bad.key})
		is.Equal(code(err), "invalid_action")
		is.True(strings.HasPrefix(protocol.AsError(err).Message, bad.field))
	}
	is.Equal(d.answers["settings"], "null")
	is.NoErr(l.models.add(panel.AddModel{Name: "org/m", Base: "https://llm.example/v1/", Key: "sk-1"}))
	is.NoErr(l.models.add(panel.AddModel{Name: "n", Base: "https://llm.example/v1"}))
	is.NoErr(l.models.add(panel.AddModel{Name: "m", Base: "https://llm.example/v2"})) // another server
	is.NoErr(l.models.add(panel.AddModel{Name: "m", Base: "http://127.0.0.1:9000/v1"}))
	a, err := l.models.abilities()
	is.NoErr(err)
	is.Equal(len(a.Models), 4)
	is.Equal(a.Models[0].Origin, "https://llm.example")
	for name, want := range map[string][2]string{
		"llm.example/org/m": {"https://llm.example/v1", "sk-1"}, "llm.example/n": {"https://llm.example/v1", "sk-1"},
		"llm.example-2/m": {"https://llm.example/v2", ""}, "127.0.0.1-9000/m": {"http://127.0.0.1:9000/v1", ""},
	} {
		c, err := l.models.config(name)
		is.NoErr(err)
		is.Equal([2]string{c.Provider.Base, c.Key}, want)
	}
	is.NoErr(l.models.remove("llm.example/org/m"))
	is.True(strings.Contains(d.answers["settings"], "sk-1"))
	is.NoErr(l.models.remove("llm.example/n"))
	is.True(!strings.Contains(d.answers["settings"], "sk-1") && !strings.Contains(d.answers["settings"], "llm.example/v1"))
}
