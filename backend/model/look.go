package model

import (
	"context"
	"encoding/json"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
)

// Report is how things stand with a model.
type Report struct {
	Name string `json:"name"`
	// What is "" was not looked at, or cannot be told.
	Reachable Can `json:"reachable,omitempty"`
	Key       Can `json:"key,omitempty"`
	Model     Can `json:"model,omitempty"`
	Tools     Can `json:"tools,omitempty"`
	Vision    Can `json:"vision,omitempty"`
	// Window is in tokens, as the model is loaded or the provider says; 0 is not
	// known.
	Window int `json:"window,omitempty"`
	// WindowFrom says who says so.
	WindowFrom Source `json:"windowFrom,omitempty"`
	// Fault is the first thing that keeps a run from working, nil for none.
	Fault *chat.Fault `json:"-"`
	// Took and Usage are of the request that was made, if one was.
	Took  time.Duration `json:"-"`
	Usage chat.Usage    `json:"-"`
}

// MarshalJSON writes a report for programs: code and text say what keeps a run from
// working, and are not there where nothing does.
func (r Report) MarshalJSON() ([]byte, error) {
	type plain Report
	x := struct {
		plain
		Code   chat.Code `json:"code,omitempty"`
		Text   string    `json:"text,omitempty"`
		TookMS int64     `json:"tookMs,omitempty"`
		In     int       `json:"in,omitempty"`
		Out    int       `json:"out,omitempty"`
	}{plain: plain(r), TookMS: r.Took.Milliseconds(), In: r.Usage.In, Out: r.Usage.Out}
	if r.Fault != nil {
		x.Code, x.Text = r.Fault.Code, r.Fault.Text
	}
	return json.Marshal(x)
}

// Source is where a figure is from.
type Source string

// The sources.
const (
	FromServer   Source = "server"   // the server, of the model as it is
	FromSettings Source = "settings" // the person
	FromPresets  Source = "presets"  // what is known of the model by its name
)

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
		r.Fault = c.say(chat.CodeKey, c.base, refusal{}, "")
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
		fault = c.say(chat.CodeModel, c.base, refusal{}, "")
	}
	r.take(info, c)
	r.fail(fault)
	if fault == nil && r.Tools == No {
		r.Fault = c.say(chat.CodeTools, c.base, refusal{}, "")
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

func (r *Report) take(info Info, c *Client) {
	r.Tools, r.Vision, r.Window = info.Tools, info.Vision, info.Window
	if c.base.has[NoPictures] {
		r.Vision = No
	}
	switch {
	case r.Window == 0:
	case r.Window == c.window:
		r.WindowFrom = FromSettings
	case r.Window == c.base.window:
		r.WindowFrom = FromPresets
	default:
		r.WindowFrom = FromServer
	}
}

// fail notes what a failure says of the rest.
func (r *Report) fail(f *chat.Fault) {
	if f == nil {
		return
	}
	r.Fault = f
	r.Reachable = Yes
	switch f.Code {
	case chat.CodeUnreachable, chat.CodeNonsense:
		r.Reachable = No
	case chat.CodeStopped:
		r.Reachable = ""
	case chat.CodeKey:
		r.Key = No
	case chat.CodeModel:
		r.Model = No
	case chat.CodeSmall:
		r.Model = Yes
	}
}
