package fakemodel

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/core/agent/chat"
	core "github.com/zapvol/bua/core/model"
)

var long = flag.Int("conversations", size.Trials(300), "how many random conversations go through each provider")

// rooms are the servers that every provider is tried against.
var rooms = []struct {
	name, preset, path string
	traits             Traits
}{
	{"openai", "openai", "/v1", Traits{NoMaxTokens: true}},
	{"mistral", "mistral", "/v1", Traits{ShortIDs: true, NoStreamOptions: true, NoUserAfterTool: true}},
	{"deepseek", "deepseek", "/v1", Traits{EchoReasoning: true, NoPictures: true}},
	{"openai's responses", "openai", "/v1", Traits{Model: "gpt-5-fake", NoTemperature: true}},
	{"gemini", "google", "/v1beta", Traits{Model: "gemini-3-pro", SignedCalls: true, NoTemperature: true}},
	{"gemini, old", "google", "/v1beta", Traits{Model: "gemini-2.5-pro"}},
	{"gemini in OpenAI's form", "google-compatible", "/v1", Traits{Model: "gemini-3-pro", SignedCalls: true, NoIndex: true, StopForCalls: true}},
	{"qwen", "qwen", "/v1", Traits{NoToolStream: true, NoRequired: true}},
	{"vllm", "vllm", "/v1", Traits{Window: 1 << 20, SameIndex: true}},
	{"anthropic", "anthropic", "", Traits{}},
	{"ollama", "ollama", "", Traits{}},
}

// fake is a server until the test ends.
func fake(t testing.TB, traits Traits, p Policy) *Server {
	s := New(traits, p)
	t.Cleanup(s.Close)
	return s
}

func client(t testing.TB, s *Server, preset, path string, more func(*core.Config)) *core.Client {
	t.Helper()
	for _, p := range model.Presets() {
		if p.Name != preset {
			continue
		}
		p.Base = s.URL + path
		p.Body = nil
		c := core.Config{Provider: p, Model: s.Traits.Model, Key: s.Traits.Key, Wait: func(context.Context, time.Duration) error { return nil }}
		if c.Key == "" && !p.NoKey {
			c.Key = "any"
		}
		if more != nil {
			more(&c)
		}
		cl, err := model.New(c)
		if err != nil {
			t.Fatal(err)
		}
		return cl
	}
	t.Fatalf("there is no preset %s", preset)
	return nil
}

var tool = []chat.Tool{{Name: "click", Description: "Clicks.", Schema: `{"type":"object","properties":{"uid":{"type":"string"},"keys":{"type":"array","items":{"type":"string"},"minItems":1}},"required":["uid"]}`}}

// random is a conversation that is valid by construction, also one that another
// model began.
func random(r *rand.Rand) chat.Request {
	q := chat.Request{System: "You drive a browser.", Tools: tool, Temperature: 300, MaxTokens: 4096, Choice: []chat.Choice{chat.ChoiceAuto, chat.ChoiceRequired, chat.ChoiceNone}[r.IntN(3)]}
	if r.IntN(4) == 0 {
		q.Temperature, q.MaxTokens = -1, 0
	}
	user := func() {
		m := chat.Message{Role: chat.RoleUser, Text: []string{"go on", "日本語で", " \n ", "a"}[r.IntN(4)]}
		for range r.IntN(3) {
			m.Pictures = append(m.Pictures, chat.Picture{MIME: "image/png", Data: "iVBORw0KGgo=", Width: 100, Height: 80})
		}
		q.Messages = append(q.Messages, m)
	}
	q.Messages = append(q.Messages, chat.Message{Role: chat.RoleUser, Text: "the task"})
	ids := 0
	for range r.IntN(8) {
		m := chat.Message{Role: chat.RoleModel, Provider: "other/model", Opaque: []string{"", `[{"r":{"type":"thinking"}}]`, "nonsense"}[r.IntN(3)]}
		if r.IntN(3) > 0 {
			m.Text = "I look. "
		}
		for range r.IntN(4) {
			ids++
			m.Calls = append(m.Calls, chat.Call{
				ID:        []string{fmt.Sprint("call_", ids), fmt.Sprint("a call:", ids), strings.Repeat("x", 70) + fmt.Sprint(ids)}[r.IntN(3)],
				Name:      []string{"click", "press button!", ""}[r.IntN(3)],
				Arguments: []string{`{"uid":"e1"}`, `{"uid":`, "", `"text"`, `[1]`}[r.IntN(5)],
			})
		}
		q.Messages = append(q.Messages, m)
		for _, n := range r.Perm(len(m.Calls)) {
			q.Messages = append(q.Messages, chat.Message{Role: chat.RoleTool, CallID: m.Calls[n].ID, Text: []string{"done", ""}[r.IntN(2)], Failed: r.IntN(3) == 0})
		}
		if len(m.Calls) == 0 || r.IntN(3) == 0 {
			user()
		}
	}
	if r.IntN(3) == 0 {
		user()
	}
	q.Stable = r.IntN(len(q.Messages) + 1)
	return q
}

