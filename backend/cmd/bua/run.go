package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

func (a *cli) runCommand() *cobra.Command {
	var w runs.Wanted
	var task taskFlags
	var tab string
	var asJSON, detach bool
	var l launchFlags
	c := &cobra.Command{
		Use:   "run TASK",
		Short: "Give bua's own agent a task in words",
		Long: `Give bua's own agent a task in words, and watch it. It works in a tab of its own in
the browser that is connected, with the model that you have added (bua models add),
through the same gate and into the same audit as every agent.

In ask mode it only reads. In act mode it does what the task needs, and asks you
before what cannot be taken back: paying, sending, deleting, handing over a file.
--yes-to allows some of that beforehand, for this task and that site.

The run is the backend's, not this terminal's: Ctrl-C pauses it and says how to go
on, and a backend that was killed goes on with it at its next start.

With --launch nothing else has to run: it brings up a Chromium of its own, as bua mcp
--launch does, and what it started ends with the run. Ctrl-C ends it.

Exit codes: 0 done, 1 not done, or not shown to be, 2 the command line is wrong,
3 no backend answers, 4 it waits.`,
		Example: `  bua run "Which of my three last invoices was the cheapest?" --url https://shop.example --mode ask
  bua run "Put two packs of Darjeeling into the basket" --url https://tea.example
  bua run "Answer the last message with: I will be there" --url https://mail.example --yes-to send@mail.example
  bua run "Sum up this page" --tab current --mode ask
  bua run --launch "Which of these is the cheapest?" --url https://tea.example --mode ask`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, list []string) error {
			if err := task.read(&w, list); err != nil {
				return err
			}
			var err error
			if tab != "" {
				if w.URL != "" {
					return usage("--url and --tab: give one of them")
				}
				if w.Current = tab == "current"; !w.Current {
					if w.Tab, err = strconv.Atoi(tab); err != nil || w.Tab < 1 {
						return usage("--tab: must be current, which is the one that you look at, or the number of a tab; bua act '{\"type\":\"get_tabs\"}' lists them")
					}
				}
			}
			body, err := json.Marshal(w)
			if err != nil {
				return err
			}
			if l.on {
				o := app.Options{Mode: app.Desktop, PrivateNetwork: l.network}
				if err := errors.Join(launchable(c), l.into(c, &o)); err != nil {
					return err
				}
				return a.runLaunched(c.Context(), o, w.Model, body, asJSON)
			}
			client, err := a.operator(c.Context())
			if err != nil {
				return err
			}
			data, err := client.StartRun(c.Context(), body)
			if err != nil {
				return a.runFailed(err, asJSON)
			}
			var v runs.View
			if err := json.Unmarshal(data, &v); err != nil {
				return err
			}
			if detach {
				if asJSON {
					a.json(data, true)
				} else {
					fmt.Fprintf(a.out, "%s\n", v.ID)
				}
				return nil
			}
			return a.follow(c.Context(), client, v.ID, asJSON, a.pause)
		},
	}
	a.clientFlags(c)
	l.add(c)
	needs(c, "private-network", "launch")
	a.taskFlags(c, &task, &w, "beforehand")
	f := c.Flags()
	f.StringVar(&tab, "tab", "", "the tab that it begins in: current, which is the one that you look at, or its number")
	complete(c, "tab", "current")
	f.BoolVar(&w.Confirm, "confirm", false, "ask before every act with consequences, whatever was allowed")
	f.BoolVar(&w.AllowAPI, "allow-api", false, "let it write to addresses that it fetches without a page")
	f.BoolVar(&detach, "detach", false, "print the run's id and do not watch it")
	f.BoolVar(&asJSON, "json", false, "print each thing that happens as JSON, one a line")
	return c
}

// boundFlags adds the flags of what a run may use up.
func boundFlags(c *cobra.Command, steps, tokens *int, cost *string, limit *time.Duration) {
	f := c.Flags()
	f.IntVar(steps, "max-steps", 0, "how many times the model is asked, 5 to 200 (default: 60)")
	f.StringVar(cost, "max-cost", "", "what it may cost, such as 0.50, in US dollars, for a model whose price is known")
	f.IntVar(tokens, "max-tokens", 0, "how many tokens it may use")
	f.DurationVar(limit, "max-time", 0, "how long it may work, such as 10m; waiting for you does not count")
}

