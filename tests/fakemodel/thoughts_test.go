package fakemodel

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/chat"
	core "github.com/zapvol/bua/core/model"
)

// A model that thinks for longer than an answer may be answers all the same: the bound
// leaves room for its thoughts where its name, its server or an answer has shown that
// it thinks, a quarter of the window at most.
func TestThoughts(t *testing.T) {
	for _, row := range []struct {
		name, preset, path, model string
		window, first, next       int // the bounds that were sent
		sent                      int
	}{
		{"known by its name", "openai", "/v1", "gpt-5-mini", 0, 16384, 16384, 1},
		{"with the maker's name before it", "custom", "/v1", "deepseek/deepseek-r1", 0, 16384, 16384, 1},
		{"known by its server", "ollama", "", "fake", 65536, 16384, 16384, 1},
		{"known by an answer that was all thought", "together", "/v1", "fake", 0, 4096, 16384, 2},
		{"the same on another wire", "anthropic", "", "fake", 0, 4096, 16384, 2},
		{"in a middling window", "vllm", "/v1", "qwen3-8b", 49152, 12288, 12288, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, Traits{Model: row.model, Thinks: 9000, Window: row.window}, hello)
			var bounds []int
			c := client(t, s, row.preset, row.path, func(c *core.Config) { c.Window = row.window })
			q := ask
			q.MaxTokens = 4096
			text := ""
			a, err := c.Chat(t.Context(), q, func(d chat.Delta) {
				if d.Again {
					text = ""
				}
				text += d.Text
			})
			is.NoErr(err)
			is.Equal(a.Message.Text, "hello there")
			is.Equal(text, "hello there")
			for _, b := range s.Bodies() {
				bounds = append(bounds, bound(read(b)))
			}
			is.Equal(len(bounds), row.sent)
			is.Equal(bounds[0], row.first)
			is.Equal(bounds[len(bounds)-1], row.next)
			_, err = c.Chat(t.Context(), q, nil) // it is known from then on
			is.NoErr(err)
			is.Equal(len(s.Bodies()), row.sent+1)
		})
	}
}

// What does not fit is not asked for: in a small window, and where the server takes less.
func TestThoughts_NoRoom(t *testing.T) {
	is := is.New(t)
	for _, row := range []struct {
		name   string
		traits Traits
		window int
		last   int
		end    chat.End
	}{
		{"a small window", Traits{Model: "qwen3-4b", Thinks: 9000, Window: 16384}, 16384, 4096, chat.EndLength},
		{"a server that takes less", Traits{Model: "qwen3-4b", Most: 8192}, 0, 4096, chat.EndDone},
		{"a model that does not think", Traits{Model: "llama"}, 0, 4096, chat.EndDone},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := fake(t, row.traits, hello)
			c := client(t, s, "together", "/v1", func(c *core.Config) { c.Window = row.window })
			q := ask
			q.MaxTokens = 4096
			a, err := c.Chat(t.Context(), q, nil)
			is.NoErr(err)
			is.Equal(a.End, row.end)
			is.Equal(bound(read(s.Bodies()[len(s.Bodies())-1])), row.last)
		})
	}
}
