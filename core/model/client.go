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
	may         func() *chat.Fault
	base        request // what all requests have
	form        Wire
	wire        wire

	mu lock.Mutex
	// learned are quirks that the server's refusals have taught.
	learned traits
	// read is what the server says of the model, nil before it was asked.
	read *Info
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
	if fault = c.may(); fault != nil {
		return nil, fault, said
	}
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
		if fault = c.may(); fault != nil {
			return nil, fault, said
		}
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
