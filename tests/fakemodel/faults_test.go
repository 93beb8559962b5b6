package fakemodel

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/core/agent/chat"
	core "github.com/zapvol/bua/core/model"
)

var ask = chat.Request{System: "S", Temperature: 300, MaxTokens: 100, Tools: tool, Messages: []chat.Message{{Role: chat.RoleUser, Text: "go"}}}

// silence is how long a client waits for the first word. A request has reached its server by then.
const silence = 300 * time.Millisecond

func hello(chat.Request) Say { return Say{Text: "hello there"} }

func code(err error) chat.Code {
	var f *chat.Fault
	if errors.As(err, &f) {
		return f.Code
	}
	return ""
}

// sse is the header of a stream, said one event of a response, malformed an answer of
// Google's whose call could not be written.
var (
	sse       = map[string]string{"Content-Type": "text/event-stream"}
	malformed = Fault{Status: 200, Header: sse, Body: `data: {"candidates":[{"content":{},"finishReason":"MALFORMED_FUNCTION_CALL","index":0}],"modelVersion":"m"}` + "\n\n"}
)

func said(kind, fields string) string {
	return "event: " + kind + "\ndata: {\"type\":\"" + kind + "\",\"sequence_number\":1," + fields + "}\n\n"
}

// What servers say becomes one code each, and a sentence without the key.
func TestFaults(t *testing.T) {
	const key = "sk-canary-of-a-key"
	again := func(f Fault) []Fault { return []Fault{f, f, f, f} }
	for _, row := range []struct {
		name, preset, path string
		faults             []Fault
		want               chat.Code
		sent               int
	}{
		{"no money", "openai", "/v1", []Fault{{Status: 429, Body: `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`}}, chat.CodeMoney, 1},
		{"no money, by status", "deepseek", "/v1", []Fault{{Status: 402, Body: `{"error":{"message":"Insufficient Balance","code":"invalid_request_error"}}`}}, chat.CodeMoney, 1},
		{"wrong key", "openai", "/v1", []Fault{{Status: 401, Body: `{"error":{"message":"Incorrect API key provided: ` + key + `","code":"invalid_api_key"}}`}}, chat.CodeKey, 1},
		{"wrong key, Google", "google", "/v1beta", []Fault{{Status: 400, Body: `[{"error":{"code":400,"message":"API key not valid","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}]`}}, chat.CodeKey, 1},
		{"unknown model, Ollama", "ollama", "", []Fault{{Status: 404, Body: `{"error":"model 'x' not found"}`}}, chat.CodeModel, 1},
		{"overflow, llama.cpp", "vllm", "/v1", []Fault{{Status: 400, Body: `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`}}, chat.CodeOverflow, 1},
		{"too many tokens a minute, Groq", "groq", "/v1", again(Fault{Status: 413, Body: `{"error":{"message":"too large","type":"tokens","code":"rate_limit_exceeded"}}`}), chat.CodeRate, 4},
		{"far too many", "anthropic", "", []Fault{{Status: 429, Header: map[string]string{"Retry-After": "3600"}, Body: `{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}`}}, chat.CodeRate, 1},
		{"overloaded", "anthropic", "", again(Fault{Status: 529, Body: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`}), chat.CodeBusy, 4},
		{"a web page", "openai", "/v1", []Fault{{Status: 200, Header: map[string]string{"Content-Type": "text/html"}, Body: "<html>"}}, chat.CodeNonsense, 1},
		{"a web page that says no", "openai", "/v1", []Fault{{Status: 404, Body: "<html>"}}, chat.CodeNonsense, 1},
		{"a redirect", "anthropic", "", []Fault{{Status: 307, Header: map[string]string{"Location": "http://127.0.0.1:1/"}}}, chat.CodeNonsense, 1},
		{"the content", "openai", "/v1", []Fault{{Status: 400, Body: `{"error":{"message":"filtered","code":"content_filter"}}`}}, chat.CodeRefused, 1},
		{"a failed response", "openai gpt-5", "/v1", []Fault{{Status: 200, Header: sse, Body: said("response.failed", `"response":{"id":"r","status":"failed","error":{"code":"context_length_exceeded","message":"too long"}}`)}}, chat.CodeOverflow, 1},
		{"an error among a response's events", "openai gpt-5", "/v1", again(Fault{Status: 200, Header: sse, Body: said("error", `"code":"server_error","message":"broken","param":null`)}), chat.CodeBusy, 4},
		{"an error within Google's stream", "google", "/v1beta", again(Fault{Status: 200, Header: sse, Body: `data: {"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}` + "\n\n"}), chat.CodeBusy, 4},
		{"Google blocks the prompt", "google", "/v1beta", []Fault{{Status: 200, Header: sse, Body: `data: {"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":3}}` + "\n\n"}}, "", 1},
		{"Google's model cannot write a call", "google", "/v1beta", []Fault{malformed, malformed}, chat.CodeCut, 2},
		{"quota, Google", "google", "/v1beta", again(Fault{Status: 429, Body: `{"error":{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"3s"}]}}`}), chat.CodeRate, 4},
		{"cut twice", "openai", "/v1", []Fault{{Break: 3}, {Break: 3}}, chat.CodeCut, 2},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, Traits{Key: key}, hello)
			s.Next(row.faults...)
			preset, name, _ := strings.Cut(row.preset, " ")
			c := client(t, s, preset, row.path, func(c *core.Config) {
				c.Provider.Local = false
				if name != "" {
					c.Model = name
				}
			})
			a, err := c.Chat(t.Context(), ask, nil)
			is.Equal(code(err), row.want)
			if row.want == "" {
				is.Equal(a.End, chat.EndRefused)
			}
			is.True(!strings.Contains(fmt.Sprint(err), key))
			is.Equal(len(s.Bodies()), row.sent)
		})
	}
}

// What passes by is tried again, and what was told before is void.
func TestFaults_Again(t *testing.T) {
	for name, f := range map[string]Fault{
		"429":          {Status: 429, Header: map[string]string{"Retry-After": "2"}, Body: `{"error":{"message":"slow","code":"rate_limit_exceeded"}}`},
		"503":          {Status: 503, Body: `{"error":{"message":"Loading model","type":"unavailable_error","code":503}}`},
		"a cut":        {Break: 4},
		"an early cut": {Break: 1},
	} {
		for _, row := range rooms {
			t.Run(name+"/"+row.name, func(t *testing.T) {
				is := is.New(t)
				s := fake(t, row.traits, hello)
				if row.traits.NoToolStream && f.Break > 0 {
					f.Break = 0 // one piece: it cannot break within
				}
				s.Next(f)
				var waited []time.Duration
				c := client(t, s, row.preset, row.path, func(c *core.Config) {
					c.Wait = func(_ context.Context, d time.Duration) error { waited = append(waited, d); return nil }
				})
				text := ""
				a, err := c.Chat(t.Context(), ask, func(d chat.Delta) {
					if d.Again {
						text = ""
					}
					text += d.Text
				})
				is.NoErr(err)
				is.Equal(a.Message.Text, "hello there")
				is.Equal(text, a.Message.Text)
				if name == "429" {
					is.Equal(waited, []time.Duration{2 * time.Second})
				}
			})
		}
	}
}

// Who stops a request ends it at the server too; a server that keeps silent is left.
func TestFaults_Stopped(t *testing.T) {
	for _, row := range rooms {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := fake(t, row.traits, hello)
			s.Next(Fault{Hang: true}, Fault{Hang: true})
			ctx, stop := context.WithCancel(t.Context())
			go func() { <-s.Held(); stop() }()
			_, err := client(t, s, row.preset, row.path, nil).Chat(ctx, ask, nil)
			is.Equal(code(err), chat.CodeStopped)
			is.True(s.Within(5 * time.Second))
			c := client(t, s, row.preset, row.path, func(c *core.Config) { c.First = silence })
			_, err = c.Chat(t.Context(), ask, nil)
			is.True(code(err) == chat.CodeUnreachable || err == nil)
			is.True(s.Within(5 * time.Second))
		})
	}
}

