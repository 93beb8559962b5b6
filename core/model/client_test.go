package model

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/coretest"
)

func faultOf(err error) *chat.Fault {
	var f *chat.Fault
	if errors.As(err, &f) {
		return f
	}
	return &chat.Fault{}
}

var hello = events(`{"model":"m1","choices":[{"delta":{"content":"hello"},"finish_reason":"stop"}]}`)

func refused(status int, body string) reply { return reply{status: status, body: body} }

// A server of this machine that answers 403 where no key is wanted lets in no extension: the
// command that mends it is told. Elsewhere it is the key.
func TestChat_Origin(t *testing.T) {
	no := refused(403, "")
	for name, row := range map[string]struct {
		origins string
		code    chat.Code
		says    string
	}{
		"Ollama":           {"OLLAMA_ORIGINS=x ollama serve", chat.CodeOrigin, "OLLAMA_ORIGINS=x ollama serve"},
		"another provider": {"", chat.CodeKey, "wants a key"},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			c := client(&server{replies: []reply{no}}, func(c *Config) {
				c.Key, c.Provider.NoKey, c.Provider.Origins = "", true, row.origins
			})
			_, err := c.Chat(t.Context(), ask, nil)
			is.Equal(faultOf(err).Code, row.code)
			is.True(strings.Contains(faultOf(err).Text, row.says))
			_, fault := c.Serves(t.Context())
			is.Equal(fault.Code, row.code)
			c = client(&server{replies: []reply{no}}, func(c *Config) {
				c.Key, c.Provider.NoKey, c.Provider.Origins, c.Provider.Local, c.Provider.Wire = "", true, row.origins, true, Ollama
			})
			_, err = c.Info(t.Context()) // before a run begins
			is.Equal(faultOf(err).Code == chat.CodeOrigin, row.code == chat.CodeOrigin)
		})
	}
}

// What comes of a request is one code, and the key is in no sentence.
func TestChat_Faults(t *testing.T) {
	for name, row := range map[string]struct {
		reply reply
		code  chat.Code
		says  string
	}{
		"no address":         {reply{failure: NoAddress}, chat.CodeUnreachable, "its name has no address"},
		"nobody":             {reply{failure: Refused}, chat.CodeUnreachable, "Nothing answers at https://api.example.com/v1, where Provider should be. Look"},
		"not secure":         {reply{failure: Untrusted}, chat.CodeUnreachable, "not secure, so nothing was sent"},
		"the network":        {reply{failure: TimedOut}, chat.CodeUnreachable, "breaks off"},
		"no network":         {reply{failure: Offline}, chat.CodeUnreachable, "on no network. Look"},
		"a host not allowed": {reply{failure: Denied}, chat.CodeHost, "keeps bua from https://api.example.com, where Provider is"},
		"a redirect":         {reply{status: 307}, chat.CodeNonsense, "sends elsewhere, where the key does not go"},
		"a page":             {reply{status: 200, header: map[string]string{"Content-Type": "text/html"}, body: "<html>"}, chat.CodeNonsense, "end with /v1"},
		"no form":            {events(`{"x":1}`), chat.CodeNonsense, "/v1"},
		"broken off":         {events(`{"choices":[{"delta":{"content":"he"}}]}`), chat.CodeCut, "broke off"},
		"cut within":         {reply{status: 200, body: `data: {"choices":[{"del`}, chat.CodeCut, "broke off"},
		"nothing":            {events(`{"model":"m","choices":[{"delta":{},"finish_reason":"stop"}]}`), chat.CodeCut, "with nothing"},
		"the key":            {refused(401, `{"error":{"message":"wrong: sk-canary-of-a-key","code":"invalid_api_key"}}`), chat.CodeKey, "refuses the key"},
		"money":              {refused(429, `{"error":{"code":"insufficient_quota","message":"a\nb"}}`), chat.CodeMoney, "“a b”"},
		"quotes the key":     {refused(404, `{"error":{"message":"no m for sk-canary-of-a-key"}}`), chat.CodeModel, "[key]"},
		"busy":               {refused(503, `{}`), chat.CodeBusy, "it answers 503"},
		"an event, failing":  {events(`{"error":{"message":"full","type":"overloaded_error"}}`), chat.CodeBusy, "full"},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			_, err := client(&server{replies: []reply{row.reply}}, nil).Chat(t.Context(), ask, nil)
			f := faultOf(err)
			is.Equal(f.Code, row.code)
			is.True(strings.Contains(f.Text, row.says))
			is.True(!strings.Contains(f.Text, "canary"))
		})
	}
}

