package model

import (
	"context"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// Can says whether a model can do something; "" is not known.
type Can string

// The answers.
const (
	Yes Can = "yes"
	No  Can = "no"
)

// Info is what is known of a model.
type Info struct {
	ID string
	// Window is how many tokens it takes, as it is loaded; 0 is not known.
	Window        int
	Tools, Vision Can
	// Thinks says whether it thinks before it answers.
	Thinks Can
	// there says whether the server has it.
	there Can
}

// Facts are what a run has to know of the model: its window in tokens, 0 where it is not
// known, whether nothing leaves this machine, and whether it takes pictures. The provider is
// asked, which costs nothing.
func (c *Client) Facts(ctx context.Context) (window int, local, vision bool, err error) {
	info, err := c.Info(ctx)
	return info.Window, c.provider.Local, info.Vision == Yes, err
}

func (c *Client) listed(ctx context.Context) ([]Info, *chat.Fault) {
	if c.provider.List == ListNone {
		return nil, nil
	}
	x := c.begin(ctx)
	defer x.end()
	if c.provider.List == ListLMStudio { // which knows more of them
		if list, t := c.lmStudio(x); t == nil {
			return list, nil
		}
	}
	list, t := c.list(x)
	if t != nil || x.status >= 300 || x.webpage {
		f, _ := c.fault(t, x, &c.base)
		return nil, f
	}
	return list, nil
}

// in is what a list says of the model.
func (c *Client) in(list []Info) Info {
	for _, m := range list {
		if m.ID == c.model {
			m.there = Yes
			return m
		}
	}
	info := Info{ID: c.model, Window: c.base.window}
	if len(list) > 0 {
		info.there = No
	}
	return info
}

// inspect reads what a server on this machine says of the model.
func (c *Client) inspect(x *exchange) (Info, *trouble) {
	info := Info{ID: c.model, Window: c.base.window}
	switch {
	case c.provider.Wire == Ollama:
		return c.show(x)
	case c.provider.List == ListLMStudio:
		list, t := c.lmStudio(x)
		if t != nil {
			return info, t
		}
		return c.in(list), nil
	case c.provider.List == ListLlamaCpp:
		out, t := c.get(x, "GET", c.root()+"/props", nil)
		if t != nil {
			return info, t
		}
		defaults := out.at("default_generation_settings")
		if !defaults.is('{') {
			return info, troubled(shapeless)
		}
		info.Window, info.there = defaults.num("n_ctx"), Yes // it has one model, by whichever name
		if can := out.at("modalities"); can != nil && !can.yes("vision") {
			info.Vision = No
		}
		return info, nil
	}
	list, t := c.list(x)
	if t != nil {
		return info, t
	}
	return c.in(list), nil
}

func (c *Client) lmStudio(x *exchange) ([]Info, *trouble) {
	out, t := c.get(x, "GET", c.root()+"/api/v0/models", nil)
	if t != nil {
		return nil, t
	}
	data := out.at("data")
	if !data.is('[') {
		return nil, troubled(shapeless) // LM Studio answers 200 for every path that it does not have
	}
	var list []Info
	for l := data.each(); l.next(); {
		m := l.is
		info := Info{ID: m.str("id"), Window: m.num("loaded_context_length")}
		switch m.str("type") {
		case "vlm":
			info.Vision = Yes
		case "llm":
			info.Vision = No
		default:
			continue // no model that chats
		}
		for _, can := range m.at("capabilities").texts() {
			if can == "tool_use" {
				info.Tools = Yes
			}
		}
		list = append(list, info)
	}
	return list, nil
}

// root is the server's address without the wire's path.
func (c *Client) root() string { return strings.TrimSuffix(c.provider.Base, "/v1") }

// Serves asks a server on this machine whether it is of its kind, which no key is sent
// for, and returns the models that it names, or why it is not.
func (c *Client) Serves(ctx context.Context) ([]Info, *chat.Fault) {
	if c.provider.List == ListLlamaCpp { // any program may be at this port
		x := c.begin(ctx)
		defer x.end()
		if _, t := c.inspect(x); t != nil {
			f, _ := c.fault(t, x, &c.base)
			return nil, f
		}
	}
	return c.listed(ctx)
}

// small is the fault of a window in which no run fits, with what mends it.
func (c *Client) small(info Info) *chat.Fault {
	mend := strings.ReplaceAll(strings.ReplaceAll(c.provider.Mend, "{window}", strconv.Itoa(Least)), "{model}", c.model)
	if mend == "" {
		mend = "load it again with " + strconv.Itoa(Least)
	}
	return &chat.Fault{Code: chat.CodeSmall, Text: c.base.named + " has a window of " + strconv.Itoa(info.Window) + " tokens, and a run needs " + strconv.Itoa(Least) + ": " + mend + ". Then resume the run."}
}
