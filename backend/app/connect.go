package app

import (
	"context"
	"errors"

	"github.com/zapvol/bua/backend/httpapi"
)

// Connect returns a client of the backend of a home, after it proved that it
// is one. address "" is where the home says that it runs. What the client may do
// is what an agent may. Errors: [httpapi.ErrNoBackend], [httpapi.ErrStranger].
func Connect(ctx context.Context, home Home, address string) (*httpapi.Client, error) {
	return connect(ctx, home, address, httpapi.ScopeAgent)
}

// ConnectOperator is Connect for what the operator alone may do.
func ConnectOperator(ctx context.Context, home Home) (*httpapi.Client, error) {
	c, err := connect(ctx, home, "", httpapi.ScopeOperator)
	if errors.Is(err, httpapi.ErrStranger) {
		if _, err := connect(ctx, home, "", httpapi.ScopeAgent); err == nil {
			return nil, errors.New("the backend that runs here was started before there was an operator's token: end it and start bua serve again")
		}
	}
	return c, err
}

func connect(ctx context.Context, home Home, address string, scope httpapi.Scope) (*httpapi.Client, error) {
	token, err := home.Token(scope)
	if err != nil {
		return nil, err
	}
	if address == "" {
		if address, err = home.Address(); err != nil {
			return nil, err
		}
	}
	c := &httpapi.Client{Base: "http://" + address, Token: token}
	return c, c.Prove(ctx)
}
