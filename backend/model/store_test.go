package model

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	core "github.com/zapvol/bua/core/model"
)

func store(t *testing.T) *Store {
	t.Helper()
	dir := t.TempDir()
	return &Store{File: filepath.Join(dir, "models.json"), Keys: &Keys{File: filepath.Join(dir, "keys.json"), Ring: &ring{has: map[string]string{}}}}
}

func faultCode(err error) chat.Code {
	var f *chat.Fault
	if errors.As(err, &f) {
		return f.Code
	}
	return ""
}

func TestStore(t *testing.T) {
	is := is.New(t)
	s := store(t)
	_, err := s.Config("")
	is.Equal(faultCode(err), chat.CodeModel)
	is.Equal(strings.Count(err.Error(), "\n"), 2) // three lines, with a local one and a key
	is.True(strings.Contains(err.Error(), "bua models add ollama/") && strings.Contains(err.Error(), "bua models add openai/"))

	is.NoErr(s.Add(Added{Provider: "openai", Model: "gpt-5"}, nil))
	is.NoErr(s.Add(Added{Provider: "openrouter", Model: "qwen/qwen3-coder", Window: 65536}, nil))
	_, err = s.Keys.Set("openai", canary)
	is.NoErr(err)
	data, err := os.ReadFile(s.File)
	is.NoErr(err)
	is.True(!strings.Contains(string(data), canary))

	c, err := s.Config("") // the first one
	is.NoErr(err)
	is.Equal(fmt.Sprint(c), "openai/gpt-5")
	is.Equal(c.Key, canary)
	c, err = s.Config("openrouter/qwen/qwen3-coder")
	is.NoErr(err)
	is.Equal(c.Model, "qwen/qwen3-coder")
	is.Equal(c.Window, 65536)
	is.Equal(c.Key, "")                          // one provider's key is no other's
	c, err = s.Config("anthropic/claude-opus-5") // not added, and known
	is.NoErr(err)
	is.Equal(c.Provider.Wire, core.Messages)
	for _, name := range []string{"nobody/x", "gpt-5", "openai/", "/x", "openai/two words"} {
		_, err = s.Config(name)
		is.Equal(faultCode(err), chat.CodeModel)
	}

	is.True(s.SetDefault("openai/gpt-4o") != nil)
	is.NoErr(s.SetDefault("openrouter/qwen/qwen3-coder"))
	is.NoErr(s.Remove("openrouter/qwen/qwen3-coder"))
	x, err := s.Settings()
	is.NoErr(err)
	is.Equal(x.Default, "") // nothing is chosen for the person
	is.Equal(len(x.Models), 1)
	is.NoErr(s.Remove("openai"))
	place, err := s.Keys.Place("openai")
	is.NoErr(err)
	is.Equal(place, Nowhere)
	is.True(s.Remove("openai") != nil)
}

// A provider of the person's takes what it leaves out from its preset, as that is
// now.
func TestStore_OwnProvider(t *testing.T) {
	is := is.New(t)
	s := store(t)
	is.NoErr(s.Add(Added{Provider: "azure", Model: "my-gpt-5"}, &core.Provider{Name: "azure", Base: "https://mine.openai.azure.com"}))
	is.NoErr(s.Add(Added{Provider: "box", Model: "qwen3"}, &core.Provider{Name: "box", Like: "ollama", Base: "http://192.0.2.7:11434"}))
	is.NoErr(s.Add(Added{Provider: "work", Model: "m"}, &core.Provider{Name: "work", Base: "https://llm.example.com/v1"}))
	for name, want := range map[string]struct {
		base, header string
		wire         core.Wire
		local        bool
	}{
		"azure/my-gpt-5": {"https://mine.openai.azure.com", "api-key", core.Completions, false},
		"box/qwen3":      {"http://192.0.2.7:11434", "", core.Ollama, true},
		"work/m":         {"https://llm.example.com/v1", "", core.Completions, false},
	} {
		c, err := s.Config(name)
		is.NoErr(err)
		is.Equal(c.Provider.Base, want.base)
		is.Equal(c.Provider.Header, want.header)
		is.Equal(c.Provider.Wire, want.wire)
		is.Equal(c.Provider.Local, want.local)
		_, err = New(c)
		is.NoErr(err)
	}
	x, err := s.Settings()
	is.NoErr(err)
	is.Equal(len(x.AllProviders()), len(Presets())+2)
	is.True(s.Add(Added{Provider: "y", Model: "m"}, &core.Provider{Name: "y", Base: "ftp://x"}) != nil)
	is.True(s.Add(Added{Provider: "y", Model: "m"}, &core.Provider{Name: "y", Like: "nobody"}) != nil)
	is.True(s.Add(Added{Provider: "y", Model: "m"}, nil) != nil)
	again, err := s.Settings()
	is.NoErr(err)
	is.Equal(again, x) // what is refused changes nothing
}

