package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/private"
)

// clientFlags adds the flags of the commands that call a running backend.
func (a *cli) clientFlags(c *cobra.Command) {
	c.Flags().StringVar(&a.server, "server", "", "URL of a backend elsewhere, such as https://bua.example.com (default: the one on this machine)")
	c.Flags().StringVar(&a.tokenFile, "token-file", "", "file with your token for --server (default: the variable BUA_TOKEN)")
}

// client returns a client of the backend for what an agent may do: the one on
// this machine, which has to prove itself first, or that of --server.
func (a *cli) client(ctx context.Context) (*httpapi.Client, error) {
	return a.connect(ctx, func(ctx context.Context, home app.Home) (*httpapi.Client, error) {
		return app.Connect(ctx, home, "")
	})
}

// operator is client for what the operator alone may do.
func (a *cli) operator(ctx context.Context) (*httpapi.Client, error) {
	return a.connect(ctx, app.ConnectOperator)
}

func (a *cli) connect(ctx context.Context, here func(context.Context, app.Home) (*httpapi.Client, error)) (*httpapi.Client, error) {
	if a.server == "" {
		home, err := a.home()
		if err != nil {
			return nil, err
		}
		return here(ctx, home)
	}
	if !strings.HasPrefix(a.server, "https://") {
		return nil, &usageError{errors.New("--server: must begin with https://, since the token goes there")}
	}
	token := os.Getenv("BUA_TOKEN")
	if a.tokenFile != "" {
		data, err := private.Read(a.tokenFile, 64<<10)
		if err != nil {
			return nil, &usageError{errors.New("--token-file: " + err.Error())}
		}
		token = strings.TrimSpace(string(data))
	}
	if token == "" {
		return nil, &usageError{errors.New("--server needs your token: give --token-file, or set BUA_TOKEN")}
	}
	return &httpapi.Client{Base: strings.TrimSuffix(a.server, "/"), Token: token}, nil
}
