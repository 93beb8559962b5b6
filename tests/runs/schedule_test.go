package runs

import (
	"encoding/json"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	core "github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/e2e"
)

// planned waits until the planned tasks are as they should be.
func planned(t testing.TB, c *httpapi.Client, enough func([]jobs.View) bool) (list []jobs.View) {
	t.Helper()
	e2e.Await(t, "the planned tasks are so", func() bool {
		data, err := c.Jobs(t.Context())
		list = nil
		if err != nil || json.Unmarshal(data, &list) != nil {
			t.Fatal(err, string(data))
		}
		return enough(list)
	})
	return list
}

// plans plans a task.
func plans(t testing.TB, c *httpapi.Client, body string) (v jobs.View) {
	t.Helper()
	data, err := c.AddJob(t.Context(), []byte(body))
	if err != nil || json.Unmarshal(data, &v) != nil {
		t.Fatal(err, string(data))
	}
	return v
}

// TestSchedule: a planned task runs as a run of its own, with the whole backend and its
// store; one that is under way when the backend ends goes on as the same run.
func TestSchedule(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	home, s := app.Home(t.TempDir()), newShop(3)
	policy, let := held(t, taker)
	m, _, _ := whole(t, home, s, policy)
	c := person(m)
	for _, bad := range []string{`{}`, `{"task":"x"}`, `{"task":"x","url":"https://shop.test/","time":"25:00"}`, `{"task":"x","url":"https://shop.test/","days":"mon"}`,
		`{"task":"x","url":"https://shop.test/","in":90,"every":5}`, `{"task":"x","url":"https://shop.test/","hour":9}`, `{"task":"x","tab":99}`} {
		_, err := c.AddJob(t.Context(), []byte(bad))
		is.True(protocol.CodeOf(err) == protocol.CodeInvalidAction || protocol.CodeOf(err) == protocol.CodeTabNotFound)
	}
	v := plans(t, c, `{"task":"Take everything at shop.test.","url":"https://shop.test/","steps":100,"title":"Take"}`)
	is.Equal(v.Title, "Take")
	planned(t, c, func(l []jobs.View) bool { return l[0].State == core.Running && l[0].Run == v.ID+"-1" })
	m.Close()
	close(let)
	m, _, _ = whole(t, home, s, taker)
	c = person(m)
	list := planned(t, c, func(l []jobs.View) bool { return l[0].State == core.Completed })
	is.Equal(list[0].Count, 1)
	once(t, s, 3)
	run, err := c.Run(t.Context(), v.ID+"-1")
	is.NoErr(err)
	is.True(json.Valid(run))
	// Off outlives the backend, and the person's own word is done all the same.
	is.NoErr(c.SwitchJobs(t.Context(), false))
	rests := plans(t, c, takeAllBody)
	is.Equal(rests.Why, core.WhyOff)
	m.Close()
	m, _, _ = whole(t, home, s, taker)
	c = person(m)
	on, err := c.JobsOn(t.Context())
	is.NoErr(err)
	is.True(!on)
	list = planned(t, c, func(l []jobs.View) bool { return len(l) == 2 })
	is.Equal(list[0].State, core.Paused)
	refused(t, c.TellJob(t.Context(), rests.ID, "resume"))
	is.NoErr(c.TellJob(t.Context(), rests.ID, "run"))
	planned(t, c, func(l []jobs.View) bool { return l[0].State == core.Completed })
	is.NoErr(c.SwitchJobs(t.Context(), true))
	is.NoErr(c.RemoveJob(t.Context(), rests.ID))
	is.NoErr(c.RemoveJob(t.Context(), v.ID))
	planned(t, c, func(l []jobs.View) bool { return len(l) == 0 })
}
