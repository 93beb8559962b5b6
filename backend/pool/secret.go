package pool

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
)

// Secrets keeps values from agents: those that it fills into actions, and every
// other that it knows. Calls overlap.
type Secrets interface {
	// Fill returns the action with what only the backend may set: the value of
	// each secret that it names, where that may go, and what a picture must not
	// show. It is called for every action, after it was recorded and right before
	// it is sent; nobody else gets what it returns. Errors: invalid_action,
	// internal_error.
	Fill(user string, a protocol.Action) (protocol.Action, error)
	// Clean returns how an action of that kind ended without the values that are
	// stored for the user or were given out. Error: err, or internal_error when r
	// cannot be told so.
	Clean(user string, kind protocol.Kind, r protocol.Result, err error) (protocol.Result, error)
}

// nothing is no secrets.
type nothing struct{}

func (nothing) Fill(_ string, a protocol.Action) (protocol.Action, error) {
	if len(protocol.SecretNames(a)) > 0 {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "secret: this backend keeps none; type text, or ask the person to type it")
	}
	return a, nil
}

func (nothing) Clean(_ string, _ protocol.Kind, r protocol.Result, err error) (protocol.Result, error) {
	return r, err
}

// Record is what [Options.Record] is.
type Record = func(context.Context, Asked) (end func(protocol.Result, error), err error)

// Carry carries out one action by whatever way: it is recorded, then its secrets
// are filled in, then it is sent, and how it ended is recorded without a value and
// returned.
func Carry(ctx context.Context, record Record, s Secrets, a Asked, send func(protocol.Action) (protocol.Result, error)) (protocol.Result, error) {
	end, err := record(ctx, a)
	if err != nil {
		return nil, err
	}
	full, err := s.Fill(a.User, a.Action)
	if err != nil {
		end(nil, err)
		return nil, protocol.AsError(err)
	}
	r, err := send(full)
	r, err = s.Clean(a.User, a.Action.Kind(), r, err)
	end(r, err)
	return r, err
}
