package model

import (
	"strconv"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
)

// Report is how things stand with a model.
type Report struct {
	Name string
	// What is "" was not looked at, or cannot be told.
	Reachable, Key, Model, Tools, Vision Can
	// Window is in tokens, as the model is loaded or the provider says; 0 is not
	// known.
	Window int
	// WindowFrom says who says so.
	WindowFrom Source
	// Fault is the first thing that keeps a run from working, nil for none.
	Fault *chat.Fault
	// Took and Usage are of the request that was made, if one was.
	Took  time.Duration
	Usage chat.Usage
}

// MarshalJSON writes a report for programs: code and text say what keeps a run from
// working, and are not there where nothing does.
func (r Report) MarshalJSON() ([]byte, error) {
	t := text{}
	t.form(`{"name":$`, r.Name)
	t.some(`"reachable":$`, string(r.Reachable))
	t.some(`"key":$`, string(r.Key))
	t.some(`"model":$`, string(r.Model))
	t.some(`"tools":$`, string(r.Tools))
	t.some(`"vision":$`, string(r.Vision))
	t.more(`"window":#`, int64(r.Window))
	t.some(`"windowFrom":$`, string(r.WindowFrom))
	if r.Fault != nil {
		t.some(`"code":$`, string(r.Fault.Code))
		t.some(`"text":$`, r.Fault.Text)
	}
	t.more(`"tookMs":#`, r.Took.Milliseconds())
	t.more(`"in":#`, int64(r.Usage.In))
	t.more(`"out":#`, int64(r.Usage.Out))
	t.form("}")
	return t.out, nil
}

// more adds a number that is not 0.
func (t *text) more(form string, n int64) {
	if n != 0 {
		t.item(form, strconv.FormatInt(n, 10))
	}
}

// Source is where a figure is from.
type Source string

// The sources.
const (
	FromServer   Source = "server"   // the server, of the model as it is
	FromSettings Source = "settings" // the person
	FromPresets  Source = "presets"  // what is known of the model by its name
)

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