// A server that has the request and says nothing is not one that is not there.
func TestFaults_Silent(t *testing.T) {
	for _, preset := range []string{"openai", "vllm"} {
		t.Run(preset, func(t *testing.T) {
			is := is.New(t)
			s := New(Traits{}, hello)
			c := client(t, s, preset, "/v1", func(c *core.Config) { c.First = silence })
			s.Next(Fault{Hang: true})
			q := ask
			if preset == "vllm" { // what it has is looked up first
				_, err := client(t, s, preset, "/v1", nil).Info(t.Context())
				is.NoErr(err)
			}
			_, err := c.Chat(t.Context(), q, nil)
			is.Equal(code(err), chat.CodeUnreachable)
			is.True(strings.Contains(err.Error(), "said nothing for "+silence.String()))
			is.True(!strings.Contains(err.Error(), "Nothing answers") && !strings.Contains(err.Error(), "Start it"))
			is.True(s.Within(5 * time.Second))
			s.Close()
			_, err = c.Chat(t.Context(), q, nil) // now it is not there
			is.True(strings.Contains(err.Error(), "Nothing answers"))
		})
	}
}

// A parameter that a model refuses is left out from then on, by its name.
func TestFaults_Learned(t *testing.T) {
	is := is.New(t)
	s := fake(t, Traits{NoTemperature: true, NoMaxTokens: true, NoStreamOptions: true}, hello)
	c := client(t, s, "together", "/v1", nil)
	for range 3 {
		_, err := c.Chat(t.Context(), ask, nil)
		is.NoErr(err)
	}
	is.Equal(len(s.Refused()), 3) // once each
}

