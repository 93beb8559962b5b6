package local

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/wasm/chrome"
)

const presets = `[
  {"name": "openai", "title": "OpenAI", "wire": "completions", "base": "https://api.openai.com/v1", "keysAt": "platform.openai.com"},
  {"name": "anthropic", "title": "Anthropic", "wire": "messages", "base": "https://api.anthropic.com/v1", "keysAt": "console.anthropic.com"},
  {"name": "ollama", "title": "Ollama", "wire": "completions", "base": "http://127.0.0.1:11434/v1", "local": true, "noKey": true},
  {"name": "custom", "title": "Another", "wire": "completions", "noKey": true}]`

// door is a document: what it keeps, and what it was asked for.
type door struct {
	mu               sync.Mutex
	settings, policy string
	asked            []string
}

func (d *door) Ask(ctx context.Context, q []byte) ([]byte, error) { return d.Begin(q)(ctx) }

func (d *door) Post(q []byte) { d.Begin(q) }

func (d *door) Begin(q []byte) func(context.Context) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, string(q))
	name, kept := "", ""
	for o := chrome.Open(q); o.Next(); {
		switch o.Name {
		case "call":
			name = chrome.Text(o.Value)
		case "settings":
			kept = string(o.Value)
		}
	}
	answer, refusal := "null", ""
	switch name {
	case "settings":
		answer = d.settings
	case "keep_settings":
		d.settings = kept
	case "policy":
		answer = d.policy
	case "file":
		answer = string(scan.AppendQuote(nil, presets))
		if strings.Contains(string(q), "prices") {
			answer = `"[]"`
		}
	case "fetch":
		answer, refusal = "", "offline"
	}
	return func(context.Context) ([]byte, error) {
		if refusal != "" {
			return nil, &chrome.Refusal{Text: refusal}
		}
		return []byte(answer), nil
	}
}

// fetched are the addresses that were asked, in order.
func (d *door) fetched() (list []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, q := range d.asked {
		for o := chrome.Open([]byte(q)); o.Next(); {
			if o.Name == "url" {
				list = append(list, chrome.Text(o.Value))
			}
		}
	}
	return list
}

// home is one behind a door.
func home(t *testing.T, settings, policy string) (*Local, *door) {
	t.Helper()
	d := &door{settings: settings, policy: policy}
	return New(Config{Host: d, Clock: &Clock{Wall: func() int64 { return 0 }}, Random: func() uint64 { return 7 }}), d
}
