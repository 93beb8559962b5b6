package steps

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
)

// Max bounds the actions of one call.
const Max = 20

// Call is what an agent asks for at once: actions in order, and a reading at the
// end. On the wire each is a request of its own, with its own consent and record.
type Call struct {
	Actions []protocol.Action
	Read    Read
}

// Step is one action of a call that was begun, and what came of it.
type Step struct {
	Action protocol.Action
	Result protocol.Result
	Err    error
}

// Outcome is what came of a call.
type Outcome struct {
	// Steps are the actions that were begun: all of the call's, or those up to the one
	// that Stopped tells of.
	Steps []Step
	// Stopped says why the actions behind the last step were not begun, "" where there
	// are none.
	Stopped string
	// Reading is what was read at the end, nil where nothing was.
	Reading *protocol.ExtractResult
	// Unread is why it could not be read.
	Unread error
}

// Run does the actions of a call with do, one after the other, until one fails or has
// an end on which the next cannot build: a dialog that waits, or another page. Then it
// reads, where the call asks for it.
func (c Call) Run(ctx context.Context, do func(context.Context, protocol.Action) (protocol.Result, error)) (o Outcome) {
	for i, a := range c.Actions {
		r, err := do(ctx, a)
		o.Steps = append(o.Steps, Step{a, r, err})
		if i == len(c.Actions)-1 {
			break
		}
		if o.Stopped = surprise(a, r, err); o.Stopped == "" && keys(c.Actions[i+1]) && fieldGone(r) {
			o.Stopped = "the field that the keys were for has gone"
		}
		if o.Stopped != "" {
			break
		}
	}
	if len(o.Steps) == 0 {
		return o
	}
	last := o.Steps[len(o.Steps)-1]
	if e, ok := c.Read.After(last); ok {
		r, err := do(ctx, e)
		if read, ok := r.(protocol.ExtractResult); ok && err == nil {
			o.Reading = &read
		}
		o.Unread = err
	}
	return o
}

// surprise says why what follows an action was not planned for what came of it, ""
// where it may have been.
func surprise(a protocol.Action, r protocol.Result, err error) string {
	e := protocol.Caused(r)
	switch {
	case err != nil:
		return "it failed"
	case e == nil:
		return ""
	case e.Dialog != nil:
		return "a dialog waits for an answer"
	case e.Navigated != nil && !leaves(a.Kind()):
		return "it led to another page"
	case e.Invalid != "":
		return "the form was not sent"
	}
	return ""
}

// keys reports whether an action presses a key in whatever has the focus.
func keys(a protocol.Action) bool { return a.Kind() == protocol.KindPressKey }

// fieldGone reports whether the field that was filled in last has gone since, as one that
// keeps its text when it is left.
func fieldGone(r protocol.Result) bool {
	f, ok := r.(protocol.FieldsResult)
	return ok && len(f.Fields) > 0 && f.Fields[len(f.Fields)-1].Gone
}

// leaves reports whether an action of a kind is there to get another page.
func leaves(k protocol.Kind) bool {
	switch k {
	case protocol.KindNavigate, protocol.KindBack, protocol.KindForward, protocol.KindReload, protocol.KindOpenTab, protocol.KindClaimTab:
		return true
	}
	return false
}
