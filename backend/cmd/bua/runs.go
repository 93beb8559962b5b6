package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/runs"
)

func (a *cli) runsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "runs",
		Short: "Look at the runs of bua's own agent, answer them, end them",
		Long: `Look at the runs of bua's own agent, answer what they ask, go on with them, or end
them. A run is kept with all that happened in it, until 300 newer ones are there.`,
		Example: `  bua runs list
  bua runs answer k3v5q2aa yes
  bua runs export k3v5q2aa > run.jsonl
  bua runs replay run.jsonl`,
	}
	c.AddCommand(ofRuns().command(a), a.runsShow(), a.runsWatch(), a.runsAnswer(),
		a.runsTell("pause", "Let a run wait", "It ends what it has under way, and waits until bua runs resume.", "pauses"),
		a.runsResume(), a.runsTell("stop", "End a run", "What it has under way is cancelled. bua runs resume goes on with it all the same.", "ends"),
		a.runsExport(), a.runsReplay(), a.runsRemove())
	return c
}

// ofRuns is what the commands below bua runs share.
func ofRuns() listing[runs.View] {
	return listing[runs.View]{
		group: "runs", short: "List the runs, the newest first",
		fetch: (*httpapi.Client).Runs,
		none:  `there is no run; bua run "what is to be done" begins one`,
		head:  "RUN\tBEGUN\tSTATUS\tSTEPS\tTASK",
		row: func(v runs.View) string {
			task := short(v.Task, 60)
			if !runs.Ended(v.Status) {
				task = because(task, v.Code, short(v.Summary, 120))
			}
			return fmt.Sprintf("%s\t%s\t%s\t%d\t%s", v.ID, time.UnixMilli(v.Created).Local().Format(time.DateTime), v.Status, v.Used.Steps, task)
		},
		about: func(v runs.View) (string, string) { return v.ID, v.Task },
	}
}

func (a *cli) runsShow() *cobra.Command {
	var asJSON bool
	c := ofRuns().ofOne(a, "show RUN", "Show how a run stands, and all that happened in it", "", func(c *cobra.Command, client *httpapi.Client, id string, _ []string) error {
		data, err := client.Run(c.Context(), id)
		if err != nil {
			return err
		}
		if asJSON {
			a.json(data, false)
			return nil
		}
		r, err := newReplay(a, id)
		if err != nil {
			return err
		}
		if err := client.ExportRun(c.Context(), id, r.take); err != nil {
			return err
		}
		return r.stands(data)
	})
	c.Flags().BoolVar(&asJSON, "json", false, "print how it stands as JSON")
	return c
}

func (a *cli) runsWatch() *cobra.Command {
	var asJSON bool
	c := ofRuns().ofOne(a, "watch RUN", "Show what happens in a run until it ends", "Ctrl-C ends the watching alone: the run goes on.", func(c *cobra.Command, client *httpapi.Client, id string, _ []string) error {
		p := newProgress(a, id, asJSON)
		err := client.WatchRun(c.Context(), id, 0, func(data json.RawMessage) error {
			var u runs.Update
			if err := json.Unmarshal(data, &u); err != nil {
				return err
			}
			p.show(u, data)
			if u.Type == runs.Asks && !asJSON {
				p.line("  answer it with: bua runs answer %s", id+a.elsewhere())
			}
			return nil
		})
		switch {
		case c.Context().Err() != nil: // the person has ended the watching
			return nil
		case err != nil || !runs.Ended(p.status):
			return err
		}
		return p.end()
	})
	c.Flags().BoolVar(&asJSON, "json", false, "print each thing that happens as JSON, one a line")
	return c
}

