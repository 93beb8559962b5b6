package model

import (
	"context"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// Probe looks, and then asks the model for one small call: a tool, and the two
// colours of a picture, which it can only know by seeing it. It costs some hundred
// tokens.
func (c *Client) Probe(ctx context.Context) Report {
	r := c.probe(ctx)
	if r.Fault != nil && r.Fault.Code == chat.CodeModel {
		if near := c.near(ctx); len(near) > 0 {
			r.Fault.Text += " It has " + strings.Join(near, ", ") + "."
		}
	}
	return r
}

// Try asks the model one small question, and says what keeps a run from working.
func (c *Client) Try(ctx context.Context) error {
	if r := c.Probe(ctx); r.Fault != nil {
		return r.Fault
	}
	return nil
}

// near are the models of the provider whose names are the most like this one's.
func (c *Client) near(ctx context.Context) (names []string) {
	list, _ := c.listed(ctx)
	for _, m := range list {
		names = append(names, c.clean(m.ID))
		for i := len(names) - 1; i > 0 && c.common(names[i]) > c.common(names[i-1]); i-- {
			names[i], names[i-1] = names[i-1], names[i]
		}
	}
	return names[:min(len(names), 8)]
}

// common is with how many of its letters a name begins.
func (c *Client) common(name string) int {
	n := 0
	for n < len(name) && n < len(c.model) && name[n] == c.model[n] {
		n++
	}
	return n
}

func (c *Client) probe(ctx context.Context) Report {
	r := c.Look(ctx)
	if r.Fault != nil && r.Fault.Code != chat.CodeModel {
		return r
	}
	left, right := c.random(len(colours)), c.random(len(colours)-1)
	if right >= left {
		right++
	}
	blind := r.Vision == No
	for {
		began := c.clock.Now()
		q := probeRequest(left, right, blind)
		a, f, said := c.ask(ctx, &q, nil)
		if f != nil {
			if f.Code == chat.CodeRequest && !blind { // the picture may be why
				blind = true
				continue
			}
			if f.Code == chat.CodeRequest && c.answersWithoutTools(ctx, q) {
				f = c.say(chat.CodeTools, &c.base, said.says, "")
				r.Tools, r.Key, r.Model = No, c.good(), Yes
			}
			r.fail(f)
			return r
		}
		r.Took, r.Usage = c.clock.Now().Sub(began), a.Usage
		r.Reachable, r.Key, r.Model, r.Fault = Yes, c.good(), Yes, nil
		r.Tools = No
		for _, call := range a.Message.Calls {
			if said, ok := parse([]byte(call.Arguments)); ok && call.Name == probeTool {
				r.Tools = Yes
				if !blind {
					r.Vision = No
					if alike(said.str("left"), colours[left].name) && alike(said.str("right"), colours[right].name) {
						r.Vision = Yes
					}
				}
			}
		}
		break
	}
	if blind {
		r.Vision = No
	}
	if r.Tools == No {
		r.Fault = c.say(chat.CodeTools, &c.base, "", "")
	}
	if c.provider.Local {
		c.weigh(ctx, &r)
	}
	return r
}

// weigh reads the window once more: the model is loaded now, and the server says how.
func (c *Client) weigh(ctx context.Context, r *Report) {
	c.forget()
	info, fault := c.look(ctx)
	if c.form == Ollama && fault == nil {
		x := c.begin(ctx)
		defer x.end()
		if n := c.loaded(x); n > 0 && n < info.Window {
			if info.Window = n; n < Least {
				fault = c.small(info)
			}
		}
	}
	if info.Window > 0 {
		r.take(Info{Tools: r.Tools, Vision: r.Vision, Window: info.Window}, c)
	}
	r.fail(fault)
}

// good is what an answer says of the key.
func (c *Client) good() Can {
	if c.key == "" {
		return ""
	}
	return Yes
}

// answersWithoutTools asks once more: when that is answered, the tools were refused.
func (c *Client) answersWithoutTools(ctx context.Context, q chat.Request) bool {
	q.Tools = nil
	_, f, _ := c.ask(ctx, &q, nil)
	return f == nil
}

const probeTool = "report"

func probeRequest(left, right int, blind bool) chat.Request {
	names := make([]string, 0, len(colours))
	for _, c := range colours {
		names = append(names, `"`+c.name+`"`)
	}
	enum := `{"type":"string","enum":[` + strings.Join(names, ",") + `]}`
	q := chat.Request{
		System: "You call the tool that you are asked to call.", MaxTokens: 2048, Temperature: 0,
		Tools: []chat.Tool{{Name: probeTool, Description: "Reports two colours.", Schema: `{"type":"object","properties":{"left":` + enum + `,"right":` + enum + `},"required":["left","right"]}`}},
	}
	m := chat.Message{Role: chat.RoleUser, Text: "The picture has two halves. Call the tool report with the colour of the left half and the colour of the right half."}
	if blind {
		m.Text = "Call the tool report with left " + colours[left].name + " and right " + colours[right].name + "."
	} else {
		m.Pictures = []chat.Picture{twoColours(left, right)}
	}
	q.Messages = []chat.Message{m}
	return q
}
