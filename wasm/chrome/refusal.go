package chrome

import (
	"strings"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// The browser's texts that matter to an adapter; what a refused attach or
// command means is in core/debugger's table. They are Chrome's and not
// localised.
const (
	textAttached    = "Another debugger is already attached"
	textNotAttached = "Debugger is not attached"
)

// gone lists what the browser says of a tab that is no longer there.
func gone() []string { return []string{"No tab with", "No window with", "Target closed"} }

// is reports whether err is the browser's refusal with this text in it.
func is(err error, text string) bool {
	r, ok := protocol.As[*Refusal](err)
	return ok && strings.Contains(r.Text, text)
}

// isGone reports whether the browser refused because the tab is gone.
func isGone(err error) bool {
	for _, text := range gone() {
		if is(err, text) {
			return true
		}
	}
	return false
}

func tabNotFound() error {
	return protocol.NewError(protocol.CodeTabNotFound, "The tab is closed or was never there; list the tabs with get_tabs.")
}

// commandError translates the refusal of a CDP command. Chrome puts the
// protocol's own errors as JSON, {"code":…,"message":…}, into the text.
func commandError(method string, err error) error {
	r, ok := protocol.As[*Refusal](err)
	if !ok {
		return err
	}
	if isGone(err) {
		return tabNotFound()
	}
	out := &debugger.CommandError{Method: method, Message: r.Text}
	if strings.HasPrefix(r.Text, "{") {
		_ = Members([]byte(r.Text), func(name string, v []byte) {
			switch name {
			case "code":
				out.Code = Int(v)
			case "message":
				out.Message = Text(v)
			}
		})
	}
	return out
}

// other translates the refusal of a call that should not fail.
func other(what string, err error) error {
	if _, ok := protocol.As[*Refusal](err); !ok {
		return err
	}
	return protocol.NewError(protocol.CodeInternal, "The browser refused to "+what+"; try again, and report it if it stays.")
}
