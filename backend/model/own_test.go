package model

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/model"
)

// TestStore_AddOwn: a server at an address is named by its host, keeps its key for itself,
// and gives way to what has that name.
func TestStore_AddOwn(t *testing.T) {
	is := is.New(t)
	s := store(t)
	is.NoErr(s.Add(Added{Provider: "llm.example", Model: "a"}, &core.Provider{Name: "llm.example", Base: "https://other.example/v1"}))
	is.NoErr(s.AddOwn("https://llm.example/v1/", "org/m", canary))
	is.NoErr(s.AddOwn("https://llm.example/v1", "n", ""))
	is.NoErr(s.AddOwn("http://127.0.0.1:9000/v1", "m", ""))
	for name, want := range map[string][2]string{
		"llm.example/a": {"https://other.example/v1", ""}, "llm.example-2/org/m": {"https://llm.example/v1", canary},
		"llm.example-2/n": {"https://llm.example/v1", canary}, "127.0.0.1-9000/m": {"http://127.0.0.1:9000/v1", ""},
	} {
		c, err := s.Config(name)
		is.NoErr(err)
		is.Equal([2]string{c.Provider.Base, c.Key}, want)
		is.Equal(c.Provider.Wire, core.Completions)
	}
	err := s.AddOwn("http://llm.example/v1", "m", "")
	is.True(err != nil && strings.HasPrefix(err.Error(), "address: "))
}