// Anthropic names no parameter: the temperature is left out on trial, and from then on
// where that was it.
func TestFaults_LearnedByTrial(t *testing.T) {
	is := is.New(t)
	s := fake(t, Traits{Model: "claude-x", NoTemperature: true}, hello)
	c := client(t, s, "anthropic", "", nil)
	for range 3 {
		_, err := c.Chat(t.Context(), ask, nil)
		is.NoErr(err)
	}
	is.Equal(len(s.Refused()), 1)
	s.Next(Fault{Status: 400, Body: `{"error":{"message":"no","type":"invalid_request_error"}}`})
	_, err := c.Chat(t.Context(), ask, nil)
	is.Equal(code(err), chat.CodeRequest) // there is nothing left to try
}

// A window in which no run fits is refused with what mends it.
func TestFaults_Small(t *testing.T) {
	is := is.New(t)
	for preset, path := range map[string]string{"vllm": "/v1", "ollama": ""} {
		s := New(Traits{Window: 4096}, hello)
		_, err := client(t, s, preset, path, nil).Chat(t.Context(), ask, nil)
		is.Equal(code(err), chat.CodeSmall)
		is.True(strings.Contains(err.Error(), "16384"))
		is.Equal(len(s.Bodies()), 0)
		s.Close()
	}
	s := fake(t, Traits{}, hello)
	_, err := client(t, s, "ollama", "", nil).Chat(t.Context(), ask, nil)
	is.NoErr(err)
	is.True(strings.Contains(s.Bodies()[0], `"num_ctx":16384`))
}

// Every server's refusal of what is too long is told from others, also where it has no
// code.
func TestFaults_Overflow(t *testing.T) {
	const window = 20000
	for _, row := range rooms {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			traits := row.traits
			traits.Window = window
			s := fake(t, traits, hello)
			q := ask
			q.Messages = []chat.Message{{Role: chat.RoleUser, Text: strings.Repeat("word ", 4*window/5)}}
			c := client(t, s, row.preset, row.path, func(c *core.Config) { c.Window = window })
			_, err := c.Chat(t.Context(), q, nil)
			is.Equal(code(err), chat.CodeOverflow)
			is.Equal(len(s.Refused()), 1)
			q.Messages = []chat.Message{{Role: chat.RoleUser, Text: strings.Repeat("word ", 8*window/5)}}
			_, err = c.Chat(t.Context(), q, nil)
			is.Equal(code(err), chat.CodeOverflow)
			is.Equal(len(s.Refused()), 1) // not sent: it cannot fit
		})
	}
}

// One client serves several runs at once.
func TestClient_AtOnce(t *testing.T) {
	for _, row := range rooms {
		is := is.New(t)
		s := New(row.traits, two)
		c := client(t, s, row.preset, row.path, nil)
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				if i%2 == 0 {
					if r := c.Look(t.Context()); r.Fault != nil {
						t.Errorf("%s: %v", row.name, r.Fault)
					}
				} else if log, _, err := talk(t, c, chat.ChoiceAuto); err != nil || len(log) != 3 {
					t.Errorf("%s: %v %v", row.name, log, err)
				}
			})
		}
		all.Wait()
		is.Equal(len(s.Refused()), 0)
		s.Close()
	}
}

// A provider without a code for it is judged by what was sent.
func TestFaults_OverflowWithoutACode(t *testing.T) {
	is := is.New(t)
	s := fake(t, Traits{Window: 190000}, hello)
	s.Traits.Model = "claude-x"
	q := ask
	q.Messages = []chat.Message{{Role: chat.RoleUser, Text: strings.Repeat("word ", 4*196000/5)}}
	_, err := client(t, s, "anthropic", "", nil).Chat(t.Context(), q, nil)
	is.Equal(code(err), chat.CodeOverflow)
	is.Equal(len(s.Refused()), 1)
}

// A key goes nowhere without TLS but to this machine, and nothing is read from the
// environment.
func TestKeys(t *testing.T) {
	is := is.New(t)
	p := model.Presets()[0]
	p.Base = "http://192.0.2.1/v1"
	_, err := model.New(core.Config{Provider: p, Model: "m", Key: "k"})
	is.Equal(code(err), chat.CodeRequest)
	t.Setenv("OPENAI_API_KEY", "from-the-environment")
	t.Setenv("ANTHROPIC_API_KEY", "from-the-environment")
	t.Setenv("GEMINI_API_KEY", "from-the-environment")
	t.Setenv("GOOGLE_API_KEY", "from-the-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1")
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
	for preset, path := range map[string]string{"openai": "/v1", "anthropic": "", "google": "/v1beta"} {
		s := New(Traits{Key: "from-the-environment"}, hello)
		_, err = client(t, s, preset, path, func(c *core.Config) { c.Key = "" }).Chat(t.Context(), ask, nil)
		is.Equal(code(err), chat.CodeKey)
		is.Equal(len(s.Bodies()), 0) // nothing is told to who would refuse it
		_, err = client(t, s, preset, path, func(c *core.Config) { c.Key, c.Provider.NoKey = "", true }).Chat(t.Context(), ask, nil)
		is.Equal(code(err), chat.CodeKey)
		is.Equal(len(s.Bodies()), 1)
		s.Close()
	}
}
