package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/runs"
)

func (a *cli) scheduleCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "schedule",
		Short: "Have bua's own agent do a task later, or again and again",
		Long: `Have bua's own agent do a task later, or again and again. The backend rings: it has to
run at that time, or what was missed runs once at its next start. Nothing runs on a
locked screen, nor without the browser: the task waits for them. What has consequences is
asked about first, each time; bua schedule list and bua runs list show what waits. bua
schedule off has nothing wake by itself until bua schedule on.`,
		Example: `  bua schedule add "Sum up what is new" --url https://news.example --days mon-fri --time 9:00 --mode ask
  bua schedule list`,
	}
	c.AddCommand(a.scheduleAdd(), a.ofJobs().command(a),
		a.scheduleTell("pause", "Let a planned task rest", "A run of it that is under way goes on to its end.", "is paused"),
		a.scheduleTell("resume", "Let a planned task go on", "One that comes again goes on with its next time.", "goes on"),
		a.scheduleTell("run", "Run a planned task now", "Its own times stay as they are.", "runs"),
		a.scheduleRemove(),
		a.scheduleSwitch("off", "Let all planned tasks rest", `Let all planned tasks rest, also over a restart, until bua schedule on. A run that is
under way goes on to its end; one that waits for a time waits on. bua schedule run runs
one all the same.`, false),
		a.scheduleSwitch("on", "Let planned tasks run again", `Let planned tasks run again. What was due once while they were off runs once now; what
comes again goes on with its next time; what you let rest by itself rests.`, true))
	return c
}

func (a *cli) scheduleAdd() *cobra.Command {
	var w struct {
		runs.Wanted
		jobs.Time
		Title string `json:"title,omitempty"`
	}
	var task taskFlags
	var in, every time.Duration
	c := &cobra.Command{
		Use:   "add TASK",
		Short: "Plan a task",
		Long: `Plan a task: in some time (--in), at a time of day (--time) on a date, on days of the week,
on a day of each month or each day, or every so often (--every). Without a time it runs at
once. The clock is this machine's, or that of --zone; where a clock changes in spring and
autumn, nine stays nine.`,
		Example: `  bua schedule add "Sum up what is new" --url https://news.example --days mon-fri --time 9:00 --mode ask
  bua schedule add "Save the invoice as a PDF" --url https://shop.example --day-of-month 1 --time 8:30
  bua schedule add "Is it in stock?" --url https://shop.example/x --every 30m --mode ask
  bua schedule add "Book the room" --url https://rooms.example --date 2026-12-01 --time 09:00 --yes-to send@rooms.example`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, list []string) error {
			if in < 0 || every < 0 || every%time.Minute != 0 {
				return usage("--in and --every: must be a time such as 90s or 30m; --every counts whole minutes")
			}
			w.In, w.Every = int(in.Seconds()), int(every.Minutes())
			if err := task.read(&w.Wanted, list); err != nil {
				return err
			}
			body, err := json.Marshal(w)
			if err != nil {
				return err
			}
			client, err := a.lasting(c.Context())
			if err != nil {
				return err
			}
			data, err := client.AddJob(c.Context(), body)
			if err != nil {
				return err
			}
			var v jobs.View
			if err := json.Unmarshal(data, &v); err != nil {
				return err
			}
			fmt.Fprintf(a.out, "%s runs %s%s\n", v.ID, v.When, due(&v))
			return a.sayOff(c.Context(), client)
		},
	}
	a.clientFlags(c)
	a.taskFlags(c, &task, &w.Wanted, "beforehand, each time")
	f := c.Flags()
	f.IntVar(&w.Tab, "tab", 0, "the tab that it works in, by its number, while that shows the same page")
	f.StringVar(&w.Title, "title", "", "what the list calls it")
	f.DurationVar(&in, "in", 0, "how long from now, at least a minute, such as 2h")
	f.DurationVar(&every, "every", 0, "how long between two runs, such as 30m")
	f.StringVar(&w.Time.Time, "time", "", "the time of day, such as 9:00")
	f.StringVar(&w.Date, "date", "", "the day, such as 2026-12-01")
	f.StringVar(&w.Days, "days", "", "days of the week, such as mon-fri or mon,wed,sun")
	f.IntVar(&w.DayOfMonth, "day-of-month", 0, "the day of each month; the last one of a shorter month")
	f.StringVar(&w.Zone, "zone", "", "the place whose clock it is, such as Europe/Berlin (default: this machine's)")
	return c
}

// due is when a planned task is due next.
func due(v *jobs.View) string {
	if v.Next == 0 {
		return ""
	}
	return ", next at " + time.UnixMilli(v.Next).Local().Format(time.DateTime)
}

// ofJobs is what the commands below bua schedule share.
func (a *cli) ofJobs() listing[jobs.View] {
	return listing[jobs.View]{
		group: "schedule", short: "List the planned tasks, the newest first",
		first: a.sayOff,
		fetch: (*httpapi.Client).Jobs,
		none:  `nothing is planned; bua schedule add "what is to be done" plans something`,
		head:  "JOB\tWHEN\tNEXT\tSTATE\tRUNS\tTASK",
		row: func(v jobs.View) string {
			next, state := "", string(v.State)
			if v.Next != 0 {
				next = time.UnixMilli(v.Next).Local().Format(time.DateTime)
			}
			if v.Why != "" {
				state += " (" + string(v.Why) + ")"
			}
			return strings.Join([]string{v.ID, v.When, next, state, strconv.Itoa(v.Count), short(task(&v), 60)}, "\t")
		},
		about: func(v jobs.View) (string, string) { return v.ID, task(&v) },
	}
}

// task is what a list calls a planned task.
func task(v *jobs.View) string {
	if v.Title != "" {
		return v.Title
	}
	return v.Task
}

// scheduleTell makes a command that tells a planned task one word.
func (a *cli) scheduleTell(verb, shortly, long, says string) *cobra.Command {
	return a.ofJobs().ofOne(a, verb+" JOB", shortly, long, func(c *cobra.Command, client *httpapi.Client, id string, _ []string) error {
		if err := client.TellJob(c.Context(), id, verb); err != nil {
			return err
		}
		fmt.Fprintf(a.out, "%s %s\n", id, says)
		if verb == "resume" {
			return a.sayOff(c.Context(), client)
		}
		return nil
	})
}

func (a *cli) scheduleRemove() *cobra.Command {
	return a.ofJobs().ofOne(a, "remove JOB", "Forget a planned task", "A run of it that is under way is ended.", func(c *cobra.Command, client *httpapi.Client, id string, _ []string) error {
		if err := client.RemoveJob(c.Context(), id); err != nil {
			return err
		}
		fmt.Fprintf(a.out, "%s is forgotten\n", id)
		return nil
	})
}
