package model

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
)

// Config is one model of one provider.
type Config struct {
	Provider Provider
	// Model is "" where the provider alone is asked, for its [Client.Offers].
	Model string
	// Key is "" where none is stored. It is in nothing that is printed.
	Key string
	// Window is what the person says that the model's window is, 0 for what is read or
	// known. With Ollama the model is loaded so.
	Window int
	// PlainHTTP lets the key go to another machine without TLS.
	PlainHTTP bool
	// First and Idle are how long nothing may come before the first byte, and then;
	// 0 is 10 minutes, as a slow machine needs for a long prompt, and 2.
	First, Idle time.Duration
	// Sender, Clock and Random are of where the client runs, and all needed. Random is a
	// number from 0 to below n.
	Sender Sender
	Clock  Clock
	Random func(n int) int
	// May is asked before each request whether it may still be sent, nil for always.
	May func() *chat.Fault
	// Wait waits between tries, nil for the clock.
	Wait func(context.Context, time.Duration) error
}

// String is the model's name.
func (c Config) String() string { return c.Provider.Name + "/" + c.Model }

// GoString is the model's name: the key is printed nowhere.
func (c Config) GoString() string { return c.String() }

// New makes a Client. Errors are a [chat.Fault] with model_request.
func New(c Config) (*Client, error) {
	p := c.Provider
	if err := p.Check(); err != nil {
		return nil, setup(err.Error())
	}
	if p.Base == "" {
		return nil, setup("the provider " + p.Name + " has no address yet: give it one")
	}
	if c.Key != "" && !sealed(p.Base) && !c.PlainHTTP {
		return nil, setup("the key would go to " + p.Base + " for everybody on the way to read: give the address with https://, or allow it expressly")
	}
	first, idle := c.First, c.Idle
	if first == 0 {
		first = 10 * time.Minute
	}
	if idle == 0 {
		idle = 2 * time.Minute
	}
	if c.May == nil {
		c.May = func() *chat.Fault { return nil }
	}
	w, has, window, body := p.of(c.Model)
	if thinks(c.Model) {
		has[Thinks] = true
	}
	switch {
	case p.Header != "":
	case w == Gemini:
		p.Header = "X-Goog-Api-Key"
	case w == Messages:
		p.Header = "X-Api-Key"
	}
	if c.Window > 0 {
		window = c.Window
	}
	named := p.title()
	if c.Model != "" {
		named += "'s " + c.Model
	}
	cl := &Client{
		provider: p, model: c.Model, key: c.Key, window: c.Window, first: first, idle: idle, wait: c.Wait, may: c.May, learned: traits{},
		sender: c.Sender, clock: c.Clock, random: c.Random, form: w,
		base: request{model: c.Model, named: named, owner: p.Name + "/" + c.Model, has: has, window: window, body: body},
	}
	switch w {
	case Messages:
		cl.wire = messages{}
	case Responses:
		cl.wire = responses{}
	case Gemini:
		cl.wire = gemini{}
	case Ollama:
		cl.wire = ollama{}
	default:
		cl.wire = completions{}
	}
	return cl, nil
}
