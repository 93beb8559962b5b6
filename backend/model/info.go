package model

import (
	"context"
	"errors"
	"net/http"
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

var (
	errNoModel = errors.New("there is no such model")
	errNoPath  = errors.New("there is no such path")
)

// Models are those that the provider names, none where it has no list. Errors are of
// [*chat.Fault].
func (c *Client) Models(ctx context.Context) ([]Info, error) {
	list, fault := c.listed(ctx)
	if fault != nil {
		return nil, fault
	}
	return list, nil
}

func (c *Client) listed(ctx context.Context) ([]Info, *chat.Fault) {
	if c.provider.List == ListNone {
		return nil, nil
	}
	ctx, x, end := begin(ctx, c.first, c.idle)
	defer end()
	if c.provider.List == ListLMStudio { // which knows more of them
		if list, err := c.lmStudio(ctx); err == nil {
			return list, nil
		}
	}
	list, err := c.wire.models(ctx)
	if err != nil || x.status >= 300 || x.webpage {
		f, _ := c.fault(ctx, err, x, c.base)
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
func (c *Client) inspect(ctx context.Context) (Info, error) {
	info := Info{ID: c.model, Window: c.base.window}
	switch {
	case c.provider.Wire == Ollama:
		return (&ollama{c}).show(ctx)
	case c.provider.List == ListLMStudio:
		list, err := c.lmStudio(ctx)
		if err != nil {
			return info, err
		}
		return c.in(list), nil
	case c.provider.List == ListLlamaCpp:
		var out struct {
			Defaults *struct {
				Window int `json:"n_ctx"`
			} `json:"default_generation_settings"`
			Modalities *struct{ Vision bool }
		}
		if err := c.get(ctx, http.MethodGet, c.root()+"/props", nil, &out); err != nil {
			return info, err
		}
		if out.Defaults == nil {
			return info, errShape
		}
		info.Window, info.there = out.Defaults.Window, Yes // it has one model, by whichever name
		if out.Modalities != nil && !out.Modalities.Vision {
			info.Vision = No
		}
		return info, nil
	}
	list, err := c.wire.models(ctx)
	if err != nil {
		return info, err
	}
	return c.in(list), nil
}

func (c *Client) lmStudio(ctx context.Context) ([]Info, error) {
	var out struct {
		Data []struct {
			ID           string
			Type         string
			Loaded       int      `json:"loaded_context_length"`
			Capabilities []string `json:"capabilities"`
		}
	}
	if err := c.get(ctx, http.MethodGet, c.root()+"/api/v0/models", nil, &out); err != nil {
		return nil, err
	}
	if out.Data == nil {
		return nil, errShape // LM Studio answers 200 for every path that it does not have
	}
	var list []Info
	for _, m := range out.Data {
		info := Info{ID: m.ID, Window: m.Loaded}
		switch m.Type {
		case "vlm":
			info.Vision = Yes
		case "llm":
			info.Vision = No
		default:
			continue // no model that chats
		}
		for _, can := range m.Capabilities {
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

// small is the fault of a window in which no run fits, with what mends it.
func (c *Client) small(info Info) *chat.Fault {
	mend := strings.NewReplacer("{model}", c.model, "{window}", strconv.Itoa(Least)).Replace(c.provider.Mend)
	if mend == "" {
		mend = "load it again with " + strconv.Itoa(Least)
	}
	return &chat.Fault{Code: chat.CodeSmall, Text: c.base.named + " has a window of " + strconv.Itoa(info.Window) + " tokens, and a run needs " + strconv.Itoa(Least) + ": " + mend + ". Then resume the run."}
}
