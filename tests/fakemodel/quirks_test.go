package fakemodel

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/chat"
	core "github.com/zapvol/bua/core/model"
)

// two answers with two calls, then one more, then words.
func two(q chat.Request) Say {
	results := 0
	for _, m := range q.Messages {
		if m.Role == chat.RoleTool {
			results++
		}
	}
	switch {
	case len(q.Tools) == 0 || results >= 3:
		return Say{Text: "done"}
	case results == 2:
		return Say{Reasoning: "one more", Calls: []chat.Call{{Name: "click", Arguments: `{"uid":"e3"}`}}}
	}
	return Say{Reasoning: "hm", Text: "I click.", Calls: []chat.Call{{Name: "click", Arguments: `{"uid":"e1"}`}, {Name: "click", Arguments: `{"uid":"e2"}`}}}
}

// talk is a short run: two calls at once, one more, the end. It returns the calls and
// what each answer cost.
func talk(t *testing.T, c *core.Client, choice chat.Choice) (log []string, used []chat.Usage, err error) {
	t.Helper()
	q := chat.Request{System: "S", Tools: tool, Choice: choice, Temperature: 300, MaxTokens: 100, Messages: []chat.Message{{Role: chat.RoleUser, Text: "go"}}}
	ids := map[string]bool{}
	for range 4 {
		a, err := c.Chat(t.Context(), q, nil)
		if err != nil {
			return log, used, err
		}
		used = append(used, a.Usage)
		q.Messages = append(q.Messages, a.Message)
		for _, call := range a.Message.Calls {
			if ids[call.ID] {
				t.Fatalf("two calls are named %s", call.ID)
			}
			ids[call.ID] = true
			log = append(log, call.Arguments)
			q.Messages = append(q.Messages, chat.Message{Role: chat.RoleTool, CallID: call.ID, Text: "ok"})
		}
		if len(a.Message.Calls) == 0 {
			break
		}
	}
	return log, used, nil
}

var clicks = []string{`{"uid":"e1"}`, `{"uid":"e2"}`, `{"uid":"e3"}`}

