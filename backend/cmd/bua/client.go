package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/loopback"
	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/core/runs"
)

// clientFlags adds the flags of the commands that call a running backend.
func (a *cli) clientFlags(c *cobra.Command) {
	c.Flags().StringVar(&a.server, "server", "", "URL of another backend, such as https://bua.example.com, or http://127.0.0.1:PORT on this machine (default: the one that runs here)")
	c.Flags().StringVar(&a.tokenFile, "token-file", "", "file with your token for --server (default: the variable BUA_TOKEN)")
}

// client returns a client of the backend for what an agent may do: the one on
// this machine, which has to prove itself first, or that of --server.
func (a *cli) client(ctx context.Context) (*httpapi.Client, error) {
	return a.connect(ctx, httpapi.ScopeAgent)
}

// operator is client for what the operator alone may do.
func (a *cli) operator(ctx context.Context) (*httpapi.Client, error) {
	return a.connect(ctx, httpapi.ScopeOperator)
}

// lasting is operator for what is to hold longer than a backend that a command has
// launched for itself.
func (a *cli) lasting(ctx context.Context) (*httpapi.Client, error) {
	if a.server != "" {
		return a.operator(ctx)
	}
	home, err := a.home()
	if err != nil {
		return nil, err
	}
	return app.ConnectOperator(ctx, home)
}

func (a *cli) connect(ctx context.Context, scope httpapi.Scope) (*httpapi.Client, error) {
	if a.server == "" {
		home, err := a.home()
		if err != nil {
			return nil, err
		}
		return app.Find(ctx, home, scope)
	}
	address, here := thisMachine(a.server)
	if !here && !strings.HasPrefix(a.server, "https://") {
		return nil, usage("--server: must begin with https://, since the token goes there; without TLS only this machine is taken, as in http://127.0.0.1:48123")
	}
	if here && a.tokenFile == "" {
		home, err := a.home()
		if err != nil {
			return nil, err
		}
		// The home's own token is for who proves to know it.
		c, err := app.ConnectAt(ctx, home, address, scope)
		if !errors.Is(err, httpapi.ErrStranger) {
			return c, err
		}
	}
	token := os.Getenv("BUA_TOKEN")
	if a.tokenFile != "" {
		data, err := private.Read(a.tokenFile, 64<<10)
		if err != nil {
			return nil, usage("--token-file: " + err.Error())
		}
		token = strings.TrimSpace(string(data))
	}
	if token == "" {
		return nil, usage("--server needs your token: give --token-file, or set BUA_TOKEN")
	}
	return &httpapi.Client{Base: strings.TrimSuffix(a.server, "/"), Token: token}, nil
}

// with gives what a command does a client of the backend, which connect gets.
func with(connect func(context.Context) (*httpapi.Client, error), do func(c *cobra.Command, client *httpapi.Client, list []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, list []string) error {
		client, err := connect(c.Context())
		if err != nil {
			return err
		}
		return do(c, client, list)
	}
}

// stands asks how a run stands.
func stands(ctx context.Context, client *httpapi.Client, id string) (v runs.View, err error) {
	data, err := client.Run(ctx, id)
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal(data, &v)
}

// thisMachine is the host and port of an address without TLS that nobody but this machine
// is asked at; false for every other.
func thisMachine(server string) (address string, yes bool) {
	u, err := url.Parse(server)
	if err != nil || u.Scheme != "http" || u.User != nil || u.Port() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return "", false
	}
	return u.Host, loopback.Host(u.Hostname())
}
