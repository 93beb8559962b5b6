package local

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/chrome"
)

const presets = `[
  {"name": "openai", "title": "OpenAI", "wire": "completions", "base": "https://api.openai.com/v1", "keysAt": "platform.openai.com"},
  {"name": "anthropic", "title": "Anthropic", "wire": "messages", "base": "https://api.anthropic.com/v1", "keysAt": "console.anthropic.com"},
  {"name": "ollama", "title": "Ollama", "wire": "completions", "base": "http://127.0.0.1:11434/v1", "local": true, "noKey": true},
  {"name": "custom", "title": "Another", "wire": "completions", "noKey": true}]`

// answers are by call, as JSON. One that begins with ! is a refusal.
type answers map[string]string

// document is what the program's document is to it, in memory.
type document struct {
	t  *testing.T
	mu sync.Mutex
	// answers come first: what is not among them is answered from what follows.
	answers answers
	// entries are journals by run, texts tables by name.
	entries map[string][]string
	texts   map[string]map[string]string
	awake   chan int64
	frames  chan frame
	// fetched are the addresses that were asked, in order.
	fetched []string
}

// frame is one to a panel.
type frame struct {
	N     int             `json:"n"`
	OK    json.RawMessage `json:"ok"`
	Error *protocol.Error `json:"error"`
}

// newDocument is one where nothing is chosen yet and no model answers, but for what but says.
func newDocument(t *testing.T, but answers) *document {
	d := &document{t: t, answers: answers{"settings": "null", "policy": "{}", "reach": `"none"`, "fetch": "!offline"},
		entries: map[string][]string{}, texts: map[string]map[string]string{planned: {}, notes: {}}, awake: make(chan int64, 64), frames: make(chan frame, 64)}
	maps.Copy(d.answers, but)
	return d
}

// Ask implements [chrome.Host].
func (d *document) Ask(ctx context.Context, q []byte) ([]byte, error) { return d.Begin(q)(ctx) }

// Post implements [chrome.Host].
func (d *document) Post(q []byte) { d.Begin(q) }

// Begin implements [chrome.Host].
func (d *document) Begin(q []byte) func(context.Context) ([]byte, error) {
	answer, err := d.answer(q)
	return func(context.Context) ([]byte, error) { return answer, err }
}

func (d *document) answer(q []byte) ([]byte, error) {
	var a struct {
		Call, Run, Table, Key, Text, Entry, Name, Place, URL string
		At                                                   int64
		Frame                                                frame
		Settings                                             json.RawMessage
	}
	if err := json.Unmarshal(q, &a); err != nil {
		d.t.Error(err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if a.Call == "fetch" {
		d.fetched = append(d.fetched, a.URL)
	}
	if fixed, ok := d.answers[a.Call]; ok {
		if why, refused := strings.CutPrefix(fixed, "!"); refused {
			return nil, &chrome.Refusal{Text: why}
		}
		return []byte(fixed), nil
	}
	var value any
	switch a.Call {
	case "keep_settings":
		d.answers["settings"] = string(a.Settings)
	case "append":
		d.entries[a.Run] = append(d.entries[a.Run], a.Entry)
		value = len(d.entries[a.Run])
	case "entries":
		value = d.entries[a.Run]
	case "put":
		if d.texts[a.Table][a.Key] = a.Text; a.Text == "" {
			delete(d.texts[a.Table], a.Key)
		}
	case "all":
		value = maps.Clone(d.texts[a.Table])
	case "file":
		value = map[string]string{"presets.json": presets, "prices.json": "[]"}[a.Name]
	case "zone":
		if a.Place != "" && a.Place != "Asia/Tokyo" {
			return nil, &chrome.Refusal{Text: "Invalid time zone specified: " + a.Place}
		}
		value = map[string]any{"offset": 9 * 3600, "changes": []any{}}
	case "awake":
		d.awake <- a.At
	case "frame":
		d.frames <- a.Frame
	case "log", "abort":
	default:
		return nil, errors.New("nobody answers " + a.Call)
	}
	return json.Marshal(value)
}

// home is the runs' in the document, that has not started.
func (d *document) home(now func() int64) *Local {
	return New(Config{Host: d, Wall: now, Random: func() uint64 { return uint64(time.Now().UnixNano()) }})
}

// home is one of a person's choice and an organisation's.
func home(t *testing.T, settings, policy string) (*Local, *document) {
	d := newDocument(t, answers{"settings": settings, "policy": policy})
	return d.home(func() int64 { return 0 }), d
}

// program is one life of the program in a document.
func (d *document) program(now func() int64) *Local {
	l := d.home(now)
	l.Deliver(KindEvent, 0, []byte(`{"event":"host","minutes":540,"place":"Asia/Tokyo","version":"1"}`))
	go l.Start()
	return l
}

// asks puts a panel's call and returns what it is answered.
func (d *document) asks(l *Local, call, args string) frame {
	d.t.Helper()
	l.Deliver(KindEvent, 0, fmt.Appendf(nil, "{\"event\":\"panel\",\"port\":1}\n{\"id\":1,\"call\":%q,\"args\":%s}", call, args))
	f := next(d.t, d.frames)
	l.Deliver(KindEvent, 0, fmt.Appendf(nil, "{\"event\":\"panel\",\"port\":1}\n{\"ack\":%d}", f.N))
	return f
}

func next[T any](t *testing.T, c chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(10 * time.Second):
		t.Fatal("it never came")
	}
	return v
}
