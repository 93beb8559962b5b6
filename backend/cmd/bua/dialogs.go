package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// dialogFlags say what happens to the dialogs of pages where the agent has not
// said; they belong to the direct host, and need another flag.
type dialogFlags struct {
	policy  string
	timeout time.Duration
}

func (f *dialogFlags) add(c *cobra.Command, other, with string) {
	c.Flags().StringVar(&f.policy, "dialogs", string(protocol.PolicyRespond), with+": what happens to pages' dialogs where the agent has not said: must_respond, auto_dismiss or auto_accept")
	c.Flags().DurationVar(&f.timeout, "dialog-timeout", supervisor.Watchdog, with+": dismiss a dialog that nobody has answered after so long")
	complete(c, "dialogs", string(protocol.PolicyRespond), string(protocol.PolicyDismiss), string(protocol.PolicyAccept))
	needs(c, "dialogs", other)
	needs(c, "dialog-timeout", other)
}

// rules reads the flags.
func (f *dialogFlags) rules() (supervisor.Rules, error) {
	switch protocol.DialogPolicy(f.policy) {
	case protocol.PolicyRespond, protocol.PolicyDismiss, protocol.PolicyAccept:
	default:
		return supervisor.Rules{}, usage("--dialogs: must be must_respond, auto_dismiss or auto_accept")
	}
	if f.timeout < 5*time.Second || f.timeout > 24*time.Hour || f.timeout%time.Second != 0 {
		return supervisor.Rules{}, usage("--dialog-timeout: must be whole seconds, from 5s to 24h, such as 300s")
	}
	return supervisor.Rules{Policy: protocol.DialogPolicy(f.policy), Timeout: f.timeout}, nil
}