// A key goes in the wire's own header, and never where somebody could read it.
func TestKey(t *testing.T) {
	is := is.New(t)
	for wire, want := range map[Wire]string{Completions: "Authorization=Bearer ", Responses: "Authorization=Bearer ", Messages: "X-Api-Key=", Gemini: "X-Goog-Api-Key=", Ollama: "Authorization=Bearer "} {
		s := &server{replies: []reply{{failure: Cut}}}
		_, _ = client(s, func(c *Config) { c.Provider.Wire = wire }).Chat(t.Context(), ask, nil)
		has := ""
		for _, h := range s.sent[0].Header {
			has += h.Name + "=" + h.Value + "\n"
		}
		is.True(strings.Contains(has, want+"sk-canary-of-a-key\n"))
		is.Equal(strings.Count(has, "canary"), 1)
		is.Equal(strings.Contains(has, "Anthropic-Version"), wire == Messages)
	}
	s := &server{replies: []reply{{failure: Cut}}}
	_, _ = client(s, func(c *Config) {
		c.Provider.Header, c.Provider.Query, c.Provider.Wire = "api-key", map[string]string{"v": "1 2", "alt": "x"}, Gemini
	}).Chat(t.Context(), ask, nil)
	is.Equal(s.sent[0].Header[len(s.sent[0].Header)-1], Header{"api-key", "sk-canary-of-a-key"})
	is.True(strings.HasSuffix(s.sent[0].URL, "?alt=x&v=1%202"))
	for base, ok := range map[string]bool{"https://a.example": true, "http://127.0.0.1:1": true, "http://a.example": false, "http://localhost.a.example": false} {
		at := func(c *Config) { c.Provider.Base = base }
		is.Equal(client(s, at) != nil, ok)
		is.True(client(s, func(c *Config) { at(c); c.PlainHTTP = true }) != nil)
		is.True(client(s, func(c *Config) { at(c); c.Key, c.Provider.NoKey = "", true }) != nil)
	}
}

// What passes by is sent again, after as long as the server wants.
func TestChat_Again(t *testing.T) {
	date := time.Unix(1_780_000_042, 0).UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT") // the clock is at 1,780,000,000
	for name, row := range map[string]struct {
		reply reply
		want  time.Duration
	}{
		"its seconds":      {reply{status: 429, header: map[string]string{"Retry-After": "3"}}, 3 * time.Second},
		"its milliseconds": {reply{status: 429, header: map[string]string{"Retry-After-Ms": "1500"}}, 1500 * time.Millisecond},
		"its date":         {reply{status: 503, header: map[string]string{"Retry-After": date}}, 42 * time.Second},
		"in its body":      {refused(429, `{"error":{"details":[{"retryDelay":"2.5s"}]}}`), 2500 * time.Millisecond},
		"not said":         {refused(529, `{"error":{"type":"overloaded_error"}}`), time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			var waited []time.Duration
			s := &server{replies: []reply{row.reply, hello}}
			a, err := client(s, func(c *Config) {
				c.Wait = func(_ context.Context, d time.Duration) error { waited = append(waited, d); return nil }
			}).Chat(t.Context(), ask, nil)
			is.NoErr(err)
			is.Equal(a.Message.Text, "hello")
			is.Equal(waited, []time.Duration{row.want})
		})
	}
}

// A quirk that a server's refusal teaches is kept.
func TestChat_Learns(t *testing.T) {
	is := is.New(t)
	s := &server{replies: []reply{refused(400, `{"error":{"message":"no","param":"temperature","code":"unsupported_value"}}`), hello}}
	c := client(s, nil)
	for range 2 {
		_, err := c.Chat(t.Context(), ask, nil)
		is.NoErr(err)
	}
	is.Equal(len(s.sent), 3)
	for i, has := range []bool{true, false, false} {
		is.Equal(strings.Contains(string(s.sent[i].Body), "temperature"), has)
	}
}

// A request to which nothing comes is ended by the clock, one that is stopped by its
// context; no timer is left.
func TestChat_Silence(t *testing.T) {
	is := is.New(t)
	clock := coretest.NewClock()
	ctx, cancel := context.WithCancel(t.Context())
	s := &server{replies: []reply{{silent: func() { clock.Advance(time.Minute) }}, {silent: cancel}}}
	c := client(s, func(c *Config) { c.Clock, c.First = clock, time.Minute })
	_, err := c.Chat(ctx, ask, nil)
	is.Equal(faultOf(err).Code, chat.CodeUnreachable)
	is.True(strings.Contains(err.Error(), "has said nothing for 1m0s"))
	_, err = c.Chat(ctx, ask, nil)
	is.Equal(faultOf(err).Code, chat.CodeStopped)
	is.Equal(clock.Timers(), 0)
}

// TestMay: what may no longer be asked is not asked again either, after an answer that was busy.
func TestMay(t *testing.T) {
	is := is.New(t)
	s := &server{replies: []reply{{status: 503}}}
	left := 2
	c := client(s, func(c *Config) {
		c.May = func() *chat.Fault {
			if left--; left < 0 {
				return &chat.Fault{Code: chat.CodePolicy}
			}
			return nil
		}
	})
	_, err := c.Chat(t.Context(), chat.Request{Messages: []chat.Message{{Role: chat.RoleUser, Text: "x"}}}, nil)
	var f *chat.Fault
	is.True(errors.As(err, &f))
	is.Equal(f.Code, chat.CodePolicy)
	asked := 0
	for _, out := range s.sent {
		if out.Method == "POST" {
			asked++
		}
	}
	is.Equal(asked, 1)
}
