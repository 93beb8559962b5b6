package main

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/runs"
)

// taskFlags are the flags of a task that are read into what is wanted once all of
// them are there, whether it runs now or is planned.
type taskFlags struct {
	mode, cost string
	yes        []string
	limit      time.Duration
}

// taskFlags adds the flags that every task has; granted is when --yes-to counts.
func (a *cli) taskFlags(c *cobra.Command, t *taskFlags, w *runs.Wanted, granted string) {
	f := c.Flags()
	f.StringVar(&t.mode, "mode", string(core.ModeAct), "ask (it only reads) or act")
	complete(c, "mode", string(core.ModeAsk), string(core.ModeAct))
	f.StringVar(&w.URL, "url", "", "where it begins, in a tab of its own")
	f.StringVar(&w.Model, "model", "", "PROVIDER/MODEL (default: see bua models list)")
	_ = c.RegisterFlagCompletionFunc("model", a.completeModels)
	f.StringVar(&w.Device, "device", "", "which browser, when more than one is connected: its id or name")
	boundFlags(c, &w.Steps, &w.Tokens, &t.cost, &t.limit)
	f.StringArrayVar(&t.yes, "yes-to", nil, "allow an act on a site "+granted+": ACT@SITE, such as send@mail.example (repeatable)")
}

// read puts a task and its flags into what is wanted.
func (t *taskFlags) read(w *runs.Wanted, words []string) (err error) {
	w.Task, w.Mode, w.Seconds = strings.Join(words, " "), core.Mode(t.mode), int(t.limit.Seconds())
	if w.Money, err = parseMoney(t.cost); err != nil {
		return err
	}
	w.Grants, err = parseGrants(t.yes)
	return err
}
