package jobs_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/risk"
	core "github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/runs"
)

// A row that a backend of before has written, with encoding/json, is gone on with, and one
// that cannot be read is left as it is.
func TestJobs_ARowOfBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		w := newWorld()
		w.table["off"] = []byte(`["bob"]`)
		w.table["k3v5q2aa"] = []byte(`{"user":"ann","created":946000000000,"order":{"task":"","model":"openai/m","device":"d","steps":7,"grants":[{"site":"a.test","sinks":["send"]}]},` +
			`"job":{"id":"k3v5q2aa","prompt":"a \u003c b","kind":"task","mode":"ask","target":{"place":"url","url":"https://a.test/"},"when":{"form":"every","minutes":60},"state":"pending","next":946003600000,"count":2}}`)
		w.table["newer"] = []byte(`{"user":"ann","job":[]}`)
		s := w.process()
		is.NoErr(s.Restore())
		time.Sleep(time.Second)
		synctest.Wait()
		is.Equal(w.begun, map[string]int{"ann k3v5q2aa-3 a < b openai/m": 1}) // it was due meanwhile
		list := s.List("ann")
		is.Equal(len(list), 1)
		is.Equal(list[0].Order.Grants, []runs.Grant{{Site: "a.test", Sinks: []risk.Sink{"send"}}})
		is.True(!s.On("bob"))
		is.Equal(string(w.table["newer"]), `{"user":"ann","job":[]}`)
		s.Close()
	})
}

// Somebody has to be there when a job is due, and while a run of one goes on.
func TestJobs_Due(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		w := newWorld()
		s := w.process()
		defer s.Close()
		is.Equal(s.Due(), int64(0))
		first := add(t, s, often())
		later := often()
		later.When.Minutes = 90
		next := add(t, s, later).Next
		is.Equal(s.Due(), first.Next)
		time.Sleep(61 * time.Minute)
		synctest.Wait()
		is.Equal(s.Due(), int64(1)) // it runs
		is.NoErr(s.Tell("ann", first.ID, core.Cancel))
		is.Equal(s.Due(), next)
		is.NoErr(s.Switch("ann", false))
		is.Equal(s.Due(), int64(0))
	})
}
