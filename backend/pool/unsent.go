package pool

import "github.com/zapvol/bua/core/protocol"

// Unsent is the error of a request that no connection took: there was none, or
// it ended before the request was sent. Nothing has happened, so that the same
// may be asked for again when the browser is back.
type Unsent struct{ Cause *protocol.Error }

func (u *Unsent) Error() string { return u.Cause.Error() }

// Unwrap returns the cause.
func (u *Unsent) Unwrap() error { return u.Cause }

func unsent(message string) error {
	return &Unsent{protocol.NewError(protocol.CodeInternal, message).NotDone()}
}