// runFailed prints a coded refusal of a run.
func (a *cli) runFailed(err error, asJSON bool) error {
	if asJSON {
		return a.failed(err, true)
	}
	if e, ok := protocol.As[*protocol.Error](err); ok && strings.HasPrefix(string(e.Code), "model_") {
		fmt.Fprintf(a.err, "bua: %s\n", e.Message)
		return &saidError{e}
	}
	return err
}

// parseMoney reads an amount into millionths.
func parseMoney(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	amount, err := strconv.ParseFloat(text, 64)
	if err != nil || amount <= 0 || amount > 1e6 {
		return 0, usage("--max-cost: must be an amount such as 0.50")
	}
	return int64(amount*1e6 + .5), nil
}

// grantable are the acts that may be allowed beforehand.
func grantable() []risk.Sink {
	return []risk.Sink{risk.Pay, risk.Send, risk.Delete, risk.Access, risk.Upload, risk.Download, risk.SignIn, risk.TakeOver, risk.Foreign, risk.External}
}

// parseGrants reads ACT@SITE, where ACT may be several with commas between.
func parseGrants(list []string) (grants []runs.Grant, err error) {
	for _, text := range list {
		acts, site, ok := strings.Cut(text, "@")
		g := runs.Grant{Site: site}
		for act := range strings.SplitSeq(acts, ",") {
			found := false
			for _, s := range grantable() {
				found = found || string(s) == act
			}
			ok = ok && found
			g.Sinks = append(g.Sinks, risk.Sink(act))
		}
		if !ok || site == "" || strings.ContainsAny(site, " @") {
			names := ""
			for _, s := range grantable() {
				names += " " + string(s)
			}
			return nil, usage("--yes-to: must be ACT@SITE, such as send@mail.example or send,upload@https://a.example; the acts are" + names)
		}
		grants = append(grants, g)
	}
	return grants, nil
}

// exitWaits is the exit code of a run that has not ended.
const exitWaits = 4

// waitsError says that a run waits.
type waitsError struct{ error }

func (e *waitsError) Unwrap() error { return e.error }

// follow shows a run until it ends, and asks the person what it asks. left is what
// becomes of it when they press Ctrl-C.
func (a *cli) follow(ctx context.Context, client *httpapi.Client, id string, asJSON bool, left func(*httpapi.Client, *progress) error) error {
	p := newProgress(a, id, asJSON)
	answers := &answers{a: a, id: id, client: client}
	watching, cancel := context.WithCancel(ctx)
	defer cancel()
	for behind := 0; ; behind = p.entry {
		err := client.WatchRun(watching, id, behind, func(data json.RawMessage) error {
			var u runs.Update
			if err := json.Unmarshal(data, &u); err != nil {
				return errors.New("the backend's answer is not valid; is it a bua of the same version?")
			}
			p.show(u, data)
			if u.Type == runs.Asks && !asJSON && p.asks(u.Question) {
				answers.ask(ctx, u.Question)
			}
			return nil
		})
		switch {
		case ctx.Err() != nil && !runs.Ended(p.status):
			return left(client, p)
		case ctx.Err() == nil && err != nil:
			return err
		}
		v, err := stands(ctx, client, id) // a stream may end before its run
		if err != nil {
			return err
		}
		if runs.Ended(v.Status) {
			p.stands(&v)
			return p.end()
		}
		if err := sleep(ctx, 200*time.Millisecond); err != nil {
			return left(client, p)
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// pause lets a run wait, because the person has pressed Ctrl-C.
func (a *cli) pause(client *httpapi.Client, p *progress) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := client.TellRun(ctx, p.id, "pause", []byte(`{"text":"Ctrl-C"}`)); err != nil {
		return err
	}
	fmt.Fprintf(a.err, "\nIt is paused.\n  go on     bua runs resume %[1]s\n  look      bua runs show %[1]s\n  end it    bua runs stop %[1]s\n", p.id+a.elsewhere())
	return &saidError{&waitsError{errors.New("paused")}}
}
