package runs

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	core "github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/protocol"
)

// planned asks for the planned tasks until they are as they should be.
func planned(t testing.TB, c *httpapi.Client, enough func([]jobs.View) bool) []jobs.View {
	t.Helper()
	var list []jobs.View
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		data, err := c.Jobs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		list = nil
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatal(err)
		}
		if enough(list) {
			return list
		}
	}
	t.Fatalf("it never comes: %+v", list)
	return nil
}

// TestSchedule: a planned task runs as a run of its own, with the whole backend and its
// store; one that is under way when the backend ends goes on as the same run.
func TestSchedule(t *testing.T) {
	is := is.New(t)
	home, s := app.Home(t.TempDir()), newShop(3)
	policy, let := held(t, taker)
	m, _, _ := whole(t, home, s, policy)
	c := &httpapi.Client{Base: m.URL(), Token: m.OperatorToken()}
	for _, bad := range []string{`{}`, `{"task":"x"}`, `{"task":"x","url":"https://shop.test/","time":"25:00"}`, `{"task":"x","url":"https://shop.test/","days":"mon"}`,
		`{"task":"x","url":"https://shop.test/","in":90,"every":5}`, `{"task":"x","url":"https://shop.test/","hour":9}`, `{"task":"x","tab":99}`} {
		_, err := c.AddJob(t.Context(), []byte(bad))
		is.True(protocol.CodeOf(err) == protocol.CodeInvalidAction || protocol.CodeOf(err) == protocol.CodeTabNotFound)
	}
	data, err := c.AddJob(t.Context(), []byte(`{"task":"Take everything at shop.test.","url":"https://shop.test/","steps":100,"title":"Take"}`))
	is.NoErr(err)
	var v jobs.View
	is.NoErr(json.Unmarshal(data, &v))
	is.Equal(v.Title, "Take")
	planned(t, c, func(l []jobs.View) bool { return l[0].State == core.Running && l[0].Run == v.ID+"-1" })
	m.Close()
	close(let)
	m, _, _ = whole(t, home, s, taker)
	c = &httpapi.Client{Base: m.URL(), Token: m.OperatorToken()}
	list := planned(t, c, func(l []jobs.View) bool { return l[0].State == core.Completed })
	is.Equal(list[0].Count, 1)
	is.Equal(len(s.order), 3)
	run, err := c.Run(t.Context(), v.ID+"-1")
	is.NoErr(err)
	is.True(json.Valid(run))
	// Off outlives the backend, and the person's own word is done all the same.
	is.NoErr(c.SwitchJobs(t.Context(), false))
	data, err = c.AddJob(t.Context(), []byte(`{"task":"Take everything at shop.test.","url":"https://shop.test/","steps":100}`))
	is.NoErr(err)
	var rests jobs.View
	is.NoErr(json.Unmarshal(data, &rests))
	is.Equal(rests.Why, core.WhyOff)
	m.Close()
	m, _, _ = whole(t, home, s, taker)
	c = &httpapi.Client{Base: m.URL(), Token: m.OperatorToken()}
	on, err := c.JobsOn(t.Context())
	is.NoErr(err)
	is.True(!on)
	list = planned(t, c, func(l []jobs.View) bool { return len(l) == 2 })
	is.Equal(list[0].State, core.Paused)
	is.Equal(protocol.CodeOf(c.TellJob(t.Context(), rests.ID, "resume")), protocol.CodeInvalidAction)
	is.NoErr(c.TellJob(t.Context(), rests.ID, "run"))
	planned(t, c, func(l []jobs.View) bool { return l[0].State == core.Completed })
	is.NoErr(c.SwitchJobs(t.Context(), true))
	is.NoErr(c.RemoveJob(t.Context(), rests.ID))
	is.NoErr(c.RemoveJob(t.Context(), v.ID))
	planned(t, c, func(l []jobs.View) bool { return len(l) == 0 })
}
