package jobs_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// world is what outlives a process: the table and the runs.
type world struct {
	mu    sync.Mutex
	table map[string][]byte
	full  bool
	// begun counts how often each run was begun; stands is how one stands then, "" for on
	// its way.
	begun  map[string]int
	stands core.Type
	why    core.Why
	back   chan struct{} // closed when what a job waits for is there
	ended  []string
}

func newWorld() *world {
	return &world{table: map[string][]byte{}, begun: map[string]int{}, back: make(chan struct{})}
}

func (w *world) Put(key string, value []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.full {
		return errors.New("no space left")
	}
	w.table[key] = append([]byte(nil), value...)
	return nil
}

func (w *world) Delete(key string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.table, key)
	return nil
}

func (w *world) All() (map[string][]byte, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := map[string][]byte{}
	for k, v := range w.table {
		all[k] = v
	}
	return all, nil
}

func (w *world) Begin(_ context.Context, user, run string, j *core.Job, order runs.Wanted) jobs.Outcome {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun[user+" "+run+" "+j.Prompt+" "+order.Model]++
	if w.stands == "" {
		return jobs.Outcome{Type: core.Goes}
	}
	return jobs.Outcome{Type: w.stands, OK: w.stands == core.Finished, Why: w.why}
}

func (w *world) Await(ctx context.Context, _ string, _ runs.Wanted, _ core.Why) error {
	select {
	case <-w.back:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *world) Stop(_, run string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = append(w.ended, run)
}

// zones are those of the world's clocks that stand still.
type zones struct{}

func (zones) Here() string { return "" }
func (zones) Zone(place string, at int64) (core.Zone, error) {
	_, err := time.LoadLocation(place)
	return core.Zone{}, err
}

type quiet struct{}

func (quiet) Warn(_, _ string, _ error)  {}
func (quiet) Error(_, _ string, _ error) {}

func (w *world) process() *jobs.Jobs {
	return jobs.New(jobs.Options{Table: w, Runs: w, Clock: coretest.Machine{}, Zones: zones{}, Random: rand.Uint64, Log: quiet{}})
}

// often is a job that is due each hour.
func often() core.Job {
	return core.Job{Kind: core.Task, Prompt: "p", Mode: "ask", Target: core.Target{Place: core.Address, URL: "https://a.test/"}, When: core.When{Form: core.Every, Minutes: 60}}
}

func add(t *testing.T, s *jobs.Jobs, j core.Job) jobs.View {
	t.Helper()
	v, err := s.Add("ann", j, runs.Wanted{Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestJobs_EachHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		w := newWorld()
		w.stands = core.Finished
		s := w.process()
		v := add(t, s, often())
		time.Sleep(3*time.Hour + time.Minute)
		synctest.Wait()
		is.Equal(w.begun, map[string]int{"ann " + v.ID + "-1 p m": 1, "ann " + v.ID + "-2 p m": 1, "ann " + v.ID + "-3 p m": 1})
		now := s.List("ann")[0]
		is.Equal(now.State, core.Pending)
		is.Equal(now.Count, 3)
		is.Equal(len(s.List("bob")), 0)
		is.Equal(protocol.CodeOf(s.Tell("bob", v.ID, core.Pause)), protocol.CodeInvalidAction)
		is.NoErr(s.Tell("ann", v.ID, core.Pause))
		time.Sleep(5 * time.Hour)
		synctest.Wait()
		is.Equal(len(w.begun), 3) // paused
		is.NoErr(s.Remove("ann", v.ID))
		is.Equal(len(w.table), 0)
		s.Close()
	})
}

// A process may end anywhere: what was under way goes on as the same run, and what was
// due meanwhile runs once.
func TestJobs_ARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		w := newWorld()
		s := w.process()
		v := add(t, s, often())
		time.Sleep(61 * time.Minute)
		synctest.Wait()
		is.Equal(s.List("ann")[0].State, core.Running)
		s.Close()
		time.Sleep(5 * time.Hour)
		s = w.process()
		is.NoErr(s.Restore())
		time.Sleep(time.Second)
		synctest.Wait()
		is.Equal(w.begun, map[string]int{"ann " + v.ID + "-1 p m": 2}) // the same run is gone on with
		s.Told("ann", v.ID, v.ID+"-1", jobs.Outcome{Type: core.Finished, OK: true})
		now := s.List("ann")[0]
		is.Equal(now.Missed, 5)
		is.Equal(now.State, core.Pending)
		s.Close()
		time.Sleep(5 * time.Hour)
		w.stands = core.Finished
		s = w.process()
		is.NoErr(s.Restore())
		time.Sleep(time.Second)
		synctest.Wait()
		is.Equal(w.begun["ann "+v.ID+"-2 p m"], 1)
		is.Equal(len(w.begun), 2) // what was missed runs once
		s.Close()
	})
}