// A file that a person wrote is refused as a whole where it says what is not known,
// and the sentence says what.
func TestStore_File(t *testing.T) {
	for name, row := range map[string]struct{ text, says string }{
		"a word that is not known": {`{"version":1,"defualt":"openai/gpt-5"}`, "defualt"},
		"another version":          {`{"version":2}`, `"version": 1`},
		"a default without model":  {`{"version":1,"default":"openai/gpt-5"}`, "not among the models"},
		"no provider":              {`{"version":1,"models":[{"provider":"nobody","model":"x"}]}`, "nobody"},
		"a price below nothing":    {`{"version":1,"prices":[{"match":"openai/*","in":-1,"out":1}]}`, "openai/*"},
		"a provider twice":         {`{"version":1,"providers":[{"name":"a"},{"name":"a"}]}`, "twice"},
		"a quirk":                  {`{"version":1,"providers":[{"name":"a","quirks":["no"]}]}`, "quirk"},
		"a key":                    {`{"version":1,"providers":[{"name":"a","key":"` + canary + `"}]}`, "key"},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			s := store(t)
			is.NoErr(os.WriteFile(s.File, []byte(row.text), 0o600))
			_, err := s.Settings()
			is.True(err != nil && strings.Contains(err.Error(), row.says) && !strings.Contains(err.Error(), canary))
			_, err = s.Config("")
			is.Equal(faultCode(err), chat.CodeRequest)
		})
	}
}

func TestStore_Price(t *testing.T) {
	is := is.New(t)
	s := store(t)
	for name, want := range map[string]budget.Price{
		"openai/gpt-5":                         {In: 1_250_000, CachedIn: 125_000, Out: 10_000_000},
		"openai/gpt-5-2026-01-02":              {In: 1_250_000, CachedIn: 125_000, Out: 10_000_000},
		"openai/gpt-5-pro":                     {}, // another model is not guessed at
		"ollama/qwen3":                         {},
		"anthropic/claude-opus-4-8":            {In: 5_000_000, CachedIn: 500_000, WrittenIn: 6_250_000, Out: 25_000_000},
		"openrouter/openai/gpt-5":              {},
		"anthropic/claude-sonnet-4-5-20250929": {In: 3_000_000, CachedIn: 300_000, WrittenIn: 3_750_000, Out: 15_000_000},
	} {
		got, err := s.Price(name)
		is.NoErr(err)
		is.Equal(got, want)
		is.Equal(got.Known(), want != budget.Price{})
	}
	is.NoErr(os.WriteFile(s.File, []byte(`{"version":1,"prices":[{"match":"openai/gpt-5*","in":9,"out":90},{"match":"*/qwen3","in":0.01,"out":0.02}]}`), 0o600))
	for name, want := range map[string]budget.Price{"openai/gpt-5": {In: 9_000_000, Out: 90_000_000}, "ollama/qwen3": {In: 10_000, Out: 20_000}} {
		got, err := s.Price(name)
		is.NoErr(err)
		is.Equal(got, want)
	}
	list, asOf := Prices()
	is.True(len(list) > 20 && len(asOf) == 10)
	for _, p := range list {
		is.NoErr(p.Check())
		provider, _, err := core.SplitName(p.Match)
		is.NoErr(err)
		_, ok := preset(provider)
		is.True(ok)
		is.True(p.In > 0 && p.Out > p.In && p.CachedIn < p.In)
	}
}

// A key is in nothing that is printed or written.
func TestConfig_Printed(t *testing.T) {
	is := is.New(t)
	c := core.Config{Provider: Presets()[0], Model: "gpt-5", Key: canary}
	cl, err := New(c)
	is.NoErr(err)
	var data []byte
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		data = fmt.Appendf(data, verb+verb+verb+verb, c, &c, cl, []core.Config{c})
	}
	is.True(!strings.Contains(string(data), canary))
}
