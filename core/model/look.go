package model

import (
	"context"

	"github.com/zapvol/bua/core/agent/chat"
)

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
			case x.ctx.Err() != nil || x.status == 0 || x.status == 404 && t.is(noModel) || c.strange(x):
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

// Info is what is known of the model, read once: it spends no tokens. Errors are of
// [*chat.Fault].
func (c *Client) Info(ctx context.Context) (Info, error) {
	info, fault := c.look(ctx)
	if fault != nil {
		return Info{}, fault
	}
	return info, nil
}

// What a window is taken for when nobody says how large it is.
const (
	unknownLocal  = Least
	unknownRemote = 128000
)

// Window is how many tokens the model takes: what the person or the server says, or is
// known, or else 16,384 on this machine and 128,000 elsewhere. It spends no tokens.
// Errors are of [*chat.Fault].
func (c *Client) Window(ctx context.Context) (int, error) {
	info, fault := c.look(ctx)
	if fault == nil && info.Window == 0 && !c.provider.Local {
		var list []Info
		if list, fault = c.listed(ctx); fault == nil {
			info = c.in(list).over(info)
			c.mu.Lock()
			c.read = &info
			c.mu.Unlock()
		}
	}
	switch {
	case fault != nil:
		return 0, fault
	case info.Window > 0:
		return info.Window, nil
	case c.provider.Local:
		return unknownLocal, nil
	}
	return unknownRemote, nil
}

// Look says how things stand without a request to the model, so that it costs
// nothing: [Report.Key] and [Report.Model] are what the provider's list tells.
func (c *Client) Look(ctx context.Context) Report {
	r := Report{Name: c.Name()}
	if c.key == "" && !c.provider.NoKey {
		r.Key = No
		r.Fault = c.say(chat.CodeKey, &c.base, "", "")
		return r
	}
	c.forget()
	info, fault := c.look(ctx)
	if fault == nil && info.there == "" && c.provider.List != ListNone {
		var list []Info
		if list, fault = c.listed(ctx); fault == nil {
			switch seen := c.in(list); {
			case seen.there == Yes:
				info = seen.over(info)
			case c.provider.Local: // elsewhere a model has names that no list has
				info.there = seen.there
			}
			if c.key != "" && c.provider.List != ListPublic {
				r.Key = Yes
			}
		}
	}
	r.Model = info.there
	if fault == nil && info.there == No {
		fault = c.say(chat.CodeModel, &c.base, "", "")
	}
	r.take(info, c)
	r.fail(fault)
	if fault == nil && r.Tools == No {
		r.Fault = c.say(chat.CodeTools, &c.base, "", "")
	}
	if fault == nil && c.provider.List != ListNone {
		r.Reachable = Yes
	}
	return r
}

// over is what the list says, and below it what was known before.
func (i Info) over(known Info) Info {
	if i.Window == 0 || known.Window > 0 && known.Window < i.Window {
		i.Window = known.Window
	}
	if i.Tools == "" {
		i.Tools = known.Tools
	}
	if i.Vision == "" {
		i.Vision = known.Vision
	}
	return i
}

func (c *Client) forget() {
	c.mu.Lock()
	c.read = nil
	c.mu.Unlock()
}
