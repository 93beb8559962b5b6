package pipeline

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
)

// Asked is an action on its way to a browser, as the agent asks for it. ID is
// the action's in the record and on the wire.
type Asked struct {
	protocol.Caller
	ID, Device string
	Action     protocol.Action
}

// Recorder keeps what is asked for and how it ended. Calls overlap.
type Recorder interface {
	// Begin records an action before anything of it is sent. An error refuses the
	// action and is the answer. end is called once, when the action is over, with
	// what its caller learns; it must not block.
	Begin(ctx context.Context, a Asked) (end func(protocol.Result, error), err error)
}

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

// unrecorded is no recorder.
type unrecorded struct{}

func (unrecorded) Begin(context.Context, Asked) (func(protocol.Result, error), error) {
	return func(protocol.Result, error) {}, nil
}

// noSecrets is no secrets.
type noSecrets struct{}

func (noSecrets) Fill(_ string, a protocol.Action) (protocol.Action, error) {
	if len(protocol.SecretNames(a)) > 0 {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "secret: this backend keeps none; type text, or ask the person to type it")
	}
	return a, nil
}

func (noSecrets) Clean(_ string, _ protocol.Kind, r protocol.Result, err error) (protocol.Result, error) {
	return r, err
}
