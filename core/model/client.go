package model

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/internal/lock"
)

const (
	// Least is the smallest window that a run fits into: what a model on this machine
	// is loaded with is compared with it.
	Least = 16384
	// tries is how often a request is sent that finds the provider busy, longest how
	// long is waited for it. Beyond that the run decides.
	tries   = 4
	longest = time.Minute
)

// Config is one model of one provider.
type Config struct {
	Provider Provider
	Model    string
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
	// Wait waits between tries, nil for the clock.
	Wait func(context.Context, time.Duration) error
}

// String is the model's name.
func (c Config) String() string { return c.Provider.Name + "/" + c.Model }

// GoString is the model's name: the key is printed nowhere.
func (c Config) GoString() string { return c.String() }

// Client speaks to one model.
type Client struct {
	provider    Provider
	model, key  string
	window      int
	first, idle time.Duration
	sender      Sender
	clock       Clock
	random      func(n int) int
	wait        func(context.Context, time.Duration) error
	base        request // what all requests have
	form        Wire
	wire        wire

	mu lock.Mutex
	// learned are quirks that the server's refusals have taught.
	learned traits
	// read is what the server says of the model, nil before it was asked.
	read *Info
}

// New makes a Client. Errors are a [chat.Fault] with model_request.
func New(c Config) (*Client, error) {
	p := c.Provider
	if err := p.Check(); err != nil {
		return nil, setup(err.Error())
	}
	if p.Base == "" {
		return nil, setup("the provider " + p.Name + " has no address yet: give it one with: bua models add " + p.Name + "/" + c.Model + " --url ADDRESS")
	}
	if c.Key != "" && !sealed(p.Base) && !c.PlainHTTP {
		return nil, setup("the key would go to " + p.Base + " for everybody on the way to read: give the address with https://, or allow it with --plain-http")
	}
	first, idle := c.First, c.Idle
	if first == 0 {
		first = 10 * time.Minute
	}
	if idle == 0 {
		idle = 2 * time.Minute
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
	cl := &Client{
		provider: p, model: c.Model, key: c.Key, window: c.Window, first: first, idle: idle, wait: c.Wait, learned: traits{},
		sender: c.Sender, clock: c.Clock, random: c.Random, form: w,
		base: request{model: c.Model, named: p.title() + "'s " + c.Model, owner: p.Name + "/" + c.Model, has: has, window: window, body: body},
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

// Name is the model's as a person writes it: "provider/model".
func (c *Client) Name() string { return c.base.owner }

// String is the model's name.
func (c *Client) String() string { return c.base.owner }

// GoString is the model's name: the key is printed nowhere.
func (c *Client) GoString() string { return c.base.owner }

func setup(text string) *chat.Fault { return &chat.Fault{Code: chat.CodeRequest, Text: text} }

// pause waits between tries.
func (c *Client) pause(ctx context.Context, d time.Duration) error {
	if c.wait != nil {
		return c.wait(ctx, d)
	}
	over := make(chan struct{})
	stop := c.clock.AfterFunc(d, func() { close(over) })
	defer stop()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Chat asks for the next message and tells the answer's pieces as they come, in
// order, from the calling goroutine. When ctx ends the request ends, to the server
// too. A request that finds the provider busy is sent again, and an answer that broke
// off is asked for once more, which [chat.Delta.Again] tells. Errors are of
// [*chat.Fault].
func (c *Client) Chat(ctx context.Context, req chat.Request, tell func(chat.Delta)) (chat.Answer, error) {
	a, fault, _ := c.ask(ctx, &req, tell)
	if fault != nil {
		return chat.Answer{}, fault
	}
	return *a, nil
}

// ask is Chat, and what the server said when it refused.
func (c *Client) ask(ctx context.Context, req *chat.Request, tell func(chat.Delta)) (answer *chat.Answer, fault *chat.Fault, said *refusal) {
	said = &refusal{}
	whole := c.base
	r := &whole
	r.Request = *req
	if c.key == "" && !c.provider.NoKey {
		return nil, c.say(chat.CodeKey, r, "", ""), said // it would be told all, and refuse
	}
	info, fault := c.look(ctx)
	if fault != nil {
		return nil, fault, said
	}
	if info.Tools == No && len(req.Tools) > 0 {
		return nil, c.say(chat.CodeTools, r, "", ""), said
	}
	if info.Window > 0 {
		r.window = info.Window
	}
	cut, told := false, false
	var guesses []Quirk // of a refusal that names no parameter
	for try := 1; ; try++ {
		r.has = c.traits()
		for _, q := range guesses {
			r.has[q] = true
		}
		if info.Vision == No {
			r.has[NoPictures] = true
		}
		r.MaxTokens = r.room(req.MaxTokens, c.provider.Local)
		r.roomy = r.MaxTokens > req.MaxTokens
		if r.turns, fault = r.inTurns(); fault != nil {
			return nil, fault, said
		}
		if w := r.weight(); r.window > 0 && w > r.window*5/4 {
			return nil, c.say(chat.CodeOverflow, r, "", ""), said
		}
		if told && tell != nil {
			tell(chat.Delta{Again: true})
		}
		d := &draft{tell: tell}
		answer, fault, said = c.once(ctx, r, d)
		told = told || d.told
		switch {
		case fault == nil:
			c.keep(guesses)
			if d.thinking || answer.Usage.Reasoning > 0 {
				c.keep([]Quirk{Thinks})
			}
			if c.lacksRoom(r, req.MaxTokens, answer) {
				try--
				continue
			}
			return answer, nil, said
		case fault.Code == chat.CodeRequest && c.learn(said):
			try--
		case fault.Code == chat.CodeRequest && said.param == "" && r.guess() != "":
			guesses = append(guesses, r.guess())
			try--
		case fault.Code == chat.CodeCut && !cut:
			cut = true
		case (fault.Code == chat.CodeRate || fault.Code == chat.CodeBusy) && try < tries:
			pause := time.Duration(fault.After) * time.Millisecond
			if pause > longest {
				return nil, fault, said
			}
			if pause == 0 {
				pause = time.Second<<(2*try-2) + time.Duration(c.random(1000))*time.Millisecond
			}
			if c.pause(ctx, pause) != nil {
				return nil, c.stopped(r), said
			}
		default:
			return nil, fault, said
		}
	}
}

// once sends the request one time.
func (c *Client) once(ctx context.Context, r *request, d *draft) (*chat.Answer, *chat.Fault, *refusal) {
	x := c.begin(ctx)
	defer x.end()
	t := c.chat(x, r, d)
	if t != nil || x.status >= 300 || x.webpage || x.ctx.Err() != nil && d.end == "" {
		f, said := c.fault(t, x, r)
		return nil, f, said
	}
	if x.read > 0 && d.end == "" && len(d.steps) == 0 && !d.told && d.model == "" {
		return nil, c.say(chat.CodeNonsense, r, "", ""), &refusal{} // nothing of it was of the form
	}
	a, f := d.finish(r)
	return a, f, &refusal{}
}

// traits are the quirks that hold now.
func (c *Client) traits() traits {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := traits{}
	for _, from := range []traits{c.base.has, c.learned} {
		for q := range from {
			all[q] = true
		}
	}
	if all[NoMaxTokens] {
		delete(all, CompletionTokens)
	}
	return all
}

// learn takes a quirk from a refusal that names a parameter, and reports whether it
// is new.
func (c *Client) learn(said *refusal) bool {
	q := learnable(said.param)
	if q == "" || !said.is("unsupported_parameter", "unsupported_value", "unknown_parameter", "invalid_request_error") {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.learned[q] || c.base.has[q] {
		return false
	}
	c.learned[q] = true
	return true
}

// keep keeps guesses that were right.
func (c *Client) keep(guesses []Quirk) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, q := range guesses {
		c.learned[q] = true
	}
}

// look reads once what the server says of the model, where the person decides how
// that was loaded, and refuses a window in which no run fits. What cannot be read is
// not known, and no fault.
func (c *Client) look(ctx context.Context) (Info, *chat.Fault) {
	c.mu.Lock()
	read := c.read
	c.mu.Unlock()
	if read == nil {
		info := Info{ID: c.model, Window: c.base.window}
		if c.provider.Local {
			x := c.begin(ctx)
			defer x.end()
			seen, t := c.inspect(x)
			switch {
			case t == nil:
				info = seen
				if info.Thinks == Yes {
					c.keep([]Quirk{Thinks})
				}
			case x.ctx.Err() != nil || x.status == 0 || x.status == 404 && t.is(noModel):
				f, _ := c.fault(t, x, &c.base)
				return Info{}, f
			}
		}
		read = &info
		c.mu.Lock()
		c.read = read
		c.mu.Unlock()
	}
	if c.provider.Local && read.Window > 0 && read.Window < Least {
		c.mu.Lock()
		c.read = nil // it may be loaded anew
		c.mu.Unlock()
		return Info{}, c.small(*read)
	}
	return *read, nil
}