// What is valid is refused by nobody.
func TestConformance_RandomConversations(t *testing.T) {
	for _, row := range rooms {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := New(row.traits, func(chat.Request) Say {
				return Say{Text: "I click.", Reasoning: "hm", Calls: []chat.Call{{Name: "click", Arguments: `{"uid":"e2"}`}}}
			})
			defer s.Close()
			c := client(t, s, row.preset, row.path, nil)
			r := rand.New(rand.NewPCG(1, 2))
			for range *long {
				q := random(r)
				a, err := c.Chat(t.Context(), q, nil)
				if err != nil {
					t.Fatalf("%v\n%q\n%+v", err, s.Refused(), q.Messages)
				}
				is.Equal(len(a.Message.Calls), 1)
				q.Messages = append(q.Messages, a.Message, chat.Message{Role: chat.RoleTool, CallID: a.Message.Calls[0].ID, Text: "done"})
				if _, err := c.Chat(t.Context(), q, nil); err != nil { // the answer goes back
					t.Fatalf("%v\n%q", err, s.Refused())
				}
			}
			is.Equal(len(s.Refused()), 0)
		})
	}
}

// One policy makes the same calls through every provider.
func TestConformance_SameCalls(t *testing.T) {
	is := is.New(t)
	policy := func(q chat.Request) Say {
		results := 0
		for _, m := range q.Messages {
			if m.Role == chat.RoleTool {
				results++
			}
		}
		if results >= 12 {
			return Say{Text: "done"}
		}
		say := Say{Reasoning: "next", Text: "step"}
		for n := range results%3 + 1 {
			say.Calls = append(say.Calls, chat.Call{Name: "click", Arguments: fmt.Sprintf(`{"uid":"e%d"}`, results+n)})
		}
		return say
	}
	var want []string
	for _, row := range rooms {
		s := New(row.traits, policy)
		c := client(t, s, row.preset, row.path, nil)
		q := chat.Request{System: "S", Tools: tool, Temperature: 300, MaxTokens: 100, Messages: []chat.Message{{Role: chat.RoleUser, Text: "go"}}}
		var log []string
		for range 20 {
			text := ""
			a, err := c.Chat(t.Context(), q, func(d chat.Delta) { text += d.Text })
			if err != nil {
				t.Fatalf("%s: %v %q", row.name, err, s.Refused())
			}
			is.Equal(text, a.Message.Text) // the pieces are the whole
			is.True(a.Usage.In > 0 && a.Usage.Out == 7 || row.traits.NoStreamOptions)
			q.Messages = append(q.Messages, a.Message)
			for _, call := range a.Message.Calls {
				log = append(log, call.Name+call.Arguments)
				q.Messages = append(q.Messages, chat.Message{Role: chat.RoleTool, CallID: call.ID, Text: "ok"})
			}
			if len(a.Message.Calls) == 0 {
				break
			}
		}
		if want == nil {
			want = log
		}
		is.True(len(log) >= 12)
		is.Equal(log, want)
		s.Close()
	}
}

// What does not belong together is refused here, before it is sent.
func TestConformance_Refused(t *testing.T) {
	is := is.New(t)
	s := fake(t, Traits{}, func(chat.Request) Say { return Say{Text: "x"} })
	c := client(t, s, "openai", "/v1", nil)
	u := chat.Message{Role: chat.RoleUser, Text: "go"}
	m := chat.Message{Role: chat.RoleModel, Calls: []chat.Call{{ID: "a", Name: "click", Arguments: "{}"}}}
	r := chat.Message{Role: chat.RoleTool, CallID: "a"}
	for name, list := range map[string][]chat.Message{
		"an orphaned result": {u, r}, "a call without result": {u, m, u}, "two results": {u, m, r, r},
		"nothing": nil, "the model begins": {m, r}, "the model is last": {u, {Role: chat.RoleModel, Text: "x"}},
	} {
		_, err := c.Chat(t.Context(), chat.Request{Messages: list}, nil)
		var f *chat.Fault
		if !errors.As(err, &f) || f.Code != chat.CodeRequest {
			t.Errorf("%s: %v", name, err)
		}
	}
	is.Equal(len(s.Bodies()), 0)
}

// Every preset is read, and none has what is not known.
func TestPresets(t *testing.T) {
	is := is.New(t)
	list := model.Presets()
	is.True(len(list) >= 20)
	data, err := json.Marshal(list)
	is.NoErr(err)
	_, err = core.ParseProviders(data)
	is.NoErr(err)
	for _, bad := range []string{`[{"name":"x","wire":"y"}]`, `[{"name":"x","wire":"ollama","quirks":["no"]}]`, `[{"name":"x","wire":"ollama","base":"ftp://x"}]`, `[{"name":"a","wire":"ollama"},{"name":"a","wire":"ollama"}]`} {
		_, err := core.ParseProviders([]byte(bad))
		is.True(err != nil)
	}
}