// Every difference of a server that was met, by the thread in which it was. Where a
// quirk stands for it, the server refuses without that quirk.
func TestQuirks(t *testing.T) {
	for _, row := range []struct {
		thread, what, preset, path string
		traits                     Traits
		choice                     chat.Choice
		// without are the quirks of which one missing makes the server refuse.
		without []core.Quirk
		sends   string // in every request
		never   string // in none
		check   func(is *is.I, s *Server, used []chat.Usage)
	}{
		{thread: "open-webui/computer#224", what: "no index, and arguments in pieces without one", preset: "google-compatible", path: "/v1", traits: Traits{NoIndex: true}},
		{thread: "OpenMAIC#1556", what: "calls, and it says that it stopped", preset: "google-compatible", path: "/v1", traits: Traits{StopForCalls: true}},
		{thread: "litellm#16893", what: "a signature with the first call, which must come back", preset: "google-compatible", path: "/v1", traits: Traits{Model: "gemini-3-pro", SignedCalls: true}},
		{thread: "litellm#16893, alone", what: "a signature in a piece of its own", preset: "google-compatible", path: "/v1", traits: Traits{SignAlone: true}},
		{thread: "litellm#16893, natively", what: "a signature with the call and one by itself", preset: "google", path: "/v1beta", traits: Traits{Model: "gemini-3-pro", SignedCalls: true}},
		{thread: "openrouter-examples#67", what: "the signature is in details of the thought, in pieces", preset: "openrouter", path: "/v1", traits: Traits{Details: true}},
		{thread: "ollama#14567", what: "what a call has besides goes back", preset: "ollama", traits: Traits{SignedCalls: true}},
		{thread: "ollama, thoughts", what: "what it thought goes back with its calls", preset: "ollama", traits: Traits{EchoReasoning: true}},
		{thread: "openclaude#1394", what: "two calls have the index 0", preset: "ollama-compatible", path: "/v1", traits: Traits{SameIndex: true}},
		{thread: "openclaude#1394, ids", what: "all calls have one id", preset: "ollama-compatible", path: "/v1", traits: Traits{SameIDs: true}},
		{thread: "hermes-agent#43900", what: "the window is asked for, and nothing is cut silently", preset: "ollama", sends: `"num_ctx":16384`},
		{thread: "hermes-agent#43900, cutting", what: "Ollama is to refuse what does not fit", preset: "ollama", sends: `"truncate":false`},
		{thread: "WebBrain, DashScope", what: "no stream with tools", preset: "qwen", path: "/v1", traits: Traits{NoToolStream: true}, without: []core.Quirk{core.WholeWithTools}, never: `"stream":true`},
		{thread: "WebBrain, DashScope, thinking", what: "no call can be required while it thinks", preset: "qwen", path: "/v1", traits: Traits{NoRequired: true}, choice: chat.ChoiceRequired, without: []core.Quirk{core.NoRequired}, never: `"tool_choice"`},
		{thread: "WebBrain, DeepSeek", what: "thoughts go back with calls", preset: "deepseek", path: "/v1", traits: Traits{EchoReasoning: true}},
		{thread: "page-agent, DeepSeek", what: "no choice of tools", preset: "deepseek", path: "/v1", choice: chat.ChoiceRequired, never: `"tool_choice"`},
		{thread: "WebBrain, DeepSeek, cache", what: "what was cached has another name", preset: "deepseek", path: "/v1", traits: Traits{CacheHits: true}, check: func(is *is.I, _ *Server, used []chat.Usage) { is.Equal(used[0].CachedIn, 5) }},
		{thread: "openai, max_completion_tokens", what: "the bound has another name", preset: "openai", path: "/v1", traits: Traits{NoMaxTokens: true}, sends: `"max_completion_tokens":`},
		{thread: "page-agent, gpt-5.4", what: "no effort of thinking with tools on Chat Completions", preset: "openai", path: "/v1", traits: Traits{Model: "gpt-5.4"}, never: `"reasoning_effort"`},
		{thread: "WebBrain 24, gpt-5.6", what: "thoughts go back encrypted, and nothing is stored", preset: "openai", path: "/v1", traits: Traits{Model: "gpt-5.6-sol", NoTemperature: true}, sends: `"store":false`},
		{thread: "continuedev/continue#11785", what: "calls are named as their thoughts name them", preset: "openai", path: "/v1", traits: Traits{Model: "gpt-5"}},
		{thread: "openai, gpt-5.6, cache", what: "what is put into the cache has a price of its own", preset: "openai", path: "/v1", traits: Traits{Model: "gpt-5.6-sol", NoTemperature: true}, check: func(is *is.I, _ *Server, used []chat.Usage) {
			is.Equal([]int{used[0].CachedIn, used[0].WrittenIn}, []int{5, 3})
		}},
		{thread: "openai, cache", what: "the same on Chat Completions", preset: "together", path: "/v1", check: func(is *is.I, _ *Server, used []chat.Usage) {
			is.Equal([]int{used[0].CachedIn, used[0].WrittenIn}, []int{5, 3})
		}},
		{thread: "openai, gpt-5-chat", what: "a model that does not think", preset: "openai", path: "/v1", traits: Traits{Model: "gpt-5-chat-latest", NoThoughts: true}, check: func(is *is.I, s *Server, _ []chat.Usage) { is.Equal(len(s.Refused()), 1) }},
		{thread: "WebBrain 19.3.0, Opus 4.8", what: "no temperature", preset: "anthropic", traits: Traits{Model: "claude-opus-4-8", NoTemperature: true}, never: `"temperature"`},
		{thread: "claude, thinking", what: "no call can be required, and no parameter is named", preset: "anthropic", traits: Traits{Model: "claude-x", NoRequired: true}, choice: chat.ChoiceRequired, check: func(is *is.I, s *Server, _ []chat.Usage) { is.Equal(len(s.Refused()), 2) }},
		{thread: "WebBrain, Kimi K3", what: "nothing of parallel calls, none required", preset: "moonshot", path: "/v1", traits: Traits{NoRequired: true, EchoReasoning: true}, choice: chat.ChoiceRequired, without: []core.Quirk{core.NoRequired}, never: `parallel_tool_calls`},
		{thread: "WebBrain, MiniMax", what: "nothing of parallel calls, none required", preset: "minimax", path: "/v1", traits: Traits{NoRequired: true, NoPictures: true}, choice: chat.ChoiceRequired, never: `parallel_tool_calls`},
		{thread: "browser-use, LM Studio", what: "a schema that old servers know", preset: "lmstudio", path: "/v1", traits: Traits{Kind: LMStudio, PlainSchema: true}, without: []core.Quirk{core.PlainSchema}, never: `minItems`},
		{thread: "WebBrain, Mistral", what: "ids of nine, no options of the stream, the model after a tool", preset: "mistral", path: "/v1", traits: Traits{ShortIDs: true, NoStreamOptions: true, NoUserAfterTool: true}, never: `stream_options`},
		{thread: "WebBrain, usage", what: "the usage is missing, and not made up", preset: "together", path: "/v1", traits: Traits{NoUsage: true}, check: func(is *is.I, _ *Server, used []chat.Usage) { is.Equal(used[0], chat.Usage{}) }},
		{thread: "WebBrain, usage asked for", what: "the usage of a stream is asked for", preset: "together", path: "/v1", sends: `"include_usage":true`, check: func(is *is.I, _ *Server, used []chat.Usage) { is.True(used[0].In > 0 && used[0].Out == 7) }},
	} {
		t.Run(row.thread, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, row.traits, two)
			log, used, err := talk(t, client(t, s, row.preset, row.path, nil), row.choice)
			if err != nil {
				t.Fatalf("%s: %v %q", row.what, err, s.Refused())
			}
			is.Equal(log, clicks)
			is.Equal(len(used), 3)
			for _, b := range s.Bodies() {
				is.True(strings.Contains(b, row.sends))
				is.True(row.never == "" || !strings.Contains(b, row.never))
			}
			if row.check != nil {
				row.check(is, s, used)
			} else {
				is.Equal(len(s.Refused()), 0)
			}
			for _, q := range row.without {
				s := fake(t, row.traits, two)
				_, _, _ = talk(t, client(t, s, row.preset, row.path, func(c *core.Config) {
					c.Provider.Quirks = slices.DeleteFunc(slices.Clone(c.Provider.Quirks), func(o core.Quirk) bool { return o == q })
				}), row.choice)
				is.True(len(s.Refused()) > 0) // the quirk is why it went well
			}
		})
	}
}

