package direct

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// ask runs one typed command in the browser's own session.
func ask[P, R any](ctx context.Context, c *conn, command cdp.Command[P, R], params P) (result R, err error) {
	if c == nil {
		return result, errAway
	}
	data, err := jsonv2.Marshal(params)
	if err != nil {
		return result, protocol.NewError(protocol.CodeInternal, "a command to Chrome could not be written; report this")
	}
	answer, err := c.start("", command.Method, data)(ctx)
	if err != nil {
		return result, err
	}
	return decode[R](answer)
}

// post hands one typed command over to the browser's own session, and lets the
// answer be.
func post[P, R any](c *conn, command cdp.Command[P, R], params P) {
	if data, err := jsonv2.Marshal(params); err == nil {
		c.start("", command.Method, data)
	}
}

// decode reads what Chrome wrote. The title of a page may hold half a
// character, which must not lose the list of all tabs.
func decode[T any](data []byte) (value T, err error) {
	if jsonv2.Unmarshal(data, &value, jsonv2.AllowInvalidUTF8(true)) != nil {
		err = protocol.NewError(protocol.CodeInternal, "Chrome's answer was not understood; report this with its version")
	}
	return value, err
}

// tabError translates the refusal of a command about a tab.
func tabError(what string, err error) error {
	refusal, ok := protocol.As[*debugger.CommandError](err)
	switch {
	case !ok:
		return err
	case refusal.Kind() == debugger.MeansNoTab:
		return errNoTab
	}
	return protocol.NewError(protocol.CodeInternal, "Chrome refused to "+what+"; try again, and report it if it stays")
}

var errNoTab = protocol.NewError(protocol.CodeTabNotFound, "the tab is closed or was never there; list the tabs with get_tabs")
