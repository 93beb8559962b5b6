package ui

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/tests/e2e"
)

// schedules: what a run was told to do is planned from that run, and the panel shows
// when it is due and how it went, lets it rest, go on and run at once, and forgets it.
func schedules(t *testing.T, b *e2e.Product, _ *e2e.Site) {
	is := is.New(t)
	url, _ := till(t)
	c := &httpapi.Client{Base: b.Main.URL(), Token: b.Main.OperatorToken()}
	jobs := func() (list []jobs.View) {
		t.Helper()
		data, err := c.Jobs(t.Context())
		is.NoErr(err)
		is.NoErr(json.Unmarshal(data, &list))
		return list
	}
	p := extensionPage(t, b.CDP, "sidepanel/index.html")
	p.press("[data-new]") // it shows the latest task
	p.beside(url)
	p.task("Look every morning.")
	p.says("There is nothing.")

	// A side panel is seen beside the page; here it is a tab, and one that nobody sees asks for no news.
	is.NoErr(b.CDP.Send(t.Context(), p.session, "Page.bringToFront", nil, nil))
	p.press("[data-repeat]")
	p.press("[data-plan]") // from Monday to Friday at nine, which is what most mean
	p.says("Mon – Fri")
	p.says("next ")
	list := jobs()
	is.Equal(len(list), 1)
	is.Equal(list[0].Task, "Look every morning.")
	is.Equal(list[0].URL, url)
	is.True(strings.HasPrefix(list[0].When, "Monday to Friday at 09:00"))
	is.Equal(list[0].Count, 0)

	p.press("[data-run-job]")
	p.says("Last: Failed")
	is.Equal(jobs()[0].Count, 1)
	p.press("[data-pause-job]")
	p.says("Paused")
	is.Equal(string(jobs()[0].State), "paused")
	p.press("[data-unpause]")
	p.says("next ")
	is.Equal(string(jobs()[0].State), "pending")

	// The switch holds for what there is, shows what the command line does to it, and lets
	// the person's own word through.
	p.press("#jobson")
	p.says("Planned tasks are off")
	on, err := c.JobsOn(t.Context())
	is.NoErr(err)
	is.True(!on)
	is.Equal(string(jobs()[0].Why), "schedule_off")
	p.press("[data-run-job]")
	for n, end := 0, time.Now().Add(patience); jobs()[0].Count != 2 || jobs()[0].State != "paused"; n++ {
		if time.Now().After(end) {
			t.Fatalf("it does not run by hand: %+v", jobs())
		}
		pause(n)
	}
	p.press("#jobson:not(:checked)")
	p.says("next ")
	for n, end := 0, time.Now().Add(patience); jobs()[0].State != "pending"; n++ {
		if time.Now().After(end) {
			t.Fatalf("it does not wait for its time again: %+v", jobs())
		}
		pause(n)
	}
	is.NoErr(c.SwitchJobs(t.Context(), false))
	p.says("Planned tasks are off")
	is.NoErr(c.SwitchJobs(t.Context(), true))
	p.says("next ")

	p.press("[data-last]")
	p.says("There is nothing.") // the run itself

	p.press("[data-runs]")
	p.press("[data-jobs]")
	p.press("[data-remove-job]")
	p.press("[data-sure]")
	p.says("Nothing is planned.")
	is.Equal(len(jobs()), 0)
}
