package chrome

import (
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// means reports whether err is a refusal of the browser's that means m.
func means(err error, m debugger.ErrorKind) bool {
	r, ok := protocol.As[*Refusal](err)
	return ok && debugger.ErrorKindOf(r.Text) == m
}

// isGone reports whether the browser refused because the tab or the window is gone.
func isGone(err error) bool {
	return means(err, debugger.MeansNoTab) || means(err, debugger.MeansTabClosed) || means(err, debugger.MeansNoWindow)
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
	if len(r.Text) > 0 && r.Text[0] == '{' {
		told, _ := readFailure([]byte(r.Text))
		out.Code = told.Code
		if told.Message != "" {
			out.Message = told.Message
		}
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
