package pool

import "github.com/zapvol/bua/core/protocol"

// Secrets completes actions that name a secret. Calls overlap.
type Secrets interface {
	// Fill returns the action with each secret's value and where it may go. It is
	// called after the action was recorded, right before it is sent; nobody else
	// gets what it returns. Errors: invalid_action, internal_error.
	Fill(user string, a protocol.Action) (protocol.Action, error)
	// Clean returns how an action of that kind ended without the values that Fill
	// has given out. Error: err, or internal_error when r cannot be told so.
	Clean(user string, kind protocol.Kind, r protocol.Result, err error) (protocol.Result, error)
}

// nothing is no secrets.
type nothing struct{}

func (nothing) Fill(_ string, a protocol.Action) (protocol.Action, error) {
	return a, protocol.NewError(protocol.CodeInvalidAction, "secret: this backend keeps none; type text, or ask the person to type it")
}

func (nothing) Clean(_ string, _ protocol.Kind, r protocol.Result, err error) (protocol.Result, error) {
	return r, err
}

// fill completes an action that names a secret.
func (p *Pool) fill(user string, a protocol.Action) (protocol.Action, error) {
	if len(protocol.SecretNames(a)) > 0 {
		return p.vault.Fill(user, a)
	}
	return a, nil
}