func (a *cli) runsAnswer() *cobra.Command {
	c := ofRuns().ofOne(a, "answer RUN yes|once|no|TEXT", "Answer what a run asks",
		"Where it asks whether it may do something, yes allows it and what is like it until\nthe run ends (the question says what that is), once this one time, and no refuses it.\nWhere the model wants to know something, the text is the answer. A run that asks nothing heeds the text.",
		func(c *cobra.Command, client *httpapi.Client, id string, rest []string) error {
			v, err := stands(c.Context(), client, id)
			if err != nil {
				return err
			}
			text, q := strings.Join(rest, " "), v.Question
			if q == nil {
				q = &runs.Question{}
			}
			if q.Sink != "" && text != "yes" && text != "once" && text != "no" {
				return usage("it asks: " + plain(q.Text) + " Answer with yes, once or no")
			}
			if err := a.answer(c.Context(), client, id, q, text); err != nil {
				return err
			}
			fmt.Fprintln(a.out, "told")
			return nil
		})
	c.Example = "  bua runs answer k3v5q2aa yes\n  bua runs answer k3v5q2aa the second one"
	c.Args = args(cobra.MinimumNArgs(2))
	return c
}

// runsTell makes a command that tells a run one word.
func (a *cli) runsTell(verb, shortly, long, says string) *cobra.Command {
	return ofRuns().ofOne(a, verb+" RUN", shortly, long, func(c *cobra.Command, client *httpapi.Client, id string, _ []string) error {
		if err := client.TellRun(c.Context(), id, verb, nil); err != nil {
			return err
		}
		fmt.Fprintf(a.out, "%s %s\n", id, says)
		return nil
	})
}

func (a *cli) runsResume() *cobra.Command {
	var detach, asJSON bool
	var b runs.Bounds
	var cost string
	var limit time.Duration
	c := ofRuns().ofOne(a, "resume RUN", "Go on with a run that is paused or has ended", "It reads the page again before it does anything. One that has ended gets more steps.\nWhat else it had used up it needs more of, counted from its beginning: --max-cost 2.",
		func(c *cobra.Command, client *httpapi.Client, id string, _ []string) (err error) {
			if b.Money, err = parseMoney(cost); err != nil {
				return err
			}
			b.Seconds = int(limit.Seconds())
			body, err := json.Marshal(b)
			if err != nil {
				return err
			}
			if err := client.TellRun(c.Context(), id, "resume", body); err != nil {
				return err
			}
			if detach {
				fmt.Fprintf(a.out, "%s goes on\n", id)
				return nil
			}
			return a.follow(c.Context(), client, id, asJSON, a.pause)
		})
	boundFlags(c, &b.Steps, &b.Tokens, &cost, &limit)
	c.Flags().BoolVar(&detach, "detach", false, "do not watch it")
	c.Flags().BoolVar(&asJSON, "json", false, "print each thing that happens as JSON, one a line")
	return c
}

func (a *cli) runsExport() *cobra.Command {
	return ofRuns().ofOne(a, "export RUN", "Print a run's journal, one entry a line", "It has all that the model was told and said, so the texts of the pages too; secrets and\nkeys are not in it. bua runs replay shows it without a backend.",
		func(c *cobra.Command, client *httpapi.Client, id string, _ []string) error {
			return client.ExportRun(c.Context(), id, func(entry json.RawMessage) error {
				_, err := fmt.Fprintf(a.out, "%s\n", entry)
				return err
			})
		})
}

func (a *cli) runsReplay() *cobra.Command {
	return &cobra.Command{
		Use: "replay FILE", Short: "Show an exported run, without a backend, a model or a browser",
		Example: "  bua runs replay run.jsonl\n  bua runs export k3v5q2aa | bua runs replay -", Args: args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, list []string) error {
			in := a.in
			if list[0] != "-" {
				f, err := os.Open(list[0])
				if err != nil {
					return err
				}
				defer f.Close()
				in = f
			}
			r, err := newReplay(a, "")
			if err != nil {
				return err
			}
			lines := bufio.NewScanner(in)
			lines.Buffer(nil, 2<<20)
			for lines.Scan() {
				if err := r.take(lines.Bytes()); err != nil {
					return err
				}
			}
			if err := lines.Err(); err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			return r.stands(nil)
		},
	}
}

func (a *cli) runsRemove() *cobra.Command {
	return ofRuns().ofOne(a, "remove RUN", "Forget a run that has ended", "", func(c *cobra.Command, client *httpapi.Client, id string, _ []string) error {
		if err := client.RemoveRun(c.Context(), id); err != nil {
			return err
		}
		fmt.Fprintf(a.out, "%s is forgotten\n", id)
		return nil
	})
}