func TestJobs_TheBrowserIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		w := newWorld()
		w.stands, w.why = core.Locked, core.WhyAway
		s := w.process()
		v := add(t, s, often())
		time.Sleep(9 * time.Hour)
		synctest.Wait()
		is.Equal(w.begun["ann "+v.ID+"-1 p m"], 1)
		is.Equal(s.List("ann")[0].Why, core.WhyAway)
		w.mu.Lock()
		w.stands, w.why = core.Finished, ""
		w.mu.Unlock()
		close(w.back)
		synctest.Wait()
		is.Equal(w.begun["ann "+v.ID+"-1 p m"], 2)
		is.Equal(s.List("ann")[0].State, core.Pending)
		s.Close()
	})
}

// Off holds over a restart, for one user, for what is planned meanwhile too, and not for
// what the person asks for by hand; on lets each go on once.
func TestJobs_OffAndOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		w := newWorld()
		w.stands = core.Finished
		s := w.process()
		is.True(s.On("ann"))
		once := often()
		once.When = core.When{Form: core.Once, At: time.Now().Add(time.Hour).UnixMilli()}
		hourly, single := add(t, s, often()), add(t, s, once)
		_, err := s.Add("bob", often(), runs.Wanted{})
		is.NoErr(err)
		resting := add(t, s, often())
		is.NoErr(s.Tell("ann", resting.ID, core.Pause))
		is.NoErr(s.Switch("ann", false))
		is.NoErr(s.Switch("ann", false))
		meanwhile := add(t, s, core.Job{Kind: core.Task, Prompt: "p", Mode: "ask", Target: once.Target, When: core.When{Form: core.Once}})
		is.Equal(meanwhile.Why, core.WhyOff)
		time.Sleep(150 * time.Minute)
		s.Close()
		s = w.process()
		is.NoErr(s.Restore())
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		is.True(!s.On("ann"))
		is.True(s.On("bob"))
		for run := range w.begun {
			is.Equal(run[:4], "bob ") // none of ann's
		}
		is.Equal(protocol.CodeOf(s.Tell("ann", hourly.ID, core.Unpause)), protocol.CodeInvalidAction)
		is.NoErr(s.Tell("ann", hourly.ID, core.Now))
		synctest.Wait()
		is.Equal(w.begun["ann "+hourly.ID+"-1 p m"], 1)
		for _, v := range s.List("ann") {
			is.Equal(v.State, core.Paused)
			is.Equal(v.Why == core.WhyOff, v.ID != resting.ID)
		}
		is.NoErr(s.Switch("ann", true))
		time.Sleep(time.Second)
		synctest.Wait()
		is.Equal(w.begun["ann "+single.ID+"-1 p m"], 1)
		is.Equal(w.begun["ann "+meanwhile.ID+"-1 p m"], 1)
		is.Equal(w.begun["ann "+hourly.ID+"-2 p m"], 0) // not before its next time
		time.Sleep(time.Hour)
		synctest.Wait()
		is.Equal(w.begun["ann "+hourly.ID+"-2 p m"], 1)
		is.Equal(w.begun["ann "+resting.ID+"-1 p m"], 0)
		w.full = true
		is.Equal(protocol.CodeOf(s.Switch("ann", false)), protocol.CodeInternal)
		is.True(s.On("ann")) // what cannot be kept is not said
		s.Close()
		w.full, w.table["off"] = false, []byte(`["ann"]`)
		is.True(!w.process().On("ann")) // a run that wakes before the jobs do asks, too
		for _, bad := range []string{"?", "", "{}", "[1]"} {
			w.table["off"] = []byte(bad)
			is.True(w.process().Restore() != nil)
		}
		s = w.process()
		is.True(!s.On("bob"))
		_, err = s.Add("bob", often(), runs.Wanted{})
		is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	})
}

// What cannot be written down is not begun, and is begun when it can.
func TestJobs_AFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		w := newWorld()
		w.stands = core.Finished
		s := w.process()
		v := add(t, s, often())
		w.full = true
		_, err := s.Add("ann", often(), runs.Wanted{})
		is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		is.Equal(len(w.begun), 0)
		w.mu.Lock()
		w.full = false
		w.mu.Unlock()
		time.Sleep(time.Minute)
		synctest.Wait()
		is.Equal(w.begun["ann "+v.ID+"-1 p m"], 1)
		s.Close()
	})
}

func TestJobs_Refuses(t *testing.T) {
	is := is.New(t)
	s := newWorld().process()
	defer s.Close()
	for _, change := range []func(j *core.Job){
		func(j *core.Job) { j.Prompt = " " },
		func(j *core.Job) { j.Mode = "god" },
		func(j *core.Job) { j.Target.URL = "javascript:1" },
		func(j *core.Job) { j.Target.URL = "" },
		func(j *core.Job) { j.When.Minutes = 0 },
		func(j *core.Job) {
			j.When = core.When{Form: core.Weekly, Days: core.Daily, Minute: 540, Zone: "Europe/Atlantis"}
		},
		func(j *core.Job) { j.When = core.When{Form: core.Once, At: 1} },
	} {
		j := often()
		change(&j)
		_, err := s.Add("ann", j, runs.Wanted{})
		is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
	}
	is.Equal(protocol.CodeOf(s.Remove("ann", "x")), protocol.CodeInvalidAction)
	is.Equal(len(s.List("ann")), 0)
}
