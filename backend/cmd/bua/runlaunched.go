package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/runs"
)

// launchable refuses what means nothing in a browser that is brought up for one run.
func launchable(c *cobra.Command) error {
	for name, why := range map[string]string{
		"server": "its backend is its own", "token-file": "its backend is its own", "device": "its browser is its own",
		"tab": "its browser has no tab yet; give --url", "detach": "it ends with this command",
	} {
		if c.Flags().Changed(name) {
			return usage("--" + name + ": does not go together with --launch: " + why)
		}
	}
	return nil
}

// runLaunched does a task in a browser of its own, and takes both away again.
func (a *cli) runLaunched(ctx context.Context, o app.Options, model string, body []byte, asJSON bool) (err error) {
	if o.Home, err = a.home(); err != nil {
		return err
	}
	o.Version, o.Log, o.Address = version, a.log(), "127.0.0.1:0"
	if err := o.Home.HasModel(model); err != nil { // before anything is brought up
		return a.runFailed(err, asJSON)
	}
	m, err := app.New(o)
	if err != nil {
		return err
	}
	defer m.Close()
	if err := m.Run(ctx); err != nil {
		return err
	}
	a.server = m.URL() // for what is typed in another terminal
	client := &httpapi.Client{Base: m.URL(), Token: m.OperatorToken()}
	data, err := client.StartRun(ctx, body)
	switch {
	case ctx.Err() != nil:
		return errors.New("stopped before it began")
	case err != nil:
		return a.runFailed(err, asJSON)
	}
	var v runs.View
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	return a.follow(ctx, client, v.ID, asJSON, a.stopHere)
}

// stopHere ends a run whose browser goes with this command, because the person has
// pressed Ctrl-C, and shows how far it came.
func (a *cli) stopHere(client *httpapi.Client, p *progress) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := client.TellRun(ctx, p.id, "stop", nil); err != nil {
		return err
	}
	v, err := stands(ctx, client, p.id)
	if err != nil {
		return err
	}
	p.stands(&v)
	return p.end()
}

// elsewhere is what a command typed in another terminal needs to find this backend.
func (a *cli) elsewhere() string {
	if a.server == "" {
		return ""
	}
	return fmt.Sprintf(" --server %s", a.server)
}
