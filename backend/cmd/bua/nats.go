package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/backend/store"
)

// natsFlags are where an outside NATS is.
type natsFlags struct {
	url, creds string
	plain      bool
}

func (n *natsFlags) add(c *cobra.Command, what string) {
	f := c.Flags()
	f.StringVar(&n.url, "nats", "", what+"; several addresses with commas between, @FILE reads them from a file")
	f.StringVar(&n.creds, "nats-creds", "", "with --nats: file with the credentials of a NATS user")
	f.BoolVar(&n.plain, "nats-plain", false, "with --nats: allow addresses without TLS that are not this machine's, where the network in between is trusted")
	needs(c, "nats-creds", "nats")
	needs(c, "nats-plain", "nats")
}

// servers reads the flags; nil when there are none.
func (n *natsFlags) servers() (*store.Servers, error) {
	if n.url == "" {
		return nil, nil
	}
	text, err := fromFile("nats", n.url)
	if err != nil {
		return nil, err
	}
	return store.ParseServers(text, store.ServersOptions{Creds: n.creds, Plain: n.plain})
}

// fromFile is what a flag says, or with @ the file that it names.
func fromFile(flag, text string) (string, error) {
	file, ok := strings.CutPrefix(text, "@")
	if !ok {
		return text, nil
	}
	data, err := private.Read(file, 64<<10)
	if err != nil {
		return "", usage("--" + flag + ": " + err.Error())
	}
	return string(data), nil
}