// LM Studio answers 200 to a path that it does not have (nanobrowser#171): what comes
// is judged by its form, with tools and without, streamed and whole.
func TestQuirks_LMStudioSays200(t *testing.T) {
	for _, preset := range []string{"lmstudio", "qwen", "anthropic", "google", "ollama"} {
		t.Run(preset, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, Traits{Kind: LMStudio, Window: 32768}, two)
			c := client(t, s, preset, "/nowhere", func(c *core.Config) { c.Provider.Local = false })
			_, err := c.Chat(t.Context(), ask, nil)
			is.Equal(code(err), chat.CodeNonsense)
			_, err = c.Offers(t.Context())
			if preset != "lmstudio" { // whose own list is at the root
				is.Equal(code(err), chat.CodeNonsense)
			}
		})
	}
}

// An answer that was cut is told, and a call in it that does not read is left out.
func TestQuirks_Length(t *testing.T) {
	for _, row := range rooms {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, row.traits, func(chat.Request) Say { return Say{Text: "I wanted to", Cut: true} })
			a, err := client(t, s, row.preset, row.path, nil).Chat(t.Context(), ask, nil)
			is.NoErr(err)
			is.Equal(a.End, chat.EndLength)
			is.Equal(a.Message.Text, "I wanted to")
		})
	}
	is := is.New(t)
	s := New(Traits{}, func(chat.Request) Say {
		return Say{Cut: true, Calls: []chat.Call{{Name: "click", Arguments: `{"uid":"e1"}`}, {Name: "click", Arguments: `{"uid":`}}}
	})
	defer s.Close()
	a, err := client(t, s, "together", "/v1", nil).Chat(t.Context(), ask, nil)
	is.NoErr(err)
	is.Equal(fmt.Sprint(a.End, len(a.Message.Calls)), "length1")
}

// Answers that are written otherwise, and mean the same.
func TestQuirks_Shapes(t *testing.T) {
	chunk := func(choice string) string { return `data: {"model":"m","choices":[` + choice + "]}\n\n" }
	end := chunk(`{"delta":{},"finish_reason":"stop"}`)
	jsonType := map[string]string{"Content-Type": "application/json; charset=utf-8"}
	for name, f := range map[string]Fault{
		"in one piece, though a stream was asked for": {Status: 200, Header: jsonType, Body: `{"model":"m","choices":[{"message":{"role":"assistant","content":"hello there","tool_calls":null},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":7}}`},
		"an error that is none":                       {Status: 200, Header: sse, Body: strings.ReplaceAll(chunk(`{"delta":{"content":"hello there"}}`)+end, `{"model"`, `{"error":null,"model"`)},
		"parts of a text":                             {Status: 200, Header: sse, Body: chunk(`{"delta":{"content":[{"type":"text","text":"hello "},{"type":"text","text":"there"}]}}`) + end},
		"nothing in many places":                      {Status: 200, Header: sse, Body: chunk(`{"delta":{"role":"assistant","content":null,"tool_calls":null,"reasoning_content":null,"extra_content":null},"finish_reason":null}`) + chunk(`{"delta":{"content":"hello there"}}`) + end},
		"no end mark, and lines of Windows":           {Status: 200, Header: sse, Body: ": hi\r\n\r\n" + strings.ReplaceAll(chunk(`{"delta":{"content":"hello there"}}`)+end, "\n", "\r\n")},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, Traits{}, hello)
			s.Next(f)
			a, err := client(t, s, "together", "/v1", nil).Chat(t.Context(), ask, nil)
			is.NoErr(err)
			is.Equal(a.Message.Text, "hello there")
			is.Equal(len(s.Bodies()), 1)
		})
	}
	is := is.New(t)
	s := fake(t, Traits{}, hello)
	s.Next(Fault{Status: 200, Header: sse, Body: chunk(`{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"click","arguments":{"uid":"e1"}}}]},"finish_reason":"tool_calls"}`)})
	a, err := client(t, s, "together", "/v1", nil).Chat(t.Context(), ask, nil)
	is.NoErr(err)
	is.Equal(a.Message.Calls[0].Arguments, `{"uid":"e1"}`) // an object, not a text of one
}
